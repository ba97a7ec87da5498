/** Balance and profit over time: a point for each day on which money moved, the beginning and now. */
import type { HistoryPoint } from '../../contract/history.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { entriesOfTotals } from '../../ledger/store/entries.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { accruedOn } from '../investments/queries.ts'

/**
 * What is paid at maturity is what had accrued by then: so the profit at any time is what each investment has accrued
 * until then, paid or not, and what staff corrected until then.
 */
const historyText = `
  with span as materialized (
    select clock.now, greatest(owner.created_at, clock.now - make_interval(days => $2)) as start, ${balanceOf('owner.id', 'cash')} as cash
    from owners owner cross join (select business_now() as now) clock where owner.id = $1),
  mine as materialized (select version, command_id, at, amount, balance_after from desk.activity where owner_id = $1 and amount is not null),
  point as (
    select start as at, coalesce((select balance_after from mine where at < start order by version desc limit 1), 0) as balance from span
    union all
    (select distinct on (date_trunc('day', mine.at)) mine.at, balance_after from mine, span
      where mine.at >= start order by date_trunc('day', mine.at), version desc)
    union all
    select now, cash from span),
  corrected as materialized (
    select at, gain from (${entriesOfTotals('$1', 'mine')}) moved where total = 'profit' and event = 'profit-corrected')
  select point.at, point.balance,
    ((select coalesce(sum(${accruedOn('investment', 'point.at')}), 0) from investments investment where investment.owner_id = $1 and investment.status <> 'undone' and investment.opened_at <= point.at)
      + (select coalesce(sum(corrected.gain), 0) from corrected where corrected.at <= point.at))::bigint as profit
  from point order by point.at`

type Row = { at: Instant; balance: Cents; profit: Cents }

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
  return rows.map(({ at, balance, profit }) => ({
    at: isoFromInstant(at),
    balance: dollarsFromCents(balance),
    profit: dollarsFromCents(profit),
  }))
}
