import type { ReactNode } from 'react'
import { AskButton } from '../ask-button.tsx'

type EndSessionsProps = {
  label: string
  title: string
  end(): { unwrap(): Promise<{ message: string }> }
  /** What it means. */
  children: ReactNode
}

/** A button that ends sessions, after a confirmation. */
export function EndSessions({ label, title, end, children }: EndSessionsProps) {
  return (
    <div>
      <AskButton
        label={label}
        title={title}
        confirm="End sessions"
        busyText="Ending..."
        send={end}
        otherwise="The sessions could not be ended. Please try again."
      >
        <p>{children}</p>
      </AskButton>
    </div>
  )
}
