import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { User } from '../../../contract/user.ts'
import { usersCsvPath, useUsersInfiniteQuery } from '../../api/staff-users.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { useAddress } from '../../account/address-query.ts'
import { sayDownload } from '../../ui/download.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/states.tsx'
import { leaving } from '../../ui/unsaved.ts'
import { OpenAccessChanges } from '../access-changes.tsx'
import { WaitingNote } from '../waiting/note.tsx'
import { CreditReferrer } from '../corrections/credit-referrer.tsx'
import { DeleteUser } from '../user/delete.tsx'
import { useHeldRows } from '../held-rows.ts'
import { ListChoice } from '../list-choice.tsx'
import { NewRows } from '../new-rows.tsx'
import { SavedViews } from '../saved-views/menu.tsx'
import styles from '../admin.module.css'
import { UsersTable, type RowTask } from './table.tsx'
import { sortedBy, sortWords, statusWords, viewIn, withView, type UsersView } from './view.ts'

export const meta = titled('Users Management')

export default function Users() {
  const [query, setQuery] = useAddress()
  const view = viewIn(query)
  const change = (changed: Partial<UsersView>, replace = false) =>
    // A row that is being edited may not be in it.
    leaving(() => setQuery((now) => withView(now, changed), { replace }))
  return (
    <div className="stack">
      <WaitingNote
        about="people’s accounts"
        are={({ kind }) => kind === 'correction' || kind === 'credit'}
      />
      <OpenAccessChanges />
      <Sheet
        dense
        title="Users List"
        aside={
          <>
            <SavedViews list="users" query={withView(new URLSearchParams(), view).toString()} />
            <LinkButton
              href={usersCsvPath(view)}
              variant="default"
              size="compact-sm"
              download
              onClick={sayDownload}
            >
              Export as CSV
            </LinkButton>
          </>
        }
      >
        {/* Each letter that is typed isn't a step to go back to. */}
        <ListChoice
          view={view}
          sorts={sortWords}
          statuses={statusWords}
          dense
          onSearch={(search) => change({ search }, true)}
          onChoose={change}
        />
        <List view={view} onSort={(by) => change({ sort: sortedBy(view.sort, by) })} />
      </Sheet>
    </div>
  )
}

function List({ view, onSort }: { view: UsersView; onSort(by: string): void }) {
  const { data, currentData, ...answer } = useUsersInfiniteQuery(view)
  // While another view is on its way, the one before stays.
  const shown = currentData ?? (answer.error ? undefined : data)
  const held = useHeldRows(
    currentData ? JSON.stringify(view) : '',
    useMemo(() => shown?.pages.flatMap((page) => page.data.users) ?? [], [shown]),
    ({ id }) => id,
    answer.hasNextPage,
  )
  const problem = answer.error && <LoadFailed what="data" {...answer} />
  if (!shown) return problem ?? <Waiting rows={6} />
  const users = held.rows
  if (users.length === 0) return <p>No users found.</p>
  return (
    <div className={styles.list} aria-busy={shown !== currentData}>
      <p className="caption" role="status">
        {howMany(users.length, shown.pages[0]!.data.total, answer.hasNextPage)}
      </p>
      <NewRows count={held.coming} onShow={held.show} />
      <Work
        users={users}
        view={view}
        onSort={onSort}
        more={(byItself) => problem ?? <LoadMore {...answer} byItself={byItself} />}
      />
    </div>
  )
}

function howMany(read: number, total: number | undefined, more: boolean): string {
  const users = (count: number) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'user' : 'users'}`
  if (total !== undefined) return users(total)
  return more ? `More than ${users(read)} found` : `${users(read)} found`
}

type WorkProps = {
  users: User[]
  view: UsersView
  onSort(by: string): void
  more(byItself: boolean): ReactNode
}

/** The table, and what is being done to one of its rows. */
function Work({ users, view, onSort, more }: WorkProps) {
  const [task, setTask] = useState<RowTask | null>(null)
  const pressed = useRef<HTMLElement | null>(null)
  const selected = users.find(({ id }) => id === task?.userId) ?? null
  const start = (asked: RowTask, button: HTMLElement) => {
    leaving(() => {
      pressed.current = button
      setTask(asked)
    })
  }
  const done = () => {
    setTask(null)
    // Keyboard focus returns to where it was.
    requestAnimationFrame(() => pressed.current?.focus())
  }
  const credited = task?.kind === 'credit' ? selected : null
  return (
    <>
      <UsersTable
        users={users}
        view={view}
        onSort={onSort}
        task={task}
        onTask={start}
        onDone={done}
      />
      {credited && <CreditReferrer key={credited.id} user={credited} onClose={done} />}
      {more(!credited)}
      <DeleteUser user={task?.kind === 'delete' ? selected : null} onClose={done} />
    </>
  )
}
