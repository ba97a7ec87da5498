import { Button } from '@mantine/core'
import { useRef, useState, type MouseEvent } from 'react'
import type { OwnerStatus, User } from '../../../contract/user.ts'
import { useChangeInFlight } from '../../api/store.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { CreditReferrer } from '../corrections/credit-referrer.tsx'
import { FrozenSince } from '../frozen-since.tsx'
import { useStaff } from '../staff.ts'
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

/** What is filled in on the page, and what is asked over it: a question doesn't end what is being filled in. */
type Form = 'edit' | 'credit'
type Asked = 'status' | 'delete'

/** Who it is, how the account stands and what can be done, in a bar that stays; what is opened there follows it. */
export function UserHead({ user }: { user: User }) {
  const { id, mayChange } = useStaff()
  const tasks = useTasks()
  const [state, word] = statusBadges[user.status]
  const may = mayChange && user.status !== 'closed' && user.id !== id
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.who}>
          <h1 title={user.fullName}>{user.fullName}</h1>
          <Badge state={state}>{word}</Badge>
        </div>
        {may && <Actions user={user} tasks={tasks} />}
        <SectionLinks closed={user.status === 'closed'} />
      </div>
      <p className="caption num">
        Account ID {user.accountId}, since {showDate(user.createdAt)}
      </p>
      {mayChange && !may && (
        <p className="small">{user.status === 'closed' ? closed : ownAccount}</p>
      )}
      {user.status === 'frozen' && <Frozen user={user} />}
      {may && <Opened user={user} tasks={tasks} />}
    </>
  )
}

const closed =
  'The account is closed and the person’s data is erased. Its history in the books stays.'
const ownAccount = 'This is your own account: another administrator must act on it.'

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
  const [form, setForm] = useState<Form | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const pressed = useRef<HTMLElement | null>(null)
  const byPress =
    <T,>(open: (task: T) => void) =>
    (task: T) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      pressed.current = currentTarget
      open(task)
    }
  const close = (end: () => void) => () => {
    end()
    requestAnimationFrame(() => pressed.current?.focus())
  }
  return {
    form,
    asked,
    fill: byPress(setForm),
    ask: byPress(setAsked),
    endForm: close(() => setForm(null)),
    endAsked: close(() => setAsked(null)),
  }
}
type TasksProps = { user: User; tasks: ReturnType<typeof useTasks> }

function Actions({ user, tasks: { form, fill, ask } }: TasksProps) {
  const busy = useChangeInFlight()
  const button = { variant: 'default', size: 'compact-sm' } as const
  return (
    <div className={styles.actions} role="group" aria-label="Actions">
      <Button {...button} disabled={busy || form === 'edit'} onClick={fill('edit')}>
        Edit
      </Button>
      {user.referredById && (
        <Button {...button} disabled={busy || form === 'credit'} onClick={fill('credit')}>
          Credit Referrer
        </Button>
      )}
      <Button {...button} disabled={busy} onClick={ask('status')}>
        {user.status === 'frozen' ? 'Unfreeze' : 'Freeze'}
      </Button>
      <Button {...button} data-danger disabled={busy} onClick={ask('delete')}>
        Delete
      </Button>
    </div>
  )
}

function Opened({ user, tasks: { form, asked, endForm, endAsked } }: TasksProps) {
  return (
    <>
      {form === 'edit' && (
        <Sheet lit>
          <EditUser user={user} onClose={endForm} heading="h2" />
        </Sheet>
      )}
      {form === 'credit' && <CreditReferrer user={user} onClose={endForm} />}
      <ChangeStatus key={user.status} user={user} open={asked === 'status'} onClose={endAsked} />
      <DeleteUser user={asked === 'delete' ? user : null} onClose={endAsked} />
    </>
  )
}
