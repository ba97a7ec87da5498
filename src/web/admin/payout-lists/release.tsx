import { useReleasePayoutListMutation } from '../../api/payout-lists.ts'
import { useCommand } from '../../api/use-command.ts'
import { usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Explain } from '../../ui/explain.tsx'
import { Note } from '../../ui/states.tsx'
import { useOvertaken } from '../coin-payouts/overtaken.tsx'
import { isWhole } from '../coin-payouts/payments.tsx'
import { payouts } from '../coin-payouts/words.ts'
import { useStaff } from '../staff.ts'
import { watchedOf, usdtOf, type OpenList } from './words.ts'

/** Says what may leave, and sends what it shows: a list that is another by then is refused. */
export function Release({ open, onClose }: { open: OpenList; onClose(): void }) {
  const { list, payments } = open
  const me = useStaff()
  const [trigger] = useReleasePayoutListMutation()
  const { give, busy, isSent, problem } = useCommand({
    trigger,
    otherwise: 'Nothing was released. Please try again.',
    onDone: onClose,
  })
  const instead = useOvertaken(watchedOf(open), isSent, onClose)
  const isAsRecorded = isWhole(payments)
  return (
    <Question
      title="Release this list?"
      open
      onClose={onClose}
      confirm={`Release ${usdtOf(list.quantity)}`}
      busyText="Releasing..."
      busy={busy}
      cannot={!isAsRecorded}
      instead={instead}
      onConfirm={() => void give({ id: list.id, amount: list.amount, payments: list.payments })}
    >
      <p>
        From then on it can be downloaded, signed and sent. Cancelled later, it keeps its
        withdrawals for a day of blocks.
      </p>
      <Explain
        lines={[
          { label: 'To', amount: payouts(list.payments) },
          { label: 'Amount', amount: usd(list.amount) },
          { label: 'In USDT', amount: usdtOf(list.quantity) },
        ]}
      />
      <p className="small">
        {list.builtBy.id === me.id
          ? 'You have made this list: above the limit somebody else must release it.'
          : `${list.builtBy.fullName} has made this list. Above the limit somebody else must release it.`}
      </p>
      {!isAsRecorded && (
        <Note tone="bad">
          A request of this list is not what was recorded of it: it can’t be released.
        </Note>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}
