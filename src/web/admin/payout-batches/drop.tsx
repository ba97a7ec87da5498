import { useDropPayoutBatchMutation } from '../../api/payout-batches.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { useDecision } from '../use-decision.ts'
import { useInstead } from './overtaken.tsx'
import { payouts, type OpenBatch } from './words.ts'

export function Drop({ open, onClose }: { open: OpenBatch; onClose(): void }) {
  const { batch, signatures } = open
  const [trigger] = useDropPayoutBatchMutation()
  const { decide, busy, isSent, problem } = useDecision({
    trigger,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  const instead = useInstead(open, isSent, onClose)
  return (
    <Question
      title="Give this batch up?"
      open
      onClose={onClose}
      confirm="Give it up"
      busyText="Giving up..."
      busy={busy}
      danger
      ready
      keep="Keep it"
      instead={instead}
      onConfirm={() => void decide(batch.id)}
    >
      <p>
        {payouts(batch.payments)} {batch.payments === 1 ? 'waits' : 'wait'} for another batch then,
        and the file for signers is deleted here.
      </p>
      {signatures.length > 0 && (
        <Note>
          It was signed: whoever has the file can still send it. So it is followed, and booked if it
          is mined. Its withdrawals are neither returned nor paid by hand until something else has
          spent one of its coins, six blocks deep; the next batch that is built for them does so.
        </Note>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}
