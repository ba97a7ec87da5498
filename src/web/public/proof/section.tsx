import type { ReactNode } from 'react'
import styles from './proof.module.css'

type SectionProps = { id: string; title: string; label?: ReactNode; children: ReactNode }

export function Section({ id, title, label, children }: SectionProps) {
  return (
    <section className={styles.section} id={id}>
      <div>
        <h2>{title}</h2>
        {label && <p className={styles.label}>{label}</p>}
      </div>
      <div className={styles.text}>{children}</div>
    </section>
  )
}
