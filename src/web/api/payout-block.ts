/** Payouts after a restore. */
import {
  addEarlierPayout,
  explainEarlierPayout,
  getPayoutBlock,
  liftPayoutBlock,
} from '../../contract/payout-block.ts'
import { api, books } from './api.ts'
import type { Body, Reply } from './request.ts'

const payoutBlock = api.injectEndpoints({
  endpoints: (build) => ({
    payoutBlock: build.query<Reply<typeof getPayoutBlock>, void>({
      query: () => ({ endpoint: getPayoutBlock }),
      providesTags: ['Treasury', 'Withdrawals'],
    }),
    addEarlierPayout: build.mutation<Reply<typeof addEarlierPayout>, Body<typeof addEarlierPayout>>(
      { query: (body) => ({ endpoint: addEarlierPayout, body }), invalidatesTags: books },
    ),
    explainEarlierPayout: build.mutation<
      Reply<typeof explainEarlierPayout>,
      { id: string; reason: string }
    >({
      query: ({ id, reason }) => ({
        endpoint: explainEarlierPayout,
        params: { id },
        body: { reason },
      }),
      invalidatesTags: books,
    }),
    liftPayoutBlock: build.mutation<Reply<typeof liftPayoutBlock>, { id: string; total: number }>({
      query: ({ id, total }) => ({ endpoint: liftPayoutBlock, params: { id }, body: { total } }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  usePayoutBlockQuery,
  useAddEarlierPayoutMutation,
  useExplainEarlierPayoutMutation,
  useLiftPayoutBlockMutation,
} = payoutBlock
