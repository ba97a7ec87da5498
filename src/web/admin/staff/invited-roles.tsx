import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { InvitedRole } from '../../../contract/staff.ts'
import { useRefuseInvitedRoleMutation } from '../../api/staff.ts'
import { useCommand } from '../../api/use-command.ts'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from '../admin.module.css'
import { useStaff } from '../staff.ts'
import { When } from '../when.tsx'

/** Whom the operator invited: their role counts by itself, unless it is refused; nothing where there is none. */
export function InvitedRoles({ roles }: { roles: InvitedRole[] }) {
  const [asked, ask] = useState<InvitedRole | null>(null)
  const staff = useStaff()
  if (roles.length === 0) return null
  return (
    <Sheet title="Invited by the operator" lit>
      <ul className={styles.notes}>
        {roles.map((invited) => (
          <li key={invited.id} className={styles.waiting}>
            <Invited invited={invited} />
            {staff.may('give-roles') && staff.id !== invited.user.id && (
              <Button variant="default" size="compact-sm" data-danger onClick={() => ask(invited)}>
                Refuse
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && <Refuse invited={asked} onClose={() => ask(null)} />}
    </Sheet>
  )
}

const Moment = ({ at }: { at: string }) => <When at={at} />

function Invited({ invited: { user, acceptedAt, countsFrom } }: { invited: InvitedRole }) {
  return (
    <div>
      <p>
        <Link to={`/admin/users/${user.id}`}>{user.fullName}</Link> to become an administrator
      </p>
      <p className="caption">
        Invited at the shell; the account was opened <Moment at={acceptedAt} />
      </p>
      <p className="caption">
        Needs nobody’s approval and a second factor. In an open firm the role counts from{' '}
        {countsFrom ? <Moment at={countsFrom} /> : 'a day later'}, unless an administrator refuses
        it
      </p>
    </div>
  )
}

function Refuse({ invited: { id, user }, onClose }: { invited: InvitedRole; onClose(): void }) {
  const [trigger] = useRefuseInvitedRoleMutation()
  const { give, busy, problem } = useCommand({
    trigger,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  return (
    <ReasonQuestion
      title="Refuse this role?"
      onClose={onClose}
      confirm="Refuse"
      busy={busy}
      danger
      label={`Reason, shown to ${user.fullName}`}
      problem={problem}
      onGiven={(reason) => void give({ id, reason })}
    >
      <p>
        <bdi>{user.fullName}</bdi> does not become an administrator, and nothing changes.
      </p>
    </ReasonQuestion>
  )
}
