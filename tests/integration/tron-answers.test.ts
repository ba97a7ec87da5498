/** D5: the scanner, against what real nodes, services and the contract of USDT are known to do: it keeps exactly what moved, or stops and says why. */
import { beforeEach, describe, expect, test } from 'vitest'
import { scanTron } from '../../src/domains/tron/scan.ts'
import { readReached } from '../../src/domains/tron/transfers.ts'
import { NodeFault } from '../../src/platform/bitcoin/node.ts'
import { createTestDatabase } from '../support/database.ts'
import { createScanned } from '../support/tron-scanned.ts'
import {
  harmless,
  ofTheChain,
  ofTheContract,
  stopping,
  unclear,
} from '../support/tron-simulator/of-real-nodes.ts'
import { payment, type Payment } from '../support/tron-simulator/transactions.ts'

const { pool, owner, ...database } = await createTestDatabase()
const { watched, strangers, kept, begun, clear } = await createScanned({ pool, owner, ...database })
const paid: Payment = { from: strangers[0]!, to: watched[0]!, amount: 5_000_000n }
beforeEach(clear)

type Begun = Awaited<ReturnType<typeof begun>>

/** It stops with the sentence, and has kept nothing and read no further. */
async function stops({ node }: Begun, says: RegExp): Promise<void> {
  const before = await readReached(owner)
  const scanned = scanTron({ node, pool })
  await expect(scanned).rejects.toThrow(NodeFault)
  await expect(scanned).rejects.toThrow(says)
  expect(await kept()).toEqual([])
  expect((await readReached(owner))!.height).toBeGreaterThanOrEqual(before!.height)
}

/** It has kept what the simulator knows, no more and no less. */
async function keepsAll({ node, oracle }: Begun): Promise<void> {
  expect(await scanTron({ node, pool })).toMatchObject({ by: 'this', isAtEnd: true })
  expect(await kept()).toEqual(oracle())
}

describe('a scanner keeps what moved, and nothing else, of', () => {
  test.each(Object.entries({ ...ofTheContract, ...ofTheChain }))('%s', async (_, make) => {
    const chain = await begun()
    chain.simulator.produce(make(paid), payment({ ...paid, amount: 3n }), make(paid))
    chain.bury()
    await keepsAll(chain)
    expect((await kept()).filter(({ amount }) => amount === 3n)).toHaveLength(1)
  })

  test('a block of many transactions', async () => {
    const chain = await begun()
    chain.simulator.produce(...Array.from({ length: 700 }, () => payment(paid)))
    chain.bury()
    await keepsAll(chain)
    expect(await kept()).toHaveLength(700)
  })

  test('blocks that went before they were solidified', async () => {
    const chain = await begun()
    const gone = payment(paid)
    const { height } = chain.simulator.produce(gone)
    chain.simulator.produceEmpty(10)
    await scanTron({ node: chain.node, pool })
    chain.simulator.forkFrom(height)
    const stayed = chain.simulator.produce(payment({ ...paid, amount: 4n }))
    chain.bury()
    await keepsAll(chain)
    expect(await kept()).toMatchObject([{ height: stayed.height, amount: 4n }])
    expect(await chain.node.receipt(gone.txid)).toBeNull()
  })

  test.each(Object.entries(harmless))('%s', async (_, lie) => {
    const chain = await begun()
    chain.simulator.setLie(lie)
    chain.simulator.produce(payment(paid), payment({ ...paid, amount: 3n }))
    chain.bury()
    await keepsAll(chain)
    expect(await kept()).toHaveLength(2)
  })
})

describe('a scanner stops and says why at', () => {
  test.each(unclear)('%s', async (_, make, says) => {
    const chain = await begun()
    chain.simulator.produce(payment(paid), make(paid))
    chain.bury()
    await stops(chain, says)
  })

  test.each(stopping)('%s, and keeps all of it once that has passed', async (_, lie, says) => {
    const chain = await begun()
    chain.simulator.produce(payment(paid), payment({ ...paid, amount: 3n }))
    chain.bury()
    chain.simulator.setLie(lie)
    await stops(chain, says)
    chain.simulator.setLie(null)
    await keepsAll(chain)
    expect(await kept()).toHaveLength(2)
  })
})
