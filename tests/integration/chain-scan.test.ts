/** D1, D2, D6, D7: what is kept of the firm's addresses is what the node's chain has, whatever became of that chain meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScanner, readReached } from '../../src/domains/wallets/scan.ts'
import { bitcoinNodeAt, NodeFault, type BitcoinNode } from '../../src/platform/bitcoin/node.ts'
import { noBitcoinNode, startBitcoinNode, type Paid } from '../support/bitcoin-node/bitcoin-node.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { createHouse } from '../support/house.ts'
import { confirmWallet } from '../support/wallets.ts'
import { Random } from '../../proofs/simulation/random.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const wallet = await confirmWallet(house)
/** Scripts of six people. */
const scripts: string[] = []
beforeAll(async () => {
  for (let n = 0; n < 6; n += 1) scripts.push((await wallet.draw(await house.person())).script)
})

type Output = { txid: string; output: number; script: string; amount: number; height: number }

const inOrder = (outputs: Output[]) =>
  outputs.toSorted(
    (a, b) => a.height - b.height || (a.txid < b.txid ? -1 : 1) || a.output - b.output,
  )

const kept = async () =>
  inOrder(
    (
      await database.owner.query<Output>(
        'select txid, output, script, amount::float8 as amount, height from chain.outputs where height is not null',
      )
    ).rows,
  )

