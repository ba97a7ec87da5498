/** A list that is read page by page: steady under the reader, and honest about what could not be had. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LoadFailed, type Answer } from '../../api/not-loaded.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Waiting } from '../../ui/states.tsx'
import { useHeldRows } from './held-rows.ts'
import styles from './list.module.css'

type Pages<P> = { pages: P[] }

/** As the hook of a list has it. */
type PagesAnswer<P> = Answer & {
  data?: Pages<P> | undefined
  currentData?: Pages<P> | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage(): unknown
}

type Asked<P, R> = {
  /** As in “Error loading the requests”. */
  what: string
  /** What the list was asked for: another view is another list. */
  view: string
  rowsOf(page: P): R[]
  keyOf(row: R): string
  /** No row that others bring moves what is read; false where the reader makes rows too, who then looks for them. */
  isHeld?: boolean
  /** Asks for the next page when the end of this one comes near. */
  byItself?: boolean
}

export type Listed<P, R> = ReturnType<typeof useListed<P, R>>

/** While another view is on its way, the one before stays. */
export function useListed<P, R>(answer: PagesAnswer<P>, asked: Asked<P, R>) {
  const { what, view, rowsOf, keyOf, isHeld = true, byItself = true } = asked
  const { data, currentData, ...call } = answer
  const shown = currentData ?? (call.error ? undefined : data)
  const held = useHeldRows({
    view: isHeld && currentData ? view : null,
    shown,
    rowsOf: (pages) => pages?.pages.flatMap(rowsOf) ?? [],
    keyOf,
    isMore: call.hasNextPage,
  })
  const problem = call.error ? <LoadFailed what={what} {...call} /> : null
  return {
    ...held,
    view,
    first: shown?.pages[0],
    isShown: shown !== undefined,
    isOfView: currentData !== undefined,
    hasNextPage: call.hasNextPage,
    /** In place of the list, or above one that could not be asked for anew. */
    problem: call.isFetchNextPageError ? null : problem,
    notice: <NewRows count={held.coming} onShow={held.show} />,
    more: call.isFetchNextPageError ? problem : <LoadMore {...call} byItself={byItself} />,
  }
}

type ListProps<P, R> = {
  of: Omit<Listed<P, R>, 'notice'> & { notice: ReactNode }
  empty: ReactNode
  /** Of how many lines one waits. */
  lines?: number
  /** What is said of the list above it. */
  head?: ReactNode
  children(rows: R[]): ReactNode
}

export function List<P, R>({ of, empty, lines = 6, head, children }: ListProps<P, R>) {
  if (!of.isShown) return of.problem ?? <Waiting rows={lines} />
  return (
    <div className={styles.list} aria-busy={!of.isOfView}>
      {of.problem}
      {head}
      {of.notice}
      {of.rows.length === 0 ? empty : children(of.rows)}
      {of.more}
    </div>
  )
}

/** How many have come that would move what is read; told quietly, and shown when that is asked for. */
function NewRows({ count, onShow }: { count: number; onShow(): void }) {
  return (
    <div className={styles.notice} role="status">
      {count > 0 && (
        <Button variant="default" size="compact-sm" onClick={onShow}>
          {count.toLocaleString('en-US')} new, show
        </Button>
      )}
    </div>
  )
}
