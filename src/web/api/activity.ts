/** What has happened to the own account, and for staff to a user's. */
import {
  getActivity,
  getActivityCsv,
  getActivitySums,
  getStatement,
  getYearCsv,
  getUserActivity,
  getUserActivitySums,
} from '../../contract/activity.ts'
import { keptForLong, ownOr, pages, read, whose } from './calls.ts'
import { addressOf } from './request.ts'

/** What a list is narrowed to; the times in UTC, from the first to before the last. */
export type ActivityChoice = { kind?: string; from?: string; to?: string; search?: string }

const ofWhom = whose(getActivity, getUserActivity)

export const useActivityInfiniteQuery = pages(ofWhom, ownOr('Activity')).useInfiniteQuery
// The past doesn't change, so it is never refetched: otherwise an event would reload every page read so far.
export const useActivityPastInfiniteQuery = pages(ofWhom, [], {
  limit: (cursor) => (cursor ? '200' : '50'),
  ...keptForLong,
}).useInfiniteQuery
export const useActivitySumsQuery = read(
  whose(getActivitySums, getUserActivitySums),
  ownOr('Activity'),
).useQuery

/** Where the browser fetches the list as a file. */
export const activityCsvPath = (choice: ActivityChoice) => addressOf(getActivityCsv, choice)

/** The statement of a month such as `2026-01`. */
/** `period`: `2026-01` or `2026`. */
export const statementPath = (period: string) => addressOf(getStatement, `${period}.pdf`)
export const yearCsvPath = (year: string) => addressOf(getYearCsv, `${year}.csv`)
