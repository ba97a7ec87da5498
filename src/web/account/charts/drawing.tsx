import { formatUsd, type Cents } from '../../../lib/money.ts'
import { showDate } from '../../ui/dates.ts'
import { across, axisTop, down, linePath, stepPath, type ChartPoint } from './scale.ts'
import styles from './chart.module.css'

const dateOf = ({ at }: ChartPoint) => showDate(new Date(at).toISOString())

/** Lines are stretched to the width that there is; text and squares keep their size. */
export function ChartDrawing({ points }: { points: ChartPoint[] }) {
  const [first, last] = [points[0]!, points.at(-1)!]
  const top = axisTop(points.flatMap(({ balance, profit }) => [balance, profit]))
  const places = (of: (point: ChartPoint) => Cents) =>
    points.map((point) => ({ x: across(point.at, first.at, last.at), y: down(of(point), top) }))
  const balances = places(({ balance }) => balance)
  const said = `From ${dateOf(first)} to ${dateOf(last)}: the balance went from ${formatUsd(first.balance)} to ${formatUsd(last.balance)}, the profit from ${formatUsd(first.profit)} to ${formatUsd(last.profit)}`
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
            <path className={styles.profit} d={linePath(places(({ profit }) => profit))} />
            <path className={styles.balance} d={stepPath(balances)} />
          </svg>
          {balances.slice(1, -1).map(({ x, y }, index) => (
            <rect
              key={points[index + 1]!.at}
              className={styles.entry}
              x={`${x / 10}%`}
              y={`${y}%`}
              width="7"
              height="7"
            >
              <title>{`${dateOf(points[index + 1]!)}: balance ${formatUsd(points[index + 1]!.balance)}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <p className={`caption ${styles.ends}`} aria-hidden="true">
        <span>{dateOf(first)}</span>
        <span>{dateOf(last)}</span>
      </p>
      <figcaption className={`caption ${styles.legend}`}>
        <span data-line="balance">Account balance</span>
        <span data-line="profit">Profit, paid and accrued</span>
      </figcaption>
    </figure>
  )
}

/** Three lines with their amounts, at the right. */
export function ChartAxis({ top }: { top: Cents }) {
  return [0n, top / 2n, top].map((step) => (
    <g key={String(step)} aria-hidden="true">
      <line
        className={step === 0n ? styles.ground : styles.grid}
        x2="100%"
        y1={`${down(step, top)}%`}
        y2={`${down(step, top)}%`}
      />
      <text className={styles.tick} x="100%" dx="8" dy="4" y={`${down(step, top)}%`}>
        {formatUsd(step).slice(0, -3)}
      </text>
    </g>
  ))
}
