import type { WaitingWork } from '../../../contract/withdrawal.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './withdrawals.module.css'
import { ageOf } from '../../ui/ages.ts'
import type { Work } from './view.ts'

export const howMany = ({ count, more }: WaitingWork) =>
  `${count.toLocaleString('en-US')}${more ? '+' : ''}`
const howMuch = ({ amount, more }: WaitingWork) => `${more ? 'at least ' : ''}${usd(amount)}`

/** How many requests wait for a decision, beside the name of their tab; nothing while there are none. */
export function WaitingBadge() {
  const pending = useWaiting()?.work?.pending
  return pending && pending.count > 0 ? (
    <Badge state="pending">{`${howMany(pending)} waiting`}</Badge>
  ) : null
}

/** What waits, and for how long: in a list of work that is of its own kind. */
export function WaitingLine({ work }: { work: Work }) {
  const waiting = useWaiting()
  if (!waiting?.work) return null
  const { pending, secondApproval, approved } = waiting.work
  const since = ({ oldestAt }: WaitingWork) =>
    oldestAt ? `, the oldest for ${ageOf(oldestAt, waiting.now)}` : ''
  const line = (of: WaitingWork, what: string, none: string) =>
    of.count === 0 ? none : `${howMany(of)} ${what}: ${howMuch(of)}${since(of)}.`
  const lines = {
    decision: line(pending, 'for a decision', 'Nothing is waiting for a decision.'),
    second: line(secondApproval, 'for a second approval', 'Nothing waits for a second approval.'),
    payout: line(approved, 'to pay out', 'No payout is owed.'),
  }
  const said: Record<Work, string> = {
    'to-decide': lines.decision,
    'second-approval': lines.second,
    'to-pay': lines.payout,
    '': `${lines.decision} ${lines.payout}`,
  }
  return <p className={`caption ${styles.waiting}`}>{said[work]}</p>
}
