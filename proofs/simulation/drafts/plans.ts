/** Plans: new ones, other terms, and whether they are on sale. */
import { oneIsEnough } from '../../../src/domains/approvals/rules.ts'
import type { CommandOf } from '../../../src/domains/nouns.ts'
import { limitsOf, nobody, type Makers, type Scene } from '../scene.ts'

const warnings = [
  'All of it can be lost.',
  'What is placed can be lost.',
  'It can be lost, in part or as a whole.',
]

/** Mostly a place behind another plan, where there may be room. A house with many plans gets no more of them. */
function newTerms({ model, number, nth, twist }: Scene): CommandOf<'OfferPlan'>['terms'] {
  const before = model.plans[nth % model.plans.length]!
  const minimum =
    model.plans.length > 9
      ? before.minimum
      : (before.maximum ?? before.minimum) + BigInt(1 + (twist % 3))
  const maximum = twist % 4 === 0 ? null : minimum + BigInt(nth * 10)
  return {
    title: `Plan ${number}`,
    minimum,
    maximum,
    durationDays: 1 + (nth % 20),
    profitPercent: 1 + (twist % 15),
    riskWarning: warnings[nth % 3]!,
  }
}

/** Mostly none, so that plans change. */
const limits = ({ nth, twist }: Scene) => (twist % 3 === 1 ? limitsOf(40_000n, nth) : oneIsEnough)

/** Some of the terms differ; a smaller maximum leaves room for a plan in between. */
function otherTerms(scene: Scene): CommandOf<'ChangePlan'> {
  const { model, number, nth, twist } = scene
  const { id, termsVersion, title, durationDays, profitPercent, riskWarning, ...range } =
    model.plans[nth % model.plans.length]!
  const minimum =
    twist & 2 ? range.minimum + BigInt(nth % 5) - (range.minimum > 4n ? 2n : 0n) : range.minimum
  const maximum =
    twist & 4
      ? minimum +
        (range.maximum === null ? BigInt(nth * 1000) : (range.maximum - range.minimum) / 2n + 3n)
      : range.maximum
  return {
    plan: nth % 64 === 44 ? nobody : id,
    ...limits(scene),
    termsVersion: termsVersion + (twist % 16 === 5 ? 1 : 0),
    terms: {
      title: twist & 1 ? `Plan ${number}` : title,
      minimum,
      maximum: maximum !== null && maximum < minimum ? minimum : maximum,
      durationDays: twist & 8 ? 1 + (nth % 20) : durationDays,
      profitPercent: twist & 16 ? 1 + (nth % 15) : profitPercent,
      riskWarning: twist & 32 ? warnings[nth % 3]! : riskWarning,
    },
  }
}

const planOf = ({ model, nth }: Scene): string =>
  nth % 64 === 43 ? nobody : model.plans[nth % model.plans.length]!.id

export const plans: Makers<
  'SeedPlan' | 'OfferPlan' | 'ChangePlan' | 'WithdrawPlan' | 'ReofferPlan'
> = {
  SeedPlan: (scene) => ({
    command: {
      ...newTerms(scene),
      slug: `seed-${scene.number}`,
      rangeText: 'as the content says',
      riskVersion: 1 + (scene.nth % 4),
    },
    actor: null,
  }),
  OfferPlan: (scene) => ({
    command: { terms: newTerms(scene), ...limits(scene) },
    actor: scene.actor,
  }),
  ChangePlan: (scene) => ({ command: otherTerms(scene), actor: scene.actor }),
  WithdrawPlan: (scene) => ({ command: { plan: planOf(scene) }, actor: scene.actor }),
  ReofferPlan: (scene) => ({
    command: { plan: planOf(scene), ...limits(scene) },
    actor: scene.actor,
  }),
}
