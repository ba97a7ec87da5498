/** Loans and what was asked for, in the words of both sides. */
import type {
  Loan,
  LoanApplicationStatus,
  LoanPayment,
  LoanStatus,
} from '../../../contract/borrowing.ts'
import type { BadgeState } from '../../ui/badge.tsx'

type Badged = [state: BadgeState, word: string]

export const applicationBadges: Record<LoanApplicationStatus, Badged> = {
  submitted: ['pending', 'In review'],
  'more-asked': ['pending', 'More asked for'],
  approved: ['approved', 'Approved'],
  refused: ['rejected', 'Refused'],
  withdrawn: ['other', 'Withdrawn'],
}

const loanBadges: Record<LoanStatus, Badged> = {
  running: ['running', 'Running'],
  defaulted: ['rejected', 'Called due'],
  repaid: ['paid', 'Repaid'],
  'written-off': ['other', 'Written off'],
}

export const statusWord = (status: LoanStatus): string => loanBadges[status][1]

export const loanBadge = ({ status, overdue }: Pick<Loan, 'status' | 'overdue'>): Badged =>
  status === 'running' && overdue > 0 ? ['pending', 'Overdue'] : loanBadges[status]

export const hasEnded = ({ status }: Pick<Loan, 'status'>) =>
  status === 'repaid' || status === 'written-off'

export const paymentWords: Record<LoanPayment['kind'], string> = {
  'paid-out': 'Paid out to the balance',
  withheld: 'Withheld as security',
  repaid: 'Principal paid back',
  'interest-or-fee': 'Interest and fees paid',
  undone: 'Payment taken back',
  'security-returned': 'Security returned',
  'security-applied': 'Security applied to what was owed',
}

/** `1 month`, `12 months` */
export const monthsOf = (count: number): string => (count === 1 ? '1 month' : `${count} months`)
