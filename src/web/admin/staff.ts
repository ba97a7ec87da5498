import { createContext, useContext } from 'react'
import type { Capability } from '../../contract/roles.ts'

/** Who works in the back office, and whether they may do this: what they may not isn't shown to them. */
export type Staff = { id: string; fullName: string; may(what: Capability): boolean }

export const StaffContext = createContext<Staff>({ id: '', fullName: '', may: () => false })

export const useStaff = () => useContext(StaffContext)
