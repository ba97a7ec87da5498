/** Terms of plans: where they may lie, and what a plan is by new ones. Pure. */
import type { PlanTerms } from '../../contract/plan.ts'
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { plans, plansIn, planTerms, rowOf, termsOf, type Plan } from './table.ts'

type Range = { minimum: Cents; maximum: Cents | null }

/** Whether a plan takes amounts that the next one takes too, or begins no earlier. Every plan keeps its place, on sale or not: so it can be put back at any time. */
export function reachesInto(plan: Range, next: Range): boolean {
  return next.minimum <= plan.minimum || plan.maximum === null || plan.maximum >= next.minimum
}

const wholeDollars = (cents: Cents) => formatUsd(cents).replace(/\.00$/, '')

/** The limits as people read them: `$100-$999`. */
function rangeText({ minimum, maximum }: Range): string {
  return maximum === null
    ? `from ${wholeDollars(minimum)}, no maximum`
    : `${wholeDollars(minimum)}-${wholeDollars(maximum)}`
}

export function refusalOfPlace(terms: Range, others: readonly Plan[]): Refusal | null {
  const ladder = others.toSorted((a, b) => (a.minimum < b.minimum ? -1 : 1))
  const before = ladder.findLast(({ minimum }) => minimum < terms.minimum)
  const after = ladder.find(({ minimum }) => minimum >= terms.minimum)
  if (before?.maximum === null)
    return refuse(
      'plans_overlap',
      `${before.title} has no maximum and already covers this minimum. Give it a maximum first. Nothing was changed.`,
    )
  if (before && reachesInto(before, terms))
    return refuse(
      'plans_overlap',
      `${before.title} takes amounts up to ${formatUsd(before.maximum!)}: the minimum must be higher. Nothing was changed.`,
    )
  if (after && reachesInto(terms, after))
    return refuse(
      'plans_overlap',
      `${after.title} begins at ${formatUsd(after.minimum)}: the maximum must be lower. Nothing was changed.`,
    )
  return null
}

/** Other words have a higher number than any before, so that nobody has accepted them yet; words that other plans have too share the highest of their numbers where they can. */
function riskVersionOf(words: string, before: Plan | undefined, plans: readonly Plan[]): number {
  if (before?.riskWarning === words) return before.riskVersion
  const highest = (some: readonly Plan[]) =>
    some.reduce((most, { riskVersion }) => Math.max(most, riskVersion), 0)
  const shared = highest(plans.filter(({ riskWarning }) => riskWarning === words))
  return shared > (before?.riskVersion ?? 0) ? shared : 1 + highest(plans)
}

/** The terms as they are read in the journal. */
export function journalOf({ minimum, maximum, ...terms }: PlanTerms) {
  return { ...terms, minimum: String(minimum), maximum: maximum === null ? null : String(maximum) }
}

const amountText = (cents: Cents | null) => (cents === null ? 'none' : formatUsd(cents))
const words: { [name in keyof PlanTerms]: (terms: PlanTerms) => string } = {
  title: ({ title }) => title,
  minimum: ({ minimum }) => amountText(minimum),
  maximum: ({ maximum }) => amountText(maximum),
  durationDays: ({ durationDays }) => String(durationDays),
  profitPercent: ({ profitPercent }) => `${profitPercent}%`,
  riskWarning: ({ riskWarning }) => riskWarning,
}

/** What is another than before, in words; of a new plan everything. */
export function changesOf(before: PlanTerms | null, after: PlanTerms) {
  return Object.entries(words)
    .map(([field, say]) => ({ field, from: before && say(before), to: say(after) }))
    .filter(({ from, to }) => from !== to)
}

/** A plan that is put on sale or withdrawn: its terms stay as they are. */
export const placed = (kind: string, plan: Plan): Changes => ({
  postings: [],
  activity: [{ owner: firm, kind }],
  put: [plans.row(rowOf(plan))],
  facts: { plan: plan.title },
})

/** A plan that has new terms by this command. */
function withTerms(kind: string, plan: Plan, changes: readonly object[], command: string): Changes {
  const made = placed(kind, plan)
  return {
    ...made,
    put: [...made.put!, planTerms.row(termsOf(plan, command))],
    texts: { changes },
  }
}

/** A new plan, by this command, whose id it has. */
export function offered(world: World, terms: PlanTerms, id: string): Changes {
  return withTerms(
    'plan-offered',
    {
      id,
      slug: null,
      onSale: true,
      termsVersion: 1,
      ...terms,
      below: null,
      rangeText: rangeText(terms),
      riskVersion: riskVersionOf(terms.riskWarning, undefined, plansIn(world)),
    },
    changesOf(null, terms),
    id,
  )
}

/** A plan that was there, by new terms. */
export function changed(world: World, before: Plan, terms: PlanTerms, command: string): Changes {
  const isMoved = before.minimum !== terms.minimum || before.maximum !== terms.maximum
  return withTerms(
    'plan-changed',
    {
      ...before,
      ...terms,
      termsVersion: before.termsVersion + 1,
      rangeText: isMoved ? rangeText(terms) : before.rangeText,
      riskVersion: riskVersionOf(terms.riskWarning, before, plansIn(world)),
    },
    changesOf(before, terms),
    command,
  )
}
