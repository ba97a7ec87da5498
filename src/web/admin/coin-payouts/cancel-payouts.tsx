import type { ReactNode } from 'react'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { useOvertaken, type Watched } from './overtaken.tsx'

type CancelPayoutsProps = {
  id: string
  trigger(id: string): { unwrap(): Promise<{ message: string }> }
  watched: Watched
  onClose(): void
  /** What becomes of its withdrawals. */
  children: ReactNode
}

export function CancelPayouts({ id, trigger, watched, onClose, children }: CancelPayoutsProps) {
  const { give, busy, isSent, problem } = useCommand({
    trigger,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  const instead = useOvertaken(watched, isSent, onClose)
  return (
    <Question
      title={`Cancel this ${watched.what}?`}
      open
      onClose={onClose}
      confirm={`Cancel ${watched.what}`}
      busyText="Cancelling..."
      busy={busy}
      danger
      ready
      keep="Keep it"
      instead={instead}
      onConfirm={() => void give(id)}
    >
      {children}
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}
