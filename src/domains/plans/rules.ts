import type { OfferedPlan, PlanTerms } from '../../contract/plan.ts'
import { defineCommand, defineStaffCommand, refuse, type Journaled } from '../../desk/command.ts'
import { centsIfAny, centsOf, changeOf, numberIfAny, textOf } from '../../desk/recall.ts'
import type { Changes } from '../../desk/records.ts'
import { firm } from '../../ledger/core/chart.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { presentOffered } from './present.ts'
import { everyPlan, planIn, plans, plansIn, planTerms, rowOf, termsOf, type Plan } from './table.ts'

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

function refusalOfPlace(terms: Range, others: readonly Plan[]) {
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
function journalOf({ title: _, riskWarning: __, minimum, maximum, ...terms }: PlanTerms) {
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
function changesOf(before: PlanTerms | null, after: PlanTerms) {
  return Object.entries(words)
    .map(([field, say]) => ({ field, from: before && say(before), to: say(after) }))
    .filter(({ from, to }) => from !== to)
}

/** A plan that is put on sale or withdrawn: its terms stay as they are. */
const placed = (kind: string, plan: Plan): Changes => ({
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

const replied = (
  status: number,
  message: string,
  plan: Plan,
): {
  status: number
  body: { status: 'success'; message: string; data: { plan: OfferedPlan } }
} => ({
  status,
  body: { status: 'success', message, data: { plan: presentOffered(plan) } },
})

const subject = () => firm

/** A plan of the content: its id is the command's, so that it is offered once. */
export type SeedPlan = PlanTerms & { slug: string; rangeText: string; riskVersion: number }

/** By the system, at the first start. What is there already stays as staff have left it. */
export const seedPlan = defineCommand<SeedPlan>({
  recall: (kept) => ({
    command: {
      ...termsIn(kept, undefined),
      title: textOf(kept, 'title'),
      riskWarning: textOf(kept, 'riskWarning'),
      slug: textOf(kept, 'slug'),
      rangeText: textOf(kept, 'rangeText'),
      riskVersion: numberIfAny(kept, 'riskVersion') ?? 0,
    },
  }),
  journal: ({ title, riskWarning, slug, rangeText, riskVersion, ...terms }) => ({
    ...journalOf({ title, riskWarning, ...terms }),
    title,
    riskWarning,
    slug,
    rangeText,
    riskVersion,
  }),
  subject,
  needs: () => ({ owners: [firm], read: everyPlan }),
  decide(world, terms, { id }) {
    if (world.get(plans, id)) return { postings: [], activity: [] }
    const refusal = refusalOfPlace(terms, plansIn(world))
    if (refusal) return refusal
    const plan: Plan = { id, onSale: true, termsVersion: 1, below: null, ...terms }
    return {
      postings: [],
      activity: [],
      put: [plans.row(rowOf(plan)), planTerms.row(termsOf(plan, null))],
    }
  },
  reply: () => ({ status: 200, body: { status: 'success' } }),
})

export type OfferPlan = PlanTerms

/** The terms again, from the facts and from what was told of their words. */
function termsIn(kept: Journaled, before: Plan | undefined): PlanTerms {
  const maximum = centsIfAny(kept, 'maximum')
  return {
    title: changeOf(kept, 'title')?.to ?? before?.title ?? '',
    minimum: centsOf(kept, 'minimum'),
    maximum: maximum ?? null,
    durationDays: numberIfAny(kept, 'durationDays') ?? 0,
    profitPercent: numberIfAny(kept, 'profitPercent') ?? 0,
    riskWarning: changeOf(kept, 'riskWarning')?.to ?? before?.riskWarning ?? '',
  }
}

export const offerPlan = defineStaffCommand<OfferPlan>({
  recall: (kept) => ({ command: termsIn(kept, undefined) }),
  journal: journalOf,
  subject,
  needs: () => ({ owners: [firm], read: everyPlan }),
  decide(world, terms, { id }) {
    const others = plansIn(world)
    const refusal = refusalOfPlace(terms, others)
    if (refusal) return refusal
    const riskVersion = riskVersionOf(terms.riskWarning, undefined, others)
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
        riskVersion,
      },
      changesOf(null, terms),
      id,
    )
  },
  reply: (world, _, { id }) => replied(201, 'Plan offered', planIn(world, id)!),
})

/** `termsVersion` is the one that was looked at. */
export type ChangePlan = { plan: string; termsVersion: number; terms: PlanTerms }

export const changePlan = defineStaffCommand<ChangePlan>({
  recall(kept, world) {
    const plan = textOf(kept, 'planId')
    const terms = termsIn(kept, planIn(world, plan))
    return { command: { plan, termsVersion: numberIfAny(kept, 'termsVersion') ?? 0, terms } }
  },
  journal: (c) => ({ planId: c.plan, termsVersion: c.termsVersion, ...journalOf(c.terms) }),
  subject,
  needs: () => ({ owners: [firm], read: everyPlan }),
  decide(world, { plan, termsVersion, terms }, { id: command }) {
    const before = planIn(world, plan)
    if (!before) return refuse('unknown_plan')
    if (before.termsVersion !== termsVersion) return refuse('plan_changed')
    const changes = changesOf(before, terms)
    if (changes.length === 0) return refuse('nothing_to_change')
    const refusal = refusalOfPlace(
      terms,
      plansIn(world).filter(({ id }) => id !== plan),
    )
    if (refusal) return refusal
    const moved = before.minimum !== terms.minimum || before.maximum !== terms.maximum
    return withTerms(
      'plan-changed',
      {
        ...before,
        ...terms,
        termsVersion: termsVersion + 1,
        rangeText: moved ? rangeText(terms) : before.rangeText,
        riskVersion: riskVersionOf(terms.riskWarning, before, plansIn(world)),
      },
      changes,
      command,
    )
  },
  reply: (world, { plan }) =>
    replied(200, 'Plan changed for new investments', planIn(world, plan)!),
})

export type PlanOnSale = { plan: string }

function saleCommand({
  onSale,
  kind,
  message,
}: {
  onSale: boolean
  kind: string
  message: string
}) {
  return defineStaffCommand<PlanOnSale>({
    recall: (kept) => ({ command: { plan: textOf(kept, 'planId') } }),
    journal: (c) => ({ planId: c.plan }),
    subject,
    needs: () => ({ owners: [firm], read: everyPlan }),
    decide(world, { plan }) {
      const before = planIn(world, plan)
      if (!before) return refuse('unknown_plan')
      if (before.onSale === onSale) return refuse(onSale ? 'already_on_sale' : 'already_withdrawn')
      return placed(kind, { ...before, onSale })
    },
    reply: (world, { plan }) => replied(200, message, planIn(world, plan)!),
  })
}

/** Nothing new can be placed in it; what is running goes on under its own terms. */
export const withdrawPlan = saleCommand({
  onSale: false,
  kind: 'plan-withdrawn',
  message: 'Plan withdrawn from sale',
})
export const offerAgain = saleCommand({
  onSale: true,
  kind: 'plan-offered-again',
  message: 'Plan put back on sale',
})
