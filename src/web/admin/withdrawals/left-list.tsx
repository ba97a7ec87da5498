/** Requests that a list has lost because somebody else decided them: who did, and what. */
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { usd } from '../../ui/amount.ts'
import { useStaff } from '../staff.ts'
import { Done } from '../overtaken.tsx'
import { useOvertaken } from './overtaken.tsx'

type LeftListProps = {
  rows: readonly QueuedWithdrawal[]
  /** The one beside the list says it itself. */
  beside: string
}

export const LeftList = ({ rows, beside }: LeftListProps) => (
  <div role="status" aria-label="Decided by others">
    {rows.map((row) => row._id !== beside && <Left key={row._id} row={row} />)}
  </div>
)

function Left({ row }: { row: QueuedWithdrawal }) {
  const deed = useOvertaken(row._id, row)
  const { id } = useStaff()
  if (!deed || deed.byId === id) return null
  return (
    <p className="small">
      <bdi>{row.user.fullName}</bdi>, {usd(row.amount)}: <Done {...deed} />
    </p>
  )
}
