/**
 * Recomputes the books from their postings and compares everything that is kept beside them. Each
 * check is asked in SQL of one snapshot and answers with the rows that are wrong; none is right.
 */
import type { Pool } from 'pg'
import { readWhole } from '../../platform/snapshot.ts'
import { sqlWords } from '../../platform/sql-words.ts'
import { chart, debts, kindNames, kinds, type TotalName } from '../core/chart.ts'
import { columnOfTotal, totalNames } from '../core/posting.ts'

/** A query of rows that break a rule, and what such a row means. */
type Check = { fault: string; sql: string }

const guarded = kindNames.filter((kind) => kinds[kind].guarded)

const unitOf = `case ${kindNames.map((kind) => `when account.kind = '${kind}' then '${kinds[kind].unit}'`).join(' ')} end`

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
  return `select owner, sum(amount) as amount from (${sums.join(' union all ')}) sides group by owner`
}

/** SQL: whether its owner's activity lists the command of `particulars`. */
const itsItem =
  '(select from desk.activity item where item.command_id = particulars.command_id and item.owner_id = particulars.owner_id)'

const checks: Check[] = [
  {
    fault: 'the balances of a unit do not sum to zero',
    sql: `select ${unitOf} as unit, sum(credits - debits) as sum from ledger.accounts account group by 1 having sum(credits - debits) <> 0`,
  },
  {
    fault: 'a guarded account is below zero',
    sql: `select owner, kind, credits - debits as balance from ledger.accounts where credits < debits and kind in (${sqlWords(guarded)})`,
  },
  {
    fault: 'more was paid on a debt than is owed',
    sql: `select owner, kind, credits - debits as balance from ledger.accounts where credits > debits and kind in (${sqlWords(debts)})`,
  },
  {
    fault: 'a posting is not in the chart of accounts',
    sql: `select command_id, line, event, debit_kind, credit_kind from ledger.postings posting where not exists (
        select from (values ${chartCells}) known (event, debit, credit)
        where known.event = posting.event::text and known.debit = posting.debit_kind::text and known.credit = posting.credit_kind::text)`,
  },
  {
    fault: 'the versions of an account have gaps, or its balances do not follow from one another',
    sql: `select * from (
        select owner, kind, version, balance,
          row_number() over w as expected_version, sum(gain) over w as expected_balance
        from (${entries}) entry window w as (partition by owner, kind order by version)
      ) replayed where version <> expected_version or balance <> expected_balance`,
  },
  {
    fault: 'an account is not the sum of its postings',
    sql: `select account.owner, account.kind, account.debits, account.credits, account.version, made.debits as expected_debits, made.credits as expected_credits, made.version as expected_version
      from ledger.accounts account full join (
        select owner, kind, coalesce(sum(-gain) filter (where gain < 0), 0) as debits, coalesce(sum(gain) filter (where gain > 0), 0) as credits, count(*) as version
        from (${entries}) all_entries group by owner, kind
      ) made on made.owner = account.owner and made.kind = account.kind
      where (coalesce(account.debits, 0), coalesce(account.credits, 0), coalesce(account.version, 0)) is distinct from (coalesce(made.debits, 0), coalesce(made.credits, 0), coalesce(made.version, 0))`,
  },
  {
    fault: 'a posting belongs to no command that was done',
    sql: `select posting.command_id, posting.line, command.outcome from ledger.postings posting left join desk.commands command on command.id = posting.command_id where command.outcome is distinct from 'done'`,
  },
  {
    fault: 'the lines of a command are not numbered from zero',
    sql: `select command_id, max(line) + 1 as expected, count(*) as lines from ledger.postings group by command_id having max(line) + 1 <> count(*) or min(line) <> 0`,
  },
  ...totalNames.map((total) => ({
    fault: `the total “${total}” of a person is not what their postings say`,
    sql: `select owner.id as owner, owner.${columnOfTotal(total)} as kept, coalesce(summed.amount, 0) as expected
      from owners owner left join (${totalFromPostings(total)}) summed on summed.owner = owner.id where owner.${columnOfTotal(total)} <> coalesce(summed.amount, 0)`,
  })),
  {
    fault: 'the sums of a day are not those of its postings',
    sql: `select coalesce(kept.day, made.day) as day, coalesce(kept.event, made.event) as event, kept.amount, made.amount as expected, kept.postings, made.postings as expected_postings
      from ledger.day_sums kept full join (
        select (at at time zone 'UTC')::date as day, event, debit_kind, credit_kind, sum(amount) as amount, count(*) as postings from ledger.postings
        where at < ((select max(day) from ledger.day_sums) + 1)::timestamp at time zone 'UTC' group by 1, 2, 3, 4
      ) made on made.day = kept.day and made.event = kept.event and made.debit_kind = kept.debit_kind and made.credit_kind = kept.credit_kind
      where (kept.amount, kept.postings) is distinct from (made.amount, made.postings)`,
  },
  {
    fault: 'what a person has is not what came in less what went out',
    sql: `select owner.id as owner, coalesce(had.owed, 0) as owed,
        owner.deposits - owner.withdrawn + owner.transferred_in - owner.transferred_out + owner.profit - owner.loss + owner.referral + owner.corrections + owner.loans as expected
      from owners owner left join (
        select owner, sum(credits - debits) as owed from ledger.accounts where kind in ('cash', 'held', 'invested', 'security') group by owner
      ) had on had.owner = owner.id
      where owner.role <> 'firm' and coalesce(had.owed, 0) <> owner.deposits - owner.withdrawn + owner.transferred_in - owner.transferred_out + owner.profit - owner.loss + owner.referral + owner.corrections + owner.loans`,
  },
  {
    fault: 'what is held is not what open requests ask for',
    sql: `select coalesce(account.owner, request.owner_id) as owner, coalesce(account.held, 0) as held, coalesce(request.asked, 0) as expected
      from (select owner, credits - debits as held from ledger.accounts where kind = 'held') account
      full join (
        select owner_id, sum(amount) as asked from withdrawals
        where status = 'pending' or (status = 'approved' and type <> 'tradehub_transfer') group by owner_id
      ) request on request.owner_id = account.owner
      where coalesce(account.held, 0) <> coalesce(request.asked, 0)`,
  },
  {
    fault: 'what is invested and promised is not what running investments hold',
    sql: `select coalesce(account.owner, running.owner_id) as owner, account.invested, account.promised, running.amount as expected_invested, running.profit as expected_promised
      from (
        select owner, coalesce(sum(credits - debits) filter (where kind = 'invested'), 0) as invested,
          coalesce(sum(credits - debits) filter (where kind = 'promised'), 0) as promised
        from ledger.accounts where kind in ('invested', 'promised') group by owner
      ) account full join (
        select owner_id, sum(amount) as amount, sum(profit) as profit from investments where status = 'running' group by owner_id
      ) running on running.owner_id = account.owner
      where (coalesce(account.invested, 0), coalesce(account.promised, 0)) is distinct from (coalesce(running.amount, 0), coalesce(running.profit, 0))`,
  },
  {
    fault: 'a withdrawal does not have each of the postings of its state once',
    sql: `select withdrawal.id, withdrawal.status, withdrawal.type, coalesce(asked.postings, 0) as requested, coalesce(ended.postings, 0) as ended
      from withdrawals withdrawal
        left join (
          select command_id, sum(amount) as amount, count(*) as postings from ledger.postings where event = 'withdrawal-requested' group by command_id
        ) asked on asked.command_id = withdrawal.id and asked.amount = withdrawal.amount
        left join (
          select command.input ->> 'withdrawal' as withdrawal, count(*) as postings
          from desk.commands command join ledger.postings posting on posting.command_id = command.id
          where posting.debit_kind = 'held' and posting.event in ('withdrawal-released', 'withdrawal-paid', 'transfer') group by 1
        ) ended on ended.withdrawal = withdrawal.id::text
      where coalesce(asked.postings, 0) <> 1
        or coalesce(ended.postings, 0) <> case when withdrawal.status = 'pending' or (withdrawal.status = 'approved' and withdrawal.type <> 'tradehub_transfer') then 0 else 1 end`,
  },
  {
    fault: 'an investment was not paid or undone as often as its state says',
    sql: `select investment.id, investment.status, coalesce(ended.paid, 0) as payments, coalesce(ended.undone, 0) as undone from investments investment
        left join (
          select command.input ->> 'investment' as investment,
            count(*) filter (where posting.event = 'investment-matured') as paid, count(*) filter (where posting.event = 'investment-undone') as undone
          from desk.commands command join ledger.postings posting on posting.command_id = command.id
          where posting.event in ('investment-matured', 'investment-undone') group by 1
        ) ended on ended.investment = investment.id::text
      where coalesce(ended.paid, 0) <> case when investment.status = 'matured' then 2 else 0 end
        or coalesce(ended.undone, 0) <> case when investment.status = 'undone' then 2 else 0 end`,
  },
  {
    fault: 'an investment was not invested again as its owner chose, or otherwise than they did',
    sql: `select settled.id, settled.status, settled.at_maturity, settled.not_reinvested, next.id as continued_by from investments settled
      full join (select investment.* from investments investment where investment.continues is not null) next on next.continues = settled.id
      left join desk.commands command on command.id = next.id
      where (next.id is not null) is distinct from (settled.status = 'matured' and settled.at_maturity = 'reinvest' and settled.not_reinvested is null)
        or next.id is not null and ((next.owner_id, next.plan_id, next.amount, next.terms_version, next.risk_version, command.input ->> 'investment')
          is distinct from (settled.owner_id, settled.plan_id, settled.amount, settled.accepted_terms_version, settled.accepted_risk_version, settled.id::text)
          or next.undoable_until is not null)`,
  },
  {
    fault: 'a request or an investment belongs to no owner',
    sql: `select id, owner_id as owner from (select id, owner_id from withdrawals union all select id, owner_id from investments) held
      where not exists (select from owners where owners.id = held.owner_id)`,
  },
  {
    fault: 'the activity of an owner has gaps',
    sql: `select owner.id as owner, owner.version as kept, coalesce(listed.rows, 0) as rows, listed.last from owners owner
        left join (select owner_id, count(*) as rows, max(version) as last from desk.activity group by owner_id) listed on listed.owner_id = owner.id
      where owner.version <> coalesce(listed.rows, 0) or owner.version <> coalesce(listed.last, 0)`,
  },
  {
    fault: 'a posting is in nobody’s activity, and so in no chain',
    sql: `select posting.command_id, posting.line, posting.event from ledger.postings posting where not exists (select from desk.activity item where item.command_id = posting.command_id)`,
  },
  {
    fault: 'a command has the wrong place in the activity of the person it is about',
    sql: `select command.id, command.subject, command.subject_version from desk.commands command
      where command.subject_version is not null and not exists (
        select from desk.activity item where item.owner_id = command.subject and item.version = command.subject_version and item.command_id = command.id)`,
  },
  {
    fault: 'the words of a command cannot be found through the activity that lists it',
    sql: `select command_id, owner_id as owner, listed from desk.particulars where listed and not exists ${itsItem}
      union all select command_id, owner_id, listed from desk.particulars where not listed and exists ${itsItem}`,
  },
  {
    fault: 'a key was used for more than one command',
    sql: `select actor, key, count(*) as commands from desk.commands where key is not null group by actor, key having count(*) > 1`,
  },
]

export type AuditReport = {
  /** What is wrong, in words, with the first wrong row of each check. */
  faults: string[]
  /** How much was looked at. */
  checked: { checks: number; accounts: bigint; postings: bigint; commands: bigint }
}

const inWords = (row: object) =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** Asks everything in one snapshot, changing nothing. Needs read rights only. */
export function auditBooks(pool: Pool): Promise<AuditReport> {
  return readWhole(pool, async (client) => {
    const faults: string[] = []
    for (const { fault, sql } of checks) {
      const { rows, rowCount } = await client.query(`select * from (${sql}) wrong limit 100`)
      if (rows.length > 0)
        faults.push(
          `${fault}: ${inWords(rows[0])}${rowCount! > 1 ? ` and ${rowCount! - 1} more` : ''}`,
        )
    }
    const counts = await client.query(`select (select count(*) from ledger.accounts) as accounts,
      (select count(*) from ledger.postings) as postings, (select count(*) from desk.commands) as commands`)
    return { faults, checked: { checks: checks.length, ...counts.rows[0] } }
  })
}
