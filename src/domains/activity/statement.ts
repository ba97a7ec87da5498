/** A month or a year of an account: what came and went, what was held at its end, and every movement of the balance, with who made it and why. */
import { activityTitles, kindsWithProfit } from '../../contract/activity-kinds.ts'
import type { OwnerId, TotalName } from '../../ledger/core/chart.ts'
import { amountOfEvent, entriesOfAccounts, entriesOfTotals } from '../../ledger/store/entries.ts'
import { wordFor } from '../../contract/field-words.ts'
import { isoFromInstant, lastInstant, type Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { sqlWords } from '../../platform/sql-words.ts'
import { readRatesOf } from './at-rates.ts'
import { cameAndWent, withheldLabel } from './lines.ts'
import { reasonShown } from './reasons.ts'

type Line = { label: string; amount: string }

/** Amounts are words already: nothing is reckoned where it is printed. */
export type Statement = {
  firm: string
  sample: boolean
  holder: string
  accountId: string
  /** `2026-01` or `2026`, and as it is to be read. */
  period: string
  written: string
  /** It hasn't ended: its end is now. */
  soFar: boolean
  /** Where the money lay at the end; the last line is all of it. */
  holdings: Line[]
  /** From what was there at the beginning, with all that came and went, to what was there at the end. */
  moved: Line[]
  opening: string
  /** `coins`: which coins it was, and at which rate of when; empty where it was dollars. */
  entries: {
    day: string
    what: string
    coins: string
    why: string
    amount: string
    balance: string
  }[]
  /** Of a year: what plans paid, by day, and what all of it comes to; of a month null. */
  profits: { day: string; plan: string; amount: string }[] | null
  closing: string
}

/** `security` lies beside the value: it is nobody's to use while a loan runs. */
type Held = { cash: Cents; held: Cents; invested: Cents; security: Cents }
type Gain = { total: TotalName; event: string; gain: string }
type Account = {
  opened: Instant
  now: Instant
  holder: string
  account_id: string
  opening: Cents | null
  began: { [kind in keyof Held]: string }
  ended: { [kind in keyof Held]: string }
  gains: Gain[]
}
type Change = { field: string; from: string | null; to: string | null }
type Entry = {
  command: string
  at: Instant
  kind: string
  amount: Cents
  balance_after: Cents
  plan: string | null
  profit: Cents | null
  by_staff: boolean
  staff: string | null
  reason: string | null
  changes: Change[] | null
}
/** The account stands in each row; a month without movements is one row without an entry. */
type Row = Account & (Entry | { at: null })

const heldAs = (condition: string) =>
  `(select json_build_object(${(['cash', 'held', 'invested', 'security'] as const)
    .map(
      (kind) =>
        `'${kind}', coalesce(sum(change) filter (where kind = '${kind}' and ${condition}), 0)::text`,
    )
    .join(', ')}) from entry)`

// One statement, so that it is of one moment: what stood before the month and at its end, and everything in it.
const statementText = `
  with mine as materialized (
    select version, command_id, kind, at, amount, balance_after from desk.activity where owner_id = $1 and at < $3),
  entry as materialized (${entriesOfAccounts('$1', '(select command_id, at from mine)')}),
  account as materialized (
    select owner.id, owner.created_at as opened, business_now() as now, coalesce(person.full_name, '') as holder, owner.account_id,
      (select balance_after from mine where amount is not null and at < $2 order by version desc limit 1) as opening,
      ${heldAs('at < $2')} as began, ${heldAs('true')} as ended,
      (select coalesce(json_agg(moved), '[]') from (select total, event, sum(gain)::text as gain
        from (${entriesOfTotals('$1', '(select command_id from mine where at >= $2)')}) gained group by total, event) moved) as gains
     from owners owner left join auth.persons person on person.id = owner.id where owner.id = $1)
  select account.opened, account.now, account.holder, account.account_id, account.opening, account.began, account.ended, account.gains,
      listed.command, listed.at, listed.kind, listed.amount, listed.balance_after, listed.plan, listed.profit, listed.by_staff, listed.staff, listed.reason, listed.changes
   from account left join lateral (
    select item.version, item.command_id as command, item.at, item.kind, item.amount, item.balance_after, command.input ->> 'plan' as plan, case when item.kind in (${sqlWords(kindsWithProfit)}) then ${amountOfEvent('item.command_id', 'investment-matured', 'promised')} end as profit,
      command.actor <> account.id as by_staff, actor.full_name as staff, particulars.texts ->> 'reason' as reason, particulars.texts -> 'changes' as changes
     from mine item join desk.commands command on command.id = item.command_id
       left join desk.particulars on particulars.command_id = item.command_id and particulars.owner_id = account.id
       left join auth.persons actor on actor.id = command.actor
     where item.amount is not null and item.at >= $2) listed on true
   order by listed.version`

const monthInWords = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const isYear = (period: string): boolean => !period.includes('-')

/** The first instants of a month or a year and of the next one, in UTC. */
function boundsOf(period: string): [begin: Instant, end: Instant] {
  const [year, month] = period.split('-').map(Number) as [number, number?]
  return month === undefined
    ? [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
    : [Date.UTC(year, month - 1), Date.UTC(year, month)]
}

/** When it is over. `period`: as in `2026-01` or `2026`. */
export const endOf = (period: string): Instant => boundsOf(period)[1]

const heldIn = ({ cash, held, invested, security }: Account['began']): Held => ({
  cash: BigInt(cash),
  held: BigInt(held),
  invested: BigInt(invested),
  security: BigInt(security),
})
const allOf = ({ cash, held, invested }: Held): Cents => cash + held + invested
const lineOf = (label: string, cents: Cents): Line => ({ label, amount: formatUsd(cents) })

function holdingsOf(ended: Held): Line[] {
  return [
    lineOf('Available balance', ended.cash),
    lineOf('Set aside for withdrawals', ended.held),
    lineOf('In running plans', ended.invested),
    lineOf('Total value', allOf(ended)),
  ]
}

/** Throws when what came and went doesn't lead from one total to the other. */
function movedIn(began: Held, ended: Held, gains: readonly Gain[], which: string): Line[] {
  const lines = cameAndWent.flatMap(({ label, part, sort, sign = 1n }) => {
    const own = gains.filter(
      ({ total, event }) => total === part && (sort === undefined || sort === event),
    )
    const cents = sign * own.reduce((sum, { gain }) => sum + BigInt(gain), 0n)
    return own.length === 0 ? [] : [{ label, cents }]
  })
  const withheld = began.security - ended.security
  if (withheld !== 0n) lines.push({ label: withheldLabel, cents: withheld })
  const sum = lines.reduce((all, { cents }) => all + cents, allOf(began))
  if (sum !== allOf(ended))
    throw new Error(`What came and went in ${which} comes to ${sum}, and not to ${allOf(ended)}.`)
  return [
    lineOf('Total value at the beginning', allOf(began)),
    ...lines.map(({ label, cents }) => lineOf(label, cents)),
    lineOf('Total value at the end', allOf(ended)),
  ]
}

/** What staff did: who, why, and what they changed. Of what people do themselves, nothing need be said. */
function whyOf({ by_staff: byStaff, staff, reason, changes }: Entry): string {
  if (!byStaff) return ''
  const said = reasonShown(reason ?? undefined)
  return [
    `By ${staff ?? 'staff'}${said === null ? '' : `: “${said}”`}`,
    ...(changes ?? []).map(
      ({ field, from, to }) => `${wordFor(field)}: from ${from ?? 'empty'} to ${to ?? 'empty'}`,
    ),
  ].join('\n')
}

/** A movement of the balance; `profit` of what a plan paid at its end. */
export type Movement = {
  day: string
  what: string
  plan: string | null
  /** As `Statement` has it. */
  coins: string
  why: string
  amount: Cents
  balance: Cents
  profit: Cents | null
}

/** From the opening of the balance on. Throws when they don't lead to the balances that the books had. */
function movementsOf(
  rows: readonly Row[],
  coins: ReadonlyMap<string, string>,
  opening: Cents,
  which: string,
): Movement[] {
  let balance = opening
  return rows
    .filter((row) => row.at !== null)
    .map((row) => {
      const { command, at, kind, amount, balance_after: after, plan, profit } = row
      balance += amount
      if (balance !== after) throw new Error(`${which} does not add up at ${isoFromInstant(at)}.`)
      return {
        day: isoFromInstant(at).slice(0, 10),
        what: activityTitles[kind] ?? kind,
        coins: coins.get(command) ?? '',
        ...{ plan, why: whyOf(row), amount, balance, profit },
      }
    })
}

/** Of one moment, and checked. */
async function readPeriod(db: Database, owner: OwnerId, period: string) {
  const [begin, end] = boundsOf(period)
  if (end > lastInstant) return null
  const { rows } = await db.query<Row>({
    name: 'statement',
    text: statementText,
    values: [owner, isoFromInstant(begin), isoFromInstant(end)],
  })
  const account = rows[0]!
  if (end <= account.opened || begin > account.now) return null
  const which = `The statement ${period} of ${owner}`
  const [ended, opening] = [heldIn(account.ended), account.opening ?? 0n]
  const listed = rows.flatMap((row) =>
    row.at === null ? [] : [{ id: row.command, kind: row.kind }],
  )
  // What they say never changes: it needn't be of the same moment.
  const coins = await readRatesOf(db, listed, end)
  const movements = movementsOf(rows, coins, opening, which)
  const closing = movements.at(-1)?.balance ?? opening
  if (closing !== ended.cash)
    throw new Error(`${which} ends with ${closing}, and the books with ${ended.cash}.`)
  const moved = movedIn(heldIn(account.began), ended, account.gains, which)
  return { account, begin, end, ended, opening, movements, closing, moved }
}

/** Every movement of a year or a month. Null and throws as `readStatement`. */
export async function readMovementsOf(
  db: Database,
  owner: OwnerId,
  period: string,
): Promise<Movement[] | null> {
  return (await readPeriod(db, owner, period))?.movements ?? null
}

function profitsOf(movements: readonly Movement[]): NonNullable<Statement['profits']> {
  const paid = movements.filter(({ profit }) => profit !== null)
  const sum = paid.reduce((all, { profit }) => all + profit!, 0n)
  return [
    ...paid.map(({ day, plan, profit }) => ({ day, plan: plan ?? '', amount: formatUsd(profit!) })),
    { day: '', plan: 'All profit paid', amount: formatUsd(sum) },
  ]
}

/**
 * Null where the period ended before the account was opened, or has not begun. Throws when its lines don't add up to what
 * the books had: such a statement must not be printed.
 */
export async function readStatement(
  db: Database,
  owner: OwnerId,
  period: string,
  firm: { name: string; sample: boolean },
): Promise<Statement | null> {
  const found = await readPeriod(db, owner, period)
  if (found === null) return null
  const { account, begin, end, ended, opening, movements, closing, moved } = found
  return {
    firm: firm.name,
    sample: firm.sample,
    holder: account.holder,
    accountId: account.account_id,
    period,
    written: isYear(period) ? period : monthInWords.format(begin),
    soFar: account.now < end,
    holdings: holdingsOf(ended),
    moved,
    opening: formatUsd(opening),
    entries: movements.map(({ day, what, plan, coins, why, amount, balance }) => ({
      day,
      what: plan ? `${what}: ${plan}` : what,
      coins,
      why,
      amount: formatUsd(amount),
      balance: formatUsd(balance),
    })),
    profits: isYear(period) ? profitsOf(movements) : null,
    closing: formatUsd(closing),
  }
}
