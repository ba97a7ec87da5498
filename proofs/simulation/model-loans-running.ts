/** Loans that run, thought again: what falls due is taken, late or early, until all is paid, called due, or comes back. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { Loan, LoanApplication, LoanDue } from '../../src/domains/loans/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import { no, Part, said, type By, type House, type Outcome } from './model-house.ts'
import {
  dayOf,
  daysAfter,
  equalPayment,
  fallDue,
  interestSoFar,
  lacksIn,
  lacksOf,
  monthsAfter,
  nextDayOf,
  order,
  paidEarly,
  shareOf,
  startOf,
} from './model-loans-sums.ts'
import type { Account, Person } from './model-state.ts'
import { inDollars } from './model-words.ts'

/** Nobody places what they owe, or moves it to another account here. */
export function notByDebt({ cash, owed }: Person, amount: bigint, how: string): Refusal | null {
  if (owed.balance === 0n || cash.balance - amount >= owed.balance) return null
  const free = cash.balance - owed.balance
  const owes = `You owe ${inDollars(owed.balance)} on a loan`
  return no(
    'loan_owed_first',
    free > 0n
      ? `${owes}: at most ${inDollars(free)} of your balance can be ${how}. Nothing was booked.`
      : `${owes}, and your balance has no more than that. Nothing was booked.`,
  )
}

export const isOwing = ({ status }: Loan) => status === 'running' || status === 'defaulted'

/** Of a loan, in the order in which they came and are paid. */
export const duesOf = ({ loanDues }: House, loan: Loan): LoanDue[] =>
  loanDues.filter((due) => due.loan === loan.id)

/** What ends a loan at this moment. */
export const settlingOf = (house: House, loan: Loan, at: number): bigint =>
  lacksIn(duesOf(house, loan)) + loan.left + interestSoFar(loan, dayOf(at))

const fallsDue = (loan: Loan, at: number) => loan.nextDue !== null && at >= startOf(loan.nextDue)

/** What was charged and paid, of nothing yet. */
const unpaid = { fee: 0n, paidInterest: 0n, paidPrincipal: 0n, paidFee: 0n }

const statusBy = { owed: 'defaulted', 'written-off': 'written-off' } as const

type Split = { principal: bigint; income: bigint }
type OfLoan = { owner: string; loan: string }
type Found = { person: Person; loan: Loan }

export type DefaultFacts = CommandOf<'ProposeLoanDefault'>['facts']

