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

/** A batch is followed by the chain, of which no event tells. */
const everyMs = 5_000
const eachPage = '20'

type Page = Reply<typeof getPayoutBatches>
type OfBatch<B> = { id: string } & B

/** Whatever happens to a request may change what waits. */
const tags = ['Treasury', 'Withdrawals', { type: 'Withdrawals', id: 'LIST' }] as const

const payoutBatches = api.injectEndpoints({
  endpoints: (build) => ({
    payoutBatches: build.infiniteQuery<Page, void, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ pageParam }) => ({
        endpoint: getPayoutBatches,
        query: { limit: eachPage, cursor: pageParam || undefined },
      }),
      providesTags: [...tags],
    }),
    payoutsInCoins: build.query<Page, void>({
      query: () => ({ endpoint: getPayoutBatches, query: { limit: '1' } }),
      providesTags: [...tags],
    }),
    payoutBatch: build.query<Reply<typeof getPayoutBatch>, string>({
      query: (id) => ({ endpoint: getPayoutBatch, params: { id } }),
      providesTags: [...tags],
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

const asked = { pollingInterval: everyMs, skipPollingIfUnfocused: true }

/** Asked again by itself while the page is visible. */
export const usePayoutBatches = () => payoutBatches.usePayoutBatchesInfiniteQuery(undefined, asked)
export const usePayoutBatch = (id: string) => payoutBatches.usePayoutBatchQuery(id, asked)
