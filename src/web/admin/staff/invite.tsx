import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { failureText } from '../../api/failure.ts'
import { useInviteStaffMutation } from '../../api/staff-invitations.ts'
import { useSend } from '../../api/use-send.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'

/** Invites somebody by mail. What they may do, two administrators decide once they have an account. */
export function InviteStaff({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [invite] = useInviteStaffMutation()
  const { send, busy } = useSend(invite)
  async function confirm() {
    if (email.trim() === '') return setProblem('Please enter an e-mail address')
    if (reason.trim() === '') return setProblem('Please enter a reason')
    const outcome = await send({ email: email.trim(), reason: reason.trim() })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was sent. Please try again.'))
    toastGood(outcome.data.message)
    onClose()
  }
  return (
    <Question
      title="Invite somebody to work here"
      open
      onClose={onClose}
      confirm="Invite"
      busyText="Sending..."
      busy={busy}
      onConfirm={() => void confirm()}
    >
      <TextInput
        label="E-mail"
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
