/** What stands beside a list where there is room for it: the one that the address names, or the first of a list of work. */
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

const useIsWide = () =>
  useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })

type Beside<R> = {
  of: { view: string; rows: R[]; isOfView: boolean }
  keyOf(row: R): string
  /** The one that the address names, or empty. */
  named: string
  /** Whether one of the list is always there: it is worked through. */
  isWork: boolean
}

/** `open` is over the list where there is no room beside it. */
export function useBeside<R>({ of: { view, rows, isOfView }, keyOf, named, isWork }: Beside<R>) {
  const isWide = useIsWide()
  const first = useFirst(view, isWork && isOfView && rows[0] ? keyOf(rows[0]) : '')
  const open = named || (isWide ? first : '')
  const at = rows.findIndex((row) => keyOf(row) === open)
  return {
    isWide,
    open,
    beside: isWide ? open : '',
    step: (by: 1 | -1) => rows[at + by] && keyOf(rows[at + by]!),
    /** After a decision on to the next one. Where there is none it stays, as it is now; what lies over the list closes. */
    after(decided: string): string {
      if (!isWide) return ''
      if (open !== decided) return open
      const next = rows[at + 1] ?? rows[at - 1]
      return next === undefined ? decided : keyOf(next)
    },
  }
}

/** The first that a view began with: another that comes to stand first meanwhile doesn't take its place. */
function useFirst(view: string, first: string): string {
  const [kept, keep] = useState({ view: '', first: '' })
  const isKept = kept.view === view && kept.first !== ''
  if (!isKept && first !== '') keep({ view, first })
  return isKept ? kept.first : first
}
