/** Payouts in bitcoin: what waits for a batch, the batches, and one of them. */
import {
  buildPayoutBatch,
  dropPayoutBatch,
  getPayoutBatch,
  getPayoutBatches,
  getPayoutFile,
  sendPayoutBatch,
  signPayoutBatch,
} from '../../contract/payout-batch.ts'
import { api, books } from './api.ts'
import { byCursor } from './paging.ts'
import type { Body, Reply } from './request.ts'

const eachPage = '20'

type Page = Reply<typeof getPayoutBatches>
type OfBatch<B> = { id: string } & B

/** Whatever happens to a request may change what waits. */
export const payoutTags = ['Treasury', 'Withdrawals', { type: 'Withdrawals', id: 'LIST' }] as const

const payoutBatches = api.injectEndpoints({
  endpoints: (build) => ({
    payoutBatches: build.infiniteQuery<Page, void, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ pageParam }) => ({
        endpoint: getPayoutBatches,
        query: { limit: eachPage, cursor: pageParam || undefined },
      }),
      providesTags: [...payoutTags],
    }),
    payoutsInCoins: build.query<Page, void>({
      query: () => ({ endpoint: getPayoutBatches, query: { limit: '1' } }),
      providesTags: [...payoutTags],
    }),
    payoutBatch: build.query<Reply<typeof getPayoutBatch>, string>({
      query: (id) => ({ endpoint: getPayoutBatch, params: { id } }),
      providesTags: [...payoutTags],
    }),
    payoutFile: build.query<Reply<typeof getPayoutFile>, string>({
      query: (id) => ({ endpoint: getPayoutFile, params: { id } }),
      keepUnusedDataFor: 0,
    }),
    buildPayoutBatch: build.mutation<Reply<typeof buildPayoutBatch>, Body<typeof buildPayoutBatch>>(
      {
        query: (body) => ({ endpoint: buildPayoutBatch, body }),
        invalidatesTags: books,
      },
    ),
    /** `signed`: a PSBT or a transaction, in base64 or hex. */
    signPayoutBatch: build.mutation<Reply<typeof signPayoutBatch>, OfBatch<{ signed: string }>>({
      query: ({ id, signed }) => ({ endpoint: signPayoutBatch, params: { id }, body: signed }),
      invalidatesTags: books,
    }),
    sendPayoutBatch: build.mutation<Reply<typeof sendPayoutBatch>, OfBatch<{ txid: string }>>({
      query: ({ id, txid }) => ({ endpoint: sendPayoutBatch, params: { id }, body: { txid } }),
      invalidatesTags: books,
    }),
    dropPayoutBatch: build.mutation<Reply<typeof dropPayoutBatch>, string>({
      query: (id) => ({ endpoint: dropPayoutBatch, params: { id } }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  usePayoutsInCoinsQuery,
  useLazyPayoutFileQuery,
  useBuildPayoutBatchMutation,
  useSignPayoutBatchMutation,
  useSendPayoutBatchMutation,
  useDropPayoutBatchMutation,
} = payoutBatches

/** What pays is followed in the chain, of which no event tells: asked again by itself while the page is visible. */
export const askedAgain = { pollingInterval: 5_000, skipPollingIfUnfocused: true }

export const usePayoutBatches = () =>
  payoutBatches.usePayoutBatchesInfiniteQuery(undefined, askedAgain)
export const usePayoutBatch = (id: string) => payoutBatches.usePayoutBatchQuery(id, askedAgain)
