/** The plans of a content pack: what its file holds, and how they become the terms of the database, once. */
import { z } from 'zod'
import { amount, text } from '../../contract/fields.ts'
import { planWords } from '../../contract/plan.ts'
import type { Mode } from '../../platform/config.ts'
import { idFromName } from '../../platform/ids.ts'
import type { HouseDesk } from '../house-desk.ts'
import { reachesInto } from './terms.ts'

const plan = z.strictObject({
  slug: z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'slug is small letters with hyphens between'),
  title: planWords.title,
  range: text(100, 'Range'),
  minimum: amount,
  maximum: amount.nullable(),
  days: z
    .int('days is a whole number from 1 to 3650')
    .min(1, 'days is a whole number from 1 to 3650')
    .max(3650, 'days is a whole number from 1 to 3650'),
  percent: z
    .int('percent is a whole number from 1 to 100')
    .min(1, 'percent is a whole number from 1 to 100')
    .max(100, 'percent is a whole number from 1 to 100'),
  risk: z.strictObject({
    version: z
      .int('version is a whole number from 1 on')
      .min(1, 'version is a whole number from 1 on'),
    warning: planWords.riskWarning,
  }),
})

/** In live a plan also says where its return comes from, or is named by the gate as one that doesn't. */
const livePlan = plan.extend({
  source: text(2000, 'source').nullable().default(null),
})
type PlannedPlan = z.infer<typeof plan>
export type LivePlan = z.output<typeof livePlan>

/** What is wrong with the offer as a whole: a plan takes less than the next one's minimum. */
function faultOf(
  plans: readonly PlannedPlan[],
  position: number,
): { field: keyof PlannedPlan; message: string } | null {
  const { slug, minimum, maximum } = plans[position]!
  const next = plans[position + 1]
  if (plans.findIndex((other) => other.slug === slug) < position)
    return { field: 'slug', message: 'Two plans have this slug' }
  if (maximum !== null && maximum < minimum)
    return { field: 'maximum', message: 'maximum is below the minimum' }
  if (!next) return null
  if (next.minimum <= minimum)
    return { field: 'minimum', message: 'The plans must stand in the order of their minimum' }
  return reachesInto(plans[position]!, next)
    ? { field: 'maximum', message: 'maximum must be below the next plan’s minimum' }
    : null
}

function judgeOffer(
  { plans }: { plans: readonly PlannedPlan[] },
  context: z.RefinementCtx<{ plans: readonly PlannedPlan[] }>,
): void {
  for (const position of plans.keys()) {
    const fault = faultOf(plans, position)
    if (fault)
      context.addIssue({
        code: 'custom',
        path: ['plans', position, fault.field],
        message: fault.message,
      })
  }
}

const isSample = (mode: Mode) =>
  z.literal(mode === 'demo', `must be ${mode === 'demo'}, since the mode is ${mode}`)

/** Plans of a demonstration are samples, and only those. */
export const plansFile = (mode: Mode) =>
  z.strictObject({ sample: isSample(mode), plans: z.array(plan).min(1) }).superRefine(judgeOffer)

/** The same for a firm that isn't made up, with what each plan's return comes from. */
export const livePlansFile = z
  .strictObject({ sample: isSample('live'), plans: z.array(livePlan).min(1) })
  .superRefine(judgeOffer)

/** The same in every house, so that seeding twice makes one plan. */
export function planIdOf(slug: string): string {
  return idFromName(`plan ${slug}`)
}

/** Puts the plans on sale unless they are there: terms that staff have changed since stay as they are. */
export async function seedPlans(
  desk: Pick<HouseDesk, 'run'>,
  plans: readonly PlannedPlan[],
): Promise<void> {
  for (const { slug, title, range, minimum, maximum, days, percent, risk } of plans)
    await desk.run({
      kind: 'SeedPlan',
      id: planIdOf(slug),
      command: {
        slug,
        title,
        rangeText: range,
        minimum,
        maximum,
        durationDays: days,
        profitPercent: percent,
        riskVersion: risk.version,
        riskWarning: risk.warning,
      },
      actor: null,
      key: null,
      bodyHash: '',
      requestId: 'seed',
    })
}
