/** What a loan of the firm's comes to, as the calculator shows it. */
import type { LoanOffer } from '../../../contract/loan.ts'
import { sameDayIn } from '../../../lib/calendar.ts'
import { effectiveRateOf, scheduleOf, securityOf, type Instalment } from '../../../lib/loan.ts'
import { formatUsd, type Cents } from '../../../lib/money.ts'
import { amountFault, writtenCents } from '../../ui/amount.ts'

export type ReckonedLoan = {
  amount: Cents
  /** What is paid out, and what is withheld until the end. */
  received: Cents
  security: Cents
  interest: Cents
  instalments: Instalment[]
  effectiveRate: number
}

/** Why no such loan is offered, as a sentence for the field of the amount; null where it is. */
export function loanFault(typed: string, offer: LoanOffer): string | null {
  const fault = amountFault(typed)
  if (fault !== null) return fault
  const [amount, least, most] = [
    writtenCents(typed)!,
    BigInt(offer.smallestCents),
    BigInt(offer.largestCents),
  ]
  return amount < least || amount > most
    ? `Please enter an amount from ${formatUsd(least)} to ${formatUsd(most)}`
    : null
}

/** `today`: the day on which it would be paid out. */
export function reckonLoan(
  { amount, months, today }: { amount: Cents; months: number; today: string },
  offer: LoanOffer,
): ReckonedLoan {
  const security = securityOf(amount, offer)
  const instalments = scheduleOf({ amount, months, firstDue: sameDayIn(today, 1) }, offer)
  return {
    amount,
    received: amount - security,
    security,
    interest: instalments.reduce((sum, { interest }) => sum + interest, 0n),
    instalments,
    effectiveRate: effectiveRateOf({ amount, months }, offer),
  }
}
