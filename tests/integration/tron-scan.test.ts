/** D5, D7: what is kept of the firm’s addresses on TRON is what a simulated node has of them, whatever ends a scanner meanwhile. */
import { beforeEach, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { scanTron } from '../../src/domains/tron/scan.ts'
import { readReached } from '../../src/domains/tron/transfers.ts'
import { tronDepth } from '../../src/lib/tron-transfers.ts'
import { NodeFault } from '../../src/platform/bitcoin/node.ts'
import { tronNodeAt, type TronNode } from '../../src/platform/tron/node.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { createScanned } from '../support/tron-scanned.ts'
import { lies } from '../support/tron-simulator/lies.ts'
import { startTronSimulator } from '../support/tron-simulator/tron-simulator.ts'
import {
  impostors,
  payment,
  payments,
  someAddress,
  type Payment,
} from '../support/tron-simulator/transactions.ts'

const database = await createTestDatabase()
const { pool, owner } = database

const firmOnTron = await createScanned(database)
const { random, watched, strangers, watch, kept, begun } = firmOnTron
const [anna, boris] = watched as [string, string]
const [stranger] = strangers as [string]
const paid: Payment = { from: stranger, to: anna, amount: 5_000_000n }
beforeEach(firmOnTron.clear)

/** Ends every connection but the owner’s, as a crash of all processes would. */
const endConnections = () =>
  owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
       and application_name = 'glasshouse test' and pid <> pg_backend_pid()`,
  )

/** A connection that was ended is found when it is asked: until none of them is one. */
async function findEnded(): Promise<void> {
  const all = Array.from({ length: Math.max(pool.totalCount, 1) }, () => pool.query('select 1'))
  const asked = await Promise.allSettled(all)
  if (asked.some(({ status }) => status === 'rejected')) await findEnded()
}

/** Until it is at the end, as a loop does, after whatever ended it. */
async function scanToTheEnd(node: TronNode): Promise<void> {
  const scanned = await scanTron({ node, pool }).catch(() => null)
  if (scanned?.by !== 'this' || !scanned.isAtEnd) await scanToTheEnd(node)
}

describe('a simulated chain that is read', () => {
  test('begins where it is deep enough, and reads only as far', async () => {
    const { simulator, node, beganAt, bury } = await begun()
    expect(beganAt).toBe(simulator.heights().solid - tronDepth)
    const { height } = simulator.produce(payment(paid))
    simulator.produceEmpty(19 + tronDepth - 1)
    const early = await scanTron({ node, pool })
    expect(early).toMatchObject({ reached: { height: height - 1 }, isAtEnd: true })
    expect(await kept()).toEqual([])
    simulator.produce()
    expect(await scanTron({ node, pool })).toMatchObject({ reached: { height } })
    expect(await kept()).toMatchObject([{ height, logIndex: 0, ...paid }])
    bury()
    await scanTron({ node, pool })
    expect(await kept()).toHaveLength(1)
  })

  test('has each of several payments of one transaction, and what leaves', async () => {
    const { simulator, node, oracle, bury } = await begun()
    simulator.produce(
      payments(paid, paid, { ...paid, to: stranger }, { ...paid, to: boris }),
      payment({ from: anna, to: stranger, amount: 1n }),
      payment({ from: anna, to: boris, amount: 2n }),
    )
    bury()
    await scanTron({ node, pool })
    expect(await kept()).toEqual(oracle())
    expect(await kept()).toHaveLength(5)
  })

  test.each(Object.entries(impostors))('gives nothing for %s', async (_, make) => {
    const { simulator, node, oracle, bury } = await begun()
    simulator.produce(make(paid), payment({ ...paid, amount: 3n }), make({ ...paid, to: boris }))
    bury()
    await scanTron({ node, pool })
    expect(await kept()).toMatchObject([{ amount: 3n }])
    expect(await kept()).toEqual(oracle())
  })

  test('gives nothing for what was in no solidified block when it went', async () => {
    const { simulator, node } = await begun()
    const { height } = simulator.produce(payment(paid))
    simulator.produceEmpty(10)
    await scanTron({ node, pool })
    expect(simulator.heights().solid).toBeLessThan(height)
    expect(await kept()).toEqual([])
  })

  test.each(
    extent(
      [1, 2, 3],
      Array.from({ length: 27 }, (_, n) => n + 4),
    ),
  )('is what the simulator has after any history: seed %i', async (seed) => {
    const { simulator, node, oracle } = await begun()
    const chance = new Random(seed)
    const someone = () => [...watched, ...strangers][chance.below(8)]!
    const some = (): Payment => ({
      from: someone(),
      to: someone(),
      amount: chance.bigBetween(1n, 10_000_000_000_000n),
    })
    const makers = Object.values(impostors)
    const transaction = () => {
      const what = chance.below(6)
      if (what < 2) return payment(some())
      if (what < 3) return payments(...Array.from({ length: 1 + chance.below(4) }, some))
      return makers[chance.below(makers.length)]!(some())
    }
    /** Ends the connections before some blocks, and breaks off others. */
    const restless: TronNode = {
      ...node,
      async block(height) {
        const what = chance.below(25)
        if (what === 0) await endConnections()
        if (what === 1) throw new NodeFault('It is gone.')
        return node.block(height)
      },
    }
    for (let turn = 0; turn < 6; turn += 1) {
      simulator.setUnsolid(chance.below(40))
      for (let blocks = chance.below(30); blocks > 0; blocks -= 1)
        simulator.produce(...Array.from({ length: chance.below(4) }, transaction))
      const stopsAfter = chance.below(8)
      let asked = 0
      // Two at once, of which one stops early.
      await Promise.allSettled([
        scanTron({ node: restless, pool }),
        scanTron({ node: restless, pool }, () => (asked += 1) <= stopsAfter),
      ])
    }
    simulator.setUnsolid(0)
    simulator.produceEmpty(tronDepth + 1)
    await scanToTheEnd(restless)
    const { height, id } = (await readReached(pool))!
    expect(height).toBe(simulator.heights().head - tronDepth)
    expect(id).toBe(simulator.idAt(height))
    expect(await kept()).toEqual(oracle())
    expect(oracle().length).toBeGreaterThan(0)
  })

  test('is read by one at a time, by any of many', async () => {
    const { simulator, node, oracle, bury } = await begun()
    for (let n = 0; n < 30; n += 1) simulator.produce(payment(paid))
    bury()
    const scans = await Promise.all(Array.from({ length: 5 }, () => scanTron({ node, pool })))
    expect(scans.some(({ by }) => by === 'this')).toBe(true)
    await scanToTheEnd(node)
    expect(await kept()).toEqual(oracle())
  })

  test('goes on where it was, when the connection is ended in the middle of a block', async () => {
    const { simulator, node, oracle, bury } = await begun()
    for (let n = 0; n < 12; n += 1) simulator.produce(payment(paid))
    bury()
    for (let n = 0; n < 3; n += 1) {
      await findEnded()
      const before = (await readReached(pool))!
      let asked = 0
      const ending: TronNode = {
        ...node,
        async block(height) {
          const turn = (asked += 1)
          const block = await node.block(height)
          if (turn === 6) await endConnections()
          return block
        },
      }
      await expect(scanTron({ node: ending, pool })).rejects.toThrow()
      // The first four had been asked for together, and kept; of the next four none.
      expect(await readReached(owner)).toMatchObject({ height: before.height + 4 })
      expect(await kept()).toEqual(oracle().filter(({ height }) => height <= before.height + 4))
    }
    await scanToTheEnd(node)
    expect(await kept()).toEqual(oracle())
  })

  test('has every payment to an address that was watched before it was paid', async () => {
    const { simulator, node, bury } = await begun()
    const late = someAddress(random)
    await watch([late])
    const { height } = simulator.produce(payment({ ...paid, to: late }))
    bury()
    await scanTron({ node, pool })
    expect(await kept()).toMatchObject([{ to: late, height }])
  })
})

describe('a scanner stops', () => {
  const unchangedAfter = async (node: TronNode, says: RegExp) => {
    const before = [await readReached(owner), await kept()]
    const scanned = scanTron({ node, pool })
    await expect(scanned).rejects.toThrow(NodeFault)
    await expect(scanned).rejects.toThrow(says)
    expect([await readReached(owner), await kept()]).toEqual(before)
  }

  test('where the chain isn’t the one that was read', async () => {
    const { simulator, node, beganAt, bury } = await begun()
    simulator.produce(payment(paid))
    bury()
    await scanTron({ node, pool })
    simulator.replaceFrom(beganAt)
    await unchangedAfter(node, /A solidified chain never changes/)
    const other = await startTronSimulator({ salt: 'another chain' })
    other.produceEmpty(200)
    await unchangedAfter(tronNodeAt(other.url, 'tron'), /A solidified chain never changes/)
  })

  test('where the node is behind what was read', async () => {
    const { simulator, node } = await begun()
    simulator.setUnsolid(60)
    await unchangedAfter(node, /is behind: it has solidified blocks up to \d+, and \d+ was read/)
    simulator.setUnsolid(25)
    expect(await scanTron({ node, pool })).toMatchObject({ by: 'this', isAtEnd: true })
  })

  test('where a block doesn’t follow its parent', async () => {
    const { simulator, node, beganAt, bury } = await begun()
    bury()
    const height = beganAt + 1
    const parent = `${simulator.idAt(beganAt).slice(0, 16)}${'ab'.repeat(24)}`
    simulator.setLie((path, truth, { num }) =>
      path === '/walletsolidity/getblockbynum' && num === height
        ? {
            ...(truth as object),
            block_header: { raw_data: { number: height, parentHash: parent } },
          }
        : truth,
    )
    await unchangedAfter(node, /which follows \S+ and not/)
  })

  test('where a block has again what was in an earlier one', async () => {
    const { simulator, node, bury } = await begun()
    const one = payment(paid)
    simulator.produce(one)
    bury()
    await scanTron({ node, pool })
    const { height } = simulator.produce(payment(paid), one)
    bury()
    await expect(scanTron({ node, pool })).rejects.toThrow(/what was in an earlier block/)
    // Of that block neither its other payment stays, nor that it was read.
    expect(await kept()).toHaveLength(1)
    expect(await readReached(owner)).toMatchObject({ height: height - 1 })
  })

  test('where a block that has to be there isn’t', async () => {
    const { node, bury } = await begun()
    bury()
    await unchangedAfter({ ...node, block: async () => null }, /has no block at height/)
  })

  test.each(lies)('where the node answers %s', async (_, lie, says) => {
    const { simulator, beganAt, bury } = await begun()
    simulator.produce(payment(paid), payment(paid))
    bury()
    // The block that was read last is asked for first, and has no transactions.
    const node = tronNodeAt(simulator.url, 'tron', 1_000)
    await scanTron({ node, pool }, () => false)
    simulator.setLie(lie)
    const scanned = scanTron({ node, pool })
    await expect(scanned).rejects.toThrow(NodeFault)
    await expect(scanned).rejects.toThrow(says)
    expect(await kept()).toEqual([])
    simulator.setLie(null)
    await scanTron({ node, pool })
    expect(await kept()).toHaveLength(2)
    expect((await readReached(owner))!.height).toBeGreaterThan(beganAt)
  })
})

describe('what was read', () => {
  test('can’t be lowered, moved by more than a block, or changed by the application’s role', async () => {
    await begun()
    const { height } = (await readReached(pool))!
    const idFor = (at: number) => at.toString(16).padStart(16, '0').padEnd(64, '0')
    const move = (to: number) =>
      pool.query('update chain.tron_reached set height = $1, block_id = $2', [to, idFor(to)])
    for (const to of [height - 1, height, height + 2])
      await expect(move(to)).rejects.toThrow(/refused/)
    for (const statement of [
      'delete from chain.tron_reached',
      'update chain.tron_transfers set amount = 1',
      'delete from chain.tron_transfers',
    ])
      await expect(pool.query(statement)).rejects.toThrow(/permission denied/)
  })
})
