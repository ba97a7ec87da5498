import type { WaitingWork } from '../../../contract/withdrawal.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { ageOf } from './view.ts'

const howMany = ({ count, more }: WaitingWork) =>
  `${count.toLocaleString('en-US')}${more ? '+' : ''}`
const howMuch = ({ amount, more }: WaitingWork) => `${more ? 'at least ' : ''}${usd(amount)}`

/** How many requests wait for a decision, beside the name of their tab; nothing while there are none. */
export function WaitingBadge() {
  const waiting = useWaiting()
  return waiting && waiting.pending.count > 0 ? (
    <Badge state="pending">{`${howMany(waiting.pending)} waiting`}</Badge>
  ) : null
}

/** What waits, and for how long, above the queue. */
export function WaitingLine() {
  const waiting = useWaiting()
  if (!waiting) return null
  const { pending, approved, now } = waiting
  const since = ({ oldestAt }: WaitingWork) =>
    oldestAt ? `, the oldest for ${ageOf(oldestAt, now)}` : ''
  return (
    <p className="small">
      {pending.count === 0
        ? 'Nothing is waiting for a decision. '
        : `${howMany(pending)} for a decision: ${howMuch(pending)}${since(pending)}. `}
      {approved.count === 0
        ? 'No payout is owed.'
        : `${howMany(approved)} approved, payout not recorded yet: ${howMuch(approved)}${since(approved)}.`}
    </p>
  )
}
