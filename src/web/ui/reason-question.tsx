import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Question, type QuestionProps } from './dialog.tsx'
import { Note } from './states.tsx'

type ReasonQuestionProps = Omit<QuestionProps, 'onConfirm' | 'open' | 'busyText'> & {
  open?: boolean
  label: string
  hint?: string
  /** One line unless said. */
  rows?: number
  maxLength?: number
  /** What is said where nothing was given. */
  missing?: string
  /** What the server says of the reason, and of anything else. */
  problem?: string | null | undefined
  failed?: string | null
  onGiven(reason: string): void
}

/** A decision that is taken with a reason, or with what else stands in one field: without it nothing is sent. */
export function ReasonQuestion({
  open = true,
  label,
  hint,
  rows = 1,
  maxLength = 500,
  missing = 'Please enter a reason',
  problem,
  failed,
  onGiven,
  children,
  ...question
}: ReasonQuestionProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const given = reason.trim()
  function confirm() {
    setMissing(given === '')
    if (given !== '') onGiven(given)
  }
  const field = {
    label,
    description: hint,
    required: true,
    'data-autofocus': true,
    maxLength,
    value: reason,
    error: isMissing ? missing : problem,
    onChange: (event: { currentTarget: { value: string } }) => setReason(event.currentTarget.value),
  }
  return (
    <Question {...question} open={open} busyText="Processing..." onConfirm={confirm}>
      {children}
      {rows === 1 ? <TextInput {...field} /> : <Textarea {...field} rows={rows} />}
      {failed && <Note tone="bad">{failed}</Note>}
    </Question>
  )
}
