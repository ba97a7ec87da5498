/**
 * Fills a migrated database with people and a past, in bulk, as commands would have left it: for every posting
 * its command, its particulars, its row of activity, the request it belongs to and its mail, with versions,
 * balances and totals that agree, so that an audit finds nothing. Everyone in turn deposits, requests a
 * withdrawal and cancels it; each step is done for all before anyone's next step, as time would have it.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { oneIsEnough } from '../../src/domains/approvals/rules.ts'
import { believeRows } from '../../src/desk/row-states.ts'
import { planTerms, plans } from '../../src/domains/plans/table.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { dayMs } from '../../src/lib/instant.ts'
import { withClient } from '../../src/platform/database.ts'
import { idFromName } from '../../src/platform/ids.ts'
import { macKeysOf } from '../../src/platform/mac.ts'
import { benchSecret, openDesk } from './desk.ts'
import { trigrams, withoutIndexes } from './users-fill.ts'

/**
 * After 1, 4, 7 … postings everyone has just deposited, and nothing is held. `heads`: everyone has a head, of which no chain
 * is there: for what reads heads only, and for commands that go on from one.
 */
export type Filling = { people: number; postingsEach: number; heads?: boolean }

/** The plan that everyone may invest in. */
export const plan = idFromName('bench plan')

const depositCents = 100_000_000
const requestCents = 100
const capitalCents = 1_000_000_000_000_000n
/** How long ago the past began. */
const spanMs = 30 * dayMs

const asOwner = <T>(url: string, use: (client: pg.Client) => Promise<T>) =>
  withClient(
    // Nobody else is here: one connection waits for the other until it has made its index.
    {
      url,
      name: 'bench fill',
      as: 'owner',
      limits: { statementMs: 0, lockMs: 0, idleInTransactionMs: 0 },
    },
    use,
  )

/** The past as a table: posting n is the k-th step of person p. Ids sort by time, as the product's do. */
const scaffold = ({ people, postingsEach }: Filling) => `
  create schema bench;
  create function bench.person(p bigint) returns uuid language sql immutable
    return overlay(overlay(md5('bench person ' || p) placing '4' from 13) placing '8' from 17)::uuid;
  create function bench.ms(n bigint) returns bigint language sql immutable return ${Date.now() - spanMs} + n * ${spanMs} / ${people * postingsEach};
  create function bench.command(n bigint) returns uuid language sql immutable
    return (lpad(to_hex(bench.ms(n)), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid;
  create table bench.people as select p, bench.person(p) as id from generate_series(0, ${people - 1}) p;
  analyze bench.people;
  create unlogged table bench.past (n bigint, k bigint, p bigint, step smallint, owner uuid, id uuid, at timestamptz)`

/** A part of the past, from one step of everyone to another. */
const pastBetween = ({ people }: Filling, from: number, to: number) => `
  insert into bench.past
    select n, n / ${people}, people.p, n / ${people} % 3, people.id, bench.command(n), to_timestamp(bench.ms(n) / 1000.0)
    from generate_series(${from * people}, ${to * people} - 1::bigint) as numbers(n) join bench.people on people.p = n % ${people}`

const kinds = `(array['CreditPlayMoney', 'RequestWithdrawal', 'CancelWithdrawal'])[step + 1]`
const activityKinds = `(array['deposit', 'withdrawal-requested', 'withdrawal-cancelled'])[step + 1]`
const amount = `case step when 0 then ${depositCents} else ${requestCents} end`
const gain = `case step when 0 then ${depositCents} when 1 then -${requestCents} else ${requestCents} end`
const cashAfter = `(k / 3 + 1) * ${depositCents} - case step when 1 then ${requestCents} else 0 end`
const heldAfter = `case step when 1 then ${requestCents} else 0 end`
const heldVersion = '(k + 2) / 3 + (k + 1) / 3'

