/**
 * Recomputes the books from their postings and compares everything that is kept beside them. Each
 * question is asked in SQL of one snapshot and answers with the rows that are wrong; none is right.
 */
import type { Pool } from 'pg'
import { chart, kindNames, kinds, type TotalName } from '../core/chart.ts'
import { totalNames } from '../core/posting.ts'

/** A query of rows that break a rule, and what such a row means. */
type Question = { fault: string; sql: string }

const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')
const guarded = kindNames.filter((kind) => kinds[kind].guarded)

const unitOf = `case ${kindNames.map((kind) => `when a.kind = '${kind}' then '${kinds[kind].unit}'`).join(' ')} end`

/** Both sides of every posting, as an account's statement shows them. */
const entries = `select command_id, line, debit_owner as owner, debit_kind as kind, debit_version as version, debit_balance as balance, -amount as gain from ledger.postings
  union all
  select command_id, line, credit_owner, credit_kind, credit_version, credit_balance, amount from ledger.postings`

const chartCells = chart
  .map(({ event, debit, credit }) => `('${event}', '${debit}', '${credit}')`)
  .join(', ')

/** What the postings say of a person's running total, from the chart's own marks. */
function totalFromPostings(total: TotalName): string {
  const sides = chart.flatMap((line) => [
    ...('debitTotal' in line && line.debitTotal.total === total
      ? [{ ...line, side: 'debit', sign: line.debitTotal.sign }]
      : []),
    ...('creditTotal' in line && line.creditTotal.total === total
      ? [{ ...line, side: 'credit', sign: line.creditTotal.sign }]
      : []),
  ])
  const sums = sides.map(
    ({ event, debit, credit, side, sign }) =>
      `select ${side}_owner as owner, ${sign} * amount as amount from ledger.postings where event = '${event}' and debit_kind = '${debit}' and credit_kind = '${credit}'`,
  )
  return `select owner, sum(amount) as amount from (${sums.join(' union all ')}) s group by owner`
}

