/** USDT that came to the firm's addresses on TRON or left them, and how far the chain was read. */
import type { PoolClient } from 'pg'
import { givenRows } from '../../desk/bulk.ts'
import { tronHexOf } from '../../lib/tron-address.ts'
import type { Transfer } from '../../lib/tron-transfers.ts'
import { NodeFault } from '../../platform/bitcoin/node.ts'
import type { Database } from '../../platform/database.ts'
import type { TronBlock } from '../../platform/tron/node.ts'

export type Reached = { height: number; id: string }

/** Its addresses as nodes write them: of every network they are the same. */
type Found = Transfer & { txid: string }

/** How far the chain was read; null before the first round. */
export async function readReached(db: Database): Promise<Reached | null> {
  const { rows } = await db.query<Reached>({
    name: 'chain.tron-reached',
    text: 'select height, block_id as id from chain.tron_reached',
  })
  return rows[0] ?? null
}

/** It begins once. */
export async function keepBeginning(client: PoolClient, { height, id }: Reached): Promise<void> {
  await client.query(
    'insert into chain.tron_reached (began_at_height, height, block_id) values ($1, $1, $2)',
    [height, id],
  )
}

/** Those from or to the firm's addresses. */
async function ours(client: PoolClient, found: readonly Found[]): Promise<Found[]> {
  const addresses = [...new Set(found.flatMap(({ from, to }) => [from, to]))]
  if (addresses.length === 0) return []
  const { rows } = await client.query<{ script: string }>({
    name: 'chain.tron-ours',
    text: 'select script from wallet_addresses where script = any ($1)',
    values: [addresses],
  })
  const watched = new Set(rows.map(({ script }) => script))
  return found.filter(({ from, to }) => watched.has(from) || watched.has(to))
}

async function keep(client: PoolClient, found: readonly Found[], height: number): Promise<void> {
  if (found.length === 0) return
  const { names, table, values } = givenRows(found, {
    txid: ['word', (one: Found) => one.txid],
    log_index: ['integer', (one: Found) => one.logIndex],
    from_address: ['word', (one: Found) => one.from],
    to_address: ['word', (one: Found) => one.to],
    amount: ['cents', (one: Found) => one.amount],
  })
  const { rowCount } = await client.query({
    name: 'chain.tron-keep-transfers',
    text: `insert into chain.tron_transfers (${names}, height)
      select ${names}, $${values.length + 1}::integer from ${table} on conflict do nothing`,
    values: [...values, height],
  })
  if (rowCount !== found.length)
    throw new NodeFault(
      `The TRON node says of block ${height} what was in an earlier block. Nothing was read of it.`,
    )
}

/** One block more, in a transaction. Throws where another scanner has read it meanwhile. */
export async function keepBlock(client: PoolClient, block: TronBlock): Promise<void> {
  const { height, id, parent, receipts } = block
  const { rowCount } = await client.query({
    name: 'chain.tron-keep-block',
    text: 'update chain.tron_reached set height = $1, block_id = $2 where height = $1 - 1 and block_id = $3',
    values: [height, id, parent],
  })
  if (rowCount !== 1) throw new Error(`Block ${height} of TRON doesn’t follow what was read`)
  const found = receipts.flatMap(({ txid, transfers }) =>
    transfers.map(({ from, to, ...transfer }) => ({
      ...transfer,
      txid,
      from: tronHexOf(from),
      to: tronHexOf(to),
    })),
  )
  await keep(client, await ours(client, found), height)
}
