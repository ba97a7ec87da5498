import type { ReactNode } from 'react'
import styles from './sheet.module.css'

type SheetProps = {
  title?: ReactNode
  aside?: ReactNode
  lit?: boolean
  narrow?: boolean
  dense?: boolean
  children: ReactNode
  label?: string
  /** What its address ends with, after `#`. */
  id?: string
}

/** A card. `lit` is for the one that a page is about; `narrow` keeps labels near their values, `dense` leaves the room to a list. */
export function Sheet({
  title,
  aside,
  lit = false,
  narrow = false,
  dense = false,
  children,
  label,
  id,
}: SheetProps) {
  return (
    <section
      className={[styles.sheet, lit && styles.lit, narrow && styles.narrow, dense && styles.dense]
        .filter(Boolean)
        .join(' ')}
      aria-label={label}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
    >
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
