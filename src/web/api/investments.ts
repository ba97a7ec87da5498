/** The plans on offer and the own investments. */
import { api, ownMoney } from './api.ts'
import { getInvestments, openInvestment } from '../../contract/investment.ts'
import { getPlans } from '../../contract/plan.ts'
import { byCursor } from './paging.ts'
import type { Body, Reply } from './request.ts'

type Page = Reply<typeof getInvestments>

const investments = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<Reply<typeof getPlans>, void>({ query: () => ({ endpoint: getPlans }), providesTags: ['Plans'] }),
    openInvestment: build.mutation<Reply<typeof openInvestment>, Body<typeof openInvestment>>({
      query: (body) => ({ endpoint: openInvestment, body }), invalidatesTags: ownMoney,
    }),
    investments: build.infiniteQuery<Page, { status?: 'running' }, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => ({ endpoint: getInvestments, query: { ...queryArg, cursor: pageParam || undefined } }),
      providesTags: ['Investments'],
    }),
  }),
})

export const { usePlansQuery, useOpenInvestmentMutation, useInvestmentsInfiniteQuery } = investments
