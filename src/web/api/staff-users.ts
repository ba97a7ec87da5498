/** The back office's work on users. */
import { correctUser, creditReferrer } from '../../contract/correction.ts'
import { getNotes, writeNote } from '../../contract/note.ts'
import {
  closeUser,
  freezeUser,
  getReferral,
  getUsers,
  getUsersCsv,
  unfreezeUser,
} from '../../contract/user.ts'
import { getUserWithdrawals } from '../../contract/withdrawal.ts'
import { anyUser, books } from './api.ts'
import { keptForLong, pages, read, send } from './calls.ts'
import { addressOf, type Argument } from './request.ts'

/** Frozen staff are signed out everywhere. */
const statusChanged = [...books, 'Sessions'] as const

export const useUsersInfiniteQuery = pages(getUsers, anyUser, keptForLong).useInfiniteQuery
export const useReferralQuery = read(getReferral, ['User']).useQuery
export const useUserWithdrawalsInfiniteQuery = pages(getUserWithdrawals, ['User'], {
  limit: '20',
}).useInfiniteQuery
export const useNotesInfiniteQuery = pages(getNotes, ['Notes'], { limit: '10' }).useInfiniteQuery
export const useWriteNoteMutation = send(writeNote, ['Notes']).useMutation
export const useFreezeUserMutation = send(freezeUser, statusChanged).useMutation
export const useUnfreezeUserMutation = send(unfreezeUser, statusChanged).useMutation
export const useCorrectUserMutation = send(correctUser, [...books, 'Proposals']).useMutation
export const useCloseUserMutation = send(closeUser, books).useMutation
export const useCreditReferrerMutation = send(creditReferrer, [...books, 'Proposals']).useMutation

/** Where the browser fetches the list as a file. */
export const usersCsvPath = (choice: Argument<typeof getUsersCsv>) => addressOf(getUsersCsv, choice)
