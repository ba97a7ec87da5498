import type { ReactNode } from 'react'

type PageHeadProps = { title: string; children?: ReactNode }

/** The title of a page, and beside it what the page is about. */
export function PageHead({ title, children }: PageHeadProps) {
  return (
    <div className="head">
      <h1>{title}</h1>
      {children}
    </div>
  )
}
