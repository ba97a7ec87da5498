/** What a transaction on TRON moved of the firm's USDT, for a sale or a purchase: as it was read, and as the node says again. */
import { tronHexOf } from '../../lib/tron-address.ts'
import { ProblemError } from '../../contract/problems.ts'
import { NodeFault } from '../../platform/bitcoin/node.ts'
import type { Database } from '../../platform/database.ts'
import type { Tron } from '../../platform/tron/settings.ts'
import { isFirmsOwn, isSpent } from './usdt-sides.ts'

type Row = {
  logIndex: number
  from: string
  to: string
  amount: bigint
  /** Millionths that came to the firm's own addresses, or left with a minus; payouts are none of it. */
  moved: bigint
}

const readRows = async (db: Database, txid: string): Promise<Row[]> => {
  const { rows } = await db.query<Row>({
    name: 'coin-exchanges.usdt-moved',
    text: `select log_index as "logIndex", from_address as "from", to_address as "to", amount,
        case when ${isSpent} then -amount when ${isFirmsOwn} then amount else 0 end as moved
      from chain.tron_transfers where txid = $1 order by log_index`,
    values: [txid],
  })
  return rows
}

const sumOf = (rows: readonly Row[]): bigint | null => {
  const sum = rows.reduce((all, { moved }) => all + moved, 0n)
  return sum === 0n ? null : sum
}

/** Null where nothing of it was read, or it moves nothing but payouts. */
export const readUsdtMoved = async (db: Database, txid: string): Promise<bigint | null> =>
  sumOf(await readRows(db, txid))

/** The same where the node's chain has each of it: the rows are a copy that somebody may have changed. Throws `coins_not_moved` where it can't be asked. */
export async function usdtMovedOnChain(
  db: Database,
  { node, proving }: Pick<Tron, 'node' | 'proving'>,
  txid: string,
): Promise<bigint | null> {
  const rows = await readRows(db, txid)
  if (rows.length === 0) return null
  const stopped = (message: string) =>
    new ProblemError({ code: 'coins_not_moved', message: `${message} Nothing was booked.` })
  const why = await proving.why()
  if (why !== null) throw stopped(why)
  try {
    const receipt = await node.receipt(txid)
    const isThere = rows.every(({ logIndex, from, to, amount }) =>
      receipt?.transfers.some(
        (one) =>
          one.logIndex === logIndex &&
          one.amount === amount &&
          tronHexOf(one.from) === from &&
          tronHexOf(one.to) === to,
      ),
    )
    return isThere ? sumOf(rows) : null
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    throw Object.assign(stopped(error.message), { cause: error })
  }
}
