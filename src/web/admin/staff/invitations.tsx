import { Button } from '@mantine/core'
import { useState } from 'react'
import type { StaffInvitation } from '../../../contract/staff-invitation.ts'
import { useWithdrawStaffInvitationMutation } from '../../api/staff-invitations.ts'
import { Sheet } from '../../ui/sheet.tsx'
import styles from '../admin.module.css'
import { Decide } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import { When } from '../when.tsx'

/** Invitations that nobody has used yet; nothing where there is none. */
export function StaffInvitations({ invitations }: { invitations: StaffInvitation[] }) {
  const [asked, ask] = useState<StaffInvitation | null>(null)
  if (invitations.length === 0) return null
  return (
    <Sheet title="Invitations that wait">
      <ul className={styles.notes}>
        {invitations.map((invitation) => (
          <Waits key={invitation.id} invitation={invitation} onAsk={() => ask(invitation)} />
        ))}
      </ul>
      {asked && <WithdrawInvitation key={asked.id} invitation={asked} onClose={() => ask(null)} />}
    </Sheet>
  )
}

type WaitsProps = { invitation: StaffInvitation; onAsk(): void }

function Waits({ invitation, onAsk }: WaitsProps) {
  const { email, role, invitedBy, madeAt, expiresAt } = invitation
  const { may } = useStaff()
  return (
    <li className={styles.waiting}>
      <div>
        <p className={styles.change}>
          {email}
          {role === 'admin' && ', as an administrator'}
        </p>
        <p className="caption">
          Invited by {invitedBy ? invitedBy.fullName : 'the operator, at the shell'},{' '}
          <When at={madeAt} />
        </p>
        <p className="caption">
          Works until <When at={expiresAt} />
        </p>
      </div>
      {may('give-roles') && (
        <Button
          variant="default"
          size="compact-sm"
          data-danger
          aria-label={`Withdraw the invitation of ${email}`}
          onClick={onAsk}
        >
          Withdraw
        </Button>
      )}
    </li>
  )
}

type WithdrawInvitationProps = { invitation: StaffInvitation; onClose(): void }

function WithdrawInvitation({ invitation: { id, email }, onClose }: WithdrawInvitationProps) {
  const [withdraw] = useWithdrawStaffInvitationMutation()
  return (
    <Decide
      what="refuse"
      noun="invitation"
      refusal="Withdraw"
      fullName="all staff"
      approving={null}
      refusing={`The link sent to ${email} opens nothing any more. They can be invited again.`}
      decide={(reason) => withdraw({ id, reason: reason ?? '' })}
      failed="The invitation could not be withdrawn. Please try again."
      onClose={onClose}
    />
  )
}
