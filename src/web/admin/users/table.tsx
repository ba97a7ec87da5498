import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { User } from '../../../contract/user.ts'
import { useChangeInFlight } from '../../api/store.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import styles from '../admin.module.css'
import { Selectable, type useSelected } from '../bulk/each.tsx'
import { EditUser } from '../user/edit.tsx'
import { useStaff } from '../staff.ts'
import { UserLink } from '../way-back.tsx'
import type { UsersView } from './view.ts'

/** What is being done to which row. One thing at a time. */
export type RowTask = { kind: 'edit' | 'delete' | 'credit'; userId: string }
type Selected = ReturnType<typeof useSelected<User>>
type Start = (task: RowTask, pressed: HTMLElement) => void

const name: Column<User> = {
  head: 'Full Name',
  kind: 'name',
  sortBy: 'fullName',
  cell: (user) => <UserLink userId={user.id}>{user.fullName}</UserLink>,
}

/** Of whoever may freeze: an account that is closed can’t be chosen. */
const selectable = (selected: Selected): Column<User> => ({
  ...name,
  cell: (user) =>
    user.status === 'closed' ? (
      name.cell(user)
    ) : (
      <Selectable row={user} of={selected} name={user.fullName}>
        {name.cell(user)}
      </Selectable>
    ),
})

const facts: Column<User>[] = [
  {
    head: 'Email',
    kind: 'line',
    sortBy: 'email',
    cell: (user) => (user.email ? <span title={user.email}>{user.email}</span> : '-'),
  },
  {
    head: 'Account Balance',
    kind: 'amount',
    sortBy: 'accountBalance',
    cell: (user) => <Amount dollars={user.accountBalance} />,
  },
  {
    head: 'Profit',
    kind: 'amount',
    spare: true,
    cell: (user) => <Amount dollars={user.totalProfit} />,
  },
  {
    head: 'Loss',
    kind: 'amount',
    spare: true,
    cell: (user) => <Amount dollars={user.totalLoss} />,
  },
  { head: 'Referral Code', kind: 'short', spare: true, cell: (user) => user.referralCode || '-' },
  { head: 'Referred By', kind: 'long', spare: true, cell: (user) => user.referredBy ?? '-' },
]

type UsersTableProps = {
  users: User[]
  view: UsersView
  /** Null: nothing is done to several. */
  selected: Selected | null
  onSort(by: string): void
  task: RowTask | null
  onTask: Start
  onDone(): void
}

export function UsersTable(props: UsersTableProps) {
  const { users, view, selected, onSort, task, onTask, onDone } = props
  const changing = useChangeInFlight()
  const { may } = useStaff()
  const acts = may('edit-people') || may('close-accounts')
  const isEdited = (user: User) => task?.kind === 'edit' && task.userId === user.id
  const actions: Column<User> = {
    head: 'Actions',
    kind: 'actions',
    cell: (user) => <RowActions user={user} busy={changing || isEdited(user)} onTask={onTask} />,
  }
  return (
    <DataTable
      label="Users List"
      columns={[selected ? selectable(selected) : name, ...facts, ...(acts ? [actions] : [])]}
      rows={users}
      keyOf={(user) => user.id}
      sorting={{ by: view.sort.replace('-', ''), descending: view.sort.startsWith('-'), onSort }}
      dense
      inside={(user) => isEdited(user) && <EditUser user={user} onClose={onDone} />}
    />
  )
}

function Amount({ dollars }: { dollars: number }) {
  return <span className={dollars === 0 ? styles.zero : undefined}>{usd(dollars)}</span>
}

/** An account that is closed has nothing left to be changed. */
function RowActions({ user, busy, onTask }: { user: User; busy: boolean; onTask: Start }) {
  const start =
    (kind: RowTask['kind']) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) =>
      onTask({ kind, userId: user.id }, currentTarget)
  const { may } = useStaff()
  if (user.status === 'closed') return null
  return (
    <div className={`joined ${styles.rowActions}`}>
      {may('edit-people') && user.referredById && (
        <Button variant="default" size="compact-sm" disabled={busy} onClick={start('credit')}>
          Credit Referrer
        </Button>
      )}
      {may('edit-people') && (
        <Button variant="default" size="compact-sm" disabled={busy} onClick={start('edit')}>
          Edit
        </Button>
      )}
      {may('close-accounts') && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={busy}
          data-danger
          onClick={start('delete')}
        >
          Delete
        </Button>
      )}
    </div>
  )
}
