/**
 * A loan runs: instalments fall due and are taken from the balance, what lacks is taken when it comes, a fee is charged once for each
 * that stays unpaid, and its borrower pays early as they like. With the last cent the security goes back to them. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import {
  defineCommand,
  refuse,
  refuseUnlessOpen,
  said,
  type Context,
  type Decision,
} from '../../desk/command.ts'
import { centsIfAny, numberOf, subjectOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { dayNumber, sameDayIn, showDay } from '../../lib/calendar.ts'
import { dayMs, isoFromInstant, type Instant } from '../../lib/instant.ts'
import { instalmentOf, securityOf } from '../../lib/loan.ts'
import { formatUsd, leastOf, type Cents } from '../../lib/money.ts'
import {
  afterEarly,
  afterInstalment,
  dueDayOf,
  feeDayOf,
  interestUntil,
  nextInstalment,
  pay,
  settlingOf,
  unpaidOf,
  type Keeping,
  type Plan,
} from '../../lib/loan-plan.ts'
import { mail } from './mails.ts'
import { charged, repaid, securityReturned } from './postings.ts'
import { duesIn, isOwed, loanDues, loans, loansOf, type Loan, type LoanDue } from './table.ts'

/** The day of a moment, in UTC as the books have it. */
export const dayOf = (at: Instant): string => isoFromInstant(at).slice(0, 10)

export const beginOf = (day: string): Instant => dayNumber(day) * dayMs

/** The day on which the next instalment falls due, if there is one. */
export const nextDueOf = (plan: Plan): string | null =>
  plan.left > 0n ? dueDayOf(plan, plan.nextNumber) : null

/** What is agreed to with a loan, and never changes. */
type LoanTermsKept = Pick<
  Loan,
  'owner' | 'amount' | 'months' | 'yearlyRate' | 'securityPercent' | 'lateFee' | 'graceDays'
>

/** As it begins: the first instalment is due a month after it is paid out. */
export function newLoan(terms: LoanTermsKept, { id, at }: Pick<Context, 'id' | 'at'>): Loan {
  const { amount, months, yearlyRate } = terms
  const startedOn = dayOf(at)
  const plan = {
    ...{ yearlyRate, startedOn, firstDue: sameDayIn(startedOn, 1), left: amount },
    ...{ instalment: instalmentOf(terms, terms), nextNumber: 1 },
    ...{ lastNumber: months, countedFrom: null },
  }
  const security = securityOf(amount, terms)
  return {
    ...{ id, ...terms, ...plan, startedAt: at, status: 'running', nextDue: nextDueOf(plan) },
    ...{ security, withheld: security },
  }
}

export const nonePaid = { fee: 0n, paidInterest: 0n, paidPrincipal: 0n, paidFee: 0n } as const

export type OfLoan = { owner: OwnerId; loan: string }

/** The loan that a command is about, of which something is still owed; or why there is none. */
export function foundLoan(world: World, { owner, loan: id }: OfLoan): Loan | Refusal {
  const closed = refuseUnlessOpen(world.owners.get(owner))
  if (closed) return closed
  const loan = world.get(loans, id)
  if (!loan || loan.owner !== owner) return refuse('unknown_loan')
  return isOwed(loan) ? loan : refuse('loan_ended')
}

/** Of every command about a loan: it is its borrower's, and all of their loans are known. */
const onLoan = {
  subject: ({ owner }: OfLoan) => owner,
  needs: ({ owner }: OfLoan) => ({ owners: [owner], read: loansOf(owner) }),
} as const

/** How it stands before anything is paid: its plan, what was due before, and what falls due now with what is charged. */
type Standing = { loan: Loan; dues: readonly LoanDue[]; charges: readonly Posting[] }

/** Whether something was paid of it, or it is new. */
export const isChanged = (world: World, due: LoanDue): boolean => {
  const before = world.get(loanDues, due.id)
  return !before || unpaidOf(before) !== unpaidOf(due)
}

/**
 * Pays what is due with this much of the balance, which is no more than that. With the last cent the loan is repaid, and the security goes back
 * in the same transaction.
 */
