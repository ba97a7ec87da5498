import type { ReactNode } from 'react'

/** A link of the content pack: it opens beside the page, and says so. */
export function OutsideLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return <a className={className} href={href} target="_blank" rel="noopener">{children}<span className="hide"> (opens a new tab)</span></a>
}
