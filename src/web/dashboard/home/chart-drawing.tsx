import { area, curveStepAfter, line } from '../../account/charts/d3.ts'
import type { Cents } from '../../../lib/money.ts'
import { ChartAxis, Crosshair, TimeTicks } from '../../account/charts/drawing.tsx'
import type { AmountScale, Place, TimeScale } from '../../account/charts/scale.ts'
import type { ValuePoint } from './chart-value.ts'
import styles from '../../account/charts/chart.module.css'

export type Scales = { amounts: AmountScale; times: TimeScale }

/** A balance stays what it was until it changes at once. */
const steps = line<Place>(
  ({ x }) => x,
  ({ y }) => y,
).curve(curveStepAfter)

/** What lies below such steps, down to the ground. */
const below = area<Place>(
  ({ x }) => x,
  100,
  ({ y }) => y,
).curve(curveStepAfter)

type ValueDrawingProps = { points: ValuePoint[]; scales: Scales; said: string; at: Place | null }

/** Shapes are stretched to the width that there is; text keeps its size. */
export function ValueDrawing({ points, scales: { amounts, times }, said, at }: ValueDrawingProps) {
  const places = (amountOf: (point: ValuePoint) => Cents): Place[] =>
    points.map((point) => ({ x: times.across(point.at), y: amounts.down(amountOf(point)) }))
  return (
    <svg className={styles.picture} role="img" aria-label={said}>
      <ChartAxis scale={amounts} />
      <TimeTicks scale={times} />
      <svg
        viewBox="0 0 100 100"
        width="100%"
        height="100%"
        preserveAspectRatio="none"
        overflow="visible"
      >
        <path className={styles.plans} d={below(places(({ invested }) => invested)) ?? ''} />
        <path className={styles.balance} d={steps(places(({ total }) => total)) ?? ''} />
      </svg>
      {at && <Crosshair at={at} />}
    </svg>
  )
}
