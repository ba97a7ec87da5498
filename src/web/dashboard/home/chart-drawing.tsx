import { formatUsd, type Cents } from '../../../lib/money.ts'
import { showDate } from '../../ui/dates.ts'
import { ChartAxis } from '../../account/charts/drawing.tsx'
import { across, areaPath, axisTop, down, linePath, stepPath } from '../../account/charts/scale.ts'
import { accruedLine, type ValuePoint } from './chart-value.ts'
import styles from '../../account/charts/chart.module.css'

const dateOf = ({ at }: ValuePoint) => showDate(new Date(at).toISOString())

/** From the ground: placed, held, available. Placing money only moves it downwards, so the top stays. Each lies over the ones before it. */
const layers = [
  { name: 'available', label: 'Available', upTo: ({ total }: ValuePoint) => total },
  { name: 'held', label: 'Held', upTo: ({ held, invested }: ValuePoint) => held + invested },
  { name: 'placed', label: 'In plans', upTo: ({ invested }: ValuePoint) => invested },
] as const

/** Shapes are stretched to the width that there is; text and squares keep their size. */
export function ValueDrawing({ points }: { points: ValuePoint[] }) {
  const [first, last] = [points[0]!, points.at(-1)!]
  const line = accruedLine(points)
  const top = axisTop(line.map(({ amount }) => amount))
  const place = (at: number, amount: Cents) => ({
    x: across(at, first.at, last.at),
    y: down(amount, top),
  })
  const totals = points.map(({ at, total }) => place(at, total))
  const said = `From ${dateOf(first)} to ${dateOf(last)}: the balance went from ${formatUsd(first.balance)} to ${formatUsd(last.balance)}, the total value from ${formatUsd(first.total)} to ${formatUsd(last.total)}; ${formatUsd(last.accrued)} has accrued and is not paid yet`
  return (
    <figure>
      <div className={styles.plot}>
        <svg className={styles.picture} role="img" aria-label={said}>
          <ChartAxis top={top} />
          <svg
            viewBox="0 0 1000 100"
            width="100%"
            height="100%"
            preserveAspectRatio="none"
            overflow="visible"
          >
            {layers.map(({ name, upTo }) => (
              <path
                key={name}
                className={styles.layer}
                data-layer={name}
                d={areaPath(points.map((point) => place(point.at, upTo(point))))}
              />
            ))}
            <path
              className={styles.accrued}
              d={linePath(line.map(({ at, amount }) => place(at, amount)))}
            />
            <path className={styles.balance} d={stepPath(totals)} />
          </svg>
          {totals.slice(1, -1).map(({ x, y }, index) => (
            <rect
              key={points[index + 1]!.at}
              className={styles.entry}
              x={`${x / 10}%`}
              y={`${y}%`}
              width="7"
              height="7"
            >
              <title>{`${dateOf(points[index + 1]!)}: total value ${formatUsd(points[index + 1]!.total)}, balance ${formatUsd(points[index + 1]!.balance)}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <p className={`caption ${styles.ends}`} aria-hidden="true">
        <span>{dateOf(first)}</span>
        <span>{dateOf(last)}</span>
      </p>
      <figcaption className={`caption ${styles.legend}`}>
        <span data-line="total">Total value</span>
        {layers.map(({ name, label }) => (
          <span key={name} data-layer={name}>
            {label}
          </span>
        ))}
        <span data-line="accrued">With what has accrued, not paid yet</span>
      </figcaption>
    </figure>
  )
}
