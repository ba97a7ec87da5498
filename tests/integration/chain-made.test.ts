/** D2, D7: a chain that changes between any two questions of the scanner, whose coins are spent, is kept as it is in the end. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { createScanner } from '../../src/domains/wallets/scan.ts'
import { NodeFault } from '../../src/platform/bitcoin/node.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { createHouse } from '../support/house.ts'
import { madeChain, type Standing } from '../support/made-chain.ts'
import { confirmWallet } from '../support/wallets.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const wallet = await confirmWallet(house)
const scripts: string[] = []
beforeAll(async () => {
  for (let n = 0; n < 3; n += 1) scripts.push((await wallet.draw(await house.person())).script)
})
beforeEach(() => database.owner.query('truncate chain.outputs, chain.blocks, chain.beginning'))

const inOrder = (all: Standing[]) =>
  all.toSorted((a, b) => (a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : a.output - b.output))

async function kept(): Promise<Standing[]> {
  const { rows } = await database.owner.query<Standing & { amount: string }>(
    'select txid, output, amount::text, is_mined_coin, height, is_waiting, spent_by, spent_height from chain.outputs',
  )
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}
/** What is neither in a block nor waits is known, and stands nowhere. */
const stands = ({ height, is_waiting }: Standing) => height !== null || is_waiting

const nameOf = ({ txid, output }: Standing) => `${txid} ${output}`

const scannerOf = (node: ReturnType<ReturnType<typeof madeChain>['node']>) =>
  createScanner({ node, pool: database.pool, network: 'regtest' })

describe('a chain that is made up', () => {
  test.each(
    extent(
      [1, 2, 3, 4, 5, 6, 7, 8],
      Array.from({ length: 192 }, (_, n) => n + 9),
    ),
  )('is kept as it is in the end: seed %i', async (seed) => {
    const random = new Random(seed)
    const chain = madeChain(random, scripts)
    const scanners = [chain.node(true), chain.node(true)].map(scannerOf)
    for (let n = 0; n < 25; n += 1) {
      for (let acts = random.below(6); acts > 0; acts -= 1) chain.act()
      // A node that changed between two answers may say what can't be true together.
      await scanners[n % 2]!.scan().catch((error: unknown) => {
        if (!(error instanceof NodeFault)) throw error
      })
    }
    expect(await scannerOf(chain.node(false)).scan()).toMatchObject({ isAtTip: true })
    expect(inOrder((await kept()).filter(stands))).toEqual(inOrder(chain.standing()))
  })

  test('may lose its very first blocks', async () => {
    const chain = madeChain(new Random(1_000), scripts)
    await scannerOf(chain.node(false)).scan()
    for (let n = 0; n < 60; n += 1) chain.act()
    const other = madeChain(new Random(1_001), scripts)
    await expect(scannerOf(other.node(false)).scan()).rejects.toThrow(/another chain/)
    expect(await scannerOf(chain.node(false)).scan()).toMatchObject({ isAtTip: true })
  })

  test('of which a node fails while its last blocks are exchanged stays as it was read', async () => {
    const random = new Random(2_000)
    const chain = madeChain(random, scripts)
    for (let n = 0; n < 40; n += 1) chain.act()
    await scannerOf(chain.node(false)).scan()
    const before = inOrder(await kept())
    const node = chain.node(false)
    const gone = { ...node, block: () => Promise.reject(new NodeFault('It is gone.')) }
    for (let n = 0; n < 40; n += 1) chain.act()
    await expect(scannerOf(gone).scan()).rejects.toThrow('It is gone.')
    expect(inOrder(await kept())).toEqual(before)
    await scannerOf(node).scan()
    expect(inOrder((await kept()).filter(stands))).toEqual(inOrder(chain.standing()))
  })

  test('whose blocks somebody deletes is read again from where it began', async () => {
    const chain = madeChain(new Random(3_000), scripts)
    const node = chain.node(false)
    await scannerOf(node).scan()
    for (let n = 0; n < 40; n += 1) chain.act()
    await database.pool.query('delete from chain.blocks')
    await scannerOf(node).scan()
    expect(inOrder((await kept()).filter(stands))).toEqual(inOrder(chain.standing()))
  })

  test('of which a node lists as waiting what it has mined keeps it as mined', async () => {
    const chain = madeChain(new Random(5_000), scripts)
    for (let n = 0; n < 30; n += 1) chain.act()
    const node = chain.node(false)
    const block = await node.block((await node.hashAt((await node.state()).height))!)
    const mined = new Map(block.transactions.map((one) => [one.txid, one]))
    const lying = {
      ...node,
      waiting: async () => [...mined.keys()],
      transaction: async (txid: string) => mined.get(txid) ?? null,
    }
    await scannerOf(lying).scan()
    const found = (await kept()).filter(({ txid }) => mined.has(txid))
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ is_waiting }) => !is_waiting)).toBe(true)
  })

  test('of which nobody knows what waits keeps what has lost its block as waiting: it isn’t gone', async () => {
    const chain = madeChain(new Random(6_000), scripts)
    for (let n = 0; n < 60; n += 1) chain.act()
    await scannerOf(chain.node(false)).scan()
    const busy = { ...chain.node(false), waiting: () => Promise.reject(new NodeFault('Busy.')) }
    const mined = new Set<string>()
    for (let n = 0; n < 20; n += 1) {
      for (const one of await kept()) if (one.height !== null) mined.add(nameOf(one))
      chain.reorganise()
      await scannerOf(busy).scan()
    }
    const lost = (await kept()).filter((one) => one.height === null && mined.has(nameOf(one)))
    expect(lost.length).toBeGreaterThan(0)
    expect(lost.every(({ is_waiting }) => is_waiting)).toBe(true)
  })

  test('of which it can’t be read what waits is kept as far as it is mined', async () => {
    const chain = madeChain(new Random(4_000), scripts)
    for (let n = 0; n < 20; n += 1) chain.act()
    const node = chain.node(false)
    const busy = { ...node, waiting: () => Promise.reject(new NodeFault('It is busy.')) }
    expect(await scannerOf(busy).scan()).toMatchObject({
      isAtTip: true,
      unknown: new NodeFault('It is busy.'),
    })
    expect(inOrder(await kept())).toEqual(
      inOrder(chain.standing().filter(({ height }) => height !== null)),
    )
  })
})
