/** What staff search for by a few words: the first of whatever matches. */
import { api } from './api.ts'
import { getUsers } from '../../contract/user.ts'
import { getAllWithdrawals } from '../../contract/withdrawal.ts'
import type { Reply } from './request.ts'

const first = '6'

const search = api.injectEndpoints({
  endpoints: (build) => ({
    foundUsers: build.query<Reply<typeof getUsers>, string>({
      query: (words) => ({ endpoint: getUsers, query: { search: words, limit: first } }),
      providesTags: ['User'],
    }),
    foundWithdrawals: build.query<Reply<typeof getAllWithdrawals>, string>({
      query: (words) => ({ endpoint: getAllWithdrawals, query: { search: words, limit: first } }),
      providesTags: ['Withdrawals'],
    }),
  }),
})

export const { useFoundUsersQuery, useFoundWithdrawalsQuery } = search
