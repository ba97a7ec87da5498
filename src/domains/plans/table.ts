/** Plans and their terms as they are kept: a plan is on sale or not, and has a version of terms that never changes. */
import { cents, flag, integer, text, uuid } from '../../desk/column.ts'
import { reading, type Read } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import { largestUpTo, type Cents } from '../../lib/money.ts'

/** A plan with the terms under which it is sold. */
export type Plan = {
  id: string
  slug: string | null
  onSale: boolean
  termsVersion: number
  title: string
  minimum: Cents
  maximum: Cents | null
  /** Amounts must stay below it: a little above the maximum, or the next plan's minimum where that comes first. Null for the last plan where that has no maximum. */
  below: Cents | null
  durationDays: number
  profitPercent: number
  riskVersion: number
  riskWarning: string
  rangeText: string
}

/** `slug` names a plan of the content; those of staff have none. */
type PlanRow = Pick<Plan, 'id' | 'onSale' | 'termsVersion' | 'slug'>
/** `command` made them; null of those that came with the content. */
export type Terms = Omit<Plan, 'id' | 'slug' | 'onSale' | 'below' | 'termsVersion'> & {
  planId: string
  version: number
  command: string | null
}

export const plans = new Table<PlanRow>({
  name: 'plans',
  as: 'plan',
  key: ['id'],
  columns: {
    id: uuid('id'),
    slug: text('slug'),
    onSale: flag('on_sale', { changes: true }),
    termsVersion: integer('terms_version', { changes: true }),
  },
})

export const planTerms = new Table<Terms>({
  name: 'plan_terms',
  as: 'terms',
  key: ['planId', 'version'],
  columns: {
    planId: uuid('plan_id'),
    version: integer('version'),
    title: text('title'),
    rangeText: text('range_text'),
    minimum: cents('minimum'),
    maximum: cents('maximum'),
    durationDays: integer('duration_days'),
    profitPercent: integer('profit_percent'),
    riskVersion: integer('risk_version'),
    riskWarning: text('risk_warning'),
    command: uuid('command_id'),
  },
})

const allPlans = plans.source({
  name: 'all',
  form: null,
  text: `select ${plans.columns} from ${plans.from}`,
})
const termsInForce = planTerms.source({
  name: 'in-force',
  form: null,
  text: `select ${planTerms.columns} from ${planTerms.from} join plans plan on plan.id = terms.plan_id and plan.terms_version = terms.version`,
})

/** Needs every plan: what one of them takes depends on the others. */
export const everyPlan: Read[] = [reading(allPlans, ''), reading(termsInForce, '')]

const termsKey = ({ id, termsVersion }: PlanRow) => `${id} ${termsVersion}`

/** Another plan's minimum is never reached. */
function limitOf({ maximum }: Pick<Plan, 'maximum'>, next: Plan | undefined): Cents | null {
  if (maximum === null) return next?.minimum ?? null
  const limit = largestUpTo(maximum) + 1n
  return next && next.minimum < limit ? next.minimum : limit
}

/** By their minimum, each with where the next one begins. */
export function ladderOf(all: readonly Plan[]): Plan[] {
  const ladder = all.toSorted((a, b) => (a.minimum < b.minimum ? -1 : 1))
  return ladder.map((plan, place) => ({ ...plan, below: limitOf(plan, ladder[place + 1]) }))
}

export function planFrom({ id, slug, onSale, termsVersion }: PlanRow, terms: Terms): Plan {
  const { planId: _, version: __, command: ___, ...words } = terms
  return { id, slug, onSale, termsVersion, below: null, ...words }
}

/** Every plan, on sale or not. */
export function plansIn(world: World): Plan[] {
  return ladderOf(
    world.rows(plans).map((plan) => planFrom(plan, world.get(planTerms, termsKey(plan))!)),
  )
}

export const planIn = (world: World, id: string): Plan | undefined =>
  plansIn(world).find((plan) => plan.id === id)

export const rowOf = ({ id, slug, onSale, termsVersion }: Plan): PlanRow => ({
  id,
  slug,
  onSale,
  termsVersion,
})

/** The terms of a plan as the command that made them leaves them. */
export function termsOf(plan: Plan, command: string | null): Terms {
  const { id: planId, slug: _, onSale: __, termsVersion: version, below: ___, ...words } = plan
  return { ...words, planId, version, command }
}
