/** Agrees to many receipts after one look at all of them. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Proposal } from '../../../contract/proposal.ts'
import { useAgreeToProposalMutation } from '../../api/proposals.ts'
import { useInTurn } from '../../api/use-in-turn.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'

const columns: Column<Proposal>[] = [
  { head: 'User', kind: 'name', cell: ({ about }) => about?.fullName ?? 'Nobody yet: to suspense' },
  { head: 'Text of the payment', cell: ({ words }) => words.payerText ?? '' },
  { head: 'Reference', cell: ({ facts }) => String(facts.reference) },
  { head: 'Amount', kind: 'amount', cell: ({ facts }) => usd(Number(facts.amount)) },
]

export const isReceipt = ({ kind, facts }: Proposal): boolean =>
  kind === 'bank-entry' && facts.entry === 'receipt'

export function AgreeToAll({ receipts }: { receipts: Proposal[] }) {
  const [asked, ask] = useState<Proposal[] | null>(null)
  const [trigger] = useAgreeToProposalMutation()
  const { giveAll, sent, busy, problem } = useInTurn({
    trigger,
    otherwise: 'Nothing was changed. Please try again.',
    done: (count) => `${count} receipts are booked.`,
    onEnd: (isAll) => isAll && ask(null),
  })
  return (
    <>
      <div className="row">
        <Button onClick={() => ask(receipts)}>Agree to {receipts.length} receipts</Button>
      </div>
      <Question
        title={`Agree to ${asked?.length ?? receipts.length} receipts?`}
        open={asked !== null}
        onClose={() => ask(null)}
        confirm="Agree to all"
        busyText={sent ? `Agreeing to ${sent.number} of ${sent.of}...` : 'Agreeing...'}
        busy={busy}
        onConfirm={() => void giveAll(asked!.map(({ id, facts: shown }) => ({ id, shown })))}
      >
        <p className="small">
          Compare them with the bank’s statement: each is booked as it stands here.
        </p>
        <DataTable label="Receipts" columns={columns} rows={asked ?? []} keyOf={({ id }) => id} />
        {problem && <Note tone="bad">{problem}</Note>}
      </Question>
    </>
  )
}
