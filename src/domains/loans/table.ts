/** Loans as they run, and what of each has fallen due. The terms were agreed to with the pay-out and never change. Pure. */
import type { LoanApplicationStatus, LoanStatus } from '../../contract/borrowing.ts'
import { cents, instant, integer, text, uuid, word } from '../../desk/column.ts'
import { reading, type Read } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import { haveSameNumber, othersWithNumberOf, sameNumbersAs } from '../documents/table.ts'
import type { Due, Plan } from '../../lib/loan-plan.ts'

/** What somebody asks to be lent, on the terms that were shown to them. */
export type LoanApplication = {
  id: string
  owner: OwnerId
  amount: Cents
  months: number
  /** In hundredths of a percent. */
  yearlyRate: number
  securityPercent: number
  lateFee: Cents
  graceDays: number
  /** The proof of their income, a document of their own. */
  income: string
  submittedAt: Instant
  /** The day by whose end a decision is due. */
  decideBy: string
  status: LoanApplicationStatus
  /** What more staff have asked for, in their words to the person. */
  askedFor: string | null
  /** Of a refusal, in words to the person. */
  reason: string | null
  decidedAt: Instant | null
}

export const loanApplications = new Table<LoanApplication>({
  name: 'loan_applications',
  as: 'loan_application',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'status', from: ['submitted', 'more-asked'], to: 'withdrawn' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    amount: cents('amount'),
    months: integer('months'),
    yearlyRate: integer('yearly_rate'),
    securityPercent: integer('security_percent'),
    lateFee: cents('late_fee'),
    graceDays: integer('grace_days'),
    income: uuid('income_id', { changes: true }),
    submittedAt: instant('submitted_at', { changes: true }),
    decideBy: text('decide_by', { changes: true }),
    status: word('status', { changes: true }),
    askedFor: text('asked_for', { changes: true, personal: true }),
    reason: text('reason', { later: true, personal: true }),
    decidedAt: instant('decided_at', { later: true }),
  },
})

export type Loan = Plan & {
  id: string
  owner: OwnerId
  amount: Cents
  months: number
  securityPercent: number
  /** Withheld when it was paid out. */
  security: Cents
  /** What of that still is: nothing once it was given back or applied, even where the loan runs again. */
  withheld: Cents
  lateFee: Cents
  graceDays: number
  startedAt: Instant
  status: LoanStatus
  /** Of the instalment that falls due next; null: all of them have, or nothing is left. */
  nextDue: string | null
}

export const loans = new Table<Loan>({
  name: 'loans',
  as: 'loan',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    amount: cents('amount'),
    months: integer('months'),
    yearlyRate: integer('yearly_rate'),
    securityPercent: integer('security_percent'),
    security: cents('security'),
    withheld: cents('withheld', { changes: true }),
    lateFee: cents('late_fee'),
    graceDays: integer('grace_days'),
    startedAt: instant('started_at'),
    startedOn: text('started_on'),
    firstDue: text('first_due'),
    instalment: cents('instalment', { changes: true }),
    nextNumber: integer('next_number', { changes: true }),
    lastNumber: integer('last_number', { changes: true }),
    left: cents('left_cents', { changes: true }),
    countedFrom: text('counted_from', { changes: true }),
    nextDue: text('next_due', { changes: true }),
    status: word('status', { changes: true }),
  },
})

export type LoanDue = Due & {
  /** Of the command that charged it. */
  id: string
  loan: string
  owner: OwnerId
  /** Among those of its loan, from 1: the order in which they are paid. */
  place: number
  /** An instalment, what somebody paid before it was due, or all that was left when two called the loan due. */
  kind: 'instalment' | 'early' | 'default'
  dueOn: string
  /** The day from which the days of grace count: that on which it fell due, or on which what had paid it came back. */
  graceFrom: string
}

export const loanDues = new Table<LoanDue>({
  name: 'loan_dues',
  as: 'loan_due',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    loan: uuid('loan_id'),
    owner: uuid('owner_id'),
    place: integer('place'),
    kind: word('kind'),
    dueOn: text('due_on'),
    graceFrom: text('grace_from', { changes: true }),
    interest: cents('interest'),
    principal: cents('principal', { changes: true }),
    fee: cents('fee', { changes: true }),
    paidInterest: cents('paid_interest', { changes: true }),
    paidPrincipal: cents('paid_principal', { changes: true }),
    paidFee: cents('paid_fee', { changes: true }),
  },
})

const ofBorrower = loans.source<OwnerId>({
  name: 'of-borrower',
  form: 'uuid',
  text: `select ${loans.columns} from ${loans.from} where loan.owner_id = any ($1)`,
})
const duesOfBorrower = loanDues.source<OwnerId>({
  name: 'of-borrower',
  form: 'uuid',
  text: `select ${loanDues.columns} from ${loanDues.from} where loan_due.owner_id = any ($1)`,
})

const applicationsOfBorrower = loanApplications.source<OwnerId>({
  name: 'of-borrower',
  form: 'uuid',
  text: `select ${loanApplications.columns} from ${loanApplications.from} where loan_application.owner_id = any ($1)`,
})

export const applicationsOf = (owner: OwnerId): Read => reading(applicationsOfBorrower, owner)

/** Needs all that a person has ever borrowed: a few loans, each with a line a month. */
export const loansOf = (owner: OwnerId): Read[] => [
  reading(ofBorrower, owner),
  reading(duesOfBorrower, owner),
]

/** Whether something of it is owed: its borrower pays, and is lent nothing else. */
export const isOwed = ({ status }: Pick<Loan, 'status'>): boolean =>
  status === 'running' || status === 'defaulted'

const ofSamePerson = loans.source<OwnerId>({
  name: 'of-same-person',
  form: 'uuid',
  text: `select ${loans.columns} from ${loans.from} where loan.status in ('running', 'defaulted') and loan.owner_id in (${othersWithNumberOf('= any ($1)')})`,
})

/** Needs what is owed by whoever sent a document with the same number under another account. */
export const loansOfSamePerson = (owner: OwnerId): Read[] => [
  reading(ofSamePerson, owner),
  ...sameNumbersAs(owner),
]

/** Whether they owe on a loan of another account. */
export const owesElsewhere = (world: World, owner: OwnerId): boolean =>
  world
    .rows(loans)
    .some(
      (loan) => isOwed(loan) && loan.owner !== owner && haveSameNumber(world, loan.owner, owner),
    )

/** In the order in which they are paid. */
export const duesIn = (world: World, { id, owner }: Pick<Loan, 'id' | 'owner'>): LoanDue[] =>
  world
    .rowsOf(loanDues, owner)
    .filter(({ loan }) => loan === id)
    .toSorted((a, b) => a.place - b.place)
