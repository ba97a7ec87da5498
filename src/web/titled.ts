import type { MetaFunction } from 'react-router'

/** The title of a page's tab; part of the shell, before anybody is known. */
export function titled(title: string): MetaFunction {
  return () => [{ title: `${title} | Glasshouse` }]
}
