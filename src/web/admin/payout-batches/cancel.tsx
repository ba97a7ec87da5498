import { useCancelPayoutBatchMutation } from '../../api/payout-batches.ts'
import { Note } from '../../ui/states.tsx'
import { CancelPayouts } from '../coin-payouts/cancel-payouts.tsx'
import { payouts } from '../coin-payouts/words.ts'
import { watchedOf } from './overtaken.ts'
import type { OpenBatch } from './words.ts'

export function Cancel({ open, onClose }: { open: OpenBatch; onClose(): void }) {
  const { batch, signatures } = open
  const [trigger] = useCancelPayoutBatchMutation()
  return (
    <CancelPayouts id={batch.id} trigger={trigger} watched={watchedOf(open)} onClose={onClose}>
      <p>
        {payouts(batch.payments)} {batch.payments === 1 ? 'waits' : 'wait'} for another batch then,
        and the file for signers is deleted here.
      </p>
      {signatures.length > 0 && (
        <Note>
          It was signed, and anybody with the file can still send it. So it is followed, and booked
          if it is mined. Its withdrawals are neither returned nor paid by hand until something else
          has spent one of its coins, six blocks deep; the next batch that is built for them does
          so.
        </Note>
      )}
    </CancelPayouts>
  )
}
