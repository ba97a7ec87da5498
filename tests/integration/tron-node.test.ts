/** D5, D6: a TRON node is asked for what is solidified, and what it says twice must be the same. There is a simulator for it, and no node. */
import { describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { tronDepth } from '../../src/lib/tron-transfers.ts'
import { NodeFault } from '../../src/platform/bitcoin/node.ts'
import { tronNodeAt } from '../../src/platform/tron/node.ts'
import { lies } from '../support/tron-simulator/lies.ts'
import { startTronSimulator } from '../support/tron-simulator/tron-simulator.ts'
import {
  impostors,
  payment,
  payments,
  someAddress,
} from '../support/tron-simulator/transactions.ts'

const random = new Random(1)
const [anna, boris] = [someAddress(random), someAddress(random)]
const paid = { from: anna, to: boris, amount: 12_340_000n }
const simulator = await startTronSimulator()
const node = tronNodeAt(simulator.url, 'tron', 1_000)

describe('a simulated node', () => {
  test('says how far it is, and how far of it stays', async () => {
    simulator.produceEmpty(50)
    const { head, solid } = simulator.heights()
    expect(head - solid).toBe(19)
    expect(await node.state()).toMatchObject({ head, solid })
  })

  test('has of a block what its transactions moved, and each under a name of its own', async () => {
    const twice = payments(paid, { ...paid, amount: 1n })
    const { height, id, parent } = simulator.produce(payment(paid), twice, payment(paid))
    expect(await node.block(height)).toBeNull()
    expect(await node.idAt(height)).toBeNull()
    simulator.produceEmpty(19)
    const block = (await node.block(height))!
    expect(block).toMatchObject({ height, id, parent })
    expect(await node.idAt(height)).toBe(id)
    const moved = block.receipts.flatMap(({ txid, transfers }) =>
      transfers.map((one) => ({ txid, height, ...one })),
    )
    expect(moved).toEqual(simulator.moved(height, height))
    expect(moved.map(({ logIndex, amount }) => [logIndex, amount])).toEqual([
      [0, 12_340_000n],
      [0, 12_340_000n],
      [2, 1n],
      [0, 12_340_000n],
    ])
  })

  test('has a receipt once its block stays, and has heard of the transaction before', async () => {
    const one = payment(paid)
    expect(await node.knows(one.txid)).toBe(false)
    simulator.announce(one)
    expect(await node.knows(one.txid)).toBe(true)
    const { height } = simulator.produce(one)
    expect(await node.receipt(one.txid)).toBeNull()
    simulator.produceEmpty(tronDepth)
    expect(await node.receipt(one.txid)).toEqual({
      txid: one.txid,
      height,
      isSuccess: true,
      transfers: [{ logIndex: 0, ...paid }],
    })
    expect(await node.knows(one.txid)).toBe(true)
  })

  test.each(Object.entries(impostors))('of %s says that nothing moved', async (_, make) => {
    const one = make(paid)
    const { height } = simulator.produce(one)
    simulator.produceEmpty(19)
    expect((await node.block(height))!.receipts).toMatchObject([{ txid: one.txid, transfers: [] }])
    expect(await node.receipt(one.txid)).toMatchObject({ txid: one.txid, transfers: [] })
  })

  test('is sent the key before the @, and is asked at the address without it', async () => {
    simulator.takeKeys()
    await node.idAt(0)
    expect(simulator.takeKeys()).toEqual([undefined])
    await tronNodeAt(simulator.url.replace('//', '//a%20key@'), 'tron').idAt(0)
    expect(simulator.takeKeys()).toEqual(['a key'])
  })

  test('that isn’t there says so', async () => {
    const gone = await startTronSimulator()
    gone.stop()
    await expect(tronNodeAt(gone.url, 'tron').state()).rejects.toThrow(
      /can’t be reached: \/walletsolidity/,
    )
  })
})

describe('a node that answers', () => {
  const asking = async (ask: Promise<unknown>) => {
    await expect(ask).rejects.toThrow(NodeFault)
    return ask.catch((error: unknown) => (error as Error).message)
  }
  const { height } = simulator.produce(payment(paid), payment(paid), payment(paid))
  simulator.produceEmpty(19)

  test.each(lies)('%s is not believed', async (_, lie, says) => {
    simulator.setLie(lie)
    const message = await asking(node.state().then(() => node.block(height)))
    simulator.setLie(null)
    expect(message).toMatch(says)
  })

  test('without an end is left', async () => {
    simulator.setLie(() => ' '.repeat(50_000_001))
    const message = await asking(tronNodeAt(simulator.url, 'tron').state())
    simulator.setLie(null)
    expect(message).toMatch(/more than it can have to say/)
  })

  test('with another transaction or another receipt than was asked for is not believed', async () => {
    const [one, other] = [payment(paid), payment(paid)]
    simulator.produce(one, other)
    simulator.produceEmpty(19)
    simulator.setLie((_, truth) => ({ ...(truth as object), txID: other.txid, id: other.txid }))
    const messages = [await asking(node.knows(one.txid)), await asking(node.receipt(one.txid))]
    simulator.setLie(null)
    expect(messages).toEqual([
      expect.stringMatching(/something else than/),
      expect.stringMatching(/the receipt of \S+ for/),
    ])
  })
})
