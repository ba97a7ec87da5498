/** What somebody wants to borrow, as it goes from the calculator to the application by the address. */
import type { LoanOffer } from '../../../contract/loan.ts'
import { decimalFromCents } from '../../../lib/money.ts'

/** `amount`: as it is typed. */
export type Wanted = { amount: string; months: number }

export const leastWanted = ({ smallestCents, minMonths }: LoanOffer): Wanted => ({
  amount: decimalFromCents(BigInt(smallestCents)),
  months: minMonths,
})

export const applyPath = ({ amount, months }: Wanted): string =>
  `/dashboard/loan/apply?${new URLSearchParams({ amount, months: String(months) }).toString()}`

export function wantedIn(query: URLSearchParams, offer: LoanOffer): Wanted {
  const least = leastWanted(offer)
  const months = Number(query.get('months'))
  const isOffered =
    Number.isInteger(months) && months >= offer.minMonths && months <= offer.maxMonths
  return {
    amount: (query.get('amount') ?? least.amount).slice(0, 30),
    months: isOffered ? months : least.months,
  }
}
