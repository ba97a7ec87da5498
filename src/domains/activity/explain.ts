/** How the figures of an account are made up. Figure, lines and entries are read by one statement, so that they are of one moment. */
import { activityTitles } from '../../contract/activity-kinds.ts'
import type {
  ExplainedEntry,
  ExplainedLine,
  Explanation,
  FigureName,
} from '../../contract/explain.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { amountOfEvent, entriesOfAccounts, entriesOfTotals } from '../../ledger/store/entries.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { accruedOn } from '../investments/queries.ts'
import { lineRules, type LineRule, type Part } from './lines.ts'

/** A group of entries: of one part, and within it of one event, status or plan. */
type Group = { part: Part; sort: string; amount: Cents; count: number; entries: Entry[] }
type Entry = {
  id: string
  at: number
  kind: string
  plan: string | null
  percent: number | null
  promised: string | null
  amount: string
}
type Kept = {
  version: bigint
  cash: Cents
  held: Cents
  invested: Cents
  accrued: Cents
  profit: Cents
  loss: Cents
  principal: Cents
}
type Row = Kept & {
  part: Part | null
  sort: string
  amount: Cents
  count: bigint
  entries: Entry[]
}

const shownAtMost = 20

const openRequest = `(withdrawal.status = 'pending' or (withdrawal.status = 'approved' and withdrawal.type <> 'tradehub_transfer'))`

/** One row a group; an account on which nothing has moved has one row without a group. */
const explainText = `
  with mine as materialized (select command_id, kind, at from desk.activity where owner_id = $1),
  opened as materialized (
    select investment.id, investment.status, investment.plan_title, investment.opened_at, investment.profit, investment.profit_percent, ${amountOfEvent('investment.id', 'investment-opened', 'cash')} as amount, ${accruedOn('investment', 'clock.now')} as accrued
    from investments investment cross join (select business_now() as now) clock where investment.owner_id = $1),
  entry as (
    select command_id as id, kind, at, total as part, event as sort, gain as amount, null as plan, null::int as percent, null::bigint as promised
      from (${entriesOfTotals('$1', 'mine')}) moved where total <> 'principal'
    union all
    select command_id, item_kind, at, 'security', '', change, null, null, null
      from (${entriesOfAccounts('$1', '(select command_id, at, kind as item_kind from mine)')}) withheld where kind = 'security'
    union all
    select withdrawal.id, 'withdrawal-requested', withdrawal.created_at, 'held', withdrawal.status, ${amountOfEvent('withdrawal.id', 'withdrawal-requested', 'cash')}, null, null, null
      from withdrawals withdrawal where withdrawal.owner_id = $1 and ${openRequest}
    union all
    select id, 'investment-opened', opened_at, 'principal', status, amount, plan_title, null, null from opened
    union all
    select id, 'investment-opened', opened_at, 'invested', plan_title, amount, plan_title, null, null from opened where status = 'running'
    union all
    select id, 'investment-opened', opened_at, 'accrued', plan_title, accrued, plan_title, profit_percent, profit from opened where status = 'running'
  ), ranked as (
    select *, row_number() over (partition by part, sort order by at desc, id desc) as rank from entry
  ), grouped as (
    select part, sort, sum(amount)::bigint as amount, count(*) as count,
      json_agg(json_build_object('id', id, 'at', floor(extract(epoch from at) * 1000)::bigint, 'kind', kind,
        'plan', plan, 'percent', percent, 'promised', promised::text, 'amount', amount::text) order by at desc, id desc) filter (where rank <= ${shownAtMost}) as entries
    from ranked group by part, sort
  )
  select owner.version, ${balanceOf('owner.id', 'cash')} as cash, ${balanceOf('owner.id', 'held')} as held, ${balanceOf('owner.id', 'invested')} as invested,
    owner.profit, owner.loss, owner.principal, coalesce((select sum(accrued) from opened where status = 'running'), 0)::bigint as accrued, grouped.*
  from owners owner left join grouped on true where owner.id = $1`

/** What each figure is in the books: never made from its lines, so that the two can be compared. */
const figures: Record<FigureName, (kept: Kept) => Cents> = {
  'total-value': ({ cash, held, invested }) => cash + held + invested,
  'account-balance': ({ cash }) => cash,
  held: ({ held }) => held,
  invested: ({ invested }) => invested,
  'estimated-profit': ({ profit, accrued }) => profit + accrued,
  'total-profit': ({ profit }) => profit,
  'accrued-profit': ({ accrued }) => accrued,
  'total-investment': ({ principal }) => principal,
  'total-loss': ({ loss }) => loss,
}

const total = (amounts: readonly Cents[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

function entryOf(
  { id, at, kind, plan, percent, promised, amount }: Entry,
  sign: bigint,
): ExplainedEntry {
  const title = activityTitles[kind] ?? kind
  return {
    id,
    at: isoFromInstant(at),
    title: plan ? `${title}: ${plan}` : title,
    note:
      promised === null
        ? null
        : `accrued so far of ${formatUsd(BigInt(promised))}, its ${percent}%`,
    amount: dollarsFromCents(sign * BigInt(amount)),
  }
}

function lineOf(label: string, groups: readonly Group[], sign: bigint): ExplainedLine {
  const amount = sign * total(groups.map((group) => group.amount))
  const shown = groups
    .flatMap(({ entries }) => entries)
    .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .slice(0, shownAtMost)
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const shownAmount = sign * total(shown.map((entry) => BigInt(entry.amount)))
  return {
    label,
    amount: dollarsFromCents(amount),
    entries: shown.map((entry) => entryOf(entry, sign)),
    earlier: { count: count - shown.length, amount: dollarsFromCents(amount - shownAmount) },
  }
}

function linesOf(
  { label, part, sort, sign = 1n, each }: LineRule,
  all: readonly Group[],
): ExplainedLine[] {
  const groups = all.filter(
    (group) => group.part === part && (sort === undefined || group.sort === sort),
  )
  if (each)
    return groups
      .toSorted((a, b) => (a.sort < b.sort ? -1 : 1))
      .map((group) => lineOf(`${label} ${group.sort}`, [group], sign))
  return groups.length === 0 ? [] : [lineOf(label, groups, sign)]
}

/** Null when there is no such owner. Throws when the lines don't come to the figure of the books: such an explanation must not be shown. */
export async function readExplanation(
  db: Database,
  owner: OwnerId,
  figure: FigureName,
): Promise<Explanation | null> {
  const { rows } = await db.query<Row>({
    name: 'activity.explain',
    text: explainText,
    values: [owner],
  })
  if (!rows[0]) return null
  const groups = rows.flatMap(({ part, sort, amount, count, entries }) =>
    part === null ? [] : [{ part, sort, amount, count: Number(count), entries }],
  )
  const rules = lineRules[figure]
  const parts = groups.flatMap((group) =>
    rules.flatMap(({ part, sort, sign = 1n }) =>
      part === group.part && (sort === undefined || sort === group.sort)
        ? [sign * group.amount]
        : [],
    ),
  )
  const sum = figures[figure](rows[0])
  if (total(parts) !== sum)
    throw new Error(
      `The lines of ${figure} of ${owner} come to ${total(parts)}, the books say ${sum}.`,
    )
  return {
    figure,
    version: Number(rows[0].version),
    lines: rules.flatMap((rule) => linesOf(rule, groups)),
    sum: dollarsFromCents(sum),
  }
}
