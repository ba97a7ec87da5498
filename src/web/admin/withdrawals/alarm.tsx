import type { StaffWithdrawal } from '../../../contract/withdrawal.ts'
import { Note } from '../../ui/states.tsx'

/** The request isn't what was recorded of it: said in place of where its money would go. */
export function Alarm({ row: { difference } }: { row: StaffWithdrawal }) {
  if (difference === undefined) return null
  return (
    <Note tone="bad">
      <strong>Do not pay this request: it is not what was recorded of it</strong>
      <p>
        Somebody has changed it behind this application: {difference}. Where its money would go is
        not shown, and it can be neither decided nor paid. Tell the operator of the database at
        once, and keep everything as it is.
      </p>
    </Note>
  )
}
