/** The firm's own money, and the clock of the demonstration. */
import { api, books } from './api.ts'
import { getFirmActivity } from '../../contract/activity.ts'
import { moveClock } from '../../contract/demo.ts'
import { fundPool, getTreasury, payInCapital } from '../../contract/treasury.ts'
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
    payInCapital: build.mutation<Reply<typeof payInCapital>, Body<typeof payInCapital>>({
      query: (body) => ({ endpoint: payInCapital, body }),
      invalidatesTags: ['Treasury', 'Proposals'],
    }),
    fundPool: build.mutation<Reply<typeof fundPool>, Body<typeof fundPool>>({
      query: (body) => ({ endpoint: fundPool, body }),
      invalidatesTags: ['Treasury', 'Plans', 'Proposals'],
    }),
    moveClock: build.mutation<Reply<typeof moveClock>, Body<typeof moveClock>>({
      query: (body) => ({ endpoint: moveClock, body }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useTreasuryQuery,
  useFirmActivityInfiniteQuery,
  usePayInCapitalMutation,
  useFundPoolMutation,
  useMoveClockMutation,
} = treasury
