import { Link } from 'react-router'
import { usePayoutBlockQuery } from '../../api/payout-block.ts'
import { Note } from '../../ui/states.tsx'

/** While payouts are blocked, wherever staff would pay. */
export function PayoutsBlocked() {
  const { data } = usePayoutBlockQuery()
  if (data?.data.block?.status !== 'open') return null
  return (
    <Note tone="bad">
      Payouts are blocked: the books were restored, and lack what was paid since.{' '}
      <Link to="/admin/payout-block">Payouts after a restore</Link> lists what is to be matched.
    </Note>
  )
}
