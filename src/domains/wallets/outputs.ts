/** Outputs to the firm's addresses, as the chain has them. Each statement is for a whole block. */
import type { PoolClient } from 'pg'
import { givenRows } from '../../desk/bulk.ts'
import type { Block, Transaction } from '../../lib/bitcoin-block.ts'

type Found = {
  txid: string
  output: number
  script: string
  amount: bigint
  isMinedCoin: boolean
}

/** What new coins are spent from. */
const nothing = '0'.repeat(64)

function outputsOf(transactions: readonly Transaction[]): Found[] {
  return transactions.flatMap(({ txid, spends, outputs }) => {
    const isMinedCoin = spends.length === 1 && spends[0]!.txid === nothing
    return outputs.map(({ script, amount }, output) => ({
      txid,
      output,
      script,
      amount,
      isMinedCoin,
    }))
  })
}

/** Those to addresses of the firm's. */
async function ours(client: PoolClient, outputs: readonly Found[]): Promise<Found[]> {
  const scripts = [...new Set(outputs.map(({ script }) => script))].filter(Boolean)
  const { rows } = await client.query<{ script: string }>({
    name: 'chain.ours',
    text: 'select script from wallet_addresses where script = any ($1)',
    values: [scripts],
  })
  const found = new Set(rows.map(({ script }) => script))
  return outputs.filter(({ script }) => found.has(script))
}

/** `height` null: they wait to be mined. An output that is known already only stands elsewhere now. */
async function keep(
  client: PoolClient,
  outputs: readonly Found[],
  height: number | null,
): Promise<void> {
  if (outputs.length === 0) return
  const { names, table, values } = givenRows(outputs, {
    txid: ['word', (one: Found) => one.txid],
    output: ['integer', (one: Found) => one.output],
    script: ['word', (one: Found) => one.script],
    amount: ['cents', (one: Found) => one.amount],
    is_mined_coin: ['flag', (one: Found) => one.isMinedCoin],
  })
  const place = `$${values.length + 1}::integer`
  await client.query({
    name: 'chain.keep-outputs',
    text: `insert into chain.outputs (${names}, height, is_waiting)
      select ${names}, ${place}, ${place} is null from ${table}
      on conflict (txid, output) do update set height = excluded.height, is_waiting = excluded.is_waiting
      where excluded.height is not null or outputs.height is null`,
    values: [...values, height],
  })
}

type Spent = { txid: string; output: number; by: string }

async function spend(client: PoolClient, block: Block, height: number): Promise<void> {
  const spent = block.transactions.flatMap(({ txid: by, spends }) =>
    spends.map(({ txid, output }) => ({ txid, output, by })),
  )
  const { table, values } = givenRows(spent, {
    txid: ['word', (one: Spent) => one.txid],
    output: ['count', (one: Spent) => one.output],
    by: ['word', (one: Spent) => one.by],
  })
  await client.query({
    name: 'chain.spend-outputs',
    text: `update chain.outputs set spent_by = given.by, spent_height = $${values.length + 1} from ${table}
      where outputs.txid = given.txid and outputs.output = given.output`,
    values: [...values, height],
  })
}

/** One block more, in a transaction. */
export async function keepBlock(client: PoolClient, height: number, block: Block): Promise<void> {
  await client.query({
    name: 'chain.keep-block',
    text: 'insert into chain.blocks (height, hash) values ($1, $2)',
    values: [height, block.hash],
  })
  await keep(client, await ours(client, outputsOf(block.transactions)), height)
  await spend(client, block, height)
}

/** What was in blocks above this height is in none, in a transaction. It counts as waiting again until the node says otherwise: nothing is gone because nobody has asked yet. */
export async function takeAway(client: PoolClient, above: number): Promise<void> {
  for (const text of [
    'update chain.outputs set spent_by = null, spent_height = null where spent_height > $1',
    'update chain.outputs set height = null, is_waiting = true where height > $1',
    'delete from chain.blocks where height > $1',
  ])
    await client.query(text, [above])
}

/** What the node no longer lists waits no more, and what it lists again does. */
export async function forgetWaiting(client: PoolClient, ids: readonly string[]): Promise<void> {
  const listed = new Set(ids)
  const { rows } = await client.query<{ txid: string; is_waiting: boolean }>({
    name: 'chain.in-no-block',
    text: 'select distinct txid, is_waiting from chain.outputs where height is null',
  })
  const changed = rows.filter(({ txid, is_waiting }) => is_waiting !== listed.has(txid))
  if (changed.length === 0) return
  await client.query({
    name: 'chain.turn-waiting',
    text: 'update chain.outputs set is_waiting = not is_waiting where height is null and txid = any ($1)',
    values: [changed.map(({ txid }) => txid)],
  })
}

export async function keepWaiting(
  client: PoolClient,
  transactions: readonly Transaction[],
): Promise<void> {
  await keep(client, await ours(client, outputsOf(transactions)), null)
}
