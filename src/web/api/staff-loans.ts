/** The back office's decisions on loans, and the book of them. */
import {
  askMoreForLoan,
  drawLoanIncome,
  getLoan,
  getLoanApplication,
  getLoanApplications,
  getLoanBook,
  getUserLoans,
  proposeLoan,
  proposeLoanDefault,
  proposeLoanRefusal,
} from '../../contract/lending.ts'
import { anyUser } from './api.ts'
import { pages, read, send } from './calls.ts'
import type { Reply } from './request.ts'

export type LoanFigures = Reply<typeof getLoanApplication>['data']
export type LoanBook = Reply<typeof getLoanBook>['data']
export type BookedLoan = Reply<typeof getLoan>['data']['loan']

const changed = ['StaffLoans', 'Proposals'] as const
// What is sent, paid or agreed to is heard of as something that happened to a person.
const shown = [...changed, ...anyUser] as const

export const useLoanApplicationsInfiniteQuery = pages(getLoanApplications, shown).useInfiniteQuery
export const useLoanApplicationQuery = read(getLoanApplication, shown).useQuery
export const useLoanBookInfiniteQuery = pages(getLoanBook, shown).useInfiniteQuery
export const useUserLoansQuery = read(getUserLoans, shown).useQuery
export const useLoanQuery = read(getLoan, shown).useQuery
export const useAskMoreForLoanMutation = send(askMoreForLoan, ['StaffLoans']).useMutation
export const useProposeLoanMutation = send(proposeLoan, changed).useMutation
export const useProposeLoanRefusalMutation = send(proposeLoanRefusal, changed).useMutation
export const useProposeLoanDefaultMutation = send(proposeLoanDefault, changed).useMutation
export const useDrawLoanIncomeMutation = send(drawLoanIncome, changed).useMutation
