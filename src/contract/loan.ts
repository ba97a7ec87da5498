/** What a firm lends, as its pages say it. */
import { effectiveRateOf } from '../lib/loan.ts'

/** Amounts in whole cents, as decimal text. */
export type LoanOffer = {
  smallestCents: string
  largestCents: string
  minMonths: number
  maxMonths: number
  /** In hundredths of a percent: 500 is 5% a year. */
  yearlyRate: number
  securityPercent: number
  lateFeeCents: string
  /** So many days an instalment may lack before the fee is charged. */
  graceDays: number
  /** `here`: the house lends; `outside`: people ask in the firm's channel, and nothing is lent here. */
  applyAt: 'here' | 'outside'
  /** How long a decision takes, in words. */
  approval: string
  documents: readonly string[]
}

/** `500` to `5%`, `709` to `7.09%`. */
export const asPercent = (hundredths: number): string => `${hundredths / 100}%`

/** Of the largest loan over the fewest and the most months: `7.09% over 12 months, 7.13% over 36 months`. */
export function effectiveRatesInWords(offer: LoanOffer): string {
  const amount = BigInt(offer.largestCents)
  return [...new Set([offer.minMonths, offer.maxMonths])]
    .map(
      (months) => `${asPercent(effectiveRateOf({ amount, months }, offer))} over ${months} months`,
    )
    .join(', ')
}
