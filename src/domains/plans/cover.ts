/** What a plan promises, and how much of it the returns pool still covers. */
import { largestWithPercentAtMost, percentOf, type Cents } from '../../lib/money.ts'
import type { Plan } from './table.ts'

export function promisedProfit(plan: Plan, amount: Cents): Cents {
  return percentOf(amount, BigInt(plan.profitPercent))
}

/** The largest amount of a plan whose profit the pool covers now; 0 when not even the minimum is covered. */
export function largestCoverable(plan: Plan, pool: Cents): Cents {
  const covered = largestWithPercentAtMost(pool, BigInt(plan.profitPercent))
  const largest = plan.below !== null && covered >= plan.below ? plan.below - 1n : covered
  return largest >= plan.minimum ? largest : 0n
}