function paidWith(world: World, { loan, dues, charges }: Standing, amount: Cents) {
  const { owner, id } = loan
  const { dues: after, split } = pay(dues, amount)
  const isRepaid = loan.left === 0n && after.every((due) => unpaidOf(due) === 0n)
  return {
    postings: [
      ...charges,
      ...repaid(owner, split),
      ...(isRepaid ? securityReturned(owner, loan.withheld) : []),
    ],
    activity: [],
    put: [
      loans.row({
        ...loan,
        nextDue: nextDueOf(loan),
        ...(isRepaid ? { status: 'repaid', withheld: 0n } : {}),
      }),
      ...after.filter((due) => isChanged(world, due)).map((due) => loanDues.row(due)),
    ],
    facts: {
      loan: id,
      paid: String(amount),
      ...(isRepaid ? { security: String(loan.withheld) } : {}),
    },
    effects: isRepaid
      ? [
          mail({
            ...{ owner, template: 'loan-repaid' },
            values: { security: formatUsd(loan.withheld) },
          }),
        ]
      : [],
  }
}

export const inAll = (dues: readonly LoanDue[]): Cents =>
  dues.reduce((sum, due) => sum + unpaidOf(due), 0n)

const mailOfLacking = ({ owner, lateFee, graceDays }: Loan, graceFrom: string, lacking: Cents) =>
  mail({
    ...{ owner, template: 'instalment-lacking' },
    values: {
      lacking: formatUsd(lacking),
      fee: formatUsd(lateFee),
      feeOn: showDay(feeDayOf(graceFrom, graceDays)),
    },
  })

/** What is charged late, after a loan runs again or the house was away, has its days of grace from then on. */
const laterOf = (one: string, other: string): string => (one > other ? one : other)

/** By the system, under an id of loan and number, so that no instalment falls due twice. */
export type ChargeInstalment = OfLoan & { number: number }

export const chargeInstalment = defineCommand<ChargeInstalment>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      loan: textOf(kept, 'loan'),
      number: numberOf(kept, 'number'),
    },
  }),
  journal: ({ loan, number }) => ({ loan, number }),
  ...onLoan,
  decide(world, c, { id, at, actor }) {
    if (actor !== null) return refuse('forbidden')
    const loan = foundLoan(world, c)
    if ('code' in loan) return loan
    if (loan.nextNumber !== c.number || loan.left === 0n) return refuse('not_due')
    const { dueOn, interest, principal } = nextInstalment(loan)
    if (at < beginOf(dueOn)) return refuse('not_due')
    const before = duesIn(world, loan)
    const due: LoanDue = {
      ...{ id, loan: loan.id, owner: c.owner, place: before.length + 1, kind: 'instalment' },
      ...{ dueOn, graceFrom: laterOf(dueOn, dayOf(at)), interest, principal, ...nonePaid },
    }
    const dues = [...before, due]
    const standing = {
      loan: { ...loan, ...afterInstalment(loan) },
      dues,
      charges: charged(c.owner, interest),
    }
    const whole = inAll(dues)
    const amount = leastOf(world.balance(c.owner, 'cash'), whole)
    const made = paidWith(world, standing, amount)
    const lacking = whole - amount
    return {
      ...made,
      activity: [
        { owner: c.owner, kind: lacking === 0n ? 'instalment-paid' : 'instalment-lacking' },
      ],
      facts: { ...made.facts, interest: String(interest), principal: String(principal), dueOn },
      effects: [
        ...made.effects,
        ...(lacking === 0n ? [] : [mailOfLacking(loan, due.graceFrom, lacking)]),
      ],
    }
  },
  reply: () => said(200, 'Due'),
})

/** By the system: what is overdue is taken from what has come since. */
export type CollectLoan = OfLoan

export const collectLoan = defineCommand<CollectLoan>({
  recall: (kept) => ({ command: { owner: subjectOf(kept), loan: textOf(kept, 'loan') } }),
  journal: ({ loan }) => ({ loan }),
  ...onLoan,
  decide(world, c, { actor }) {
    if (actor !== null) return refuse('forbidden')
    const loan = foundLoan(world, c)
    if ('code' in loan) return loan
    const dues = duesIn(world, loan)
    const amount = leastOf(world.balance(c.owner, 'cash'), inAll(dues))
    if (amount === 0n) return refuse('nothing_to_change', 'Nothing is overdue that can be paid.')
    const made = paidWith(world, { loan, dues, charges: [] }, amount)
    return { ...made, activity: [{ owner: c.owner, kind: 'loan-collected' }] }
  },
  reply: () => said(200, 'Taken'),
})

/** By the system, once for each instalment: never for a fee, and never for what was paid early. */
export type ChargeLateFee = OfLoan & { due: string }

