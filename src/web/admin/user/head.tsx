import { Button } from '@mantine/core'
import { useRef, useState, type MouseEvent } from 'react'
import type { OwnerStatus, User } from '../../../contract/user.ts'
import { useChangeInFlight } from '../../api/store.ts'
import { PageHead } from '../../account/page-head.tsx'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ChangeStatus } from './change-status.tsx'
import { CreditReferrer } from '../corrections/credit-referrer.tsx'
import { DeleteUser } from './delete.tsx'
import { EditUser } from './edit.tsx'
import { useStaff } from '../staff.ts'

const statusBadges: Record<OwnerStatus, [BadgeState, string]> = {
  active: ['approved', 'Active'],
  frozen: ['pending', 'Frozen'],
  closed: ['other', 'Closed'],
}

type Task = 'edit' | 'credit' | 'status' | 'delete'

/** Who it is and how the account stands; what staff can do opens below. */
export function UserHead({ user }: { user: User }) {
  const [state, word] = statusBadges[user.status]
  return (
    <>
      <PageHead title={user.fullName}>
        <div className="row">
          <Badge state={state}>{word}</Badge>
          <p className="caption num">
            Account ID {user.accountId}, since {showDate(user.createdAt)}
          </p>
        </div>
      </PageHead>
      <Actions user={user} />
    </>
  )
}

function Actions({ user }: { user: User }) {
  const { id, mayChange } = useStaff()
  if (!mayChange) return null
  if (user.status === 'closed')
    return (
      <p className="small">
        The account is closed and the person’s data is erased. Its history in the books stays.
      </p>
    )
  if (user.id === id)
    return <p className="small">This is your own account: another administrator must act on it.</p>
  return <Tasks user={user} />
}

function Tasks({ user }: { user: User }) {
  const [task, setTask] = useState<Task | null>(null)
  const pressed = useRef<HTMLElement | null>(null)
  const busy = useChangeInFlight()
  const start =
    (kind: Task) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      pressed.current = currentTarget
      setTask(kind)
    }
  const done = () => {
    setTask(null)
    requestAnimationFrame(() => pressed.current?.focus())
  }
  return (
    <>
      <div className="row" role="group" aria-label="Actions">
        <Button variant="default" disabled={busy || task === 'edit'} onClick={start('edit')}>
          Edit
        </Button>
        {user.referredById && (
          <Button variant="default" disabled={busy || task === 'credit'} onClick={start('credit')}>
            Credit Referrer
          </Button>
        )}
        <Button variant="default" disabled={busy} onClick={start('status')}>
          {user.status === 'frozen' ? 'Unfreeze' : 'Freeze'}
        </Button>
        <Button variant="default" data-danger disabled={busy} onClick={start('delete')}>
          Delete
        </Button>
      </div>
      {task === 'edit' && (
        <Sheet lit>
          <EditUser user={user} onClose={done} heading="h2" />
        </Sheet>
      )}
      {task === 'credit' && <CreditReferrer user={user} onClose={done} />}
      <ChangeStatus key={user.status} user={user} open={task === 'status'} onClose={done} />
      <DeleteUser user={task === 'delete' ? user : null} onClose={done} />
    </>
  )
}
