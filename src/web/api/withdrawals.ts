/** Money out, as the person who asks for it sees it. */
import { api, ownMoney } from './api.ts'
import {
  cancelWithdrawal,
  getOwnWithdrawal,
  getOwnWithdrawals,
  getRecipient,
  requestWithdrawal,
} from '../../contract/withdrawal.ts'
import { byCursor } from './paging.ts'
import type { Body, Reply } from './request.ts'

type Page = Reply<typeof getOwnWithdrawals>

const withdrawals = api.injectEndpoints({
  endpoints: (build) => ({
    requestWithdrawal: build.mutation<
      Reply<typeof requestWithdrawal>,
      Body<typeof requestWithdrawal>
    >({
      query: (body) => ({ endpoint: requestWithdrawal, body }),
      invalidatesTags: ownMoney,
    }),
    cancelWithdrawal: build.mutation<Reply<typeof cancelWithdrawal>, string>({
      query: (id) => ({ endpoint: cancelWithdrawal, params: { id } }),
      invalidatesTags: ownMoney,
    }),
    ownWithdrawals: build.infiniteQuery<Page, void, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ pageParam }) => ({
        endpoint: getOwnWithdrawals,
        query: { cursor: pageParam || undefined },
      }),
      providesTags: ['OwnWithdrawals'],
    }),
    ownWithdrawal: build.query<Reply<typeof getOwnWithdrawal>, string>({
      query: (id) => ({ endpoint: getOwnWithdrawal, params: { id } }),
      providesTags: ['OwnWithdrawals'],
    }),
    recipient: build.query<Reply<typeof getRecipient>, string>({
      query: (accountId) => ({ endpoint: getRecipient, params: { accountId } }),
    }),
  }),
})

export const {
  useRequestWithdrawalMutation,
  useCancelWithdrawalMutation,
  useOwnWithdrawalQuery,
  useOwnWithdrawalsInfiniteQuery,
  useRecipientQuery,
} = withdrawals
