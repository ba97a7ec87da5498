import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useCommand } from '../api/use-command.ts'
import { Question, type QuestionProps } from '../ui/dialog.tsx'

type AskButtonProps = Pick<QuestionProps, 'title' | 'confirm' | 'busyText' | 'keep' | 'ready'> & {
  label: ReactNode
  compact?: boolean
  danger?: boolean
  variant?: 'default' | 'filled'
  disabled?: boolean
  /** It can't be asked for any more; whoever is being asked reads to the end what came of it. */
  isOver?: boolean
  send(): { unwrap(): Promise<{ message: string }> }
  /** Said where the server says nothing of why not. */
  otherwise: string
  /** What it means, or what else is asked. */
  children: ReactNode
}

/** A button that asks before it does something. Whatever comes of it, the question closes, and a toast says it. */
export function AskButton(props: AskButtonProps) {
  const { label, compact, danger = true, variant = 'default', disabled = false } = props
  const { title, confirm, busyText, keep, ready, isOver, send, otherwise, children } = props
  const [asked, ask] = useState(false)
  const close = () => ask(false)
  const { give, busy } = useCommand<void, { message: string }>({
    trigger: send,
    otherwise,
    told: 'in toasts',
    onDone: close,
    onRefused: close,
  })
  return (
    <>
      {!isOver && (
        <Button
          variant={variant}
          size={compact ? 'compact-sm' : 'sm'}
          data-danger={danger || undefined}
          disabled={disabled || busy}
          onClick={() => ask(true)}
        >
          {label}
        </Button>
      )}
      <Question
        title={title}
        confirm={confirm}
        busyText={busyText}
        {...(keep ? { keep } : {})}
        ready={ready ?? false}
        open={asked}
        onClose={close}
        busy={busy}
        danger={danger}
        onConfirm={() => void give()}
      >
        {children}
      </Question>
    </>
  )
}
