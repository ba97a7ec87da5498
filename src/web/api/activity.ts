/** What has happened to the own account, and for staff to a user's. */
import { api } from './api.ts'
import {
  getActivity,
  getActivityCsv,
  getActivitySums,
  getStatement,
  getUserActivity,
  getUserActivitySums,
} from '../../contract/activity.ts'
import { byCursor } from './paging.ts'
import { pathOf, type Call, type Reply } from './request.ts'

type Page = Reply<typeof getActivity>

/** What a list is narrowed to; the times in UTC, from the first to before the last. */
export type ActivityChoice = { kind?: string; from?: string; to?: string; search?: string }

/** Whose list: one's own where nobody is named. */
type Asked = ActivityChoice & { userId?: string | null; limit?: string }

const callOf = ({ userId = null, ...query }: Asked, cursor: string): Call => ({
  ...(userId === null
    ? { endpoint: getActivity }
    : { endpoint: getUserActivity, params: { userId } }),
  query: { ...query, cursor: cursor || undefined },
})

/** What of a list, in periods that end where the next begins. */
type SumsAsked = ActivityChoice & { userId?: string | null; bounds: string }

const firstPage = '50'
const laterPages = '200'

/** Long enough to come back from another page to the same place of a long list. */
const keptForSeconds = 60 * 60

const activity = api.injectEndpoints({
  endpoints: (build) => ({
    activity: build.infiniteQuery<Page, Asked, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => callOf(queryArg, pageParam),
      providesTags: (_reply, _error, { userId }) => [userId ? 'User' : 'Activity'],
    }),
    // The past doesn't change, so it is never refetched: otherwise an event would reload every page read so far.
    activityPast: build.infiniteQuery<Page, Asked, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) =>
        callOf({ ...queryArg, limit: pageParam ? laterPages : firstPage }, pageParam),
      keepUnusedDataFor: keptForSeconds,
    }),
    activitySums: build.query<Reply<typeof getActivitySums>, SumsAsked>({
      query: ({ userId = null, ...query }) => ({
        ...(userId === null
          ? { endpoint: getActivitySums }
          : { endpoint: getUserActivitySums, params: { userId } }),
        query,
      }),
      providesTags: (_reply, _error, { userId }) => [userId ? 'User' : 'Activity'],
    }),
  }),
})

export const { useActivityInfiniteQuery, useActivityPastInfiniteQuery, useActivitySumsQuery } =
  activity

/** Where the browser fetches the list as a file. */
export function activityCsvPath(choice: ActivityChoice): string {
  const query = new URLSearchParams(
    Object.entries(choice).filter(([, value]) => value !== undefined),
  ).toString()
  return pathOf({ endpoint: getActivityCsv }) + (query && `?${query}`)
}

/** The statement of a month such as `2026-01`. */
export function statementPath(month: string): string {
  return pathOf({ endpoint: getStatement, params: { file: `${month}.pdf` } })
}
