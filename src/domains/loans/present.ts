/** Loans as both sides read them, from rows of theirs. */
import type { Loan, LoanApplication, LoanDue, LoanPayment } from '../../contract/borrowing.ts'
import type { LoanAge } from '../../contract/lending.ts'
import { dayNumber } from '../../lib/calendar.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { effectiveRateOf, securityOf } from '../../lib/loan.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import {
  comingInstalments,
  interestUntil,
  nextInstalment,
  owedOf,
  settlingOf,
  unpaidOf,
} from '../../lib/loan-plan.ts'
import { inAll } from './running.ts'
import {
  isOwed,
  type Loan as KeptLoan,
  type LoanApplication as KeptApplication,
  type LoanDue as KeptDue,
} from './table.ts'

type Terms = Pick<
  KeptLoan,
  'amount' | 'months' | 'yearlyRate' | 'securityPercent' | 'lateFee' | 'graceDays'
>

const presentTerms = (terms: Terms) => ({
  amount: dollarsFromCents(terms.amount),
  months: terms.months,
  yearlyRate: terms.yearlyRate,
  effectiveRate: effectiveRateOf(terms, terms),
  lateFee: dollarsFromCents(terms.lateFee),
  graceDays: terms.graceDays,
})

export const presentApplication = (row: KeptApplication): LoanApplication => ({
  id: row.id,
  ...presentTerms(row),
  security: dollarsFromCents(securityOf(row.amount, row)),
  incomeDocumentId: row.income,
  submittedAt: isoFromInstant(row.submittedAt),
  decideBy: row.decideBy,
  status: row.status,
  askedFor: row.askedFor,
  reason: row.reason,
  decidedAt: row.decidedAt === null ? null : isoFromInstant(row.decidedAt),
})

const presentDue = (due: KeptDue): LoanDue => ({
  id: due.id,
  kind: due.kind,
  dueOn: due.dueOn,
  interest: dollarsFromCents(due.interest),
  principal: dollarsFromCents(due.principal),
  fee: dollarsFromCents(due.fee),
  paid: dollarsFromCents(due.paidInterest + due.paidPrincipal + due.paidFee),
  unpaid: dollarsFromCents(unpaidOf(due)),
})

function nextOf(loan: KeptLoan): Loan['next'] {
  if (loan.nextDue === null) return null
  const { dueOn, interest, principal } = nextInstalment(loan)
  return { dueOn, amount: dollarsFromCents(interest + principal) }
}

const owedNow = (loan: KeptLoan, dues: readonly KeptDue[]): Cents =>
  isOwed(loan) ? owedOf(loan, dues) : 0n

const overdueNow = (loan: KeptLoan, dues: readonly KeptDue[]): Cents =>
  isOwed(loan) ? inAll(dues) : 0n

/** In a line: what of it stands in a list. */
export const presentInList = (loan: KeptLoan, dues: readonly KeptDue[]) => ({
  id: loan.id,
  ...presentTerms(loan),
  security: dollarsFromCents(loan.withheld),
  startedAt: isoFromInstant(loan.startedAt),
  startedOn: loan.startedOn,
  status: loan.status,
  instalment: dollarsFromCents(loan.instalment),
  owed: dollarsFromCents(owedNow(loan, dues)),
  overdue: dollarsFromCents(overdueNow(loan, dues)),
  next: nextOf(loan),
})

/** `dues` in their order; `today` in UTC. */
export const presentLoan = (loan: KeptLoan, dues: readonly KeptDue[], today: string): Loan => ({
  ...presentInList(loan, dues),
  settling: isOwed(loan)
    ? {
        on: today,
        amount: dollarsFromCents(settlingOf(loan, dues, today)),
        interest: dollarsFromCents(loan.left > 0n ? interestUntil(loan, today) : 0n),
      }
    : null,
  dues: dues.map(presentDue),
  coming: comingInstalments(loan).map(({ dueOn, interest, principal }) => ({
    dueOn,
    interest: dollarsFromCents(interest),
    principal: dollarsFromCents(principal),
  })),
})

/** By how many days the oldest that is unpaid is late; null where nothing is owed any more. */
export function ageOf(loan: KeptLoan, dues: readonly KeptDue[], today: string): LoanAge | null {
  if (!isOwed(loan)) return null
  if (loan.status === 'defaulted') return 'defaulted'
  const oldest = dues.find((due) => unpaidOf(due) > 0n)
  const days = oldest ? dayNumber(today) - dayNumber(oldest.dueOn) : 0
  if (days < 1) return 'on-time'
  if (days <= 30) return '1-30'
  if (days <= 60) return '31-60'
  return days <= 90 ? '61-90' : 'over-90'
}

/** A posting about a loan, as its borrower reads it; null where they have no side of it. */
export function kindOfPosting({
  event,
  debit,
  credit,
}: {
  event: string
  debit: string
  credit: string
}): LoanPayment['kind'] | null {
  const legs: Record<string, LoanPayment['kind']> = {
    'loan-paid-out loan-pool cash': 'paid-out',
    'loan-paid-out cash security': 'withheld',
    'loan-repaid cash loan-pool': 'repaid',
    'loan-repaid cash loan-income': 'interest-or-fee',
    'loan-repayment-undone loan-pool cash': 'undone',
    'loan-repayment-undone loan-income cash': 'undone',
    'loan-security-returned security cash': 'security-returned',
    'loan-security-applied security loan-pool': 'security-applied',
    'loan-security-applied security loan-income': 'security-applied',
  }
  return legs[`${event} ${debit} ${credit}`] ?? null
}
