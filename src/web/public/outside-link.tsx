import type { ReactNode } from 'react'

/** A link that opens beside the page, and says so: those of the content pack, and what is read in the middle of a form. */
export function OutsideLink({
  href,
  className,
  children,
}: {
  href: string
  className?: string
  children: ReactNode
}) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener">
      {children}
      <span className="hide"> (opens a new tab)</span>
    </a>
  )
}