export const chargeLateFee = defineCommand<ChargeLateFee>({
  recall: (kept) => ({
    command: { owner: subjectOf(kept), loan: textOf(kept, 'loan'), due: textOf(kept, 'due') },
  }),
  journal: ({ loan, due }) => ({ loan, due }),
  ...onLoan,
  decide(world, c, { at, actor }) {
    if (actor !== null) return refuse('forbidden')
    const loan = foundLoan(world, c)
    if ('code' in loan) return loan
    const due = duesIn(world, loan).find(({ id }) => id === c.due)
    if (due?.kind !== 'instalment' || loan.status !== 'running') return refuse('unknown_loan')
    const isLate = at >= beginOf(feeDayOf(due.graceFrom, loan.graceDays)) && unpaidOf(due) > 0n
    if (!isLate || due.fee > 0n) return refuse('not_due')
    return {
      postings: charged(c.owner, loan.lateFee),
      activity: [{ owner: c.owner, kind: 'late-fee-charged' }],
      put: [loanDues.row({ ...due, fee: loan.lateFee })],
      facts: { fee: String(loan.lateFee), dueOn: due.dueOn },
      effects: [
        mail({
          ...{ owner: c.owner, template: 'late-fee-charged' },
          values: { fee: formatUsd(loan.lateFee), dueOn: showDay(due.dueOn) },
        }),
      ],
    }
  },
  reply: () => said(200, 'Charged'),
})

/** By the borrower, of a frozen account too: it pays what is owed. `amount` null: all of it, whatever that is on this day. */
export type RepayLoan = OfLoan & { amount: Cents | null; keeping: Keeping }

/** What is paid before it is due, and what that changes; a refusal where nothing of it would be principal. */
function early(
  { loan, dues, charges }: Standing,
  { amount, keeping }: { amount: Cents; keeping: Keeping },
  { id, at }: Pick<Context, 'id' | 'at'>,
): Standing | Refusal {
  const day = dayOf(at)
  const interest = interestUntil(loan, day)
  const principal = amount - interest
  if (principal <= 0n)
    return refuse(
      'too_little_early',
      `Until today ${formatUsd(interest)} of interest has come together. Nothing was booked: pay more than that, or wait for the next instalment.`,
    )
  const due: LoanDue = {
    ...{ id, loan: loan.id, owner: loan.owner, place: dues.length + 1, kind: 'early' },
    ...{ dueOn: day, graceFrom: day, interest, principal, ...nonePaid },
  }
  return {
    loan: { ...loan, ...afterEarly(loan, principal, day, keeping) },
    dues: [...dues, due],
    charges: [...charges, ...charged(loan.owner, interest)],
  }
}

function refusalOfAmount(world: World, owner: OwnerId, amount: Cents, whole: Cents) {
  if (amount > whole)
    return refuse(
      'more_than_owed',
      `${formatUsd(whole)} settles this loan today. Nothing was booked.`,
    )
  return world.balance(owner, 'cash') < amount
    ? refuse(
        'insufficient_balance',
        `Your balance doesn’t cover ${formatUsd(amount)}. Nothing was booked.`,
      )
    : null
}

function decideRepayment(world: World, c: RepayLoan, context: Context): Decision {
  if (context.actor !== c.owner) return refuse('forbidden')
  const loan = foundLoan(world, c)
  if ('code' in loan) return loan
  if (loan.nextDue !== null && context.at >= beginOf(loan.nextDue)) return refuse('falls_due_now')
  const dues = duesIn(world, loan)
  const whole = settlingOf(loan, dues, dayOf(context.at))
  const amount = c.amount ?? whole
  const refusal = refusalOfAmount(world, c.owner, amount, whole)
  if (refusal) return refusal
  const before = { loan, dues, charges: [] }
  const ahead = amount - inAll(dues)
  const standing =
    ahead > 0n ? early(before, { amount: ahead, keeping: c.keeping }, context) : before
  if ('code' in standing) return standing
  const made = paidWith(world, standing, amount)
  return { ...made, activity: [{ owner: c.owner, kind: 'loan-repaid' }] }
}

export const repayLoan = defineCommand<RepayLoan>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      loan: textOf(kept, 'loan'),
      amount: centsIfAny(kept, 'amount') ?? null,
      keeping: textOf(kept, 'keeping') as Keeping,
    },
  }),
  journal: ({ loan, amount, keeping }) => ({
    ...{ loan, keeping },
    ...(amount === null ? {} : { amount: String(amount) }),
  }),
  ...onLoan,
  decide: decideRepayment,
  reply: (world, { loan }) =>
    said(
      200,
      world.get(loans, loan)!.status === 'repaid'
        ? 'Paid: you owe nothing of this loan any more, and its security is in your balance'
        : 'Paid',
    ),
})

/** All that lets a loan run. */
export const loanCommands = {
  ChargeInstalment: chargeInstalment,
  CollectLoan: collectLoan,
  ChargeLateFee: chargeLateFee,
  RepayLoan: repayLoan,
}
