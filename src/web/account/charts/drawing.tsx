import { formatUsd } from '../../../lib/money.ts'
import type { AmountScale, Place, TimeScale } from './scale.ts'
import styles from './chart.module.css'

/** A line for each step, with its amount at the right. */
export function ChartAxis({ scale: { steps, down } }: { scale: AmountScale }) {
  return steps.map((step) => (
    <g key={String(step)} aria-hidden="true">
      <line
        className={step === 0n ? styles.ground : styles.grid}
        x2="100%"
        y1={`${down(step)}%`}
        y2={`${down(step)}%`}
      />
      <text className={styles.tick} x="100%" dx="8" dy="4" y={`${down(step)}%`}>
        {formatUsd(step).slice(0, -3)}
      </text>
    </g>
  ))
}

/** The times between the ends, below the drawing. */
export function TimeTicks({ scale: { ticks } }: { scale: TimeScale }) {
  // Where a drawing is narrow, its style sheet leaves every second one out.
  const isSecond = (place: number) => ticks.length > 3 && place % 2 === 1
  return ticks.map(({ x, label }, place) => (
    <g key={x} aria-hidden="true" data-second={isSecond(place) || undefined}>
      <line className={styles.mark} x1={`${x}%`} x2={`${x}%`} y1="100%" y2="102%" />
      <text className={styles.tick} x={`${x}%`} y="100%" dy="18" textAnchor="middle">
        {label}
      </text>
    </g>
  ))
}

/** Where the reader is. */
export function Crosshair({ at: { x, y } }: { at: Place }) {
  return (
    <g className={styles.crosshair} aria-hidden="true">
      <line x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
      <line x2="100%" y1={`${y}%`} y2={`${y}%`} />
    </g>
  )
}