describe.skipIf(noBitcoinNode)(
  `a chain that is read${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 120_000 },
  async () => {
    const [real, other] = noBitcoinNode
      ? []
      : await Promise.all([startBitcoinNode({ coins: 'odd' }), startBitcoinNode({ coins: 'even' })])
    const node = bitcoinNodeAt(real?.url ?? 'http://localhost/')
    const scannerOf = (asked: BitcoinNode = node) =>
      createScanner({ node: asked, pool: database.pool, network: 'regtest' })
    const scanner = scannerOf()
    /** From where on it reads. */
    let beginning = 0

    /** Again after a connection that was broken, until it is at the end. */
    async function scanAsLoopsDo(): Promise<void> {
      const scanned = await scannerOf()
        .scan()
        .catch(() => null)
      if (scanned?.by !== 'this' || !scanned.isAtTip) await scanAsLoopsDo()
    }

    beforeAll(async () => {
      await real!.mine(260)
      await other!.follow(real!, 0)
      const scanned = await scanner.scan()
      if (scanned.by !== 'this') throw new Error('another scans')
      beginning = scanned.reached.height
    })

    type SentBlock = {
      tx: { txid: string; vout: { n: number; value: number; scriptPubKey: { hex: string } }[] }[]
    }
    /** What the node's own chain has, by the node's own reading of it. */
    async function oracle(): Promise<Output[]> {
      const tip = await real!.rpc<number>('getblockcount')
      const found: Output[] = []
      for (let height = beginning + 1; height <= tip; height += 1) {
        const hash = await real!.rpc<string>('getblockhash', height)
        const { tx } = await real!.rpc<SentBlock>('getblock', hash, true, true)
        for (const { txid, vout } of tx)
          for (const { n: output, value, scriptPubKey } of vout)
            if (scripts.includes(scriptPubKey.hex))
              found.push({
                txid,
                output,
                script: scriptPubKey.hex,
                amount: Math.round(value * 1e8),
                height,
              })
      }
      return inOrder(found)
    }

    const statesOf = async (txid: string) =>
      (
        await database.owner.query(
          'select output, height, is_waiting from chain.outputs where txid = $1 order by output',
          [txid],
        )
      ).rows

    test('has what waits, then in which block it is; twice to one person is twice', async () => {
      const paid = { script: scripts[0]!, amount: 70_000n }
      const txid = await real!.send(paid, { script: scripts[1]!, amount: 1n }, paid)
      await scanner.scan()
      expect(await statesOf(txid)).toEqual(
        [0, 1, 2].map((output) => ({ output, height: null, is_waiting: true })),
      )
      await real!.mine()
      const scanned = await scanner.scan()
      const height = await real!.rpc<number>('getblockcount')
      expect(scanned).toMatchObject({ reached: { height }, isAtTip: true, takenAway: 0 })
      expect(await statesOf(txid)).toEqual(
        [0, 1, 2].map((output) => ({ output, height, is_waiting: false })),
      )
      await other!.follow(real!, height - 1)
    })

    test('that loses its last blocks has what waits again, and what is gone', async () => {
      const fork = await real!.rpc<number>('getblockcount')
      const txid = await real!.send({ script: scripts[2]!, amount: 5_000n })
      await real!.mine(2)
      await scanner.scan()
      const gone = (await readReached(database.pool))!
      const elsewhere = await other!.send({ script: scripts[3]!, amount: 6_000n })
      await other!.mine(3)
      await real!.follow(other!, fork)
      const scanned = await scanner.scan()
      expect(scanned).toMatchObject({ takenAway: 2, reached: { height: fork + 3 } })
      expect((await readReached(database.pool))!.hash).not.toBe(gone.hash)
      expect(await statesOf(elsewhere)).toMatchObject([{ height: fork + 1 }])
      // Its transaction waits again, as the node says.
      const waits = (await node.waiting()).includes(txid)
      expect(await statesOf(txid)).toEqual([{ output: 0, height: null, is_waiting: waits }])
      expect(await kept()).toEqual(await oracle())
    })

    test.each(
      extent(
        [1, 2, 3],
        Array.from({ length: 47 }, (_, n) => n + 4),
      ),
    )('is the node’s chain after any history: seed %i', async (seed) => {
      const random = new Random(seed)
      const payment = (): Paid => ({
        script: scripts[random.below(scripts.length)]!,
        amount: BigInt(
          random.below(4) === 0 ? 1 + random.below(500) : 10_000 + random.below(9_000_000),
        ),
      })
      const someBlocks = async (miner: NonNullable<typeof real>, blocks: number) => {
        for (let n = 0; n < blocks; n += 1) {
          if (random.below(2) === 0)
            await miner.send(...Array.from({ length: 1 + random.below(4) }, payment))
          await miner.mine()
        }
      }
      const scanners = [scannerOf(), scannerOf()]
      /** Both at once; now and then the database throws one of them out in between. */
      const look = async () => {
        const ended = Promise.allSettled(scanners.map((one) => one.scan()))
        if (random.below(3) === 0)
          await database.owner.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
               and application_name = 'glasshouse test' and pid <> pg_backend_pid()`,
          )
        await ended
      }
      for (let turn = 0; turn < 3; turn += 1) {
        const fork = await real!.rpc<number>('getblockcount')
        const depth = random.below(9)
        await someBlocks(real!, depth)
        await look()
        if (random.below(2) === 0) {
          await someBlocks(other!, depth + 1)
          await real!.follow(other!, fork)
        } else await other!.follow(real!, fork)
        if (random.below(2) === 0) await look()
      }
      await scannerOf().scan()
      expect(await kept()).toEqual(await oracle())
      const waiting = await node.waiting()
      const { rows } = await database.owner.query<{ txid: string }>(
        'select distinct txid from chain.outputs where is_waiting',
      )
      expect(waiting).toEqual(expect.arrayContaining(rows.map(({ txid }) => txid)))
    })

    test('is read by one at a time, by any of many', async () => {
      await scanAsLoopsDo()
      const scans = await Promise.all(Array.from({ length: 5 }, () => scannerOf().scan()))
      expect(scans.some(({ by }) => by === 'this')).toBe(true)
      expect(await kept()).toEqual(await oracle())
    })

    describe('by a node that is wrong', () => {
      const lying = (lies: Partial<BitcoinNode>) => scannerOf({ ...node, ...lies })
      const all = async () =>
        (await database.owner.query('select * from chain.blocks order by height')).rows
      let before: unknown[] = []
      beforeAll(async () => {
        before = await all()
      })
      afterAll(async () => {
        expect(await all()).toEqual(before)
      })

      test.each<[what: string, lies: () => Promise<Partial<BitcoinNode>>, says: RegExp]>([
        [
          'of another network',
          async () => ({ state: async () => ({ ...(await node.state()), network: 'main' }) }),
          /is on the network main, and the settings say regtest/,
        ],
        [
          'behind',
          async () => ({ state: async () => ({ ...(await node.state()), height: 20 }) }),
          /is behind: it has blocks up to 20/,
        ],
        [
          'pruned beyond what was read',
          async () => ({ state: async () => ({ ...(await node.state()), prunedTo: 1_000_000 }) }),
          /has thrown away blocks/,
        ],
        [
          'on a chain of its own',
          async () => ({ hashAt: async () => 'ab'.repeat(32) }),
          /another chain than the one that was read: they differ by more than 100 blocks/,
        ],
        [
          'with a block that doesn’t follow',
          async () => {
            const { height } = (await readReached(database.pool))!
            const first = (await node.hashAt(1))!
            return { hashAt: (at) => (at > height ? Promise.resolve(first) : node.hashAt(at)) }
          },
          /which doesn’t follow/,
        ],
      ])('%s says so, and nothing is read or taken away', async (_, lies, says) => {
        const scanned = lying(await lies()).scan()
        await expect(scanned).rejects.toThrow(NodeFault)
        await expect(scanned).rejects.toThrow(says)
      })
    })
  },
)
