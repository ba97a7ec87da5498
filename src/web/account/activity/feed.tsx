import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useLocation } from 'react-router'
import type { ActivityItem } from '../../../contract/activity.ts'
import type { ActivityChoice } from '../../api/activity.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import { entryAnchor } from './choice.ts'
import { ActivityEntry } from './item.tsx'
import { MonthHead } from './month.tsx'
import { beginsMonth, monthOf } from './months.ts'
import styles from './list.module.css'

type Rows = Virtualizer<Window, HTMLElement>

/** Before a row has been drawn: two lines and its padding. */
const likelyHeight = 64
/** What covers the window's ends: the demonstration's banner, and the support button. */
const covered = { above: 60, below: 76 }
/** Rows beyond the window that are ready when it moves. */
const ready = 8
/** From this many rows before the end of what has been read, more is asked for. */
const near = 30

type ActivityFeedProps = {
  items: ActivityItem[]
  choice: ActivityChoice
  placeKey: string
  more: boolean
  busy: boolean
  onMore(): void
}

/**
 * The whole list, of which only the rows near the window are in the document: ten thousand rows would make every scroll
 * slow. To screen readers and the keyboard it is a feed: one stop of the tab key, Page Down and Page Up go from row to row, Home and End
 * to its ends. Source: ARIA Authoring Practices, "Feed".
 */
export function ActivityFeed({ items, choice, placeKey, more, busy, onMore }: ActivityFeedProps) {
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useCurrent(items)
  const rows = useRows(items, list, placeKey, current)
  const printing = usePrinting()
  const shown = printing
    ? items.map(({ id }, index) => ({ index, key: id, start: 0 }))
    : rows.getVirtualItems()
  const { hash } = useLocation()
  const isNamed = (id: string) => hash === `#${entryAnchor(id)}`
  const named = items.findIndex(({ id }) => isNamed(id))
  const goTo = useGoing({
    rows,
    list,
    current,
    setCurrent,
    count: items.length,
    more,
    named,
    drawn: shown.length,
  })
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= items.length - near || goTo.wantsEnd
  useLayoutEffect(() => {
    if (isNearEnd && more && !busy && !printing) onMore()
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a feed has keys of its own
    <div
      className={styles.feed}
      style={{ height: rows.getTotalSize() }}
      ref={list}
      role="feed"
      aria-label="Activity"
      aria-busy={busy}
      onKeyDown={goTo.onKey}
    >
      {shown.map(({ index, key, start }) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows take the focus
        <article
          key={key}
          ref={printing ? undefined : rows.measureElement}
          data-index={index}
          className={styles.placed}
          style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          aria-posinset={index + 1}
          aria-setsize={more ? -1 : items.length}
          aria-labelledby={entryAnchor(String(key))}
          aria-current={isNamed(String(key)) || undefined}
        >
          {beginsMonth(items, index) && (
            <MonthHead month={monthOf(items[index]!.at)} choice={choice} />
          )}
          <div className={styles.entry} data-by={items[index]!.by}>
            <ActivityEntry item={items[index]!} whole titleId={entryAnchor(String(key))} />
          </div>
        </article>
      ))}
    </div>
  )
}

/** The row that the tab key stops at, wherever it stands after something new came in above it. */
function useCurrent(items: readonly ActivityItem[]): [index: number, set: (index: number) => void] {
  const [id, setId] = useState<string | null>(null)
  const index = useMemo(() => items.findIndex((item) => item.id === id), [items, id])
  const set = useCallback((at: number) => setId(items[at]?.id ?? null), [items])
  return [Math.max(index, 0), set]
}

/** The measured heights of each list, so that coming back shows the same rows at the same places. */
const measured = new Map<string, ReturnType<Rows['takeSnapshot']>>()

function useRows(
  items: ActivityItem[],
  list: RefObject<HTMLElement | null>,
  placeKey: string,
  current: number,
): Rows {
  const [top, setTop] = useState(0)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const rows = useWindowVirtualizer<HTMLElement>({
    count: items.length,
    estimateSize: () => likelyHeight,
    getItemKey: (index) => items[index]!.id,
    overscan: ready,
    scrollMargin: top,
    scrollPaddingStart: covered.above,
    scrollPaddingEnd: covered.below,
    initialMeasurementsCache: measured.get(placeKey) ?? [],
    // The row that has the focus stays, wherever the window is.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])].sort((one, other) => one - other),
    // When something new arrives above, the row being read stays in place.
    anchorTo: typeof window !== 'undefined' && window.scrollY > top ? 'end' : 'start',
  })
  useLayoutEffect(() => {
    // What stands above the list may grow and shrink.
    const look = () => setTop(list.current!.getBoundingClientRect().top + window.scrollY)
    look()
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [list])
  useLayoutEffect(() => () => void measured.set(placeKey, rows.takeSnapshot()), [placeKey, rows])
  return rows
}

type Going = {
  rows: Rows
  list: RefObject<HTMLElement | null>
  current: number
  setCurrent(index: number): void
  count: number
  more: boolean
  /** The row that the address names; -1 where it names none. */
  named: number
  /** A list that has just come draws its rows a little later. */
  drawn: number
}

/** Moves the focus from row to row, at first to the one that the address names. The end is where everything has been read: until then it is waited for. */
function useGoing({ rows, list, current, setCurrent, count, more, named, drawn }: Going) {
  const [target, setTarget] = useState<number | 'end' | null>(named === -1 ? null : named)
  const index = target === 'end' ? (more ? null : count - 1) : target
  useLayoutEffect(() => {
    if (index === null) return
    const row = list.current!.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (!row) return setCurrent(index)
    row.focus({ preventScroll: true })
    rows.scrollToIndex(index, { align: 'auto' })
    setTarget(null)
  }, [index, current, drawn, rows, list, setCurrent])

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const places: Record<string, number | 'end'> = {
      PageDown: Math.min(current + 1, count - 1),
      PageUp: Math.max(current - 1, 0),
      Home: 0,
      End: 'end',
    }
    const place = places[event.key]
    if (place === undefined) return setTarget(null)
    event.preventDefault()
    setTarget(place)
  }
  return { wantsEnd: target === 'end', onKey }
}
