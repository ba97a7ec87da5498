/** The back office's work on users. */
import { api, books } from './api.ts'
import { correctUser, creditReferrer } from '../../contract/correction.ts'
import { getNotes, writeNote } from '../../contract/note.ts'
import {
  closeUser,
  freezeUser,
  getReferral,
  getUsers,
  getUsersCsv,
  unfreezeUser,
  type OwnerStatus,
  type UsersSort,
} from '../../contract/user.ts'
import { getUserWithdrawals } from '../../contract/withdrawal.ts'
import { byCursor } from './paging.ts'
import { pathOf, type Body, type Params, type Reply } from './request.ts'

type Page = Reply<typeof getUsers>
type Notes = Reply<typeof getNotes>
type Withdrawals = Reply<typeof getUserWithdrawals>
/** All of them unless said. */
type UserRequests = { userId: string; status?: 'open' }
type StatusChange = { userId: string; to: 'frozen' | 'active'; reason: string }

/** Whom a list shows, in which order; empty where it doesn't matter. */
type UsersChoice = { search: string; sort: UsersSort; status: OwnerStatus | '' }

/** Long enough to come back from a user's page to the same place in a long list. */
const keptForSeconds = 60 * 60

const asked = ({ search, sort, status }: UsersChoice) => ({
  search: search || undefined,
  sort,
  status: status || undefined,
})

const users = api.injectEndpoints({
  endpoints: (build) => ({
    users: build.infiniteQuery<Page, UsersChoice, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: getUsers,
        query: { ...asked(queryArg), cursor: pageParam || undefined },
      }),
      providesTags: ['User', { type: 'User', id: 'LIST' }],
      keepUnusedDataFor: keptForSeconds,
    }),
    referral: build.query<Reply<typeof getReferral>, string>({
      query: (userId) => ({ endpoint: getReferral, params: { userId } }),
      providesTags: ['User'],
    }),
    userWithdrawals: build.infiniteQuery<Withdrawals, UserRequests, string>({
      infiniteQueryOptions: byCursor<Withdrawals>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: getUserWithdrawals,
        params: { userId: queryArg.userId },
        query: { limit: '20', status: queryArg.status, cursor: pageParam || undefined },
      }),
      providesTags: ['User'],
    }),
    notes: build.infiniteQuery<Notes, string, string>({
      infiniteQueryOptions: byCursor<Notes>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: getNotes,
        params: { userId: queryArg },
        query: { limit: '10', cursor: pageParam || undefined },
      }),
      providesTags: ['Notes'],
    }),
    writeNote: build.mutation<
      Reply<typeof writeNote>,
      Params<typeof writeNote> & Body<typeof writeNote>
    >({
      query: ({ userId, ...body }) => ({ endpoint: writeNote, params: { userId }, body }),
      invalidatesTags: ['Notes'],
    }),
    changeStatus: build.mutation<Reply<typeof freezeUser>, StatusChange>({
      query: ({ userId, to, reason }) => ({
        endpoint: to === 'frozen' ? freezeUser : unfreezeUser,
        params: { userId },
        body: { reason },
      }),
      // Frozen staff are signed out everywhere.
      invalidatesTags: [...books, 'Sessions'],
    }),
    correctUser: build.mutation<
      Reply<typeof correctUser>,
      Body<typeof correctUser> & Params<typeof correctUser>
    >({
      query: (body) => ({ endpoint: correctUser, params: { userId: body.userId }, body }),
      invalidatesTags: books,
    }),
    closeUser: build.mutation<Reply<typeof closeUser>, string>({
      query: (userId) => ({ endpoint: closeUser, params: { userId } }),
      invalidatesTags: books,
    }),
    creditReferrer: build.mutation<Reply<typeof creditReferrer>, Body<typeof creditReferrer>>({
      query: (body) => ({ endpoint: creditReferrer, body }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useUsersInfiniteQuery,
  useReferralQuery,
  useUserWithdrawalsInfiniteQuery,
  useNotesInfiniteQuery,
  useWriteNoteMutation,
  useChangeStatusMutation,
  useCorrectUserMutation,
  useCloseUserMutation,
  useCreditReferrerMutation,
} = users

/** Where the browser fetches the list as a file. */
export function usersCsvPath(choice: UsersChoice): string {
  const query = Object.entries(asked(choice)).filter(([, value]) => value !== undefined) as [
    string,
    string,
  ][]
  return `${pathOf({ endpoint: getUsersCsv })}?${new URLSearchParams(query)}`
}
