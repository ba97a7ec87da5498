import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { Question } from '../../ui/dialog.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'

type EndSessionsProps = {
  label: string
  title: string
  end(): { unwrap(): Promise<{ message: string }> }
  /** What it means. */
  children: ReactNode
}

/** A button that ends sessions, after a confirmation. */
export function EndSessions({ label, title, end, children }: EndSessionsProps) {
  const [asked, setAsked] = useState(false)
  const { send, busy } = useSend(end)
  async function confirm() {
    const outcome = await send(undefined)
    if (!outcome) return
    if (outcome.failure)
      toastBad(failureText(outcome.failure, 'The sessions could not be ended. Please try again.'))
    else toastGood(outcome.data.message)
    setAsked(false)
  }
  return (
    <div>
      <Button variant="default" data-danger disabled={busy} onClick={() => setAsked(true)}>
        {label}
      </Button>
      <Question
        title={title}
        open={asked}
        onClose={() => setAsked(false)}
        confirm="End sessions"
        busyText="Ending..."
        busy={busy}
        danger
        onConfirm={() => void confirm()}
      >
        <p>{children}</p>
      </Question>
    </div>
  )
}
