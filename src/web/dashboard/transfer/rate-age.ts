/** How old the rate of a review is: what people decide by is of the last minute, or isn't reckoned with. */
import type { CoinsForMe } from '../../../contract/coin-deposit.ts'

type ShownRate = NonNullable<CoinsForMe['rate']>

/** As old as sources may be where something is booked by them. */
const maxAgeMs = 60_000

export type AgedRate = ShownRate & { isOld: boolean }

/** `answeredAt` and `now` by the reader's clock, which may be wrong: only what passed between them counts. */
export function agedRate(rate: ShownRate, answeredAt: number, now: number): AgedRate {
  const ageMs = rate.ageMs + Math.max(0, now - answeredAt)
  return { ...rate, ageMs, isOld: ageMs > maxAgeMs }
}

/**
 * Whether a request is asked once more instead of being sent. `told`: the time of the rate for which that was said already: where
 * there is no newer one, money out doesn't wait for it.
 */
export const mustAskAgain = (rate: AgedRate | null, told: string | null): boolean =>
  rate !== null && rate.isOld && rate.at !== told
