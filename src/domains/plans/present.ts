import type { OfferedPlan, Plan as WirePlan } from '../../contract/plan.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { largestCoverable } from './cover.ts'
import type { Plan } from './table.ts'

function presentTerms(plan: Plan) {
  return {
    id: plan.id,
    title: plan.title,
    range: plan.rangeText,
    minimum: dollarsFromCents(plan.minimum),
    maximum: plan.maximum === null ? null : dollarsFromCents(plan.maximum),
    durationDays: plan.durationDays,
    profitPercent: plan.profitPercent,
    termsVersion: plan.termsVersion,
    riskVersion: plan.riskVersion,
    riskWarning: plan.riskWarning,
  }
}

export const presentOffered = (plan: Plan): OfferedPlan => ({
  ...presentTerms(plan),
  onSale: plan.onSale,
})

export function presentPlan(plan: Plan, pool: Cents): WirePlan {
  const largest = largestCoverable(plan, pool)
  return {
    ...presentTerms(plan),
    available: plan.onSale && largest > 0n,
    largestCoverable: dollarsFromCents(largest),
  }
}
