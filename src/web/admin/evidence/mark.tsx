import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useMarkReviewedMutation, useWithdrawReviewMarkMutation } from '../../api/evidence.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Note } from '../../ui/states.tsx'

type User = { id: string; fullName: string }

export function MarkUser(props: { sample: string; user: User; onClose(): void }) {
  const { sample, user, onClose } = props
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const [trigger] = useMarkReviewedMutation()
  const { give, busy, problem } = useCommand({
    trigger,
    otherwise: 'Nothing was marked. Please try again.',
    onDone: onClose,
  })
  function confirm() {
    if (note.trim() === '') return setMissing('Please enter a note')
    setMissing(null)
    void give({ id: sample, userId: user.id, note: note.trim() })
  }
  return (
    <Question
      title={`Mark ${user.fullName} as reviewed?`}
      open
      onClose={onClose}
      confirm="Mark as reviewed"
      busyText="Processing..."
      busy={busy}
      onConfirm={confirm}
    >
      <p>They see in their activity that you looked, and when. The note is for staff.</p>
      <Textarea
        label="What you looked at, and what you found"
        required
        data-autofocus
        autosize
        minRows={3}
        maxLength={1000}
        value={note}
        error={missing}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

export function WithdrawMark(props: { mark: string; user: User; onClose(): void }) {
  const { mark, user, onClose } = props
  const [trigger] = useWithdrawReviewMarkMutation()
  const { give, busy, problem } = useCommand({
    trigger,
    otherwise: 'Nothing was withdrawn. Please try again.',
    onDone: onClose,
  })
  return (
    <ReasonQuestion
      title="Withdraw this review mark?"
      onClose={onClose}
      confirm="Withdraw mark"
      busy={busy}
      danger
      label={`Reason, shown to ${user.fullName}`}
      failed={problem}
      onGiven={(reason) => void give({ id: mark, reason })}
    >
      <p>
        It stays in the list as withdrawn, and <bdi>{user.fullName}</bdi> is to be reviewed again.
      </p>
    </ReasonQuestion>
  )
}
