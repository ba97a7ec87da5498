import type { ReactNode } from 'react'
import styles from './page-head.module.css'

type PageHeadProps = { title: string; children?: ReactNode }

/** The title of a page, and beside it what the page is about. */
export function PageHead({ title, children }: PageHeadProps) {
  return (
    <div className={`head ${styles.head}`}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
