import { Button, Checkbox } from '@mantine/core'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { isPaidOut } from '../../../contract/withdrawal-types.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { capitalised } from '../../../lib/text.ts'
import { badgeOf } from '../../account/withdrawal-words.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showTimeOrDay } from '../../ui/dates.ts'
import { useStaff } from '../staff.ts'
import list from '../list/list.module.css'
import { waitsForAnother } from './approval.ts'
import type { Chosen } from './bulk-approval.tsx'
import { CannotApprove, useDecisions } from './decisions.tsx'
import type { Decision } from './use-decide.ts'
import { Flags } from './flags.tsx'
import styles from './withdrawals.module.css'
import { ageOf } from '../../ui/ages.ts'
import type { WithdrawalsView } from './view.ts'
import { sayWhen } from '../zone-shown.ts'
import { When } from '../when.tsx'

const amount: Column<QueuedWithdrawal> = {
  head: 'Amount',
  kind: 'amount',
  sortBy: 'amount',
  cell: (row) => usd(row.amount),
}
const status: Column<QueuedWithdrawal> = {
  head: 'Status',
  kind: 'short',
  cell: (row) => <Status row={row} />,
}
/** In a list of work the status is the list's. */
const stands: Column<QueuedWithdrawal> = {
  head: 'Status',
  kind: 'short',
  cell: (row) => <Status row={row} inWork />,
}

const date: Column<QueuedWithdrawal> = {
  head: 'Date',
  kind: 'date',
  sortBy: 'createdAt',
  cell: (row) => (row.createdAt ? <When at={row.createdAt} /> : 'N/A'),
}

const facts: Column<QueuedWithdrawal>[] = [
  {
    head: 'Email',
    kind: 'long',
    cell: (row) => row.user.email || 'N/A',
  },
  amount,
  { head: 'Method', kind: 'aside', cell: (row) => row.method || 'N/A' },
  status,
  date,
]

/** Whether staff still have to act: decide, or record the payout. */
const waits = ({ status: now, type }: QueuedWithdrawal) =>
  now === 'pending' || (now === 'approved' && isPaidOut(type))

type WithdrawalsTableProps = {
  rows: QueuedWithdrawal[]
  view: WithdrawalsView
  /** The request beside the list, or empty: the list then has less room, and what it leaves out stands there. */
  beside: string
  onSort(by: string): void
  chosen: Chosen | null
  onOpen(request: string): void
  onDecide(row: QueuedWithdrawal, what: Decision): void
}

export function WithdrawalsTable(props: WithdrawalsTableProps) {
  const { rows, view, beside, onSort, chosen, onOpen, onDecide } = props
  const now = useWaiting()?.now
  const ageOfRow = (row: QueuedWithdrawal) =>
    now && waits(row) ? ageOf(row.createdAt, now) : undefined
  const age: Column<QueuedWithdrawal> = { head: 'Age', kind: 'age', cell: ageOfRow }
  const actions: Column<QueuedWithdrawal> = {
    head: 'Actions',
    kind: 'actions',
    cell: (row) => <RowActions row={row} onOpen={onOpen} onDecide={onDecide} />,
  }
  const user: Column<QueuedWithdrawal> = {
    head: 'User',
    kind: 'name',
    cell: (row) => <User row={row} chosen={chosen} onOpen={beside ? onOpen : null} />,
  }
  const since: Column<QueuedWithdrawal> = {
    ...date,
    cell: (row) => <Since row={row} age={ageOfRow(row)} />,
  }
  return (
    <DataTable
      label="Withdrawal Requests"
      columns={
        beside ? [user, amount, view.work ? stands : status, since] : [user, ...facts, age, actions]
      }
      rows={rows}
      keyOf={(row) => row._id}
      isCurrent={({ _id }) => _id === beside}
      dense={beside ? 'few' : true}
      sorting={{ by: view.sort.replace('-', ''), descending: view.sort.startsWith('-'), onSort }}
    />
  )
}

/** Whose approval it has already, and what stands out. */
export function Status({ row, inWork = false }: { row: QueuedWithdrawal; inWork?: boolean }) {
  const {
    status: now,
    approvals: [first],
    difference,
    looks,
  } = row
  return (
    <div className={styles.status}>
      {!inWork && <Badge state={badgeOf(now)}>{capitalised(now)}</Badge>}
      {difference !== undefined && (
        <span className={styles.alarm}>Not as recorded: do not pay.</span>
      )}
      {now === 'pending' && first && <FirstOfTwo row={row} first={first} brief={!inWork} />}
      <Flags looks={looks} brief={!inWork} />
    </div>
  )
}

type FirstOfTwoProps = { row: QueuedWithdrawal; first: { by: string; at: string }; brief: boolean }

function FirstOfTwo({ row, first: { by, at }, brief }: FirstOfTwoProps) {
  const now = useWaiting()?.now
  const isOwn = waitsForAnother(row, useStaff().id)
  // Where there is little room the words of its button say it.
  return (
    <span className={brief ? 'hide' : styles.first} title={`${by}, ${sayWhen(at)}`}>
      1 of 2, {by} {now && showTimeOrDay(at, now)}
      {isOwn && <span className="hide">. Waiting for somebody else.</span>}
    </span>
  )
}

type UserProps = {
  row: QueuedWithdrawal
  chosen: Chosen | null
  onOpen: ((request: string) => void) | null
}

/** Beside the list, where there is less room: when it was asked for, and below it how and how long ago. */
function Since({ row, age }: { row: QueuedWithdrawal; age: string | undefined }) {
  return (
    <span className={styles.two}>
      <span>{row.createdAt ? <When at={row.createdAt} /> : 'N/A'}</span>
      <span className={styles.under}>{[row.method || 'N/A', age].filter(Boolean).join(', ')}</span>
    </span>
  )
}

/**
 * With a box to choose the request by, where it can be. Where the request opens beside the list it is pressed, and the email
 * stands below it: there is no column for it.
 */
function User({ row, chosen, onOpen }: UserProps) {
  const name = row.user.fullName || 'N/A'
  return (
    <span className={styles.user}>
      {chosen?.canBe(row) && <Choose row={row} chosen={chosen} />}
      {onOpen ? (
        <span className={styles.two}>
          <button type="button" className={list.open} onClick={() => onOpen(row._id)}>
            {name}
          </button>
          <span className={styles.under}>{row.user.email || 'N/A'}</span>
        </span>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
    </span>
  )
}

function Choose({ row, chosen }: { row: QueuedWithdrawal; chosen: Chosen }) {
  const isChosen = chosen.has(row)
  return (
    <Checkbox
      className={styles.choose}
      aria-label={`Select ${row.user.fullName}’s request for ${usd(row.amount)}`}
      checked={isChosen}
      disabled={!isChosen && chosen.isFull}
      onChange={() => chosen.turn(row)}
    />
  )
}

type RowActionsProps = Pick<WithdrawalsTableProps, 'onOpen' | 'onDecide'> & {
  row: QueuedWithdrawal
}

export function RowActions({ row, onOpen, onDecide }: RowActionsProps) {
  const decisionsFor = useDecisions()
  return (
    <div className="joined">
      <CannotApprove row={row} size="compact-sm" />
      {decisionsFor(row).map(({ what, label, danger }) => (
        <Button
          key={what}
          variant="default"
          size="compact-sm"
          data-danger={danger || undefined}
          onClick={() => onDecide(row, what)}
        >
          {label}
        </Button>
      ))}
      <Button variant="default" size="compact-sm" onClick={() => onOpen(row._id)}>
        View Details
      </Button>
    </div>
  )
}
