/** The data of the app as RTK Query keeps it. The calls themselves stand beside this file, by noun. */
import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query.ts'

/** What any movement of the own money may have changed. */
export const ownMoney = [
  'Me',
  'Activity',
  'Investments',
  'Loans',
  'OwnWithdrawals',
  'Plans',
  'Verification',
] as const

/** What a decision of staff may have changed. */
export const books = [...ownMoney, 'User', 'Withdrawals', 'Treasury'] as const
/** What a second person may have changed, whatever they agreed to; pages of what it is about show it, too. */
export const decided = [
  'Proposals',
  'Gate',
  'Evidence',
  'Editions',
  'StaffLoans',
  ...books,
] as const

const tags = [
  ...books,
  'AccessChanges',
  'Archives',
  'Closing',
  'Destinations',
  'Documents',
  'Editions',
  'Evidence',
  'Gate',
  'MailChoices',
  'Announcements',
  'Messages',
  'Notes',
  'NotificationChoices',
  'Notifications',
  'Proposals',
  'Risk',
  'Samples',
  'SavedViews',
  'SecondFactors',
  'Sessions',
  'StaffLoans',
  'StaffWork',
] as const

export type Tag = (typeof tags)[number]

/** Of lists: asked for anew whichever of theirs something has happened to. */
export const anyUser = ['User', { type: 'User', id: 'LIST' }] as const
export const anyWithdrawal = ['Withdrawals', { type: 'Withdrawals', id: 'LIST' }] as const

export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: tags,
  // Coming back to a page shows what has happened in the meantime.
  refetchOnMountOrArgChange: 1,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  endpoints: () => ({}),
})
