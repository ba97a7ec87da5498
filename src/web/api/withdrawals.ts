/** Money out, as the person who asks for it sees it. */
import { api, ownMoney } from './api.ts'
import {
  cancelWithdrawal,
  getOwnWithdrawal,
  getOwnWithdrawals,
  getReceipt,
  getRecipient,
  getUsualTimes,
  requestWithdrawal,
} from '../../contract/withdrawal.ts'
import { byCursor } from './paging.ts'
import { pathOf, type Body, type Reply } from './request.ts'

/** Where the receipt of a request lies. */
export const receiptPath = (id: string) => pathOf({ endpoint: getReceipt, params: { id } })

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
    usualTimes: build.query<Reply<typeof getUsualTimes>, void>({
      query: () => ({ endpoint: getUsualTimes }),
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
  useUsualTimesQuery,
} = withdrawals
