import { createContext, useContext } from 'react'

/** Whose account is shown by the parts that a person's dashboard and staff's page of a user share. */
export type Whose = {
  /** Null: one's own. */
  userId: string | null
  /** Who did something themselves. */
  self: string
  activityPath: string
}

export const own: Whose = { userId: null, self: 'you', activityPath: '/dashboard/activity' }

export const WhoseContext = createContext<Whose>(own)

export const useWhose = () => useContext(WhoseContext)