/** One statement per table; each reads the past for itself, so that they can run beside each other. */
function history(
  { people }: Filling,
  bank: { version: bigint; debits: bigint },
): Record<string, string> {
  const deposits = `${bank.version} + k / 3 * ${people} + p + 1`
  return {
    'desk.commands': `insert into desk.commands (id, kind, actor, subject, key, body_hash, rules, mac, particulars_digest, input, outcome, at, recorded_at)
      select id, ${kinds}, owner, owner, 'POST /bench ' || n, '', 1, '', '', case step
          when 0 then '{"amount": "${depositCents}", "asset": "BTC"}'::jsonb when 1 then '{"type": "bank_transfer", "amount": "${requestCents}"}'::jsonb
          else jsonb_build_object('withdrawal', bench.command(n - ${people}), 'amount', '${requestCents}') end, 'done', at, at from bench.past`,
    'desk.particulars': `insert into desk.particulars (command_id, owner_id, texts, reply_status, reply)
      select id, owner, '{}', 201, '{"status":"success"}' from bench.past`,
    'desk.activity': `insert into desk.activity (hash, owner_id, version, command_id, kind, at, amount, balance_after)
      select '', owner, k + 1, id, ${activityKinds}, at, ${gain}, ${cashAfter} from bench.past`,
    'ledger.postings': `insert into ledger.postings (command_id, line, at, event, debit_owner, debit_kind, debit_version, debit_balance,
        credit_owner, credit_kind, credit_version, credit_balance, amount)
      select id, 0, at, (array['play-money', 'withdrawal-requested', 'withdrawal-released'])[step + 1]::ledger.event,
        case step when 0 then '${firm}'::uuid else owner end, (array['client-bank', 'cash', 'held'])[step + 1]::ledger.kind,
        case step when 0 then ${deposits} when 1 then k + 1 else ${heldVersion} end,
        case step when 0 then -${bank.debits} - ${depositCents} * (k / 3 * ${people} + p + 1) when 1 then ${cashAfter} else ${heldAfter} end,
        owner, (array['cash', 'held', 'cash'])[step + 1]::ledger.kind,
        case step when 1 then ${heldVersion} else k + 1 end, case step when 1 then ${heldAfter} else ${cashAfter} end, ${amount} from bench.past`,
    withdrawals: `insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, status, created_at, decided_at)
      select id, owner, 'bank_transfer', ${requestCents}, 'w', 'a', 'cancelled', at, at from bench.past where step = 1`,
    outbox: `insert into outbox (owner_id, template, "values", created_at, state, next_attempt_at)
      select owner, case step when 0 then 'deposit-received' else 'withdrawal-requested' end, '{"amount": "$1.00"}', at, 'kept', at from bench.past where step < 2`,
  }
}

/** The rows that these refer to are known to exist. Owners come with their triggers, which keep the directory. */
const unchecked = 'set session_replication_role = replica'

/** People at the end of that past. */
function standing({ people, postingsEach, heads = false }: Filling): string[] {
  const last = postingsEach - 1
  const deposits = Math.floor(last / 3) + 1
  const held = Math.floor((last + 2) / 3) + Math.floor((last + 1) / 3)
  const returned = Math.floor((last + 1) / 3)
  const requested = held - returned
  const end = `to_timestamp(bench.ms(${last * people} + p) / 1000.0)`
  return [
    // Its trigger looks for them in the directory, into which they come with their owners.
    unchecked,
    `insert into auth.persons (id, full_name, email) select id, 'Person ' || p, 'person-' || p || '@people.example' from bench.people`,
    'reset session_replication_role',
    `insert into owners (id, role, status, account_id, referral_code, created_at, stamped_at, version, deposits, head)
      select id, 'user', 'active', 'GH-' || 1000000000 + p, 'BENCH' || p, to_timestamp(bench.ms(0) / 1000.0), ${end}, ${postingsEach}, ${deposits * depositCents}, ${heads ? 'sha256(uuid_send(id))' : 'null'} from bench.people`,
    `insert into ledger.accounts (owner, kind, debits, credits, version)
      select id, 'cash', ${requested * requestCents}, ${deposits * depositCents + returned * requestCents}, ${postingsEach} from bench.people`,
    `insert into ledger.accounts (owner, kind, debits, credits, version)
      select id, 'held', ${returned * requestCents}, ${requested * requestCents}, ${held} from bench.people where ${held} > 0`,
    `update ledger.accounts set debits = debits + ${deposits * people}::bigint * ${depositCents}, version = version + ${deposits * people}
      where owner = '${firm}' and kind = 'client-bank'`,
    // As the house has them when it has looked at everybody.
    `update auth.kept_balances kept set balance = ${deposits * depositCents - (requested - returned) * requestCents} from bench.people where people.id = kept.id`,
  ]
}

const peoplesTables = [
  'auth.persons',
  'owners',
  'ledger.accounts',
  'auth.directory',
  'auth.kept_balances',
]

type Index = { drop: string; make: string }

