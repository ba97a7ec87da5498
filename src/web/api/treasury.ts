/** The firm's own money, and the clock of the demonstration. */
import { api, books } from './api.ts'
import { getFirmActivity } from '../../contract/activity.ts'
import { moveClock } from '../../contract/demo.ts'
import {
  approveFunding,
  fundPool,
  getFundings,
  getTreasury,
  payInCapital,
  refuseFunding,
} from '../../contract/treasury.ts'
import { byCursor } from './paging.ts'
import type { Body, Reply } from './request.ts'

type Page = Reply<typeof getFirmActivity>

const treasury = api.injectEndpoints({
  endpoints: (build) => ({
    treasury: build.query<Reply<typeof getTreasury>, void>({
      query: () => ({ endpoint: getTreasury }),
      providesTags: ['Treasury'],
    }),
    firmActivity: build.infiniteQuery<Page, void, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ pageParam }) => ({
        endpoint: getFirmActivity,
        query: { limit: '10', cursor: pageParam || undefined },
      }),
      providesTags: ['Treasury'],
    }),
    fundings: build.query<Reply<typeof getFundings>, void>({
      query: () => ({ endpoint: getFundings, query: { status: 'open', limit: '200' } }),
      providesTags: ['Treasury'],
    }),
    approveFunding: build.mutation<
      Reply<typeof approveFunding>,
      Body<typeof approveFunding> & { id: string }
    >({
      query: ({ id, ...body }) => ({ endpoint: approveFunding, params: { id }, body }),
      invalidatesTags: ['Treasury', 'Plans'],
    }),
    refuseFunding: build.mutation<
      Reply<typeof refuseFunding>,
      Body<typeof refuseFunding> & { id: string }
    >({
      query: ({ id, ...body }) => ({ endpoint: refuseFunding, params: { id }, body }),
      invalidatesTags: ['Treasury'],
    }),
    payInCapital: build.mutation<Reply<typeof payInCapital>, Body<typeof payInCapital>>({
      query: (body) => ({ endpoint: payInCapital, body }),
      invalidatesTags: ['Treasury'],
    }),
    fundPool: build.mutation<Reply<typeof fundPool>, Body<typeof fundPool>>({
      query: (body) => ({ endpoint: fundPool, body }),
      invalidatesTags: ['Treasury', 'Plans'],
    }),
    moveClock: build.mutation<Reply<typeof moveClock>, Body<typeof moveClock>>({
      query: (body) => ({ endpoint: moveClock, body }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useTreasuryQuery,
  useFundingsQuery,
  useApproveFundingMutation,
  useRefuseFundingMutation,
  useFirmActivityInfiniteQuery,
  usePayInCapitalMutation,
  useFundPoolMutation,
  useMoveClockMutation,
} = treasury