const columnOf = (total: TotalName) =>
  total.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const questions: Question[] = [
  {
    fault: 'the balances of a unit do not sum to zero',
    sql: `select ${unitOf} as unit, sum(credits - debits) as sum from ledger.accounts a group by 1 having sum(credits - debits) <> 0`,
  },
  {
    fault: 'a guarded account is below zero',
    sql: `select owner, kind, credits - debits as balance from ledger.accounts where credits < debits and kind in (${list(guarded)})`,
  },
  {
    fault: 'a posting is not in the chart of accounts',
    sql: `select command_id, line, event, debit_kind, credit_kind from ledger.postings where (event::text, debit_kind::text, credit_kind::text) not in (${chartCells})`,
  },
  {
    fault: 'the versions of an account have gaps, or its balances do not follow from one another',
    sql: `select * from (
        select owner, kind, version, balance,
          row_number() over w as expected_version, sum(gain) over w as expected_balance
        from (${entries}) e window w as (partition by owner, kind order by version)
      ) replayed where version <> expected_version or balance <> expected_balance`,
  },
  {
    fault: 'an account is not the sum of its postings',
    sql: `select a.owner, a.kind, a.debits, a.credits, a.version, e.debits as expected_debits, e.credits as expected_credits, e.version as expected_version
      from ledger.accounts a full join (
        select owner, kind, coalesce(sum(-gain) filter (where gain < 0), 0) as debits, coalesce(sum(gain) filter (where gain > 0), 0) as credits, count(*) as version
        from (${entries}) all_entries group by owner, kind
      ) e on e.owner = a.owner and e.kind = a.kind
      where (coalesce(a.debits, 0), coalesce(a.credits, 0), coalesce(a.version, 0)) is distinct from (coalesce(e.debits, 0), coalesce(e.credits, 0), coalesce(e.version, 0))`,
  },
  {
    fault: 'a posting belongs to no command that was done',
    sql: `select p.command_id, p.line, c.outcome from ledger.postings p left join desk.commands c on c.id = p.command_id where c.outcome is distinct from 'done'`,
  },
  {
    fault: 'the lines of a command are not numbered from zero',
    sql: `select command_id, max(line) + 1 as expected, count(*) as lines from ledger.postings group by command_id having max(line) + 1 <> count(*) or min(line) <> 0`,
  },
  ...totalNames.map((total) => ({
    fault: `the total “${total}” of a person is not what their postings say`,
    sql: `select o.id as owner, o.${columnOf(total)} as kept, coalesce(t.amount, 0) as expected
      from owners o left join (${totalFromPostings(total)}) t on t.owner = o.id where o.${columnOf(total)} <> coalesce(t.amount, 0)`,
  })),
  {
    fault: 'what a person has is not what came in less what went out',
    sql: `select o.id as owner, coalesce(a.owed, 0) as owed,
        o.deposits - o.withdrawn + o.transferred_in - o.transferred_out + o.profit - o.loss + o.referral + o.corrections as expected
      from owners o left join (
        select owner, sum(credits - debits) as owed from ledger.accounts where kind in ('cash', 'held', 'invested') group by owner
      ) a on a.owner = o.id
      where o.role <> 'firm' and coalesce(a.owed, 0) <> o.deposits - o.withdrawn + o.transferred_in - o.transferred_out + o.profit - o.loss + o.referral + o.corrections`,
  },
  {
    fault: 'what is held is not what open requests ask for',
    sql: `select coalesce(a.owner, w.owner_id) as owner, coalesce(a.held, 0) as held, coalesce(w.asked, 0) as expected
      from (select owner, credits - debits as held from ledger.accounts where kind = 'held') a
      full join (
        select owner_id, sum(amount) as asked from withdrawals
        where status = 'pending' or (status = 'approved' and type = 'bank_transfer') group by owner_id
      ) w on w.owner_id = a.owner
      where coalesce(a.held, 0) <> coalesce(w.asked, 0)`,
  },
  {
    fault: 'what is invested and promised is not what running investments hold',
    sql: `select coalesce(a.owner, i.owner_id) as owner, a.invested, a.promised, i.amount as expected_invested, i.profit as expected_promised
      from (
        select owner, coalesce(sum(credits - debits) filter (where kind = 'invested'), 0) as invested,
          coalesce(sum(credits - debits) filter (where kind = 'promised'), 0) as promised
        from ledger.accounts where kind in ('invested', 'promised') group by owner
      ) a full join (
        select owner_id, sum(amount) as amount, sum(profit) as profit from investments where status = 'running' group by owner_id
      ) i on i.owner_id = a.owner
      where (coalesce(a.invested, 0), coalesce(a.promised, 0)) is distinct from (coalesce(i.amount, 0), coalesce(i.profit, 0))`,
  },
  {
    fault: 'a withdrawal does not have each of the postings of its state once',
    sql: `select w.id, w.status, w.type, coalesce(asked.postings, 0) as requested, coalesce(ended.postings, 0) as ended
      from withdrawals w
        left join (
          select command_id, sum(amount) as amount, count(*) as postings from ledger.postings where event = 'withdrawal-requested' group by command_id
        ) asked on asked.command_id = w.id and asked.amount = w.amount
        left join (
          select c.input ->> 'withdrawal' as withdrawal, count(*) as postings
          from desk.commands c join ledger.postings p on p.command_id = c.id
          where p.event in ('withdrawal-released', 'withdrawal-paid', 'transfer') group by 1
        ) ended on ended.withdrawal = w.id::text
      where coalesce(asked.postings, 0) <> 1
        or coalesce(ended.postings, 0) <> case when w.status = 'pending' or (w.status = 'approved' and w.type = 'bank_transfer') then 0 else 1 end`,
  },
  {
    fault: 'an investment was not paid as often as its state says',
    sql: `select i.id, i.status, coalesce(paid.postings, 0) as payments from investments i
        left join (
          select c.input ->> 'investment' as investment, count(*) as postings
          from desk.commands c join ledger.postings p on p.command_id = c.id where p.event = 'investment-matured' group by 1
        ) paid on paid.investment = i.id::text
      where coalesce(paid.postings, 0) <> case when i.status = 'matured' then 2 else 0 end`,
  },
  {
    fault: 'a request or an investment belongs to no owner',
    sql: `select id, owner_id as owner from (select id, owner_id from withdrawals union all select id, owner_id from investments) held
      where owner_id not in (select id from owners)`,
  },
  {
    fault: 'the activity of an owner has gaps',
    sql: `select o.id as owner, o.version as kept, coalesce(a.entries, 0) as entries, a.last from owners o
        left join (select owner_id, count(*) as entries, max(version) as last from desk.activity group by owner_id) a on a.owner_id = o.id
      where o.version <> coalesce(a.entries, 0) or o.version <> coalesce(a.last, 0)`,
  },
  {
    fault: 'a posting is in nobody’s activity, and so in no chain',
    sql: `select p.command_id, p.line, p.event from ledger.postings p where not exists (select from desk.activity a where a.command_id = p.command_id)`,
  },
  {
    fault: 'a command has the wrong place in the activity of the person it is about',
    sql: `select c.id, c.subject, c.subject_version from desk.commands c
      where c.subject_version is not null and not exists (
        select from desk.activity a where a.owner_id = c.subject and a.version = c.subject_version and a.command_id = c.id)`,
  },
  {
    fault: 'the words of a command cannot be found through the activity that lists it',
    sql: `select p.command_id, p.owner_id as owner, p.listed from desk.particulars p
      where p.listed <> exists (select from desk.activity a where a.command_id = p.command_id and a.owner_id = p.owner_id)`,
  },
  {
    fault: 'a key was used for more than one command',
    sql: `select actor, key, count(*) as commands from desk.commands where key is not null group by actor, key having count(*) > 1`,
  },
]

export type AuditReport = {
  /** What is wrong, in words, with the first wrong row of each question. */
  faults: string[]
  /** How much was looked at. */
  checked: { questions: number; accounts: bigint; postings: bigint; commands: bigint }
}

const inWords = (row: object) =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** Asks everything in one snapshot, changing nothing. Needs read rights only. */
export async function auditBooks(pool: Pool): Promise<AuditReport> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const faults: string[] = []
    for (const { fault, sql } of questions) {
      const { rows, rowCount } = await client.query(`select * from (${sql}) wrong limit 100`)
      if (rows.length > 0)
        faults.push(
          `${fault}: ${inWords(rows[0])}${rowCount! > 1 ? ` and ${rowCount! - 1} more` : ''}`,
        )
    }
    const counts = await client.query(`select (select count(*) from ledger.accounts) as accounts,
      (select count(*) from ledger.postings) as postings, (select count(*) from desk.commands) as commands`)
    return { faults, checked: { questions: questions.length, ...counts.rows[0] } }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
