import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RoleChange } from '../../../contract/staff.ts'
import { useApproveRoleChangeMutation, useRefuseRoleChangeMutation } from '../../api/staff.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import styles from '../admin.module.css'
import { Decide, type SecondDecision } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import { asRole } from './words.ts'

/** What waits for another administrator; nothing where there is none. */
export function ProposedRoles({ roleChanges }: { roleChanges: RoleChange[] }) {
  const [asked, ask] = useState<{ change: RoleChange; what: SecondDecision } | null>(null)
  if (roleChanges.length === 0) return null
  return (
    <Sheet title="Roles waiting for a decision" lit>
      <ul className={styles.notes}>
        {roleChanges.map((change) => (
          <Proposed key={change.id} change={change} onAsk={(what) => ask({ change, what })} />
        ))}
      </ul>
      {asked && (
        <DecideRole key={`${asked.change.id} ${asked.what}`} {...asked} onClose={() => ask(null)} />
      )}
    </Sheet>
  )
}

type ProposedProps = { change: RoleChange; onAsk(what: SecondDecision): void }

function Proposed({ change, onAsk }: ProposedProps) {
  const { user, to, proposedBy } = change
  const staff = useStaff()
  const isOwn = staff.id === proposedBy?.id
  return (
    <li className={styles.waiting}>
      <div>
        <p>
          <Link to={`/admin/users/${user.id}`}>{user.fullName}</Link> to become{' '}
          <ins>{asRole[to]}</ins>
        </p>
        <Origin change={change} />
        {isOwn && <p className="caption">Another administrator decides</p>}
      </div>
      {staff.mayChange && staff.id !== user.id && (
        <div className="row">
          {proposedBy && !isOwn && (
            <Button variant="default" size="compact-sm" onClick={() => onAsk('approve')}>
              Approve
            </Button>
          )}
          <Button variant="default" size="compact-sm" data-danger onClick={() => onAsk('refuse')}>
            {isOwn ? 'Withdraw' : 'Reject'}
          </Button>
        </div>
      )}
    </li>
  )
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{showDateTime(at)}</time>

/** By whom, and until when it can be decided. */
function Origin({ change }: { change: RoleChange }) {
  const { reason, proposedAt, proposedBy, endsAt, countsFrom } = change
  if (proposedBy === null)
    return (
      <>
        <p className="caption">
          Invited by the operator, at the shell; the account was opened <Moment at={proposedAt} />
        </p>
        <p className="caption">
          Needs nobody’s approval and a second factor. In an open firm the role counts from{' '}
          {countsFrom ? <Moment at={countsFrom} /> : 'a day later'}, unless an administrator rejects
          it
        </p>
      </>
    )
  return (
    <>
      <p className="caption">
        Proposed by <bdi>{proposedBy.fullName}</bdi>, <Moment at={proposedAt} />
        {reason && `: “${reason}”`}
      </p>
      {endsAt && (
        <p className="caption">
          Open until <Moment at={endsAt} />
        </p>
      )}
    </>
  )
}

type DecideRoleProps = { change: RoleChange; what: SecondDecision; onClose(): void }

function DecideRole({ change: { id, user, to, proposedBy }, what, onClose }: DecideRoleProps) {
  const [approve] = useApproveRoleChangeMutation()
  const [refuse] = useRefuseRoleChangeMutation()
  const isOwn = useStaff().id === proposedBy?.id
  return (
    <Decide
      what={what}
      noun="role"
      refusal={isOwn ? 'Withdraw' : 'Reject'}
      fullName={user.fullName}
      approving={
        <>
          <p>
            <bdi>{user.fullName}</bdi> becomes {asRole[to]}, in your name and that of{' '}
            <bdi>{proposedBy?.fullName}</bdi>.
          </p>
          <p className="small">It takes effect at once, and all their sessions end.</p>
        </>
      }
      refusing={`${user.fullName} does not become ${asRole[to]}, and nothing changes.`}
      decide={(reason) => (reason === null ? approve(id) : refuse({ id, reason }))}
      failed="The decision could not be recorded. Please try again."
      onClose={onClose}
    />
  )
}
