/** What a payment would pay and change, as it is shown before it is made. */
import type { Loan } from '../../../contract/borrowing.ts'
import { dayNumber } from '../../../lib/calendar.ts'
import { daysInterestOf, instalmentOf, monthsInterestOf } from '../../../lib/loan.ts'
import { centsOf, type Cents } from '../../../lib/money.ts'

export type Keeping = 'instalment' | 'last-day'

export type Payment = {
  /** What is due and not paid yet is paid first. */
  due: Cents
  /** Of what is paid early: the interest that has come together until today, and the principal. */
  interest: Cents
  principal: Cents
  /** How it goes on; null where that stays as it is. */
  after: { instalment: Cents; lastOn: string; count: number } | null
}

type Running = Pick<Loan, 'yearlyRate' | 'instalment' | 'overdue' | 'settling' | 'coming'>

const leftOf = ({ coming }: Running): Cents =>
  coming.reduce((sum, { principal }) => sum + centsOf(principal), 0n)

/** Of an amount that doesn't settle it. */
export function paymentOf(loan: Running, amount: Cents, keeping: Keeping): Payment {
  const overdue = centsOf(loan.overdue)
  const early = amount - overdue
  if (early <= 0n || loan.settling === null)
    return { due: amount, interest: 0n, principal: 0n, after: null }
  const interest = centsOf(loan.settling.interest)
  const principal = early - interest
  const left = leftOf(loan) - principal
  const isShorter = principal > 0n && left > 0n
  return {
    due: overdue,
    interest,
    principal,
    after: isShorter ? goingOn(loan, { left, from: loan.settling.on }, keeping) : null,
  }
}

/** Why it isn't taken, as a sentence for the field of the amount; null where it is. What changes nothing of the loan is no early payment. */
export function paymentFault(loan: Running, amount: Cents): string | null {
  const [whole, interest] = [loan.settling?.amount ?? 0, loan.settling?.interest ?? 0].map(centsOf)
  if (amount > whole!) return 'This is more than what settles the loan today'
  const early = amount - centsOf(loan.overdue)
  return early > 0n && early <= interest!
    ? 'Early, please pay more than the interest that has come together until today'
    : null
}

/** The days stay: the last of them is reached sooner, or less is due on each. */
function goingOn(
  loan: Running,
  { left, from }: { left: Cents; from: string },
  keeping: Keeping,
): Payment['after'] {
  const days = loan.coming.map(({ dueOn }) => dueOn)
  if (keeping === 'last-day') {
    const instalment = instalmentOf({ amount: left, months: days.length }, loan)
    return { instalment, lastOn: days.at(-1)!, count: days.length }
  }
  const instalment = centsOf(loan.instalment)
  // Only the month in which something is paid early is counted by days.
  const first = daysInterestOf(left, dayNumber(days[0]!) - dayNumber(from), loan)
  let [owed, count] = [left - (instalment - first), 1]
  while (owed > 0n && count < days.length) {
    owed -= instalment - monthsInterestOf(owed, loan)
    count += 1
  }
  return { instalment, lastOn: days[count - 1]!, count }
}
