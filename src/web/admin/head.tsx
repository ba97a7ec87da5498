import type { ReactNode } from 'react'
import styles from './head.module.css'

type HeadProps = {
  title: string
  /** What the page is about. */
  children?: ReactNode
  /** What is begun on it, or its tabs. */
  aside?: ReactNode
}

/** The title of a page of staff, in one line with what belongs to it, so that lists begin high in the window. */
export function Head({ title, children, aside }: HeadProps) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {children && <p className="small">{children}</p>}
      {aside}
    </div>
  )
}
