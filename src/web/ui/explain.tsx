import type { ReactNode } from 'react'
import styles from './explain.module.css'

export type Line = { label: ReactNode; amount: ReactNode; note?: ReactNode }

/** Lines that add up, under them one rule, the sum, and the double rule. Without a sum: a plain list of facts. */
export function Explain({ lines, sum, id }: { lines: Line[]; sum?: Line; id?: string }) {
  return (
    <dl className={styles.explain} id={id}>
      {lines.map((line, index) => (
        <Row key={index} line={line} />
      ))}
      {sum && <Row line={sum} className={styles.sum} />}
    </dl>
  )
}

function Row({ line, className }: { line: Line; className?: string | undefined }) {
  return (
    <div className={className}>
      <dt>
        {line.label}
        {line.note && <span className={styles.note}>{line.note}</span>}
      </dt>
      <dd>{line.amount}</dd>
    </div>
  )
}
