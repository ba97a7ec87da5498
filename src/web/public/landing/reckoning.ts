/** What an amount becomes in the plan that fits it: as the books will reckon it, in whole cents with one rounding. */
import type { PlanCard } from '../../../contract/site.ts'
import { formatUsd, largestUpTo, percentOf, type Cents } from '../../../lib/money.ts'

export type OfferedPlan = Pick<
  PlanCard,
  | 'title'
  | 'minimumCents'
  | 'maximumCents'
  | 'durationDays'
  | 'profitPercent'
  | 'largestCoverableCents'
>

export type Reckoning = { plan: OfferedPlan; amount: Cents; profit: Cents; end: Cents }

/**
 * The last plan whose minimum the amount reaches, or why there is none. Plans stand in the order of their minimum. What could be
 * covered is known of the moment in which the page was made: `coveredAt`, in words.
 */
export function reckon(
  amount: Cents,
  plans: readonly OfferedPlan[],
  coveredAt: string,
): Reckoning | { problem: string } {
  const plan = plans.findLast(({ minimumCents }) => amount >= BigInt(minimumCents))
  if (!plan)
    return { problem: `The smallest plan begins at ${formatUsd(BigInt(plans[0]!.minimumCents))}` }
  const largest = plan.maximumCents === null ? null : largestUpTo(BigInt(plan.maximumCents))
  if (largest !== null && amount > largest)
    return { problem: `No plan takes this amount now: ${plan.title} ends at ${formatUsd(largest)}` }
  const covered = BigInt(plan.largestCoverableCents)
  if (covered === 0n)
    return {
      problem: `${plan.title} was sold out on ${coveredAt}: the firm’s pool did not cover its profit`,
    }
  if (amount > covered)
    return {
      problem: `At most ${formatUsd(covered)} could be invested in ${plan.title} on ${coveredAt}: the firm’s pool did not cover the profit of more`,
    }
  const profit = percentOf(amount, BigInt(plan.profitPercent))
  return { plan, amount, profit, end: amount + profit }
}
