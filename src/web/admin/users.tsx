import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useUsersInfiniteQuery } from '../api/staff-users.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { titled } from '../seo.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { LoadProblem, Waiting } from '../ui/states.tsx'
import styles from './admin.module.css'
import { CreditReferrer } from './credit-referrer.tsx'
import { DeleteUser } from './delete-user.tsx'
import { UsersTable, type RowTask } from './users-table.tsx'

export const meta = titled('Users Management')

export default function Users() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  return (
    <Sheet
      title="Users List"
      aside={<TextInput className={styles.search} type="search" aria-label="Search by name, e-mail or account ID" placeholder="Name, e-mail or account ID" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />}
    >
      <List search={search} />
    </Sheet>
  )
}

function List({ search }: { search: string }) {
  const { currentData: data, error, isFetching, refetch, ...more } = useUsersInfiniteQuery({ search })
  const [task, setTask] = useState<RowTask | null>(null)
  if (error && !data) return <LoadProblem title={`Error loading data: ${failureText(error, 'Unknown error')}`} status={statusOf(error)} onRetry={refetch} busy={isFetching} />
  if (!data) return <Waiting rows={6} />
  const users = data.pages.flatMap((page) => page.data.users)
  if (users.length === 0) return <p>No users found.</p>
  const selected = users.find(({ id }) => id === task?.userId) ?? null
  const done = () => setTask(null)
  return (
    <div className="stack">
      <UsersTable users={users} task={task} onTask={setTask} onDone={done} />
      <LoadMore {...more} />
      {selected && task?.kind === 'credit' && <CreditReferrer key={selected.id} user={selected} onClose={done} />}
      <DeleteUser user={task?.kind === 'delete' ? selected : null} onClose={done} />
    </div>
  )
}

