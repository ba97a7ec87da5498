import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useInviteStaffMutation } from '../../api/staff-invitations.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'

/** Invites somebody by mail. What they may do, two administrators decide once they have an account. */
export function InviteStaff({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const [invite] = useInviteStaffMutation()
  const { give, busy, problem, object } = useCommand({
    trigger: invite,
    otherwise: 'Nothing was sent. Please try again.',
    onDone: onClose,
  })
  function confirm() {
    if (email.trim() === '') return object('Please enter an email address')
    if (reason.trim() === '') return object('Please enter a reason')
    void give({ email: email.trim(), reason: reason.trim() })
  }
  return (
    <Question
      title="Invite somebody to work here"
      open
      onClose={onClose}
      confirm="Invite"
      busyText="Sending..."
      busy={busy}
      onConfirm={confirm}
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <p className="small">
        They get a link that works once, for three days, and open an account with a password and a
        second factor. It has no role until two administrators give it one.
      </p>
      <TextInput
        label="Reason, kept in the audit"
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}
