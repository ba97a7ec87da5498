/** Agrees to many entries of a bank’s statement after one look at all of them. */
import type { Proposal } from '../../../contract/proposal.ts'
import { useAgreeToOneOfManyMutation } from '../../api/proposals.ts'
import { usd } from '../../ui/amount.ts'
import type { Column } from '../../ui/data-table.tsx'
import { total } from '../coin-payouts/words.ts'
import { InBulk } from '../in-bulk.tsx'

const columns: Column<Proposal>[] = [
  { head: 'User', kind: 'name', cell: ({ about }) => about?.fullName ?? 'Nobody yet: to suspense' },
  { head: 'Text', cell: ({ words }) => words.payerText ?? words.reason ?? '' },
  { head: 'Reference', cell: ({ facts }) => String(facts.reference) },
  { head: 'Amount', kind: 'amount', cell: ({ facts }) => usd(Number(facts.amount)) },
]

type Alike = { called: string; label: string; are(proposal: Proposal): boolean }

/** What comes in numbers, each by itself. */
const alike: Alike[] = [
  {
    called: 'receipts',
    label: 'Receipts',
    are: ({ kind, facts }) => kind === 'bank-entry' && facts.entry === 'receipt',
  },
  {
    called: 'payouts that came back',
    label: 'Payouts that came back',
    are: ({ kind }) => kind === 'payout-return',
  },
]

/** `rows`: what one may agree to. */
export function AgreeToMany({ rows }: { rows: Proposal[] }) {
  return alike.map((each) => {
    const those = rows.filter((row) => each.are(row))
    return those.length > 1 && <AgreeToAll key={each.called} rows={those} {...each} />
  })
}

function AgreeToAll({ rows, called, label }: Omit<Alike, 'are'> & { rows: Proposal[] }) {
  const [trigger] = useAgreeToOneOfManyMutation()
  return (
    <InBulk
      rows={rows}
      trigger={trigger}
      bodyOf={({ id, facts: shown }) => ({ id, shown })}
      columns={columns}
      keyOf={({ id }) => id}
      label={label}
      button={`Agree to ${rows.length} ${called}`}
      title={(count) => `Agree to ${count} ${called}?`}
      confirm="Agree to all"
      doing="Agreeing to"
      done={(count) => `${count} ${called} are booked.`}
      otherwise="Nothing was changed. Please try again."
    >
      <p className="small">
        Total {total(rows.map(({ facts }) => ({ amount: Number(facts.amount) })))}. Compare them
        with the bank’s statement: each is booked as it stands here.
      </p>
    </InBulk>
  )
}
