import type { Plan } from '../../../contract/plan.ts'
import { formatUsd, largestUpTo, type Cents } from '../../../lib/money.ts'
import { amountFault, centsFromText, centsOf, usd } from '../../ui/amount.ts'

/** Something that stands in the way of placing an amount, and what would mend it: another plan, money, or another amount. */
export type Obstacle = {
  text: string
  mend?: { choose: Plan } | { fund: true } | { limit: true } | { place: Cents }
}

/** The plans on offer beside the chosen one, and what there is to place. */
export type Means = {
  plan: Plan
  plans: readonly Plan[]
  balance: Cents
  /** What the person's own limit leaves; null: no limit. */
  room?: Cents | null
}

/** The plan that takes an amount, or null. A plan takes amounts from its own minimum up to, not including, the next one's. */
export function planTaking(cents: Cents, plans: readonly Plan[]): Plan | null {
  const reached = plans
    .filter(({ minimum }) => centsOf(minimum) <= cents)
    .sort((a, b) => b.minimum - a.minimum)[0]
  if (!reached) return null
  return reached.maximum === null || cents <= largestUpTo(centsOf(reached.maximum)) ? reached : null
}

function obstacleOfPlan(cents: Cents, { plan, plans }: Means): Obstacle | null {
  const takes = planTaking(cents, plans)
  if (takes?.id === plan.id) return null
  const mend = takes ? { mend: { choose: takes } } : {}
  if (cents < centsOf(plan.minimum))
    return { text: `This plan begins at ${usd(plan.minimum)}`, ...mend }
  if (takes) return { text: `From ${usd(takes.minimum)} on, choose ${takes.title}`, ...mend }
  return {
    text:
      plan.maximum === null
        ? 'No plan takes this amount'
        : `This plan takes at most ${formatUsd(largestUpTo(centsOf(plan.maximum)))}`,
  }
}

/** Everything that stands in the way of an amount as it was typed, in the order in which the server would refuse it. The server decides; this only says so earlier. */
export function obstaclesOf(typed: string, means: Means): Obstacle[] {
  const fault = amountFault(typed)
  if (fault) return [{ text: fault }]
  const cents = centsFromText(typed)!
  const { plan, balance, room = null } = means
  const ofPlan = obstacleOfPlan(cents, means)
  const largest = centsOf(plan.largestCoverable)
  const found: (Obstacle | null)[] = [
    ofPlan,
    room !== null && cents > room
      ? {
          text:
            room > 0n
              ? `Your own limit leaves room for ${formatUsd(room)}`
              : 'Your own limit leaves no room for more',
          ...(room > 0n && room <= balance ? { mend: { place: room } } : { mend: { limit: true } }),
        }
      : null,
    cents > balance
      ? {
          text: `Your balance of ${formatUsd(balance)} does not cover this amount`,
          mend: { fund: true },
        }
      : null,
    // What is covered of a plan says nothing of an amount that another one takes.
    !ofPlan && cents > largest
      ? {
          text: `At most ${usd(plan.largestCoverable)} can be covered now`,
          ...(largest > 0n && largest <= balance ? { mend: { place: largest } } : {}),
        }
      : null,
  ]
  return found.filter((one) => one !== null)
}
