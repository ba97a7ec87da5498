/** The back office's work on plans. */
import { api } from './api.ts'
import {
  changePlan,
  getAllPlans,
  offerAgain,
  offerPlan,
  withdrawPlan,
} from '../../contract/plan.ts'
import type { Body, Params, Reply } from './request.ts'

const changes = ['Plans', 'Proposals', 'Treasury'] as const

const plans = api.injectEndpoints({
  endpoints: (build) => ({
    allPlans: build.query<Reply<typeof getAllPlans>, void>({
      query: () => ({ endpoint: getAllPlans }),
      providesTags: ['Plans'],
    }),
    offerPlan: build.mutation<Reply<typeof offerPlan>, Body<typeof offerPlan>>({
      query: (body) => ({ endpoint: offerPlan, body }),
      invalidatesTags: changes,
    }),
    changePlan: build.mutation<
      Reply<typeof changePlan>,
      Body<typeof changePlan> & Params<typeof changePlan>
    >({
      query: ({ planId, ...body }) => ({ endpoint: changePlan, params: { planId }, body }),
      invalidatesTags: changes,
    }),
    withdrawPlan: build.mutation<Reply<typeof withdrawPlan>, string>({
      query: (planId) => ({ endpoint: withdrawPlan, params: { planId } }),
      invalidatesTags: changes,
    }),
    offerAgain: build.mutation<Reply<typeof offerAgain>, string>({
      query: (planId) => ({ endpoint: offerAgain, params: { planId } }),
      invalidatesTags: changes,
    }),
  }),
})

export const {
  useAllPlansQuery,
  useOfferPlanMutation,
  useChangePlanMutation,
  useWithdrawPlanMutation,
  useOfferAgainMutation,
} = plans
