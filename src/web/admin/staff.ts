import { createContext, useContext } from 'react'

/** Who works in the back office. Auditors read everything, and change nothing but what is their own (`audits`): what changes something else isn't shown to them. */
export type Staff = { id: string; fullName: string; mayChange: boolean; audits: boolean }

export const StaffContext = createContext<Staff>({
  id: '',
  fullName: '',
  mayChange: false,
  audits: false,
})

export const useStaff = () => useContext(StaffContext)
