import type { Investment as WireInvestment } from '../../contract/investment.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import { presentInvestment, type Running } from './present.ts'
import { investments, type Investment } from './table.ts'

type Query = {
  status?: WireInvestment['status'] | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** How many have matured by now, before this moment, and aren't settled yet. */
export async function countUnsettled(db: Database, before: Instant): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'investments.unsettled',
    text: `select count(*)::int as count from investments where status = 'running' and matures_at < $1 and matures_at <= (select business_now())`,
    values: [isoFromInstant(before)],
  })
  return rows[0]!.count
}

/** A person's investments, newest first. */
export async function readInvestments(
  db: Database,
  owner: OwnerId,
  { status, limit = 50, cursor }: Query,
) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<Investment & { now: Instant }>({
    name: 'investments.page',
    text: `select ${investments.columns}, (select business_now()) as now from ${investments.from}
      where owner_id = $1 and ($2::text is null or status = $2)
        and ($3::timestamptz is null or (opened_at, id) < ($3, $4::uuid))
      order by opened_at desc, id desc limit $5`,
    values: [owner, status ?? null, at, id, limit + 1],
  })
  const { shown: page, nextCursor } = pageOf(rows, limit, (last) => [last.openedAt, last.id])
  return {
    investments: page.map((row) => presentInvestment(row, row.now)),
    nextCursor,
  }
}

/** Null where there is none with this id, or it is another person's. */
export async function readInvestment(
  db: Database,
  owner: OwnerId,
  id: string,
): Promise<WireInvestment | null> {
  const { rows } = await db.query<Investment & { now: Instant }>({
    name: 'investments.one',
    text: `select ${investments.columns}, (select business_now()) as now from ${investments.from} where id = $2 and owner_id = $1`,
    values: [owner, id],
  })
  return rows[0] ? presentInvestment(rows[0], rows[0].now) : null
}

/** When a person's next investment matures, what all that mature at that moment come to, and what of it is chosen to be invested again; null where none runs. */
export async function readNextMaturity(
  db: Database,
  owner: OwnerId,
): Promise<{ at: Instant; amount: Cents; reinvested: Cents } | null> {
  const { rows } = await db.query<{ at: Instant; amount: Cents; reinvested: Cents }>({
    name: 'investments.next-maturity',
    text: `select matures_at as at, sum(amount + profit)::bigint as amount,
        coalesce(sum(amount) filter (where at_maturity = 'reinvest'), 0)::bigint as reinvested from investments
      where owner_id = $1 and status = 'running' group by matures_at order by matures_at limit 1`,
    values: [owner],
  })
  return rows[0] ?? null
}

/** How much of what a person ever invested was undone within its cooling-off time. */
export async function readUndone(db: Database, owner: OwnerId): Promise<Cents> {
  const { rows } = await db.query<{ amount: Cents }>({
    name: 'investments.undone',
    text: `select coalesce(sum(amount), 0)::bigint as amount from investments where owner_id = $1 and status = 'undone'`,
    values: [owner],
  })
  return rows[0]!.amount
}

/** How many of a person's investments matured within so many days of business time, and what they paid to the balance: of one that was invested again, its profit. */
export async function readLatelyMatured(
  db: Database,
  owner: OwnerId,
  days: number,
): Promise<{ count: number; amount: Cents }> {
  const { rows } = await db.query<{ count: number; amount: Cents }>({
    name: 'investments.lately-matured',
    text: `select count(*)::int as count, coalesce(sum(case when at_maturity = 'reinvest' and not_reinvested is null then profit else amount + profit end), 0)::bigint as amount from investments
      where owner_id = $1 and status = 'matured' and matures_at > (select business_now()) - make_interval(days => $2)`,
    values: [owner, days],
  })
  return rows[0]!
}

/** What is running, by plan and by the day on which it falls due; under no day what falls due after the calendar's end. */
export async function readRunning(
  client: Database,
  today: string,
  calendarDays: number,
): Promise<Running[]> {
  const { rows } = await client.query<Running>({
    name: 'investments.running',
    text: `select plan_id as "planId", case when day.day < $2::date + $1::int then day.day end as date,
        count(*)::int as investments, sum(amount)::bigint as principal, sum(profit)::bigint as profit
      from investments, lateral (select greatest((matures_at at time zone 'UTC')::date, $2::date) as day) day
      where status = 'running' group by 1, 2`,
    values: [calendarDays, today],
  })
  return rows
}

/** SQL of the profit that a running investment has accrued by a moment, rounded down to the cent, as `accruedProfit` does it. */
export function accruedOn(investment: string, now: string): string {
  return `case
    when ${now} >= ${investment}.matures_at then ${investment}.profit
    when ${now} <= ${investment}.opened_at then 0
    else div(${investment}.profit * (extract(epoch from ${now} - ${investment}.opened_at) * 1000), extract(epoch from ${investment}.matures_at - ${investment}.opened_at) * 1000)
  end`
}

/** SQL of what all running investments of an owner have accrued by a moment. */
export function accruedOf(owner: string, now: string): string {
  return `(select coalesce(sum(${accruedOn('investment', now)}), 0)::bigint from investments investment where investment.owner_id = ${owner} and investment.status = 'running')`
}
