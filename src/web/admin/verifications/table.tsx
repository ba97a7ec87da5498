import { Link } from 'react-router'
import type { StaffCase } from '../../../contract/verification.ts'
import { countryName } from '../../../lib/countries.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { caseBadge } from '../../account/verification/words.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ageOf } from '../../ui/ages.ts'
import { Selectable, type useSelected } from '../bulk/each.tsx'
import styles from '../list/list.module.css'
import { canBeReminded } from './remind-many.tsx'
import { RiskBadge } from './risk.tsx'
import { casePath, type Work } from './view.ts'
import { sayWhen } from '../zone-shown.ts'

type CasesTableProps = {
  rows: StaffCase[]
  work: Work
  isWide: boolean
  /** The one beside the list, which then has less room. */
  beside: string
  /** Who can be chosen, to be reminded; null where nobody can. */
  selected: ReturnType<typeof useSelected<StaffCase>> | null
  onOpen(caseId: string): void
}

const sentIn: Column<StaffCase> = {
  head: 'Sent in',
  kind: 'date',
  cell: ({ submittedAt }) => sayWhen(submittedAt),
}
const stands: Column<StaffCase> = {
  head: 'Status',
  kind: 'short',
  cell: (row) => <CaseBadge row={row} />,
}
const waiting: Column<StaffCase> = {
  head: 'Withdrawals',
  kind: 'aside',
  cell: ({ pendingWithdrawals }) => withdrawalsWaiting(pendingWithdrawals),
}

const years: Column<StaffCase> = {
  head: 'Age',
  kind: 'short',
  // On a card a number alone says nothing.
  spare: true,
  cell: ({ age }) => age,
}
const country: Column<StaffCase> = {
  head: 'Country',
  kind: 'long',
  cell: (row) => row.country && countryName(row.country),
}
const risk: Column<StaffCase> = {
  head: 'Risk',
  kind: 'short',
  cell: (row) => <RiskBadge row={row} />,
}
const money: Column<StaffCase> = {
  head: 'Money',
  kind: 'amount',
  cell: ({ moneyAtStake }) => usd(moneyAtStake),
}

export function CaseBadge({ row }: { row: StaffCase }) {
  const [state, word] = row.finalRefusal
    ? (['pending', 'Second decision'] as const)
    : caseBadge(row)
  return <Badge state={state}>{word}</Badge>
}

/** `1 withdrawal waits`; empty where none does. */
export function withdrawalsWaiting(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 waiting' : `${count} waiting`
}

const waits = ({ status }: StaffCase) => status === 'submitted'

export function CasesTable({ rows, work, isWide, beside, selected, onOpen }: CasesTableProps) {
  const now = useWaiting()?.now
  const age: Column<StaffCase> = {
    head: 'Waiting',
    kind: 'age',
    cell: (row) => now && waits(row) && ageOf(row.submittedAt, now),
  }
  const user: Column<StaffCase> = {
    head: 'User',
    kind: 'name',
    cell: (row) => {
      const { id, user } = row
      const name = isWide ? (
        <button type="button" className={styles.open} onClick={() => onOpen(id)}>
          {user.fullName}
        </button>
      ) : (
        <Link className={styles.open} to={casePath(id)}>
          {user.fullName}
        </Link>
      )
      return selected && canBeReminded(row) ? (
        <Selectable row={row} of={selected} name={user.fullName}>
          {name}
        </Selectable>
      ) : (
        name
      )
    },
  }
  const isWork = work !== ''
  return (
    <DataTable
      label="What people sent in"
      columns={
        beside
          ? isWork
            ? [user, age]
            : [user, stands]
          : [user, years, country, risk, money, sentIn, stands, waiting, ...(isWork ? [age] : [])]
      }
      rows={rows}
      keyOf={({ id }) => id}
      isCurrent={({ id }) => id === beside}
      dense={beside ? 'few' : true}
    />
  )
}

type WaitingLineProps = { work: Work; rows: StaffCase[]; more: boolean }

/** How many wait, and for how long; nothing where there are none, which the list says. */
export function WaitingLine({ work, rows, more }: WaitingLineProps) {
  const now = useWaiting()?.now
  const oldest = rows.find(waits)
  if (work === '' || !oldest || !now) return null
  const count = `${rows.filter(waits).length}${more ? '+' : ''}`
  return (
    <p className="caption">
      {count} to review, the oldest for {ageOf(oldest.submittedAt, now)}.
    </p>
  )
}
