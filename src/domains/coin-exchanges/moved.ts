/** What a transaction moved of the firm's coins: as the chain was read, and for what is booked as the node says again. */
import { ProblemError } from '../../contract/problems.ts'
import { NodeFault, type BitcoinNode } from '../../platform/bitcoin/node.ts'
import type { Database } from '../../platform/database.ts'
import { isFirms } from '../wallets/queries.ts'

/** Satoshi that came to the wallet, or left with a minus; `height` and `block`: where it is. */
export type Moved = { moved: bigint; height: number; block: string }

/** Null where no block has it, or it moves nothing of the firm's own. What pays out is no exchange. */
export async function readMoved(db: Database, txid: string): Promise<Moved | null> {
  const { rows } = await db.query<Moved>({
    name: 'coin-exchanges.moved',
    text: `select sum(part.moved)::bigint as moved, block.height, block.hash as block from (
        select -amount as moved, spent_height as height from chain.outputs where spent_by = $1
        union all select amount, height from chain.outputs output where txid = $1 and ${isFirms('output')}) part
      join chain.blocks block on block.height = part.height
      where not exists (select from payout_batches batch where batch.txid = $1)
      group by block.height, block.hash`,
    values: [txid],
  })
  return rows[0] ?? null
}

/** The same where the node's own chain has it, too: the rows are a copy that somebody may have changed. Throws `coins_not_moved` where it can't be asked. */
export async function movedOnChain(
  db: Database,
  node: BitcoinNode,
  txid: string,
): Promise<bigint | null> {
  const found = await readMoved(db, txid)
  if (found === null) return null
  try {
    if ((await node.hashAt(found.height)) !== found.block) return null
    const { transactions } = await node.block(found.block)
    return transactions.some((one) => one.txid === txid) ? found.moved : null
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    const message = `${error.message} Nothing was booked.`
    throw Object.assign(new ProblemError({ code: 'coins_not_moved', message }), { cause: error })
  }
}
