/** The back office's work on plans. */
import {
  changePlan,
  getAllPlans,
  reofferPlan,
  offerPlan,
  withdrawPlan,
} from '../../contract/plan.ts'
import { read, send } from './calls.ts'

const changed = ['Plans', 'Proposals', 'Treasury'] as const

export const useAllPlansQuery = read(getAllPlans, ['Plans']).useQuery
export const useOfferPlanMutation = send(offerPlan, changed).useMutation
export const useChangePlanMutation = send(changePlan, changed).useMutation
export const useWithdrawPlanMutation = send(withdrawPlan, changed).useMutation
export const useReofferPlanMutation = send(reofferPlan, changed).useMutation
