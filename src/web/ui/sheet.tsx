import type { ReactNode } from 'react'
import styles from './sheet.module.css'

type SheetProps = { title?: ReactNode; aside?: ReactNode; lit?: boolean; children: ReactNode; label?: string }

/** A card. `lit` is for the one that a page is about. */
export function Sheet({ title, aside, lit = false, children, label }: SheetProps) {
  return (
    <section className={lit ? `${styles.sheet} ${styles.lit}` : styles.sheet} aria-label={label}>
      {(title || aside) && (
        <div className={`head ${styles.head}`}>
          {title && <h2 className={styles.title}>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
