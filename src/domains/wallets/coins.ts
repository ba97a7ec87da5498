/** Coins of the firm's as the chain has them: what can be spent, and what spends it. */
import { blocksOfNewCoins } from '../../lib/confirmations.ts'
import type { Branch } from '../../lib/output-descriptor.ts'
import type { Database } from '../../platform/database.ts'

export type Unspent = {
  txid: string
  output: number
  /** Satoshi. */
  amount: bigint
  branch: Branch
  index: number
  /** In which it is. */
  block: string
  /** The blocks from there to the last one that was read, its own among them. */
  depth: number
}

/** What a wallet has, the largest first. */
export async function readUnspent(db: Database, wallet: string): Promise<Unspent[]> {
  const { rows } = await db.query<Unspent>({
    name: 'chain.unspent',
    text: `select output.txid, output.output, output.amount, address.branch, address.index, block.hash as block,
        (select max(height) from chain.blocks) - output.height + 1 as depth
      from wallet_addresses address join chain.outputs output on output.script = address.script join chain.blocks block on block.height = output.height
      where address.wallet_id = $1 and output.spent_by is null
        and (not output.is_mined_coin or output.height <= (select max(height) - $2 from chain.blocks))
      order by output.amount desc, output.txid, output.output`,
    values: [wallet, blocksOfNewCoins],
  })
  return rows
}

export type Spending = {
  /** As outpoint. */
  coin: string
  by: string
  height: number
  /** Whose height that is, as it was read. */
  block: string
}

/** Of these coins those that are spent in a block. */
export async function readSpending(db: Database, coins: readonly string[]): Promise<Spending[]> {
  const { rows } = await db.query<Spending>({
    name: 'chain.spending',
    text: `select output.txid || ':' || output.output as coin, output.spent_by as by, output.spent_height as height, block.hash as block
      from unnest($1::text[]) asked (coin) join chain.outputs output on output.txid = split_part(asked.coin, ':', 1) and output.output = split_part(asked.coin, ':', 2)::int
        join chain.blocks block on block.height = output.spent_height`,
    values: [coins],
  })
  return rows
}

/** Which of these transactions wait to be mined, as far as they pay the firm. */
export async function readWaitingAmong(
  db: Database,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ txid: string }>({
    name: 'chain.waiting-among',
    text: 'select distinct txid from chain.outputs where txid = any ($1) and is_waiting',
    values: [txids],
  })
  return new Set(rows.map(({ txid }) => txid))
}
