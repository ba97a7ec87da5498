/** What is sent of payouts on every rail. Pure but for the names of people. */
import { isoFromInstant, type Instant } from '../../../lib/instant.ts'

export const iso = (at: Instant | null) => (at === null ? null : isoFromInstant(at))

/** Whole dollars, and what of their millionths isn't zero. */
export function rateText(rate: bigint): string {
  const rest = String(rate % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{1,20}$/, '')
  return `${rate / 1_000_000n}${rest ? `.${rest}` : ''}`
}
