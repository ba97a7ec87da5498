import type { Withdrawal } from '../../contract/withdrawal.ts'
import { centsOf, plainAmount } from '../ui/amount.ts'
import { Badge } from '../ui/badge.tsx'
import { showDate, showDateTime } from '../ui/dates.ts'
import { Explain } from '../ui/explain.tsx'
import { Figure } from '../ui/figure.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Timeline, type Step } from '../ui/timeline.tsx'
import styles from './open-request.module.css'
import { badgeOf, ownWord } from './withdrawal-words.ts'

/** The newest wallet withdrawal while it is on its way: where it stands and what happens to the money. */
export function OpenRequest({ request }: { request: Withdrawal }) {
  return (
    <Sheet title={`Your request of ${showDate(request.createdAt)}`} aside={<Badge state={badgeOf(request.status)}>{ownWord(request.status)}</Badge>} lit>
      <div className={styles.request}>
        <div className="stack">
          <Figure cents={centsOf(request.amount)} />
          <Explain lines={[
            { label: 'To the wallet', amount: request.bankName },
            { label: 'Address', note: <span className={styles.address}>{request.bankNumber}</span>, amount: '' },
            { label: 'Fee', amount: 'none, ever' },
          ]} />
        </div>
        <Timeline steps={stepsOf(request)} />
      </div>
    </Sheet>
  )
}

function stepsOf({ status, amount, createdAt, decidedAt, decidedBy }: Withdrawal): Step[] {
  const held = plainAmount(centsOf(amount))
  const asked: Step = { state: 'done', title: 'Requested', when: showDateTime(createdAt), text: `${held} left your balance and is held in your name.` }
  const paid = { title: 'Paid', text: 'With the payout’s reference, so that you can check it without us.' }
  if (status === 'pending') {
    return [
      asked,
      { state: 'now', title: 'A person looks at it', text: 'You can still cancel it.' },
      { state: 'to-come', title: 'Approved, or rejected with a reason', text: `Rejected: ${held} returns to your balance in the same moment.` },
      { state: 'to-come', ...paid },
    ]
  }
  return [
    asked,
    { state: 'done', title: 'Approved', when: decidedAt ? showDateTime(decidedAt) : undefined, text: `By ${decidedBy ?? 'staff'}. It is still owed to you until it is paid.` },
    { state: 'now', ...paid },
  ]
}
