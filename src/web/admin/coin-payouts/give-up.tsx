import type { ReactNode } from 'react'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { useOvertaken, type Watched } from './overtaken.tsx'

type GiveUpProps = {
  id: string
  trigger(id: string): { unwrap(): Promise<{ message: string }> }
  watched: Watched
  onClose(): void
  /** What becomes of its withdrawals. */
  children: ReactNode
}

export function GiveUp({ id, trigger, watched, onClose, children }: GiveUpProps) {
  const { give, busy, isSent, problem } = useCommand({
    trigger,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  const instead = useOvertaken(watched, isSent, onClose)
  return (
    <Question
      title={`Give this ${watched.what} up?`}
      open
      onClose={onClose}
      confirm="Give it up"
      busyText="Giving up..."
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
