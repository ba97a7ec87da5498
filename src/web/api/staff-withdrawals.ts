/** The back office's decisions on withdrawals. */
import { api, books } from './api.ts'
import {
  approveWithdrawal, getAllWithdrawals, payWithdrawal, rejectWithdrawal, returnWithdrawal, type Withdrawal,
} from '../../contract/withdrawal.ts'
import { byCursor, nextCursorOf } from './paging.ts'
import type { Reply } from './request.ts'

type Page = { data: { withdrawals: Withdrawal[]; nextCursor: string | null } }
type Reasoned = { id: string; reason: string }

const withdrawals = api.injectEndpoints({
  endpoints: (build) => ({
    withdrawals: build.infiniteQuery<Page, void, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ pageParam }) => ({ endpoint: getAllWithdrawals, query: { cursor: pageParam || undefined } }),
      // The specification makes the reply a bare array, so the next page stands in the Link header.
      transformResponse: (found: Withdrawal[], meta) => ({
        data: { withdrawals: found, nextCursor: nextCursorOf(meta?.response?.headers.get('link') ?? null) },
      }),
      providesTags: ['Withdrawals'],
    }),
    approveWithdrawal: build.mutation<Reply<typeof approveWithdrawal>, string>({
      query: (id) => ({ endpoint: approveWithdrawal, params: { id } }), invalidatesTags: books,
    }),
    rejectWithdrawal: build.mutation<Reply<typeof rejectWithdrawal>, Reasoned>({
      query: ({ id, reason }) => ({ endpoint: rejectWithdrawal, params: { id }, body: { reason } }), invalidatesTags: books,
    }),
    payWithdrawal: build.mutation<Reply<typeof payWithdrawal>, { id: string; reference: string }>({
      query: ({ id, reference }) => ({ endpoint: payWithdrawal, params: { id }, body: { reference } }), invalidatesTags: books,
    }),
    returnWithdrawal: build.mutation<Reply<typeof returnWithdrawal>, Reasoned>({
      query: ({ id, reason }) => ({ endpoint: returnWithdrawal, params: { id }, body: { reason } }), invalidatesTags: books,
    }),
  }),
})

export const {
  useWithdrawalsInfiniteQuery, useApproveWithdrawalMutation, useRejectWithdrawalMutation, usePayWithdrawalMutation, useReturnWithdrawalMutation,
} = withdrawals
