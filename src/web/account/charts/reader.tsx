import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { nearest, stepBy } from './steps.ts'
import styles from './chart.module.css'

export type Reading = {
  /** The point that is read; null where nobody reads. */
  at: number | null
  read(at: number | null): void
}

/** What is being read of so many points. They may become fewer while it is. */
export function useReading(count: number): Reading {
  const [at, read] = useState<number | null>(null)
  return { at: at === null ? null : Math.min(at, count - 1), read }
}

/** A chart and what belongs to it. The reading ends when the focus leaves them; it may go on to a link below. */
export function ReadFigure({ reading, children }: { reading: Reading; children: ReactNode }) {
  return (
    <div
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || reading.read(null)
      }
    >
      <figure>{children}</figure>
    </div>
  )
}

type ChartReaderProps = {
  label: string
  /** Of each point, in percent from the left. */
  places: readonly number[]
  reading: Reading
  /** A point in words, for those who hear it. */
  says(at: number): string
  /** What Enter does at a point. */
  onOpen?(at: number): void
  /** The drawing. */
  children: ReactNode
  /** What lies upon it and can be pressed. */
  marks?: ReactNode
}

/**
 * A chart that is gone along point by point: the pointer is at the nearest one, a finger too, and the arrows lead to the
 * next. For those who hear it, it is a slider, whose value they are told at each step.
 */
export function ChartReader({
  label,
  places,
  reading: { at, read },
  says,
  onOpen,
  children,
  marks,
}: ChartReaderProps) {
  const handle = useRef<HTMLDivElement>(null)
  const now = at ?? places.length - 1
  const point = ({ clientX }: PointerEvent) => {
    const { left, width } = handle.current!.getBoundingClientRect()
    read(nearest(places, ((clientX - left) / width) * 100))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    if (event.key === 'Escape') return read(null)
    if (event.key === 'Enter') return onOpen?.(now)
    const next = stepBy(event.key, now, places.length)
    if (next === null) return
    event.preventDefault()
    read(next)
  }
  return (
    <div
      className={styles.reader}
      onPointerDown={point}
      onPointerMove={point}
      onPointerUp={() => handle.current!.focus({ preventScroll: true })}
      // The finger scrolls the page.
      onPointerCancel={() => read(null)}
      onPointerLeave={({ pointerType, currentTarget }) => {
        const isKept = pointerType === 'touch' || currentTarget.contains(document.activeElement)
        if (!isKept) read(null)
      }}
    >
      {children}
      <div
        ref={handle}
        className={styles.handle}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={places.length}
        aria-valuenow={now + 1}
        aria-valuetext={says(now)}
        onFocus={() => read(now)}
        onKeyDown={onKeyDown}
      />
      {marks}
    </div>
  )
}
