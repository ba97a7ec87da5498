/** What of plans may take two: a new plan, other terms, a plan that is put back on sale. To take one off sale, one is always enough. */
import type { PlanTerms } from '../../contract/plan.ts'
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { aWeekMs, defineProposal } from '../proposals/kind.ts'
import { changed, changesOf, offered, placed, refusalOfPlace } from './terms.ts'
import { everyPlan, planIn, plansIn, type Plan } from './table.ts'

/** Terms as a proposal keeps them. */
export type TermsFacts = {
  title: string
  minimum: string
  maximum: string | null
  durationDays: number
  profitPercent: number
  riskWarning: string
}

export const factsOfTerms = ({ minimum, maximum, ...terms }: PlanTerms): TermsFacts => ({
  ...terms,
  minimum: String(minimum),
  maximum: maximum === null ? null : String(maximum),
})

const termsOf = ({
  title,
  minimum,
  maximum,
  durationDays,
  profitPercent,
  riskWarning,
}: TermsFacts): PlanTerms => ({
  title,
  minimum: BigInt(minimum),
  maximum: maximum === null ? null : BigInt(maximum),
  durationDays,
  profitPercent,
  riskWarning,
})

const showTerms = <F extends TermsFacts>({ minimum, maximum, ...facts }: F) => ({
  ...facts,
  minimum: dollarsFromCents(BigInt(minimum)),
  maximum: maximum === null ? null : dollarsFromCents(BigInt(maximum)),
})

const ofFirm = {
  asks: false,
  lastsForMs: aWeekMs,
  about: () => null,
  needs: () => ({ owners: [], read: everyPlan }),
  noted: () => ({}),
} as const

/** Each of them looks at where the others lie: one is proposed at a time. */
const holds = () => 'plans'

export const planOffer = defineProposal<TermsFacts>({
  ...ofFirm,
  name: 'plan-offer',
  called: 'change of the plans',
  holds,
  refusal: (world, facts) => refusalOfPlace(termsOf(facts), plansIn(world)),
  apply: (world, facts, { id }) => offered(world, termsOf(facts), id),
  show: showTerms,
})

/** `termsVersion`: the one that was looked at. */
export type ChangedFacts = TermsFacts & { plan: string; termsVersion: number }

function refusalOfChange(
  world: World,
  { plan, termsVersion, ...facts }: ChangedFacts,
): Refusal | null {
  const before = planIn(world, plan)
  if (!before) return refuse('unknown_plan')
  if (before.termsVersion !== termsVersion) return refuse('plan_changed')
  const terms = termsOf(facts)
  if (changesOf(before, terms).length === 0) return refuse('nothing_to_change')
  return refusalOfPlace(
    terms,
    plansIn(world).filter(({ id }) => id !== plan),
  )
}

export const planTermsChange = defineProposal<ChangedFacts>({
  ...ofFirm,
  name: 'plan-terms',
  called: 'change of the plans',
  holds,
  refusal: refusalOfChange,
  apply: (world, { plan, ...facts }, { id }) =>
    changed(world, planIn(world, plan)!, termsOf(facts), id),
  show: showTerms,
})

export type ReturnFacts = { plan: string; title: string; termsVersion: number }

export const factsOfReturn = ({ id: plan, title, termsVersion }: Plan): ReturnFacts => ({
  plan,
  title,
  termsVersion,
})

export const planReturn = defineProposal<ReturnFacts>({
  ...ofFirm,
  name: 'plan-reoffer',
  called: 'change of the plans',
  holds,
  refusal(world, { plan, termsVersion }) {
    const before = planIn(world, plan)
    if (!before) return refuse('unknown_plan')
    if (before.onSale) return refuse('already_on_sale')
    return before.termsVersion === termsVersion ? null : refuse('plan_changed')
  },
  apply: (world, { plan }) => placed('plan-reoffered', { ...planIn(world, plan)!, onSale: true }),
  show: (facts) => facts,
})

export const planProposals = [planOffer, planTermsChange, planReturn]
