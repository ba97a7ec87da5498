import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { EarlierPayout } from '../../../contract/payout-block.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { When } from '../when.tsx'

type Props = {
  payouts: EarlierPayout[]
  /** Null: nobody here may. */
  onExplain: ((payout: EarlierPayout) => void) | null
}

const states = {
  open: { state: 'pending', word: 'To match' },
  matched: { state: 'approved', word: 'Matched' },
  explained: { state: 'other', word: 'Explained' },
} as const

/** What is to be done about one: its request leads there. */
function Where({ payout: { kind, request, explanation, status } }: { payout: EarlierPayout }) {
  if (status === 'explained') return explanation
  if (request === null) return kind === 'return' ? 'A receipt that was sent back' : 'Added by hand'
  if (request.status === null) return 'Its request is not in the books any more'
  return kind === 'return' ? (
    <Link to="/admin/receipts?list=suspense">Receipt, {request.status}</Link>
  ) : (
    <Link to={`/admin/withdrawals?request=${request.id}`}>Request, {request.status}</Link>
  )
}

export function EarlierPayouts({ payouts, onExplain }: Props) {
  const columns: Column<EarlierPayout>[] = [
    { head: 'Reference', kind: 'name', cell: ({ reference }) => reference },
    {
      head: 'To',
      cell: ({ user, kind }) =>
        user ? (
          <Link to={`/admin/users/${user.id}`}>{user.fullName}</Link>
        ) : kind === 'return' ? (
          'Where a receipt came from'
        ) : (
          'Somebody whom the books do not know any more'
        ),
    },
    { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
    {
      head: 'Paid',
      kind: 'date',
      cell: ({ paidAt }) => (paidAt === null ? 'Not known' : <When at={paidAt} />),
    },
    { head: 'In the books', kind: 'long', cell: (payout) => <Where payout={payout} /> },
    {
      head: 'State',
      cell: ({ status }) => <Badge state={states[status].state}>{states[status].word}</Badge>,
    },
    ...(onExplain
      ? [
          {
            head: 'Action',
            kind: 'actions' as const,
            cell: (payout: EarlierPayout) =>
              payout.status === 'open' ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Explain ${payout.reference}`}
                  onClick={() => onExplain(payout)}
                >
                  Explain
                </Button>
              ) : null,
          },
        ]
      : []),
  ]
  return (
    <DataTable label="Earlier payouts" columns={columns} rows={payouts} keyOf={({ id }) => id} />
  )
}
