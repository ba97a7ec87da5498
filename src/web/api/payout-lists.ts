/** Payouts in USDT: what waits for a list, the lists, and one of them. */
import {
  buildPayoutList,
  dropPayoutList,
  getPayoutList,
  getPayoutListFile,
  getPayoutLists,
  releasePayoutList,
} from '../../contract/payout-list.ts'
import { api, books } from './api.ts'
import { byCursor } from './paging.ts'
import { askedAgain, payoutTags } from './payout-batches.ts'
import type { Body, Reply } from './request.ts'

const eachPage = '20'

type Page = Reply<typeof getPayoutLists>

const payoutLists = api.injectEndpoints({
  endpoints: (build) => ({
    payoutLists: build.infiniteQuery<Page, void, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ pageParam }) => ({
        endpoint: getPayoutLists,
        query: { limit: eachPage, cursor: pageParam || undefined },
      }),
      providesTags: [...payoutTags],
    }),
    payoutsInUsdt: build.query<Page, void>({
      query: () => ({ endpoint: getPayoutLists, query: { limit: '1' } }),
      providesTags: [...payoutTags],
    }),
    payoutList: build.query<Reply<typeof getPayoutList>, string>({
      query: (id) => ({ endpoint: getPayoutList, params: { id } }),
      providesTags: [...payoutTags],
    }),
    payoutListFile: build.query<Reply<typeof getPayoutListFile>, string>({
      query: (id) => ({ endpoint: getPayoutListFile, params: { id } }),
      keepUnusedDataFor: 0,
    }),
    buildPayoutList: build.mutation<Reply<typeof buildPayoutList>, Body<typeof buildPayoutList>>({
      query: (body) => ({ endpoint: buildPayoutList, body }),
      invalidatesTags: books,
    }),
    releasePayoutList: build.mutation<
      Reply<typeof releasePayoutList>,
      { id: string } & Body<typeof releasePayoutList>
    >({
      query: ({ id, ...body }) => ({ endpoint: releasePayoutList, params: { id }, body }),
      invalidatesTags: books,
    }),
    dropPayoutList: build.mutation<Reply<typeof dropPayoutList>, string>({
      query: (id) => ({ endpoint: dropPayoutList, params: { id } }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  usePayoutsInUsdtQuery,
  useLazyPayoutListFileQuery,
  useBuildPayoutListMutation,
  useReleasePayoutListMutation,
  useDropPayoutListMutation,
} = payoutLists

export const usePayoutLists = () => payoutLists.usePayoutListsInfiniteQuery(undefined, askedAgain)
export const usePayoutList = (id: string) => payoutLists.usePayoutListQuery(id, askedAgain)
export const usePayingAddress = () =>
  payoutLists.usePayoutsInUsdtQuery(undefined, askedAgain).data?.data.from ?? null