export class Running extends Part {
  lend(one: LoanApplication, { id, at }: By): void {
    const { owner, amount, months, yearlyRate, securityPercent, lateFee, graceDays } = one
    const { firm } = this.house
    const person = this.house.person(owner)!
    const startedOn = dayOf(at)
    const firstDue = monthsAfter(startedOn, 1)
    const security = shareOf(amount, securityPercent)
    this.house.loans.push({
      ...{ id, owner, amount, months, yearlyRate, securityPercent, lateFee, graceDays, security },
      ...{
        withheld: security,
        startedAt: at,
        startedOn,
        firstDue,
        nextDue: firstDue,
        status: 'running',
      },
      ...{ instalment: equalPayment(amount, months, yearlyRate), left: amount, countedFrom: null },
      ...{ nextNumber: 1, lastNumber: months },
    })
    Object.assign(one, { status: 'approved', askedFor: null, decidedAt: at })
    this.house.principal.out += amount
    this.#entered(person, 'loan-paid-out', at, () => {
      this.book(amount, [firm.loan], [person.cash])
      this.book(amount, [], [person.owed, firm.lent])
      this.book(security, [person.cash], [person.security])
      person.totals.loans += amount
    })
  }

  unfitToCall({ user: owner, loan: id, amount, rest }: DefaultFacts, by: By): Refusal | null {
    const staff = this.house.underStaff(owner, by)
    if ('code' in staff) return staff
    const found = this.#owing({ owner, loan: id })
    if ('code' in found) return found
    const { loan } = found
    if (loan.status === 'defaulted' && rest === 'owed') return no('loan_called_due')
    if (fallsDue(loan, by.at)) return no('falls_due_now')
    if (lacksIn(duesOf(this.house, loan)) === 0n) return no('loan_not_overdue')
    return `${loan.amount}` === amount ? null : no('not_as_shown')
  }

  /** All of it is due; what was withheld pays what it can, and what is too much of that goes back. */
  call({ user, loan: id, rest }: DefaultFacts, { id: command, at }: By): void {
    const { person, loan } = this.#owing({ owner: user, loan: id }) as Found
    const { withheld } = loan
    const dueOn = dayOf(at)
    const owedToday = settlingOf(this.house, loan, at)
    const status = owedToday <= withheld ? 'repaid' : statusBy[rest]
    const kind = status === 'written-off' ? 'loan-written-off' : 'loan-called-due'
    this.#entered(person, kind, at, () => {
      if (loan.left > 0n) {
        const interest = interestSoFar(loan, dueOn)
        this.#charge(person, interest)
        this.#fall(loan, command, { kind: 'default', dueOn, interest, principal: loan.left }, dueOn)
      }
      const paid = this.#pay(loan, withheld)
      this.#settle(paid, [person.security, person.owed], person)
      this.book(withheld - paid.principal - paid.income, [person.security], [person.cash])
      if (status === 'written-off') this.#writeOff(person, loan)
      Object.assign(loan, { left: 0n, nextDue: null, withheld: 0n, status })
    })
  }

  #writeOff(person: Person, loan: Loan): void {
    const { lent, earned } = this.house.firm
    const dues = duesOf(this.house, loan)
    const principal = dues.reduce((sum, due) => sum + due.principal - due.paidPrincipal, 0n)
    this.book(principal, [lent, person.owed], [])
    this.book(lacksIn(dues) - principal, [earned, person.owed], [])
    this.house.principal.gone += principal
  }

  // How it runs.

  #owing({ owner, loan: id }: OfLoan): Found | Refusal {
    const person = this.house.holder(owner)
    if ('code' in person) return person
    const loan = this.house.loans.find((one) => one.id === id)
    if (loan?.owner !== owner) return no('unknown_loan')
    return isOwing(loan) ? { person, loan } : no('loan_ended')
  }

  charge({ number, ...of }: CommandOf<'ChargeInstalment'>, { id, at, actor }: By): Outcome {
    if (actor !== null) return no('forbidden')
    const found = this.#owing(of)
    if ('code' in found) return found
    const { person, loan } = found
    const isNext = loan.left > 0n && loan.nextNumber === number
    if (!isNext || at < startOf(nextDayOf(loan)!)) return no('not_due')
    const { parts, after } = fallDue(loan)
    const whole = lacksIn(duesOf(this.house, loan)) + parts.interest + parts.principal
    const isCovered = person.cash.balance >= whole
    this.#entered(person, isCovered ? 'instalment-paid' : 'instalment-lacking', at, () => {
      this.#charge(person, parts.interest)
      this.#fall(loan, id, { kind: 'instalment', ...parts }, dayOf(at))
      Object.assign(loan, after)
      this.#take(person, loan, isCovered ? whole : person.cash.balance)
    })
    return said(200, 'Due')
  }

  collect(of: CommandOf<'CollectLoan'>, { at, actor }: By): Outcome {
    if (actor !== null) return no('forbidden')
    const found = this.#owing(of)
    if ('code' in found) return found
    const { person, loan } = found
    const lacks = lacksIn(duesOf(this.house, loan))
    const there = person.cash.balance
    if (lacks === 0n || there === 0n)
      return no('nothing_to_change', 'Nothing is overdue that can be paid.')
    this.#entered(person, 'loan-collected', at, () =>
      this.#take(person, loan, lacks < there ? lacks : there),
    )
    return said(200, 'Taken')
  }

  chargeFee({ due: id, ...of }: CommandOf<'ChargeLateFee'>, { at, actor }: By): Outcome {
    if (actor !== null) return no('forbidden')
    const found = this.#owing(of)
    if ('code' in found) return found
    const { person, loan } = found
    const due = duesOf(this.house, loan).find((one) => one.id === id)
    if (due?.kind !== 'instalment' || loan.status === 'defaulted') return no('unknown_loan')
    const isLate = lacksOf(due) > 0n && at >= startOf(daysAfter(due.graceFrom, loan.graceDays + 1))
    if (!isLate || due.fee !== 0n) return no('not_due')
    this.#entered(person, 'late-fee-charged', at, () => {
      due.fee = loan.lateFee
      this.#charge(person, loan.lateFee)
    })
    return said(200, 'Charged')
  }

  repay({ amount: asked, keeping, ...of }: CommandOf<'RepayLoan'>, by: By): Outcome {
    const { id, at } = by
    if (by.actor !== of.owner) return no('forbidden')
    const found = this.#owing(of)
    if ('code' in found) return found
    const { person, loan } = found
    if (fallsDue(loan, at)) return no('falls_due_now')
    const whole = settlingOf(this.house, loan, at)
    const amount = asked ?? whole
    if (amount > whole)
      return no(
        'more_than_owed',
        `${inDollars(whole)} settles this loan today. Nothing was booked.`,
      )
    if (person.cash.balance < amount)
      return no(
        'insufficient_balance',
        `Your balance doesn’t cover ${inDollars(amount)}. Nothing was booked.`,
      )
    const today = dayOf(at)
    const interest = interestSoFar(loan, today)
    const ahead = amount - lacksIn(duesOf(this.house, loan))
    if (ahead > 0n && ahead <= interest)
      return no(
        'too_little_early',
        `Until today ${inDollars(interest)} of interest has come together. Nothing was booked: pay more than that, or wait for the next instalment.`,
      )
    this.#entered(person, 'loan-repaid', at, () => {
      if (ahead > 0n) {
        const principal = ahead - interest
        this.#charge(person, interest)
        this.#fall(loan, id, { kind: 'early', dueOn: today, interest, principal }, today)
        Object.assign(loan, paidEarly(loan, principal, today, keeping))
      }
      this.#take(person, loan, amount)
    })
    return said(
      200,
      loan.status === 'repaid'
        ? 'Paid: you owe nothing of this loan any more, and its security is in your balance'
        : 'Paid',
    )
  }

  // What all of them do.

  /** Leaves some accounts and comes to others; nothing is booked of nothing. */
  book(cents: bigint, from: readonly Account[], to: readonly Account[]): void {
    if (cents === 0n) return
    for (const account of from) this.house.add(account, -cents)
    for (const account of to) this.house.add(account, cents)
  }

  /** Into a person’s list, with what it did to their balance. */
  #entered(person: Person, kind: string, at: number, make: () => void): void {
    const { balance, entries } = person.cash
    make()
    const moved = person.cash.entries === entries ? null : person.cash.balance - balance
    this.house.enter(person, kind, at, moved)
    this.check(person)
  }

  #charge(person: Person, cents: bigint): void {
    this.book(cents, [], [person.owed, this.house.firm.earned])
  }

  #fall(
    loan: Loan,
    id: string,
    due: Pick<LoanDue, 'kind' | 'dueOn' | 'interest' | 'principal'>,
    today: string,
  ): void {
    const place = duesOf(this.house, loan).length + 1
    this.house.loanDues.push({
      ...{ ...unpaid, ...due, graceFrom: due.dueOn < today ? today : due.dueOn },
      ...{ id, loan: loan.id, owner: loan.owner, place },
    })
  }

  /** What is due of a loan, with this much at most: the oldest first. */
  #pay(loan: Loan, cents: bigint): Split {
    const got = { principal: 0n, income: 0n }
    let there = cents
    for (const due of duesOf(this.house, loan))
      for (const [part, paid] of order) {
        const lacks = due[part] - due[paid]
        const some = lacks < there ? lacks : there
        due[paid] += some
        there -= some
        got[part === 'principal' ? 'principal' : 'income'] += some
      }
    return got
  }

  #settle({ principal, income }: Split, from: readonly Account[], { totals }: Person): void {
    const { loan: pool, lent, earned, loanIncome } = this.house.firm
    this.book(principal, [...from, lent], [pool])
    this.book(income, [...from, earned], [loanIncome])
    totals.loans -= principal + income
    this.house.principal.back += principal
  }

  /** Out of the balance; with the last cent what was withheld goes back. */
  #take(person: Person, loan: Loan, cents: bigint): void {
    this.#settle(this.#pay(loan, cents), [person.cash, person.owed], person)
    loan.nextDue = nextDayOf(loan)
    if (loan.left > 0n || lacksIn(duesOf(this.house, loan)) > 0n) return
    this.book(loan.withheld, [person.security], [person.cash])
    Object.assign(loan, { status: 'repaid', withheld: 0n })
  }

  /** What is owed is what the loans say; what was lent is with borrowers, back or gone. */
  check({ id, owed, security }: Person): void {
    const mine = this.house.loans.filter((loan) => loan.owner === id && isOwing(loan))
    const said = mine.reduce((sum, loan) => sum + loan.left + lacksIn(duesOf(this.house, loan)), 0n)
    const withheld = mine.reduce((sum, loan) => sum + loan.withheld, 0n)
    const { out, back, gone } = this.house.principal
    if (said !== owed.balance) throw new Error(`${id} owes ${owed.balance}, the loans say ${said}`)
    if (withheld !== security.balance)
      throw new Error(`${security.balance} is withheld of ${id}, the loans say ${withheld}`)
    if (out - back - gone !== this.house.firm.lent.balance)
      throw new Error('Principal went out and is nowhere')
  }
}
