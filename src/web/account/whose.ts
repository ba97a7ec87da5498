import { createContext, useContext } from 'react'
import type { ActivityItem } from '../../contract/activity.ts'
import { requestPath } from './withdrawal-words.ts'

/** Whose account is shown by the parts that a person's dashboard and staff's page of a user share. */
export type Whose = {
  /** Null: one's own. */
  userId: string | null
  /** Who did something themselves. */
  self: string
  activityPath: string
  /** The page of the request, the investment or the messages that an item is about; null where there is none for who looks. */
  pathOf(item: Pick<ActivityItem, 'about' | 'kind'>): string | null
}

export const isOfMessages = (kind: string) => kind.startsWith('message-')

/** The page of one investment. */
const investmentPath = (id: string) => `/dashboard/investments/${id}`

const pages = { withdrawal: requestPath, investment: investmentPath }

export const announcementsPath = '/dashboard/announcements'

const places: Readonly<Record<string, string>> = { 'announcement-received': announcementsPath }

export const own: Whose = {
  userId: null,
  self: 'you',
  activityPath: '/dashboard/activity',
  pathOf: ({ about, kind }) =>
    isOfMessages(kind)
      ? '/dashboard/messages'
      : (places[kind] ?? (about && pages[about.noun](about.id))),
}

export const WhoseContext = createContext<Whose>(own)

export const useWhose = () => useContext(WhoseContext)
