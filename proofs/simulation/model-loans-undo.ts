/** Money that is taken back after a loan was paid with it, thought again: the newest payment first, as far as the firm still has it. */
import type { Loan, LoanDue } from '../../src/domains/loans/table.ts'
import type { House } from './model-house.ts'
import { duesOf } from './model-loans-running.ts'
import { dayOf, lacksIn, lacksOf, nextDayOf, order, unpaidEarly } from './model-loans-sums.ts'
import type { Account, Person } from './model-state.ts'

type Part = { due: LoanDue; paid: (typeof order)[number][1]; cents: bigint }

/** Of what was written off, and of who has left, nothing is asked, and nothing comes back. */
function lastLoan({ loans }: House, person: Person): Loan | null {
  let last: Loan | null = null
  for (const loan of loans)
    if (loan.owner === person.id && (last === null || loan.startedAt > last.startedAt)) last = loan
  return last?.status === 'written-off' || person.status === 'closed' ? null : last
}

/** What would be owed again, part by part, until something isn’t there to be given back. */
function partsOf(house: House, loan: Loan | null, lacking: bigint): Part[] {
  const parts: Part[] = []
  if (loan === null) return parts
  const there = { principal: house.firm.loan.balance, income: house.firm.loanIncome.balance }
  let left = lacking
  for (const due of duesOf(house, loan).toReversed())
    for (const [part, paid] of order.toReversed()) {
      if (left <= 0n) return parts
      const kind = part === 'principal' ? 'principal' : 'income'
      const wanted = due[paid] < left ? due[paid] : left
      const cents = wanted < there[kind] ? wanted : there[kind]
      parts.push({ due, paid, cents })
      there[kind] -= cents
      left -= cents
    }
  return parts
}

const sumOf = (parts: readonly Part[]): bigint => parts.reduce((sum, { cents }) => sum + cents, 0n)

/** How much of this would come back. */
export const comingBack = (house: House, person: Person, lacking: bigint): bigint =>
  sumOf(partsOf(house, lastLoan(house, person), lacking))

/** It comes back to the balance, and is owed again. */
export function comeBack(house: House, person: Person, lacking: bigint, at: number): void {
  const loan = lastLoan(house, person)
  const parts = partsOf(house, loan, lacking).filter(({ cents }) => cents > 0n)
  if (!loan || parts.length === 0) return
  const { loan: pool, loanIncome, lent, earned } = house.firm
  const whole = duesOf(house, loan).filter((due) => lacksOf(due) === 0n)
  for (const { due, paid, cents } of parts) due[paid] -= cents
  for (const due of whole) if (lacksOf(due) > 0n) due.graceFrom = dayOf(at)
  const book = (cents: bigint, from: Account, beside: Account) => {
    if (cents === 0n) return
    house.add(from, -cents)
    for (const account of [person.cash, person.owed, beside]) house.add(account, cents)
  }
  const principal = sumOf(parts.filter(({ paid }) => paid === 'paidPrincipal'))
  book(principal, pool, lent)
  book(sumOf(parts) - principal, loanIncome, earned)
  person.totals.loans += sumOf(parts)
  house.principal.back -= principal
  runAgain(house, loan)
}

/** It runs again, what was paid early to be due when it was; or all stays due, as two have decided. */
function runAgain(house: House, loan: Loan): void {
  const dues = duesOf(house, loan)
  if (loan.status === 'defaulted' || dues.some(({ kind }) => kind === 'default')) {
    loan.status = 'defaulted'
    return
  }
  for (const due of dues) {
    const principal = due.principal - due.paidPrincipal
    if (due.kind !== 'early' || principal === 0n) continue
    Object.assign(loan, unpaidEarly(loan, principal, loan.months))
    due.principal = due.paidPrincipal
  }
  loan.nextDue = nextDayOf(loan)
  if (loan.left > 0n || lacksIn(dues) > 0n) loan.status = 'running'
}