/** The indexes of these tables. Made at the end they cost a fraction of what they would row by row. */
async function indexesOf(client: pg.Client, tables: string[]): Promise<Index[]> {
  const { rows } = await client.query<{
    place: string
    index: string
    constraint: string | null
    made: string
  }>(
    `select pg_index.indrelid::regclass::text as place, pg_index.indexrelid::regclass::text as index, quote_ident(constraint_of.conname) as constraint,
        coalesce(pg_get_constraintdef(constraint_of.oid), pg_get_indexdef(pg_index.indexrelid)) as made
      from pg_index left join pg_constraint constraint_of on constraint_of.conindid = pg_index.indexrelid and constraint_of.contype in ('p', 'u')
      where pg_index.indrelid = any ($1::regclass[])
        and not exists (select from pg_constraint where contype = 'f' and conindid = pg_index.indexrelid)`,
    [tables],
  )
  return rows.map(({ place, index, constraint, made }) =>
    constraint === null
      ? { drop: `drop index ${index}`, make: made }
      : {
          drop: `alter table ${place} drop constraint ${constraint}`,
          make: `alter table ${place} add constraint ${constraint} ${made}`,
        },
  )
}

/** Only for filling: what is lost in a crash is filled again. */
const inBulk = `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set jit = off; set max_parallel_maintenance_workers = 0`

/** Two at a time: one for each of the processors that the targets speak of. */
async function runAll(url: string, statements: readonly string[]): Promise<void> {
  const left = [...statements]
  await Promise.all(
    [1, 2].map(() =>
      asOwner(url, async (client) => {
        await client.query(inBulk)
        await client.query(unchecked)
        for (let statement = left.shift(); statement !== undefined; statement = left.shift())
          await client.query(statement)
      }),
    ),
  )
}

/** The firm's own money comes by its own commands, and there is something to invest in. */
async function fund(url: string): Promise<void> {
  const house = openDesk(url)
  const order = { actor: null, key: null, bodyHash: '', requestId: 'bench' }
  for (const command of [
    {
      kind: 'PayInCapital',
      command: { amount: capitalCents, reference: randomUUID(), ...oneIsEnough },
    } as const,
    {
      kind: 'FundPool',
      command: { pool: 'returns', amount: capitalCents, ...oneIsEnough },
    } as const,
  ]) {
    const reply = await house.desk.run({ ...order, ...command })
    if (reply.outcome !== 'done') throw new Error(`The house could not be funded: ${reply.text}`)
  }
  await house.close()
  await asOwner(url, async (client) => {
    // A server started on this database finds its history complete.
    await client.query('insert into demo_world (reached, completed_at) values (0, now())')
    await client.query(`insert into plans (id, slug, terms_version) values ($1, 'bench', 1)`, [
      plan,
    ])
    await client.query(
      `insert into plan_terms (plan_id, version, title, range_text, minimum, duration_days, profit_percent, risk_version, risk_warning)
      values ($1, 1, 'Bench', '', 100, 16, 12, 1, 'It can be lost.')`,
      [plan],
    )
    await believeRows(client, macKeysOf(benchSecret), [plans, planTerms])
  })
}

/** Fills an empty, migrated database. */
export async function fill(url: string, filling: Filling): Promise<void> {
  await fund(url)
  const { statements, indexes } = await asOwner(url, async (client) => {
    await client.query(scaffold(filling))
    const { rows } = await client.query<{ version: bigint; debits: bigint }>(
      `select version, debits from ledger.accounts where owner = $1 and kind = 'client-bank'`,
      [firm],
    )
    const statements = history(filling, rows[0]!)
    return { statements, indexes: await indexesOf(client, Object.keys(statements)) }
  })
  const half = Math.ceil(filling.postingsEach / 2)
  const run = (sql: readonly string[]) => runAll(url, sql)
  await asOwner(url, async (client) => {
    for (const { drop } of indexes) await client.query(drop)
    // All of it is vacuumed at the end: before that, it would take processors from the filling.
    for (const table of Object.keys(statements))
      await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  })
  await run([pastBetween(filling, 0, half), pastBetween(filling, half, filling.postingsEach)])
  await asOwner(url, async (client) => {
    await client.query(inBulk)
    await withoutIndexes(client, [trigrams, 'auth.kept_balances_by_balance'], async () => {
      for (const statement of standing(filling)) await client.query(statement)
    })
  })
  await run(Object.values(statements))
  await run(indexes.map(({ make }) => make))
  await asOwner(url, async (client) => {
    await client.query('drop schema bench cascade')
    for (const table of Object.keys(statements))
      await client.query(`alter table ${table} reset (autovacuum_enabled)`)
  })
  const written = [...Object.keys(statements), ...peoplesTables]
  await run([...written.map((table) => `vacuum (analyze) ${table}`), 'analyze'])
  // As the background does once the database has counted.
  await asOwner(url, (client) => client.query('select auth.keep_common_grams()'))
}
