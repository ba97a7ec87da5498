/** What has fallen due of a loan and what of it was paid, and what will: in one table, by day. */
import type { Loan, LoanDue } from '../../../contract/borrowing.ts'
import { formatUsd } from '../../../lib/money.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDay } from '../../ui/dates.ts'

type Row = Loan['coming'][number] & { key: string; due: LoanDue | null }

const lackWords = { instalment: 'Not paid', early: 'Not paid', default: 'Called due' } as const

function statusOf({ due }: Row): [BadgeState, string] {
  if (due === null) return ['other', 'To come']
  const { kind, fee, paid, unpaid } = due
  if (unpaid > 0) return ['pending', paid > 0 ? `Paid ${usd(paid)}` : lackWords[kind]]
  if (kind === 'early') return ['paid', 'Paid early']
  return ['paid', fee > 0 ? 'Paid, with a late fee' : 'Paid']
}

/** What a card has no room for stands in the statement on paper. */
const columns: Column<Row>[] = [
  { head: 'Due', kind: 'name', cell: ({ dueOn }) => showDay(dueOn) },
  {
    head: 'Amount',
    kind: 'amount',
    cell: ({ interest, principal, due }) =>
      formatUsd(centsOf(interest) + centsOf(principal) + centsOf(due?.fee ?? 0)),
  },
  { head: 'Principal', kind: 'amount', spare: true, cell: ({ principal }) => usd(principal) },
  { head: 'Interest', kind: 'amount', spare: true, cell: ({ interest }) => usd(interest) },
  { head: 'Late fee', kind: 'amount', spare: true, cell: ({ due }) => usd(due?.fee ?? 0) },
  {
    head: 'Paid',
    kind: 'amount',
    spare: true,
    cell: ({ due }) => (due === null ? '-' : usd(due.paid)),
  },
  {
    head: 'Status',
    kind: 'short',
    cell(row) {
      const [state, word] = statusOf(row)
      return <Badge state={state}>{word}</Badge>
    },
  },
]

export function LoanSchedule({ loan: { dues, coming } }: { loan: Pick<Loan, 'dues' | 'coming'> }) {
  const rows: Row[] = [
    ...dues.map((due) => ({ ...due, key: due.id, due })),
    ...coming.map((one) => ({ ...one, key: one.dueOn, due: null })),
  ]
  return <DataTable label="Schedule" columns={columns} rows={rows} keyOf={({ key }) => key} dense />
}
