/** What a list shows while it is read: rows follow what happens to them, and none moves because another one has come. */
import { useState } from 'react'

type Keyed<R> = (row: R) => string
type Held<R> = { rows: R[]; coming: number }

/** Of those that have gone, the latest that can still be said. */
const maxGone = 3

/**
 * The rows as they are now, in the order in which they are read. What would stand among them waits, and is counted; what
 * comes after the last of them stands there. Those that aren't listed any longer go, but for as many at the end as new
 * ones pushed beyond the last page, where there are more.
 */
export function heldRows<R>(before: R[], fresh: R[], keyOf: Keyed<R>, isMore: boolean): Held<R> {
  const known = new Set(before.map(keyOf))
  const now = new Map(fresh.map((row) => [keyOf(row), row]))
  const end = fresh.findLastIndex((row) => known.has(keyOf(row))) + 1
  const coming = fresh.slice(0, end).filter((row) => !known.has(keyOf(row))).length
  const last = before.findLastIndex((row) => now.has(keyOf(row)))
  const pushed = isMore ? before.slice(last + 1).slice(0, coming) : []
  const stayed = before.slice(0, last + 1).flatMap((row) => now.get(keyOf(row)) ?? [])
  return { rows: [...stayed, ...pushed, ...fresh.slice(end)], coming }
}

/** Without a view: all that there is by then is shown. */
type Holding<R> = Held<R> & { view: string | null; shown: unknown; gone: R[] }

type Holds<S, R> = {
  /** What the list was asked for; null where nothing is held back. */
  view: string | null
  /** The answer, which keeps its identity while nothing has come. */
  shown: S
  rowsOf(shown: S): R[]
  keyOf: Keyed<R>
  isMore: boolean
}

/** `gone` are the latest that the list has lost. */
export function useHeldRows<S, R>({ view, shown, rowsOf, keyOf, isMore }: Holds<S, R>) {
  const whole = (): Holding<R> => ({ view, shown, rows: rowsOf(shown), coming: 0, gone: [] })
  const [kept, keep] = useState(whole)
  let holding = kept
  if (kept.shown !== shown || kept.view !== view) {
    holding =
      view === null || kept.view !== view
        ? whole()
        : held(kept, { view, shown, ...heldRows(kept.rows, rowsOf(shown), keyOf, isMore) }, keyOf)
    keep(holding)
  }
  const { rows, coming, gone } = holding
  return { rows, coming, gone, show: () => keep({ ...whole(), view: null }) }
}

/** With those that have gone since, the latest first, as they were. */
function held<R>(before: Holding<R>, now: Omit<Holding<R>, 'gone'>, keyOf: Keyed<R>): Holding<R> {
  const listed = new Set(now.rows.map(keyOf))
  const gone = [...before.rows, ...before.gone].filter((row) => !listed.has(keyOf(row)))
  return { ...now, gone: gone.slice(0, maxGone) }
}
