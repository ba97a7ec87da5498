/** What chosen items of an activity come to, month by month, whatever of them a page has read. */
import type { ActivitySums } from '../../contract/activity.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { gainsOfOwner } from '../../ledger/store/entries.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { chosenItems, valuesOfChoice, type Choice } from './chosen.ts'

type Row = { period: number; count: number; change: Cents; money_in: Cents; money_out: Cents }

// Items and postings apart: an item of several postings counts once.
const sumsText = (search: string | undefined) => `
  with item as materialized (
    select item.command_id, coalesce(item.amount, 0) as amount, width_bucket(item.at, $2::timestamptz[]) as period
      from ${chosenItems({ search, from: 2 })}
        and item.at >= ($2::timestamptz[])[1] and item.at < ($2::timestamptz[])[cardinality($2::timestamptz[])]),
  moved as (
    select period, sum(greatest(gain, 0)) as money_in, -sum(least(gain, 0)) as money_out
      from (${gainsOfOwner('$1', 'item')}) gained group by period),
  counted as (select period, count(*)::int as count, sum(amount) as change from item group by period)
  select period, count, change::bigint, coalesce(money_in, 0)::bigint as money_in, coalesce(money_out, 0)::bigint as money_out
    from counted left join moved using (period)`

/** As early and as late as anything can be. */
const allTime = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']
const nothing = { count: 0, change: 0n, money_in: 0n, money_out: 0n }

/** One for each period, those without items too. */
export async function readActivitySums(
  db: Database,
  owner: OwnerId,
  { bounds = allTime, ...choice }: Choice & { bounds?: readonly string[] | undefined },
): Promise<ActivitySums[]> {
  const { rows } = await db.query<Row>({
    name: choice.search ? 'activity.sums-found' : 'activity.sums',
    text: sumsText(choice.search),
    values: [owner, bounds, ...valuesOfChoice(choice)],
  })
  const byPeriod = new Map(rows.map((row) => [row.period, row]))
  return bounds.slice(1).map((to, at) => {
    const {
      count,
      change,
      money_in: moneyIn,
      money_out: moneyOut,
    } = byPeriod.get(at + 1) ?? nothing
    return {
      from: bounds[at]!,
      to,
      count,
      moneyIn: dollarsFromCents(moneyIn),
      moneyOut: dollarsFromCents(moneyOut),
      balanceChange: dollarsFromCents(change),
    }
  })
}
