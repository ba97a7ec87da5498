/** What an amount becomes in the plan that fits it: as the books will reckon it, in whole cents with one rounding. */
import type { PlanCard } from '../../../contract/site.ts'
import { formatUsd, percentOf, type Cents } from '../../../lib/money.ts'

export type OfferedPlan = Pick<PlanCard, 'title' | 'minimumCents' | 'maximumCents' | 'durationDays' | 'profitPercent'>

export type Reckoning = { plan: OfferedPlan; amount: Cents; profit: Cents; end: Cents }

/** The last plan whose minimum the amount reaches, or why there is none. Plans stand in the order of their minimum. */
export function reckon(amount: Cents | null, plans: readonly OfferedPlan[]): Reckoning | { problem: string } {
  if (amount === null || amount <= 0n) return { problem: 'Please enter a valid amount' }
  const plan = plans.findLast(({ minimumCents }) => amount >= BigInt(minimumCents))
  if (!plan) return { problem: `The smallest plan begins at ${formatUsd(BigInt(plans[0]!.minimumCents))}` }
  // A maximum of $999 takes $999.99 too.
  if (plan.maximumCents !== null && amount > BigInt(plan.maximumCents) + 99n) return { problem: `No plan takes this amount now: ${plan.title} ends at ${formatUsd(BigInt(plan.maximumCents))}` }
  const profit = percentOf(amount, BigInt(plan.profitPercent))
  return { plan, amount, profit, end: amount + profit }
}
