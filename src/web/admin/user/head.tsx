import { Button } from '@mantine/core'
import { useRef, useState, type MouseEvent } from 'react'
import type { Capability } from '../../../contract/roles.ts'
import type { OwnerStatus, User } from '../../../contract/user.ts'
import { useNextStatus } from '../../api/freeze.ts'
import { useChangeInFlight } from '../../api/store.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useAsked } from '../asked.ts'
import { CreditReferrer } from '../corrections/credit-referrer.tsx'
import { FrozenSince } from '../frozen-since.tsx'
import { useStaff, whyNotOn } from '../staff.ts'
import { ChangeStatus } from './change-status.tsx'
import { DeleteUser } from './delete.tsx'
import { EditUser } from './edit.tsx'
import { SectionLinks } from './sections.tsx'
import styles from './user.module.css'

const statusBadges: Record<OwnerStatus, [BadgeState, string]> = {
  active: ['approved', 'Active'],
  frozen: ['pending', 'Frozen'],
  closed: ['other', 'Closed'],
}

/** What is filled in on the page, and what is asked over it: none of them ends another one. */
type Task = 'edit' | 'credit' | 'status' | 'delete'

/** What each of them takes. */
const taking = (nextStatus: 'frozen' | 'active'): Record<Task, Capability> => ({
  edit: 'edit-people',
  credit: 'edit-people',
  status: nextStatus === 'active' ? 'unfreeze' : 'freeze',
  delete: 'close-accounts',
})

/** Who it is, how the account stands and what can be done, in a bar that stays; what is opened there follows it. */
export function UserHead({ user }: { user: User }) {
  const staff = useStaff()
  const tasks = useTasks()
  const [state, word] = statusBadges[user.status]
  const acts = Object.values(taking(useNextStatus(user.id, user))).some(staff.may)
  const whyNot = whyNotOn(staff, user)
  const may = acts && whyNot === null
  useAsked({ status: tasks.begin('status'), edit: tasks.begin('edit') })
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.who}>
          <h1 title={user.fullName}>{user.fullName}</h1>
          <Badge state={state}>{word}</Badge>
        </div>
        {may && <Actions user={user} tasks={tasks} />}
        <SectionLinks user={user} />
      </div>
      <p className="caption num">
        Account ID {user.accountId}, since {showDate(user.createdAt)}
      </p>
      {acts && whyNot && <p className="small">{whyNot}</p>}
      {user.status === 'frozen' && <Frozen user={user} />}
      {may && <Opened user={user} tasks={tasks} />}
    </>
  )
}

function Frozen({ user }: { user: User }) {
  return (
    <Note>
      <strong>
        This account is frozen: money can come in and plans mature, but nothing goes out.
      </strong>
      <FrozenSince userId={user.id} self="the user" />
    </Note>
  )
}

function useTasks() {
  const [open, setOpen] = useState<readonly Task[]>([])
  const pressed = useRef<Partial<Record<Task, HTMLElement>>>({})
  return {
    has: (task: Task) => open.includes(task),
    start:
      (task: Task) =>
      ({ currentTarget }: MouseEvent<HTMLElement>) => {
        pressed.current[task] = currentTarget
        setOpen([...open, task])
      },
    begin: (task: Task) => () => setOpen((now) => [...now.filter((one) => one !== task), task]),
    end: (task: Task) => () => {
      setOpen((now) => now.filter((one) => one !== task))
      requestAnimationFrame(() => pressed.current[task]?.focus())
    },
  }
}
type TasksProps = { user: User; tasks: ReturnType<typeof useTasks> }

function Actions({ user, tasks: { has, start } }: TasksProps) {
  const busy = useChangeInFlight()
  const staff = useStaff()
  const nextStatus = useNextStatus(user.id, user)
  const takes = taking(nextStatus)
  const may = (task: Task) => staff.may(takes[task])
  const button = { variant: 'default', size: 'compact-sm' } as const
  return (
    <div className={`joined ${styles.actions}`} role="group" aria-label="Actions">
      {may('edit') && (
        <Button {...button} disabled={busy || has('edit')} onClick={start('edit')}>
          Edit
        </Button>
      )}
      {may('credit') && user.referredById && (
        <Button {...button} disabled={busy || has('credit')} onClick={start('credit')}>
          Credit Referrer
        </Button>
      )}
      {may('status') && (
        <Button {...button} disabled={busy} onClick={start('status')}>
          {nextStatus === 'active' ? 'Unfreeze' : 'Freeze'}
        </Button>
      )}
      {may('delete') && (
        <Button {...button} data-danger disabled={busy} onClick={start('delete')}>
          Delete
        </Button>
      )}
    </div>
  )
}

function Opened({ user, tasks: { has, end } }: TasksProps) {
  return (
    <>
      {has('edit') && (
        <Sheet lit>
          <EditUser user={user} onClose={end('edit')} heading="h2" />
        </Sheet>
      )}
      {has('credit') && <CreditReferrer user={user} onClose={end('credit')} />}
      <ChangeStatus key={user.status} user={user} open={has('status')} onClose={end('status')} />
      <DeleteUser user={has('delete') ? user : null} onClose={end('delete')} />
    </>
  )
}
