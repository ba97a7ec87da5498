/** What a payment would pay and change, as it is shown before it is made. */
import type { Loan } from '../../../contract/borrowing.ts'
import { afterEarly, comingInstalments, type Keeping, type Plan } from '../../../lib/loan-plan.ts'
import { centsOf, type Cents } from '../../../lib/money.ts'

export type Payment = {
  /** What is due and not paid yet is paid first. */
  due: Cents
  /** Of what is paid early: the interest that has come together until today, and the principal. */
  interest: Cents
  principal: Cents
  /** How it goes on; null where that stays as it is. */
  after: { instalment: Cents; lastOn: string; count: number } | null
}

type Early = { principal: Cents; on: string }

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
  const isShorter = principal > 0n && leftOf(loan) > principal
  return {
    due: overdue,
    interest,
    principal,
    after: isShorter ? goingOn(loan, { principal, on: loan.settling.on }, keeping) : null,
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

/** The days stay: the last of them is reached sooner, or less is due on each. Its instalments are counted from the next one. */
function goingOn(loan: Running, { principal, on }: Early, keeping: Keeping): Payment['after'] {
  const days = loan.coming.map(({ dueOn }) => dueOn)
  const plan: Plan = {
    ...{ yearlyRate: loan.yearlyRate, startedOn: on, firstDue: days[0]!, left: leftOf(loan) },
    ...{ instalment: centsOf(loan.instalment), nextNumber: 1, lastNumber: days.length },
    countedFrom: null,
  }
  const after = afterEarly(plan, principal, on, keeping)
  const count = comingInstalments(after).length
  return { instalment: after.instalment, lastOn: days[count - 1]!, count }
}
