/** Records all receipts of a statement whose person is known, after one look at them. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { StatementEntry } from '../../../contract/reconciliation.ts'
import { useRecordReceiptMutation } from '../../api/receipts.ts'
import { useInTurn } from '../../api/use-in-turn.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'

const columns: Column<StatementEntry>[] = [
  { head: 'User', kind: 'name', cell: ({ user }) => user!.fullName },
  { head: 'Text', cell: ({ text, party }) => text || party },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
]

export const isRecognised = ({ state, amount, user }: StatementEntry): boolean =>
  state === 'new' && amount > 0 && user !== null

const bodyOf = ({
  user,
  amount,
  reference,
  valueOn: valueDate,
  text,
  partyAccount,
}: StatementEntry) => ({
  ...{ userId: user!.id, amount, reference, valueDate },
  payerText: text || null,
  payerAccount: partyAccount || null,
})

type RecordAllProps = { entries: StatementEntry[]; onRecorded(): void }

export function RecordAll({ entries, onRecorded }: RecordAllProps) {
  const [isAsked, ask] = useState(false)
  const [trigger] = useRecordReceiptMutation()
  const { giveAll, sent, busy, problem } = useInTurn({
    trigger,
    otherwise: 'It was not recorded. Please try again.',
    done: (count) => `${count} receipts are recorded. Another administrator must agree to them.`,
    onEnd(isAll) {
      if (isAll) ask(false)
      onRecorded()
    },
  })
  return (
    <>
      <div className="row">
        <Button onClick={() => ask(true)}>Record the {entries.length} that are recognised</Button>
      </div>
      <Question
        title={`Record ${entries.length} receipts?`}
        open={isAsked}
        onClose={() => ask(false)}
        confirm="Record all"
        busyText={sent ? `Recording ${sent.number} of ${sent.of}...` : 'Recording...'}
        busy={busy}
        onConfirm={() => void giveAll(entries.map(bodyOf))}
      >
        <p className="small">Nothing is booked until another administrator agrees.</p>
        <DataTable
          label="Receipts to record"
          columns={columns}
          rows={entries}
          keyOf={({ line, reference }) => `${line} ${reference}`}
        />
        {problem && <Note tone="bad">{problem}</Note>}
      </Question>
    </>
  )
}
