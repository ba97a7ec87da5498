import { Button } from '@mantine/core'
import type { User } from '../../contract/user.ts'
import { useChangeInFlight } from '../api/store.ts'
import { usd } from '../ui/amount.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import styles from './admin.module.css'
import { EditUser } from './edit-user.tsx'
import { useStaff } from './staff.ts'

/** What is being done to which row. One thing at a time. */
export type RowTask = { kind: 'edit' | 'delete' | 'credit'; userId: string }

const facts: Column<User>[] = [
  { head: 'Full Name', kind: 'name', cell: (user) => user.fullName },
  { head: 'Email', cell: (user) => user.email },
  { head: 'Account Balance', kind: 'amount', cell: (user) => <Amount dollars={user.accountBalance} /> },
  { head: 'Profit', kind: 'amount', cell: (user) => <Amount dollars={user.totalProfit} /> },
  { head: 'Loss', kind: 'amount', cell: (user) => <Amount dollars={user.totalLoss} /> },
  { head: 'Referral Code', kind: 'short', cell: (user) => user.referralCode || '-' },
  { head: 'Referred By', cell: (user) => user.referredBy ?? '-' },
]

type UsersTableProps = { users: User[]; task: RowTask | null; onTask(task: RowTask): void; onDone(): void }

export function UsersTable({ users, task, onTask, onDone }: UsersTableProps) {
  const changing = useChangeInFlight()
  const { mayChange } = useStaff()
  const actions: Column<User> = {
    head: 'Actions', kind: 'actions',
    cell: (user) => <RowActions user={user} busy={changing || (task?.kind === 'edit' && task.userId === user.id)} onTask={onTask} />,
  }
  return (
    <DataTable
      label="Users List" columns={mayChange ? [...facts, actions] : facts} rows={users} keyOf={(user) => user.id}
      inside={(user) => task?.kind === 'edit' && task.userId === user.id && <EditUser user={user} onClose={onDone} />}
    />
  )
}

function Amount({ dollars }: { dollars: number }) {
  return <span className={dollars === 0 ? styles.zero : undefined}>{usd(dollars)}</span>
}

function RowActions({ user, busy, onTask }: { user: User; busy: boolean; onTask(task: RowTask): void }) {
  const start = (kind: RowTask['kind']) => () => onTask({ kind, userId: user.id })
  return (
    <>
      {user.referredById && <Button variant="subtle" size="compact-sm" disabled={busy} onClick={start('credit')}>Credit Referrer</Button>}
      <Button variant="default" size="compact-sm" disabled={busy} onClick={start('edit')}>Edit</Button>
      <Button variant="default" size="compact-sm" disabled={busy} data-danger onClick={start('delete')}>Delete</Button>
    </>
  )
}
