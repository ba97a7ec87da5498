/** What an account held and its profit over time: a point for each day on which money moved, the beginning and now. */
import type { HistoryPoint } from '../../contract/history.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { entriesOfAccounts, entriesOfTotals } from '../../ledger/store/entries.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { accruedOn } from '../investments/queries.ts'

/**
 * What is paid at maturity is what had accrued by then: so what investments earned until any time is what each has
 * accrued until then, paid or not. What is held and placed moves without the balance, when a request is paid out: it is
 * added up from the entries of each account.
 */
const historyText = `
  with span as materialized (
    select clock.now, greatest(owner.created_at, clock.now - make_interval(days => $2)) as start
    from owners owner cross join (select business_now() as now) clock where owner.id = $1),
  mine as materialized (select version, command_id, at from desk.activity where owner_id = $1),
  stood as materialized (
    select version, command_id, at, sum(cash) over past as cash, sum(held) over past as held, sum(invested) over past as invested
    from (select version, command_id, at, coalesce(sum(change) filter (where kind = 'cash'), 0) as cash,
          coalesce(sum(change) filter (where kind = 'held'), 0) as held, coalesce(sum(change) filter (where kind = 'invested'), 0) as invested
        from (${entriesOfAccounts('$1', 'mine')}) entry where kind in ('cash', 'held', 'invested') group by version, command_id, at) moved
    window past as (order by version)),
  point as (
    select span.start as at, null::uuid as entry, coalesce(cash, 0) as cash, coalesce(held, 0) as held, coalesce(invested, 0) as invested
      from span left join lateral (select cash, held, invested from stood where stood.at < span.start order by version desc limit 1) before on true
    union all
    (select distinct on (date_trunc('day', stood.at)) stood.at, command_id, cash, held, invested from stood, span
      where stood.at >= span.start order by date_trunc('day', stood.at), version desc)
    union all
    select now, null, ${balanceOf('$1', 'cash')}, ${balanceOf('$1', 'held')}, ${balanceOf('$1', 'invested')} from span),
  profit as materialized (
    select at, event, gain from (${entriesOfTotals('$1', 'mine')}) moved where total = 'profit')
  select point.at, point.entry, point.cash::bigint, point.held::bigint, point.invested::bigint, earned::bigint, (earned - paid)::bigint as accrued, (earned + corrected)::bigint as profit
  from point
    cross join lateral (select coalesce(sum(${accruedOn('investment', 'point.at')}), 0) as earned from investments investment
      where investment.owner_id = $1 and investment.status <> 'undone' and investment.opened_at <= point.at) of_investments
    cross join lateral (select coalesce(sum(gain) filter (where event = 'investment-matured'), 0) as paid,
        coalesce(sum(gain) filter (where event = 'profit-corrected'), 0) as corrected
      from profit where profit.at <= point.at) until_then
  order by point.at`

type Row = { at: Instant; entry: string | null } & Record<
  'cash' | 'held' | 'invested' | 'accrued' | 'earned' | 'profit',
  Cents
>

export async function readHistory(
  db: Database,
  owner: OwnerId,
  days: number,
): Promise<HistoryPoint[]> {
  const { rows } = await db.query<Row>({
    name: 'activity.history',
    text: historyText,
    values: [owner, days],
  })
  return rows.map(({ at, entry, cash, held, invested, accrued, earned, profit }) => ({
    at: isoFromInstant(at),
    entry,
    balance: dollarsFromCents(cash),
    held: dollarsFromCents(held),
    invested: dollarsFromCents(invested),
    accrued: dollarsFromCents(accrued),
    earned: dollarsFromCents(earned),
    profit: dollarsFromCents(profit),
  }))
}
