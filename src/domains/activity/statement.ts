/** A month of an account: what stood at its beginning, every movement of the balance, what stood at its end. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, lastInstant, type Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { activityTitles } from './queries.ts'

/** Amounts are words already: nothing is reckoned where it is printed. */
export type Statement = {
  firm: string
  sample: boolean
  holder: string
  accountId: string
  /** `2026-01`, and as it is to be read. */
  month: string
  written: string
  opening: string
  entries: { day: string; what: string; amount: string; balance: string }[]
  closing: string
}

type Account = {
  opened: Instant
  now: Instant
  holder: string
  account_id: string
  opening: Cents | null
}
type Entry = { at: Instant; kind: string; amount: Cents; balance_after: Cents; plan: string | null }
/** The account stands in each row; a month without movements is one row without an entry. */
type Row = Account & (Entry | { at: null })

// One statement, so that it is of one moment: the last balance before the month, and everything in it.
const statementText = `
  with account as materialized (
    select owner.id, owner.created_at as opened, business_now() as now, coalesce(person.full_name, '') as holder, owner.account_id,
      (select balance_after from desk.activity where owner_id = owner.id and amount is not null and at < $2 order by version desc limit 1) as opening
     from owners owner left join auth.persons person on person.id = owner.id where owner.id = $1)
  select opened, now, holder, account_id, opening, listed.at, listed.kind, listed.amount, listed.balance_after, listed.plan
   from account left join lateral (
    select item.version, item.at, item.kind, item.amount, item.balance_after, command.input ->> 'plan' as plan
     from desk.activity item join desk.commands command on command.id = item.command_id
     where item.owner_id = account.id and item.amount is not null and item.at >= $2 and item.at < $3) listed on true
   order by listed.version`

const monthInWords = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The first instants of a month and of the next one, in UTC. */
function boundsOf(month: string): [begin: Instant, end: Instant] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return [Date.UTC(year, number - 1), Date.UTC(year, number)]
}

/**
 * Null where the month ended before the account was opened, or has not begun. Throws when the lines don't add up to
 * the balances that the books had: such a statement must not be printed.
 */
export async function readStatement(
  db: Database,
  owner: OwnerId,
  month: string,
  firm: { name: string; sample: boolean },
): Promise<Statement | null> {
  const [begin, end] = boundsOf(month)
  if (end > lastInstant) return null
  const { rows } = await db.query<Row>({
    name: 'statement',
    text: statementText,
    values: [owner, isoFromInstant(begin), isoFromInstant(end)],
  })
  const { opened, now, holder, account_id: accountId, opening } = rows[0]!
  if (end <= opened || begin > now) return null
  let balance = opening ?? 0n
  const lines = rows
    .filter((row) => row.at !== null)
    .map(({ at, kind, amount, balance_after: after, plan }) => {
      balance += amount
      if (balance !== after)
        throw new Error(
          `The statement ${month} of ${owner} does not add up at ${isoFromInstant(at)}.`,
        )
      const title = activityTitles[kind] ?? kind
      return {
        day: isoFromInstant(at).slice(0, 10),
        what: plan ? `${title}: ${plan}` : title,
        amount: formatUsd(amount),
        balance: formatUsd(after),
      }
    })
  return {
    firm: firm.name,
    sample: firm.sample,
    holder,
    accountId,
    month,
    written: monthInWords.format(begin),
    opening: formatUsd(opening ?? 0n),
    entries: lines,
    closing: formatUsd(balance),
  }
}
