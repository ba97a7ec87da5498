import { Link } from 'react-router'
import { maturedWithinDays } from '../../../contract/overview.ts'
import { useOverviewQuery } from '../../api/overview.ts'
import { usd } from '../../ui/amount.ts'
import { Note } from '../../ui/states.tsx'

/** What matured lately: nothing remembers when somebody was last here, so a few days are said instead. */
export function MaturedNote() {
  const { data } = useOverviewQuery()
  const matured = data?.data.overview.matured
  if (!matured) return null
  const { count, amount } = matured
  return (
    <Note>
      {count === 1 ? 'One investment has' : `${count} investments have`} matured in the last{' '}
      {maturedWithinDays} days: {usd(amount)} was paid to your balance.{' '}
      <Link to="/dashboard/investments?status=matured">See what matured</Link>
    </Note>
  )
}
