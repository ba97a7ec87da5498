/**
 * A long history in bulk: rows as the desk would have written them, with the chain's own hashes, but by nobody's decision
 * and without words and MACs. For what has to read much, and decides nothing.
 */
import { canonical } from '../../src/lib/canonical.ts'
import { digestOfText, commandDigest, rowHash, type Digest } from '../../src/desk/chain.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TestDatabase } from './database.ts'

type Bulk = { owners: readonly string[]; commands: number; startAt: number }

type Chain = { owner: string; version: number; entries: number; head: Digest; cash: bigint }

/** A deposit of play money, as its command, its posting and its row of activity. */
function deposit(chain: Chain, { n, at, bank }: { n: number; at: number; bank: bigint }) {
  const amount = BigInt(100 + (n % 900))
  const [id, particulars] = [newId(), digestOfText(`words ${n}`)]
  const input = canonical({ amount: String(amount), asset: 'BTC' })
  chain.version += 1
  chain.entries += 1
  chain.cash += amount
  const { owner, version, entries, cash } = chain
  const row = {
    id,
    kind: 'CreditPlayMoney',
    actor: owner,
    subject: owner,
    key: null,
    bodyHash: '',
    outcome: 'done',
    at,
  }
  const posting = [
    'play-money',
    firm,
    'client-bank',
    null,
    owner,
    'cash',
    String(entries),
    String(amount),
  ]
  const command = commandDigest(row, { input, particulars, postings: [posting] })
  chain.head = rowHash(
    chain.head,
    { owner, version, kind: 'deposit', at, gain: amount, after: cash },
    command,
  )
  return {
    id,
    owner,
    input,
    at,
    particulars,
    version,
    entries,
    amount: String(amount),
    cash: String(cash),
    hash: chain.head,
    bankVersion: n,
    bank: String(bank - amount),
  }
}

const insert = `with given as (select * from jsonb_to_recordset($1::jsonb) as row(
    id uuid, owner uuid, input jsonb, at bigint, particulars text, version bigint, entries bigint, amount bigint, cash bigint, hash text, "bankVersion" bigint, bank bigint)),
  commands as (insert into desk.commands (id, kind, actor, subject, body_hash, input, outcome, at, recorded_at, particulars_digest, subject_version, rules, mac)
    select id, 'CreditPlayMoney', owner, owner, '', (input #>> '{}')::jsonb, 'done', to_timestamp(at / 1000.0), to_timestamp(at / 1000.0), decode(particulars, 'hex'), version, 1, '' from given),
  activity as (insert into desk.activity (owner_id, version, command_id, kind, at, amount, balance_after, hash)
    select owner, version, id, 'deposit', to_timestamp(at / 1000.0), amount, cash, decode(hash, 'hex') from given)
  insert into ledger.postings (command_id, line, at, event, debit_owner, debit_kind, debit_version, debit_balance, credit_owner, credit_kind, credit_version, credit_balance, amount)
    select id, 0, to_timestamp(at / 1000.0), 'play-money', '${firm}', 'client-bank', "bankVersion", bank, owner, 'cash', entries, cash, amount from given`

const ends = `with given as (select * from jsonb_to_recordset($1::jsonb) as row(owner uuid, version bigint, entries bigint, cash bigint, head text)),
  moved as (update owners set version = given.version, head = decode(given.head, 'hex'), deposits = given.cash from given where owners.id = given.owner)
  insert into ledger.accounts (owner, kind, debits, credits, version) select owner, 'cash', 0, cash, entries from given
    on conflict (owner, kind) do update set credits = excluded.credits, version = excluded.version`

/** Owners are people who were just opened, without money. */
export async function writeBulkHistory(
  { owner: db }: Pick<TestDatabase, 'owner'>,
  { owners, commands, startAt }: Bulk,
): Promise<void> {
  const client = await db.connect()
  try {
    await client.query(
      'begin; set local statement_timeout = 0; set local session_replication_role = replica',
    )
    const { rows } = await client.query<Omit<Chain, 'entries' | 'cash'>>(
      `select id as owner, version::int, encode(head, 'hex') as head from owners where id = any ($1)`,
      [owners],
    )
    const chains = rows.map((row): Chain => ({ ...row, entries: 0, cash: 0n }))
    let bank = 0n
    let held: object[] = []
    for (let n = 1; n <= commands; n += 1) {
      // Five in a millisecond: their ids decide in which order they stand.
      const made = deposit(chains[n % chains.length]!, { n, at: startAt + Math.trunc(n / 5), bank })
      bank = BigInt(made.bank)
      held.push(made)
      if (held.length < 5000 && n < commands) continue
      await client.query(insert, [JSON.stringify(held)])
      held = []
    }
    await client.query(ends, [
      JSON.stringify(chains.map((chain) => ({ ...chain, cash: String(chain.cash) }))),
    ])
    await client.query(
      `update ledger.accounts set debits = $1, version = $2 where owner = '${firm}' and kind = 'client-bank'`,
      [-bank, commands],
    )
    await client.query('commit; analyze')
  } finally {
    client.release(true)
  }
}
