/** The firm's own money, and the clock of the demonstration. */
import { api, books } from './api.ts'
import { moveClock } from '../../contract/demo.ts'
import { fundPool, getTreasury, payInCapital } from '../../contract/treasury.ts'
import type { Body, Reply } from './request.ts'

const treasury = api.injectEndpoints({
  endpoints: (build) => ({
    treasury: build.query<Reply<typeof getTreasury>, void>({ query: () => ({ endpoint: getTreasury }), providesTags: ['Treasury'] }),
    payInCapital: build.mutation<Reply<typeof payInCapital>, Body<typeof payInCapital>>({
      query: (body) => ({ endpoint: payInCapital, body }), invalidatesTags: ['Treasury'],
    }),
    fundPool: build.mutation<Reply<typeof fundPool>, Body<typeof fundPool>>({
      query: (body) => ({ endpoint: fundPool, body }), invalidatesTags: ['Treasury', 'Plans'],
    }),
    moveClock: build.mutation<Reply<typeof moveClock>, Body<typeof moveClock>>({
      query: (body) => ({ endpoint: moveClock, body }), invalidatesTags: books,
    }),
  }),
})

export const { useTreasuryQuery, usePayInCapitalMutation, useFundPoolMutation, useMoveClockMutation } = treasury
