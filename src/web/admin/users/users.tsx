import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { User } from '../../../contract/user.ts'
import { usersCsvPath, useUsersInfiniteQuery } from '../../api/staff-users.ts'
import { titled } from '../../seo.ts'
import { useAddress } from '../../account/address-query.ts'
import { leaving } from '../../ui/unsaved.ts'
import { OpenAccessChanges } from '../access-changes.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { CreditReferrer } from '../corrections/credit-referrer.tsx'
import { DeleteUser } from '../user/delete.tsx'
import { useSelected } from '../bulk/each.tsx'
import { ListChoice } from '../list/choice.tsx'
import { List, useListed } from '../list/listed.tsx'
import { ListSheet } from '../list/sheet.tsx'
import { FreezeMany } from './freeze-many.tsx'
import { UsersTable, type RowTask } from './table.tsx'
import { sortedBy, sortWords, statusWords, viewIn, withView, type UsersView } from './view.ts'

export const meta = titled('Users Management')

export default function Users() {
  const [query, setQuery] = useAddress()
  const view = viewIn(query)
  const { may } = useStaff()
  const change = (changed: Partial<UsersView>, replace = false) =>
    // A row that is being edited may not be in it.
    leaving(() => setQuery((now) => withView(now, changed), { replace }))
  return (
    <div className="stack">
      <WaitingNote
        about="people’s accounts"
        are={({ kind }) => kind === 'correction' || kind === 'referral-credit'}
      />
      <OpenAccessChanges />
      <ListSheet
        title="Users List"
        list="users"
        query={withView(new URLSearchParams(), view).toString()}
        {...(may('export-people') ? { csv: usersCsvPath(view) } : {})}
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
        <Listed view={view} onSort={(by) => change({ sort: sortedBy(view.sort, by) })} />
      </ListSheet>
    </div>
  )
}

function Listed({ view, onSort }: { view: UsersView; onSort(by: string): void }) {
  const [task, setTask] = useState<RowTask | null>(null)
  const answer = useUsersInfiniteQuery(view)
  const listed = useListed(answer, {
    what: 'data',
    view: JSON.stringify(view),
    rowsOf: (page) => page.data.users,
    keyOf: ({ id }) => id,
    byItself: task?.kind !== 'credit',
  })
  const { rows, first, hasNextPage } = listed
  const { may } = useStaff()
  const selected = useSelected(rows, ({ id }) => id)
  const [isFreezing, setFreezing] = useState(false)
  return (
    <List
      of={listed}
      empty={<p>No users found.</p>}
      head={
        rows.length > 0 && (
          <div className="row">
            <p className="caption" role="status">
              {howMany(rows.length, first?.data.total, hasNextPage)}
            </p>
            {may('freeze') && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={selected.rows.length === 0}
                onClick={() => setFreezing(true)}
              >
                Freeze selected ({selected.rows.length})…
              </Button>
            )}
          </div>
        )
      }
    >
      {(users) => (
        <>
          <Work
            users={users}
            view={view}
            selected={may('freeze') ? selected : null}
            onSort={onSort}
            task={task}
            onTask={setTask}
          />
          {isFreezing && (
            <FreezeMany
              users={selected.rows}
              onClose={() => {
                selected.none()
                setFreezing(false)
              }}
            />
          )}
        </>
      )}
    </List>
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
  selected: ReturnType<typeof useSelected<User>> | null
  onSort(by: string): void
  task: RowTask | null
  onTask(task: RowTask | null): void
}

/** The table, and what is being done to one of its rows. */
function Work({ users, view, selected: chosen, onSort, task, onTask }: WorkProps) {
  const pressed = useRef<HTMLElement | null>(null)
  const selected = users.find(({ id }) => id === task?.userId) ?? null
  const start = (asked: RowTask, button: HTMLElement) => {
    leaving(() => {
      pressed.current = button
      onTask(asked)
    })
  }
  const done = () => {
    onTask(null)
    // Keyboard focus returns to where it was.
    requestAnimationFrame(() => pressed.current?.focus())
  }
  const credited = task?.kind === 'credit' ? selected : null
  return (
    <>
      <UsersTable
        users={users}
        view={view}
        selected={chosen}
        onSort={onSort}
        task={task}
        onTask={start}
        onDone={done}
      />
      {credited && <CreditReferrer key={credited.id} user={credited} onClose={done} />}
      <DeleteUser user={task?.kind === 'delete' ? selected : null} onClose={done} />
    </>
  )
}
