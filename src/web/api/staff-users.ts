/** The back office's work on users. */
import { api, books } from './api.ts'
import { closeUser, correctUser, creditReferrer, getUsers } from '../../contract/user.ts'
import { byCursor } from './paging.ts'
import type { Body, Params, Reply } from './request.ts'

type Page = Reply<typeof getUsers>

const users = api.injectEndpoints({
  endpoints: (build) => ({
    users: build.infiniteQuery<Page, { search: string }, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: getUsers, query: { search: queryArg.search || undefined, cursor: pageParam || undefined },
      }),
      providesTags: ['User'],
    }),
    correctUser: build.mutation<Reply<typeof correctUser>, Body<typeof correctUser> & Params<typeof correctUser>>({
      query: (body) => ({ endpoint: correctUser, params: { userId: body.userId }, body }), invalidatesTags: books,
    }),
    closeUser: build.mutation<Reply<typeof closeUser>, string>({
      query: (userId) => ({ endpoint: closeUser, params: { userId } }), invalidatesTags: books,
    }),
    creditReferrer: build.mutation<Reply<typeof creditReferrer>, Body<typeof creditReferrer>>({
      query: (body) => ({ endpoint: creditReferrer, body }), invalidatesTags: books,
    }),
  }),
})

export const { useUsersInfiniteQuery, useCorrectUserMutation, useCloseUserMutation, useCreditReferrerMutation } = users
