/** The plans on offer, the own investments, and for staff a user's. */
import {
  chooseAtMaturity,
  getInvestment,
  getInvestments,
  getUserInvestments,
  openInvestment,
  undoInvestment,
} from '../../contract/investment.ts'
import { getPlans } from '../../contract/plan.ts'
import { ownMoney } from './api.ts'
import { ownOr, pages, read, send, whose } from './calls.ts'

export const usePlansQuery = read(getPlans, ['Plans']).useQuery
export const useOpenInvestmentMutation = send(openInvestment, ownMoney).useMutation
export const useUndoInvestmentMutation = send(undoInvestment, ownMoney).useMutation
export const useChooseAtMaturityMutation = send(chooseAtMaturity, ownMoney).useMutation
export const useInvestmentQuery = read(getInvestment, ['Investments']).useQuery
export const useInvestmentsInfiniteQuery = pages(
  whose(getInvestments, getUserInvestments),
  ownOr('Investments'),
).useInfiniteQuery
