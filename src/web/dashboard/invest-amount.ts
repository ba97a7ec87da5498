import type { Plan } from '../../contract/plan.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { centsOf, usd } from '../ui/amount.ts'

/** A maximum of $999 takes $999.99 too. */
const centsOfADollar = 99n

/** Why an amount can't be placed in a plan, or null. The server decides; this only says so earlier. */
export function amountProblem(cents: Cents | null, plan: Plan, next: Plan | null, balance: Cents): string | null {
  if (cents === null || cents <= 0n) return 'Please enter a valid amount'
  if (cents < centsOf(plan.minimum)) return `This plan begins at ${usd(plan.minimum)}`
  if (next && cents >= centsOf(next.minimum)) return `From ${usd(next.minimum)} on, choose ${next.title}`
  if (plan.maximum !== null && cents > centsOf(plan.maximum) + centsOfADollar) return `This plan takes at most ${usd(plan.maximum)}`
  if (cents > balance) return `Your balance of ${formatUsd(balance)} does not cover this amount`
  if (cents > centsOf(plan.largestCoverable)) return `At most ${usd(plan.largestCoverable)} can be covered now`
  return null
}
