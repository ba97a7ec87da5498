import type { ReactNode } from 'react'
import styles from './timeline.module.css'

export type Step = {
  state: 'done' | 'now' | 'to-come'
  title: string
  when?: string | undefined
  text: ReactNode
}

/** Squares on a line: filled is done, glass edge is now, hollow is to come. */
export function Timeline({ steps }: { steps: Step[] }) {
  return (
    <ol className={styles.timeline}>
      {steps.map((step) => (
        <li key={step.title} data-state={step.state}>
          <div>
            <strong>{step.title}</strong>{' '}
            {step.when && <span className="caption">{step.when}</span>}
            <p className="small">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
