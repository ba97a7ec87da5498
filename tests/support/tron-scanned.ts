/** A firm whose addresses on a simulated TRON are watched, and what is kept of them, beside what the simulator knows. */
import { randomUUID } from 'node:crypto'
import { Random } from '../../proofs/simulation/random.ts'
import { scanTron } from '../../src/domains/tron/scan.ts'
import { readReached } from '../../src/domains/tron/transfers.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { tronAddressOf, tronHexOf } from '../../src/lib/tron-address.ts'
import { tronDepth } from '../../src/lib/tron-transfers.ts'
import { tronNodeAt } from '../../src/platform/tron/node.ts'
import type { createTestDatabase } from './database.ts'
import { startTronSimulator, type TronSimulator } from './tron-simulator/tron-simulator.ts'
import { someAddress } from './tron-simulator/transactions.ts'

type Moved = ReturnType<TronSimulator['moved']>[number]
const inOrder = (all: Moved[]) =>
  all.toSorted(
    (a, b) =>
      a.height - b.height || (a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : a.logIndex - b.logIndex),
  )

/** Four addresses are the firm's, four are strangers'. */
export async function createScanned({
  pool,
  owner,
}: Awaited<ReturnType<typeof createTestDatabase>>) {
  const random = new Random(7)
  const watched = Array.from({ length: 4 }, () => someAddress(random))
  const strangers = Array.from({ length: 4 }, () => someAddress(random))
  const wallet = randomUUID()
  await owner.query(
    `insert into wallets (id, owner_id, network, descriptor, status, next_index, compared_at, compared_by)
     values ($1, $2, 'tron', 'xpub', 'compared', 1, now(), $2)`,
    [wallet, firm],
  )
  const watch = (addresses: readonly string[]) =>
    owner.query(
      `insert into wallet_addresses (id, owner_id, wallet_id, branch, index, script, address, drawn_at)
       select gen_random_uuid(), $1, $2, 'people', (select count(*) from wallet_addresses) + n, script, script, now()
       from unnest($3::text[]) with ordinality as given (script, n)`,
      [firm, wallet, addresses.map((address) => tronHexOf(address))],
    )
  return {
    random,
    watched,
    strangers,
    watch,
    /** Nothing was read yet. */
    async clear() {
      await owner.query('truncate chain.tron_reached, chain.tron_transfers')
      await owner.query('delete from wallet_addresses')
      await watch(watched)
    },
    async kept(): Promise<Moved[]> {
      const { rows } = await owner.query<Moved & { amount: string }>(
        `select txid, height, log_index as "logIndex", from_address as "from", to_address as "to", amount::text
         from chain.tron_transfers`,
      )
      return inOrder(
        rows.map(({ from, to, amount, ...row }) => ({
          ...row,
          from: tronAddressOf(from),
          to: tronAddressOf(to),
          amount: BigInt(amount),
        })),
      )
    },
    /** A chain that is long enough to be read, and where the scanner begins on it. */
    async begun() {
      const simulator = await startTronSimulator()
      simulator.produceEmpty(60)
      const node = tronNodeAt(simulator.url, 'tron', 5_000)
      await scanTron({ node, pool })
      const { height: beganAt } = (await readReached(pool))!
      /** What there is to know, as the simulator itself knows it. */
      const oracle = () =>
        inOrder(
          simulator
            .moved(beganAt + 1, simulator.heights().solid - tronDepth)
            .filter(({ from, to }) => watched.includes(from) || watched.includes(to)),
        )
      const bury = () => simulator.produceEmpty(19 + tronDepth)
      return { simulator, node, beganAt, oracle, bury }
    },
  }
}
