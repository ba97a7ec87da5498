import { Button, Checkbox } from '@mantine/core'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { badgeOf, capitalised } from '../../account/withdrawal-words.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Email } from '../email.tsx'
import type { Chosen } from './bulk-approval.tsx'
import { waitsForAnother } from './approval.ts'
import { useDecisions, type Decision } from './decisions.tsx'
import { Flags } from './flags.tsx'
import { useStaff } from '../staff.ts'
import styles from './withdrawals.module.css'
import { ageOf, type WithdrawalsView } from './view.ts'

const facts: Column<QueuedWithdrawal>[] = [
  { head: 'Email', cell: (row) => (row.user.email ? <Email address={row.user.email} /> : 'N/A') },
  { head: 'Amount', kind: 'amount', sortBy: 'amount', cell: (row) => usd(row.amount) },
  { head: 'Method', cell: (row) => row.method || 'N/A' },
  { head: 'Status', kind: 'short', cell: (row) => <Status row={row} /> },
  {
    head: 'Date',
    kind: 'date',
    sortBy: 'createdAt',
    cell: (row) => (row.createdAt ? showDateTime(row.createdAt) : 'N/A'),
  },
]

/** Whether staff still have to act: decide, or record the payout. */
const waits = ({ status, type }: QueuedWithdrawal) =>
  status === 'pending' || (status === 'approved' && type === 'bank_transfer')

/** What somebody chose in a row: to decide about it, or to see its details. */
export type Asked = { row: QueuedWithdrawal; what: Decision | 'details' }

type WithdrawalsTableProps = {
  rows: QueuedWithdrawal[]
  view: WithdrawalsView
  onSort(by: string): void
  chosen: Chosen | null
  onAsk(asked: Asked): void
}

export function WithdrawalsTable({ rows, view, onSort, chosen, onAsk }: WithdrawalsTableProps) {
  const now = useWaiting()?.now
  const age: Column<QueuedWithdrawal> = {
    head: 'Age',
    kind: 'short',
    cell: (row) => now && waits(row) && ageOf(row.createdAt, now),
  }
  const actions: Column<QueuedWithdrawal> = {
    head: 'Actions',
    kind: 'actions',
    cell: (row) => <RowActions row={row} onAsk={onAsk} />,
  }
  const user: Column<QueuedWithdrawal> = {
    head: 'User',
    kind: 'name',
    cell: (row) => <User row={row} chosen={chosen} />,
  }
  return (
    <DataTable
      label="Withdrawal Requests"
      columns={[user, ...facts, age, actions]}
      rows={rows}
      keyOf={(row) => row._id}
      sorting={{ by: view.sort.replace('-', ''), descending: view.sort.startsWith('-'), onSort }}
    />
  )
}

/** Whose approval it has already: that one is told that it waits for another, who finds it. */
function Status({ row }: { row: QueuedWithdrawal }) {
  const {
    status,
    approvals: [first],
    difference,
    looks,
  } = row
  const isOwn = waitsForAnother(row, useStaff().id)
  return (
    <div>
      <Badge state={badgeOf(status)}>{capitalised(status)}</Badge>
      {difference !== undefined && (
        <p className={`caption ${styles.first} ${styles.alarm}`}>Not as recorded: do not pay.</p>
      )}
      <Flags looks={looks} />
      {status === 'pending' && first && (
        <p className={`caption ${styles.first}`}>
          1 of 2: {first.by}
          {isOwn && '. Waiting for another administrator.'}
        </p>
      )}
    </div>
  )
}

/** With a box to choose the request by, where it can be. */
function User({ row, chosen }: { row: QueuedWithdrawal; chosen: Chosen | null }) {
  const name = row.user.fullName || 'N/A'
  return chosen?.canBe(row) ? (
    <span className={styles.user}>
      <Choose row={row} chosen={chosen} />
      {name}
    </span>
  ) : (
    name
  )
}

function Choose({ row, chosen }: { row: QueuedWithdrawal; chosen: Chosen }) {
  const isChosen = chosen.has(row)
  return (
    <Checkbox
      aria-label={`Select ${row.user.fullName}’s request for ${usd(row.amount)}`}
      checked={isChosen}
      disabled={!isChosen && chosen.isFull}
      onChange={() => chosen.turn(row)}
    />
  )
}

function RowActions({ row, onAsk }: { row: QueuedWithdrawal; onAsk(asked: Asked): void }) {
  const decisionsFor = useDecisions()
  return (
    <div className={styles.actions}>
      {decisionsFor(row).map(({ what, label, danger }) => (
        <Button
          key={what}
          variant="default"
          size="compact-sm"
          data-danger={danger || undefined}
          onClick={() => onAsk({ row, what })}
        >
          {label}
        </Button>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => onAsk({ row, what: 'details' })}>
        View Details
      </Button>
    </div>
  )
}
