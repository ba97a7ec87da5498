/** What chosen items of an activity come to, month by month, whatever of them a page has read. */
import type { ActivitySums } from '../../contract/activity.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { entriesOfAccounts, gainsOfOwner } from '../../ledger/store/entries.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { chosenItems, valuesOfChoice, type Choice } from './chosen.ts'

type Period = {
  period: number
  count: number
  change: Cents
  money_in: Cents
  money_out: Cents
  placed: Cents
}
/** What the account was worth when the first period began, and what of it was in plans; null where the items are chosen. */
type Began = { value: Cents | null; invested: Cents | null }
/** Without items there is one row, with nothing but how it began. */
type Row = Began & (Period | { period: null })

// Items and postings apart: an item of several postings counts once.
const chosenText = (search: string | undefined) => `
  item as materialized (
    select item.command_id, coalesce(item.amount, 0) as amount, width_bucket(item.at, $2::timestamptz[]) as period
      from ${chosenItems({ search, from: 2 })}
        and item.at >= ($2::timestamptz[])[1] and item.at < ($2::timestamptz[])[cardinality($2::timestamptz[])]),
  moved as (
    select period, sum(greatest(gain, 0)) as money_in, -sum(least(gain, 0)) as money_out
      from (${gainsOfOwner('$1', 'item')}) gained group by period),
  counted as (select period, count(*)::int as count, sum(amount) as change from item group by period)`

const own = ['cash', 'held', 'invested'] as const

// From what there is now, back over what has happened since: of a long past only that is read.
const beganText = `
  since as materialized (
    select command_id, at from desk.activity where owner_id = $1 and at >= ($2::timestamptz[])[1]),
  shifted as materialized (
    select width_bucket(at, $2::timestamptz[]) as period, kind, change
      from (${entriesOfAccounts('$1', 'since')}) entry where kind in (${own.map((kind) => `'${kind}'`).join(', ')})),
  placed as (select period, sum(change) as placed from shifted where kind = 'invested' group by period),
  began as (
    select (${own.map((kind) => balanceOf('$1::uuid', kind)).join(' + ')} - coalesce((select sum(change) from shifted), 0))::bigint as value,
      (${balanceOf('$1::uuid', 'invested')} - coalesce((select sum(placed) from placed), 0))::bigint as invested)`

const beganUnknown = `
  placed as (select 0 as period, 0 as placed where false),
  began as (select null::bigint as value, null::bigint as invested)`

const sumsText = (search: string | undefined, isWhole: boolean) => `
  with ${chosenText(search)}, ${isWhole ? beganText : beganUnknown}
  select began.value, began.invested, period, count, change::bigint, coalesce(money_in, 0)::bigint as money_in,
      coalesce(money_out, 0)::bigint as money_out, coalesce(placed, 0)::bigint as placed
    from began left join (counted left join moved using (period) left join placed using (period)) on true`

/** As early and as late as anything can be. */
const allTime = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']
const nothing = { count: 0, change: 0n, money_in: 0n, money_out: 0n, placed: 0n }

/** Before a period and after it: what came and went lies between, and what was placed stayed theirs. */
function valuesOf({ value, invested }: Began, periods: readonly Omit<Period, 'period'>[]) {
  let [worth, inPlans] = [value, invested]
  return periods.map(({ money_in: moneyIn, money_out: moneyOut, placed }) => {
    if (worth === null || inPlans === null) return null
    const opening = worth
    worth += moneyIn - moneyOut
    inPlans += placed
    return {
      opening: dollarsFromCents(opening),
      closing: dollarsFromCents(worth),
      invested: dollarsFromCents(inPlans),
    }
  })
}

/** One for each period, those without items too. */
export async function readActivitySums(
  db: Database,
  owner: OwnerId,
  { bounds = allTime, ...choice }: Choice & { bounds?: readonly string[] | undefined },
): Promise<ActivitySums[]> {
  const chosen = valuesOfChoice(choice)
  const isWhole = chosen.every((value) => value === null)
  const { rows } = await db.query<Row>({
    name: choice.search ? 'activity.sums-found' : `activity.sums${isWhole ? '' : '-chosen'}`,
    text: sumsText(choice.search, isWhole),
    values: [owner, bounds, ...chosen],
  })
  const byPeriod = new Map(rows.flatMap((row) => (row.period === null ? [] : [[row.period, row]])))
  const periods = bounds.slice(1).map((_, at) => byPeriod.get(at + 1) ?? nothing)
  const values = valuesOf(rows[0]!, periods)
  return periods.map((period, at) => ({
    from: bounds[at]!,
    to: bounds[at + 1]!,
    count: period.count,
    moneyIn: dollarsFromCents(period.money_in),
    moneyOut: dollarsFromCents(period.money_out),
    balanceChange: dollarsFromCents(period.change),
    value: values[at]!,
  }))
}
