import { createContext, useContext } from 'react'
import type { Capability } from '../../contract/roles.ts'
import type { User } from '../../contract/user.ts'

/** Who works in the back office, and whether they may do this: what they may not isn't shown to them. */
export type Staff = { id: string; fullName: string; may(what: Capability): boolean }

export const StaffContext = createContext<Staff>({ id: '', fullName: '', may: () => false })

export const useStaff = () => useContext(StaffContext)

/** Whether they read how somebody signs in, and where: of colleagues only who reads staff. */
export const readsSignInOf = ({ may }: Staff, { capabilities }: User): boolean =>
  capabilities.length === 0 || may('read-staff')

/** Why this one of staff doesn't act on somebody's account or sign-in, whatever they may do; null where nothing keeps them. */
export function whyNotOn({ id, may }: Staff, user: User): string | null {
  if (user.status === 'closed')
    return 'The account is closed and the person’s data is erased. Its history in the books stays.'
  if (user.id === id) return 'This is your own account: somebody else must act on it.'
  return user.capabilities.length > 0 && !may('give-roles')
    ? 'This person works here: only who gives roles acts on their account.'
    : null
}
