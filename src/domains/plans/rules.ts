import type { OfferedPlan, PlanTerms } from '../../contract/plan.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  type Context,
  type Journaled,
} from '../../desk/command.ts'
import { centsIfAny, centsOf, numberIfAny, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { journalOfLimits, limitsIn, type ApprovalLimits } from '../approvals/rules.ts'
import type { Facts, ProposalKind } from '../proposals/kind.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { presentOffered } from './present.ts'
import {
  factsOfReturn,
  factsOfTerms,
  planOffer,
  planReturn,
  planTermsChange,
  type ChangedFacts,
} from './proposals.ts'
import { everyPlan, planIn, plans, plansIn, planTerms, rowOf, termsOf, type Plan } from './table.ts'
import { journalOf, placed, refusalOfPlace } from './terms.ts'

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
      ...termsIn(kept),
      slug: textOf(kept, 'slug'),
      rangeText: textOf(kept, 'rangeText'),
      riskVersion: numberIfAny(kept, 'riskVersion') ?? 0,
    },
  }),
  journal: ({ slug, rangeText, riskVersion, ...terms }) => ({
    ...journalOf(terms),
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

/** Why one administrator isn't enough for terms, in words that follow a sentence, or null: where a limit is set, terms move money of the firm without one. */
const whyTwo = ({ secondApprovalAbove }: ApprovalLimits): string | null =>
  secondApprovalAbove === null
    ? null
    : 'What is offered to everybody needs a second, different person.'

const doneOrProposed = <F extends Facts>(
  world: World,
  { kind, facts, limits }: { kind: ProposalKind<F>; facts: F; limits: ApprovalLimits },
  context: Context,
) => doOrPropose(world, { kind, facts, answer: null, whyTwo: whyTwo(limits) }, context)

const termsIn = (kept: Journaled): PlanTerms => ({
  title: textOf(kept, 'title'),
  minimum: centsOf(kept, 'minimum'),
  maximum: centsIfAny(kept, 'maximum') ?? null,
  durationDays: numberIfAny(kept, 'durationDays') ?? 0,
  profitPercent: numberIfAny(kept, 'profitPercent') ?? 0,
  riskWarning: textOf(kept, 'riskWarning'),
})

export type OfferPlan = ApprovalLimits & { terms: PlanTerms }

export const offerPlan = defineStaffCommand<OfferPlan>({
  may: 'offer-plans',
  recall: (kept) => ({ command: { terms: termsIn(kept), ...limitsIn(kept) } }),
  journal: ({ terms, ...limits }) => ({ ...journalOf(terms), ...journalOfLimits(limits) }),
  subject,
  needs: ({ terms }) => needsOf(planOffer, factsOfTerms(terms), null),
  decide: (world, { terms, ...limits }, context) =>
    doneOrProposed(world, { kind: planOffer, facts: factsOfTerms(terms), limits }, context),
  reply: (world, limits, context) =>
    replyOfProposed(world, planOffer, context, whyTwo(limits)) ??
    replied(201, 'Plan offered', planIn(world, context.id)!),
})

/** `termsVersion` is the one that was looked at. */
export type ChangePlan = ApprovalLimits & { plan: string; termsVersion: number; terms: PlanTerms }

const factsOfChange = ({ plan, termsVersion, terms }: ChangePlan): ChangedFacts => ({
  ...factsOfTerms(terms),
  plan,
  termsVersion,
})

export const changePlan = defineStaffCommand<ChangePlan>({
  may: 'offer-plans',
  recall: (kept) => ({
    command: {
      plan: textOf(kept, 'planId'),
      termsVersion: numberIfAny(kept, 'termsVersion') ?? 0,
      terms: termsIn(kept),
      ...limitsIn(kept),
    },
  }),
  journal: ({ plan, termsVersion, terms, ...limits }) => ({
    planId: plan,
    termsVersion,
    ...journalOf(terms),
    ...journalOfLimits(limits),
  }),
  subject,
  needs: (c) => needsOf(planTermsChange, factsOfChange(c), null),
  decide: (world, c, context) =>
    doneOrProposed(world, { kind: planTermsChange, facts: factsOfChange(c), limits: c }, context),
  reply: (world, c, context) =>
    replyOfProposed(world, planTermsChange, context, whyTwo(c)) ??
    replied(200, 'Plan changed for new investments', planIn(world, c.plan)!),
})

export type PlanOnSale = { plan: string }

/** Nothing new can be placed in it; what is running goes on under its own terms. */
export const withdrawPlan = defineStaffCommand<PlanOnSale>({
  may: 'offer-plans',
  recall: (kept) => ({ command: { plan: textOf(kept, 'planId') } }),
  journal: (c) => ({ planId: c.plan }),
  subject,
  needs: () => ({ owners: [firm], read: everyPlan }),
  decide(world, { plan }) {
    const before = planIn(world, plan)
    if (!before) return refuse('unknown_plan')
    return before.onSale
      ? placed('plan-withdrawn', { ...before, onSale: false })
      : refuse('already_withdrawn')
  },
  reply: (world, { plan }) => replied(200, 'Plan withdrawn from sale', planIn(world, plan)!),
})

export type ReofferPlan = ApprovalLimits & PlanOnSale

export const reofferPlan = defineStaffCommand<ReofferPlan>({
  may: 'offer-plans',
  recall: (kept) => ({ command: { plan: textOf(kept, 'planId'), ...limitsIn(kept) } }),
  journal: ({ plan, ...limits }) => ({ planId: plan, ...journalOfLimits(limits) }),
  subject,
  needs: ({ plan }) => needsOf(planReturn, { plan, title: '', termsVersion: 0 }, null),
  decide(world, { plan, ...limits }, context) {
    const before = planIn(world, plan)
    if (!before) return refuse('unknown_plan')
    return doneOrProposed(
      world,
      { kind: planReturn, facts: factsOfReturn(before), limits },
      context,
    )
  },
  reply: (world, c, context) =>
    replyOfProposed(world, planReturn, context, whyTwo(c)) ??
    replied(200, 'Plan put back on sale', planIn(world, c.plan)!),
})
