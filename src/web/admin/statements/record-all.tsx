/** Records what is recognised on a statement after one look at it: receipts of known people, and payouts that the bank has made. */
import type { StatementEntry } from '../../../contract/reconciliation.ts'
import { useRecordOneOfManyMutation, useReturnOneOfManyMutation } from '../../api/receipts.ts'
import { usePayOneOfManyMutation } from '../../api/staff-withdrawals.ts'
import { usd } from '../../ui/amount.ts'
import type { Column } from '../../ui/data-table.tsx'
import { payouts, total } from '../coin-payouts/words.ts'
import { InBulk } from '../in-bulk.tsx'

const user: Column<StatementEntry> = {
  head: 'User',
  kind: 'name',
  cell: (entry) => entry.user!.fullName,
}

const recording = {
  keyOf: ({ file, line, reference }: StatementEntry) => `${file} ${line} ${reference}`,
  confirm: 'Record all',
  doing: 'Recording',
  otherwise: 'It was not recorded. Please try again.',
}

const receiptColumns: Column<StatementEntry>[] = [
  user,
  { head: 'Text', cell: ({ text, party }) => text || party },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
]

export const isSentBack = ({ state, sentBack }: StatementEntry): boolean =>
  state === 'new' && sentBack !== null

export const isRecognised = ({ state, amount, user: whose, sentBack }: StatementEntry): boolean =>
  state === 'new' && amount > 0 && whose !== null && sentBack === null

const receiptOf = ({
  user: whose,
  amount,
  reference,
  valueOn: valueDate,
  text,
  partyAccount,
}: StatementEntry) => ({
  ...{ userId: whose!.id, amount, reference, valueDate },
  payerText: text || null,
  payerAccount: partyAccount || null,
})

type RecordAllProps = { entries: StatementEntry[]; onRecorded(): void }

export function RecordAll({ entries, onRecorded }: RecordAllProps) {
  const [trigger] = useRecordOneOfManyMutation()
  return (
    <InBulk
      {...recording}
      rows={entries}
      trigger={trigger}
      bodyOf={receiptOf}
      columns={receiptColumns}
      label="Receipts to record"
      button={`Record the ${entries.length} that are recognised`}
      title={(count) => `Record ${count} receipts?`}
      done={(count) => `${count} receipts are recorded. Somebody else must agree to them.`}
      onEnd={onRecorded}
    >
      <p className="small">Total {total(entries)}. Nothing is booked until somebody else agrees.</p>
    </InBulk>
  )
}

const payoutColumns: Column<StatementEntry>[] = [
  user,
  { head: 'Account', cell: ({ payout }) => payout!.destination },
  { head: 'Reference', cell: ({ payout }) => payout!.reference },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(-amount) },
]

const payoutOf = ({ payout, amount }: StatementEntry) => {
  const { withdrawalId: id, destination, reference } = payout!
  return { id, amount: -amount, destination, reference }
}

export function RecordPayouts({ entries, onRecorded }: RecordAllProps) {
  const [trigger] = usePayOneOfManyMutation()
  const made = entries.map(({ amount }) => ({ amount: -amount }))
  return (
    <InBulk
      {...recording}
      rows={entries}
      trigger={trigger}
      bodyOf={payoutOf}
      columns={payoutColumns}
      label="Payouts to record"
      button={`Record ${payouts(entries.length)}`}
      title={(count) => `Record ${payouts(count)}?`}
      done={(count) => `${payouts(count)} ${count === 1 ? 'is' : 'are'} recorded.`}
      onEnd={onRecorded}
    >
      <p className="small">
        Total {total(made)}. The bank names each by the number of its request, with the amount that
        was asked for.
      </p>
    </InBulk>
  )
}

/** Our own number of a payout, which says nothing to whoever was to get it. */
const number = /\b[\da-f]{32}\b/gi

/** What they read of why it came back. */
export const reasonOf = ({ sentBack, text }: StatementEntry): string =>
  (sentBack?.reason ?? text).replaceAll(number, '').trim().slice(0, 500) ||
  'The bank gives no reason'

const returnColumns: Column<StatementEntry>[] = [
  user,
  { head: 'Reason, shown to the user', cell: reasonOf },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
]

const returnOf = (entry: StatementEntry) => {
  const { amount, reference, valueOn: valueDate, sentBack } = entry
  return { id: sentBack!.withdrawalId, amount, reference, valueDate, reason: reasonOf(entry) }
}

export function RecordReturns({ entries, onRecorded }: RecordAllProps) {
  const [trigger] = useReturnOneOfManyMutation()
  return (
    <InBulk
      {...recording}
      rows={entries}
      trigger={trigger}
      bodyOf={returnOf}
      columns={returnColumns}
      label="Payouts that came back"
      button={`Record ${payouts(entries.length)} that came back`}
      title={(count) => `Record ${payouts(count)} that came back?`}
      done={(count) => `${payouts(count)} recorded. Somebody else must agree.`}
      onEnd={onRecorded}
    >
      <p className="small">Total {total(entries)}. Nothing is booked until somebody else agrees.</p>
    </InBulk>
  )
}
