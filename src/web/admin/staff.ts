import { createContext, useContext } from 'react'

/** Who works in the back office. Auditors read everything and change nothing: what changes something isn't shown to them. */
export type Staff = { id: string; fullName: string; mayChange: boolean }

export const StaffContext = createContext<Staff>({ id: '', fullName: '', mayChange: false })

export const useStaff = () => useContext(StaffContext)
