/** The plans on offer, the own investments, and for staff a user's. */
import { api, ownMoney } from './api.ts'
import {
  getInvestment,
  getInvestments,
  getUserInvestments,
  openInvestment,
  undoInvestment,
  type InvestmentStatus,
} from '../../contract/investment.ts'
import { getPlans } from '../../contract/plan.ts'
import { byCursor } from './paging.ts'
import type { Body, Reply } from './request.ts'

type Asked = { status?: InvestmentStatus | undefined; userId?: string | null }
type Page = Reply<typeof getInvestments>

const investments = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<Reply<typeof getPlans>, void>({
      query: () => ({ endpoint: getPlans }),
      providesTags: ['Plans'],
    }),
    openInvestment: build.mutation<Reply<typeof openInvestment>, Body<typeof openInvestment>>({
      query: (body) => ({ endpoint: openInvestment, body }),
      invalidatesTags: ownMoney,
    }),
    undoInvestment: build.mutation<Reply<typeof undoInvestment>, string>({
      query: (id) => ({ endpoint: undoInvestment, params: { id } }),
      invalidatesTags: ownMoney,
    }),
    investment: build.query<Reply<typeof getInvestment>, string>({
      query: (id) => ({ endpoint: getInvestment, params: { id } }),
      providesTags: ['Investments'],
    }),
    investments: build.infiniteQuery<Page, Asked, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg: { userId = null, ...query }, pageParam }) => ({
        ...(userId === null
          ? { endpoint: getInvestments }
          : { endpoint: getUserInvestments, params: { userId } }),
        query: { ...query, cursor: pageParam || undefined },
      }),
      providesTags: (_reply, _error, { userId }) => [userId ? 'User' : 'Investments'],
    }),
  }),
})

export const {
  usePlansQuery,
  useOpenInvestmentMutation,
  useUndoInvestmentMutation,
  useInvestmentQuery,
  useInvestmentsInfiniteQuery,
} = investments
