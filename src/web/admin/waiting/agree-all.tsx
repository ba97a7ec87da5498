/** Agrees to many receipts after one look at all of them. */
import type { Proposal } from '../../../contract/proposal.ts'
import { useAgreeToOneOfManyMutation } from '../../api/proposals.ts'
import { usd } from '../../ui/amount.ts'
import type { Column } from '../../ui/data-table.tsx'
import { total } from '../coin-payouts/words.ts'
import { InBulk } from '../in-bulk.tsx'

const columns: Column<Proposal>[] = [
  { head: 'User', kind: 'name', cell: ({ about }) => about?.fullName ?? 'Nobody yet: to suspense' },
  { head: 'Text of the payment', cell: ({ words }) => words.payerText ?? '' },
  { head: 'Reference', cell: ({ facts }) => String(facts.reference) },
  { head: 'Amount', kind: 'amount', cell: ({ facts }) => usd(Number(facts.amount)) },
]

export const isReceipt = ({ kind, facts }: Proposal): boolean =>
  kind === 'bank-entry' && facts.entry === 'receipt'

export function AgreeToAll({ receipts }: { receipts: Proposal[] }) {
  const [trigger] = useAgreeToOneOfManyMutation()
  return (
    <InBulk
      rows={receipts}
      trigger={trigger}
      bodyOf={({ id, facts: shown }) => ({ id, shown })}
      columns={columns}
      keyOf={({ id }) => id}
      label="Receipts"
      button={`Agree to ${receipts.length} receipts`}
      title={(count) => `Agree to ${count} receipts?`}
      confirm="Agree to all"
      doing="Agreeing to"
      done={(count) => `${count} receipts are booked.`}
      otherwise="Nothing was changed. Please try again."
    >
      <p className="small">
        Total {total(receipts.map(({ facts }) => ({ amount: Number(facts.amount) })))}. Compare them
        with the bank’s statement: each is booked as it stands here.
      </p>
    </InBulk>
  )
}
