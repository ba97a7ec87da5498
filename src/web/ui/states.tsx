/** What stands where a list or a figure would, while there is none: waiting, nothing yet, and not to be had. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './states.module.css'

/** Shows itself only after 300 ms; a shorter wait shows nothing. */
export function Waiting({
  children = 'Loading...',
  rows = 3,
}: {
  children?: string
  rows?: number
}) {
  return (
    <div className={styles.waiting} role="status">
      <p className="small">{children}</p>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className={styles.line} />
      ))}
    </div>
  )
}

export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty} data-empty="">
      <p>{children}</p>
      {action}
    </div>
  )
}

type LoadProblemProps = {
  title: string
  status?: string | number | undefined
  onRetry(): void
  busy?: boolean
}

export function LoadProblem({ title, status, onRetry, busy = false }: LoadProblemProps) {
  return (
    <div className={styles.problem} role="alert">
      <p>{title}</p>
      {status !== undefined && <p className="caption">Status: {status}</p>}
      <Button variant="default" size="compact-sm" onClick={onRetry} disabled={busy}>
        Retry
      </Button>
    </div>
  )
}

/** A sentence above or below a form: what went wrong, what went well, or what to know first. */
export function Note({
  tone = 'note',
  isAnnounced = false,
  children,
}: {
  tone?: 'note' | 'good' | 'bad'
  /** A toast says it aloud already. */
  isAnnounced?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={`${styles.note} ${styles[tone]}`}
      role={tone === 'note' || isAnnounced ? undefined : 'alert'}
    >
      {children}
    </div>
  )
}
