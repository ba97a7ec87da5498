/** The own loans: what was asked for, what runs, and how it is paid back. */
import {
  answerLoanApplication,
  applyForLoan,
  getLoanPayments,
  getLoans,
  repayLoan,
  withdrawLoanApplication,
} from '../../contract/borrowing.ts'
import { ownMoney } from './api.ts'
import { read, send } from './calls.ts'
import type { Reply } from './request.ts'

export type OwnLoans = Reply<typeof getLoans>['data']
export type LoanPayments = Reply<typeof getLoanPayments>['data']

// The proof of income is sent in with it.
const applied = ['Loans', 'Activity', 'Documents'] as const

export const useLoansQuery = read(getLoans, ['Loans']).useQuery
export const useLoanPaymentsQuery = read(getLoanPayments, ['Loans']).useQuery
export const useApplyForLoanMutation = send(applyForLoan, applied).useMutation
export const useAnswerLoanApplicationMutation = send(answerLoanApplication, applied).useMutation
export const useWithdrawLoanApplicationMutation = send(withdrawLoanApplication, applied).useMutation
export const useRepayLoanMutation = send(repayLoan, ownMoney).useMutation
