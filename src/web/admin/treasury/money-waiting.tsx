import { Link } from 'react-router'
import { useProposalsQuery } from '../../api/proposals.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { Note } from '../../ui/states.tsx'
import { isOfTreasury } from '../waiting/kinds.ts'

/** How much of the firm's own money waits for a second administrator; where no limit is set, nothing ever does. */
export function MoneyWaiting() {
  const { data, ...answer } = useProposalsQuery()
  if (answer.error && !data) return <LoadFailed what="the proposals" {...answer} />
  const count = data?.data.proposals.filter(isOfTreasury).length ?? 0
  if (count === 0) return null
  return (
    <Note>
      {count === 1 ? '1 proposal' : `${count} proposals`} about the firm’s own money{' '}
      {count === 1 ? 'waits' : 'wait'} for another administrator.{' '}
      <Link to="/admin/waiting">See what waits</Link>
    </Note>
  )
}
