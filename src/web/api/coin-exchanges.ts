/** The firm's position in coins, and how two administrators close it. */
import {
  approveCoinEntry,
  getCoinEntries,
  getCoinPosition,
  recordCoinExchange,
  recordPositionCover,
  refuseCoinEntry,
} from '../../contract/coin-exchange.ts'
import { api, books } from './api.ts'
import { byCursor } from './paging.ts'
import type { Body, Reply } from './request.ts'

type Page = Reply<typeof getCoinEntries>
type Chosen = { work?: 'to-approve' }

const everyMs = 10_000

const coinExchanges = api.injectEndpoints({
  endpoints: (build) => ({
    coinPosition: build.query<Reply<typeof getCoinPosition>, void>({
      query: () => ({ endpoint: getCoinPosition }),
      providesTags: ['Treasury'],
    }),
    coinEntries: build.infiniteQuery<Page, Chosen, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: getCoinEntries,
        query: { ...queryArg, cursor: pageParam || undefined },
      }),
      providesTags: ['Treasury'],
    }),
    recordCoinExchange: build.mutation<
      Reply<typeof recordCoinExchange>,
      Body<typeof recordCoinExchange>
    >({
      query: (body) => ({ endpoint: recordCoinExchange, body }),
      invalidatesTags: books,
    }),
    recordPositionCover: build.mutation<
      Reply<typeof recordPositionCover>,
      Body<typeof recordPositionCover>
    >({
      query: (body) => ({ endpoint: recordPositionCover, body }),
      invalidatesTags: books,
    }),
    approveCoinEntry: build.mutation<
      Reply<typeof approveCoinEntry>,
      { id: string } & NonNullable<Body<typeof approveCoinEntry>>
    >({
      query: ({ id, ...body }) => ({ endpoint: approveCoinEntry, params: { id }, body }),
      invalidatesTags: books,
    }),
    refuseCoinEntry: build.mutation<Reply<typeof refuseCoinEntry>, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ endpoint: refuseCoinEntry, params: { id }, body: { reason } }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useCoinEntriesInfiniteQuery,
  useRecordCoinExchangeMutation,
  useRecordPositionCoverMutation,
  useApproveCoinEntryMutation,
  useRefuseCoinEntryMutation,
} = coinExchanges

/** Asked again by itself while the page is visible. */
export const useCoinPosition = () =>
  coinExchanges.useCoinPositionQuery(undefined, {
    pollingInterval: everyMs,
    skipPollingIfUnfocused: true,
  })
