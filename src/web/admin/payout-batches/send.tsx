import { useSendPayoutBatchMutation } from '../../api/payout-batches.ts'
import { useCommand } from '../../api/use-command.ts'
import { usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { Question } from '../../ui/dialog.tsx'
import { Explain } from '../../ui/explain.tsx'
import { Note } from '../../ui/states.tsx'
import { useOvertaken } from '../coin-payouts/overtaken.tsx'
import { isWhole } from '../coin-payouts/payments.tsx'
import { payouts } from '../coin-payouts/words.ts'
import { watchedOf } from './overtaken.ts'
import { coinsOf, feeInDollars, type OpenBatch } from './words.ts'

/** Says what leaves, and sends the id that it shows: a batch that is another by then is refused. */
export function Send({ open, onClose }: { open: OpenBatch; onClose(): void }) {
  const { batch, payments } = open
  const [trigger] = useSendPayoutBatchMutation()
  const { give, busy, isSent, problem } = useCommand({
    trigger,
    otherwise: 'It is not known whether it was sent. Reload the page before you try again.',
    onDone: onClose,
  })
  const instead = useOvertaken(watchedOf(open), isSent, onClose)
  const { dollars, share } = feeInDollars(batch)
  const isAsRecorded = isWhole(payments)
  return (
    <Question
      title="Send this batch?"
      open
      onClose={onClose}
      confirm={`Send ${coinsOf(batch.quantity)}`}
      busyText="Sending..."
      busy={busy}
      cannot={!isAsRecorded}
      instead={instead}
      onConfirm={() => void give({ id: batch.id, txid: batch.txid })}
    >
      <p>
        {coinsOf(batch.quantity)} and the network’s fee leave the firm’s wallet at once. What the
        network has taken can’t be taken back by anybody.
      </p>
      <Explain
        lines={[
          { label: 'To', amount: payouts(batch.payments) },
          { label: 'Amount', amount: usd(batch.amount) },
          { label: 'In coins', amount: coinsOf(batch.quantity) },
          {
            label: 'Network fee',
            note: `${dollars}, ${share} of what is paid`,
            amount: coinsOf(batch.fee),
          },
          { label: 'Transaction', note: <Address>{batch.txid}</Address>, amount: '' },
        ]}
      />
      {!isAsRecorded && (
        <Note tone="bad">
          A request of this batch is not what was recorded of it: it can’t be sent.
        </Note>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}
