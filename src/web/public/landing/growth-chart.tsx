import styles from './calculator.module.css'
import { chart, heightOfAmount } from './growth.ts'

type GrowthChartProps = { days: number; percent: number; amount: string; end: string }

/** How an investment grows: what was placed, and the profit above it. */
export function GrowthChart({ days, percent, amount, end }: GrowthChartProps) {
  const y = heightOfAmount(percent)
  return (
    <figure className={styles.chart}>
      <svg
        viewBox="0 0 380 250"
        role="img"
        aria-label={`From ${amount} on day 0 to ${end} on day ${days}`}
        data-chart=""
      >
        <Areas y={y} />
        <Labels y={y} days={days} amount={amount} end={end} />
      </svg>
      <figcaption className="caption">
        The axis begins at zero. The profit is paid once, at the end; the line shows how it accrues.
      </figcaption>
    </figure>
  )
}

/** `y` is where the amount that was placed ends. */
function Areas({ y }: { y: number }) {
  const { foot, top, left, right } = chart
  return (
    <>
      <path
        className={styles.placed}
        data-draw="placed"
        d={`M${left} ${y}H${right}V${foot}H${left}z`}
      />
      <path
        className={styles.profit}
        data-draw="profit"
        d={`M${left} ${y}L${right} ${top}V${y}z`}
      />
      <path className={styles.line} data-draw="line" d={`M${left} ${y}L${right} ${top}`} />
      <path
        className={styles.axis}
        d={`M0 ${foot}.5H380M${left} ${foot}v6M190 ${foot}v6M${right} ${foot}v6`}
      />
      <rect
        className={styles.begin}
        data-draw="begin"
        x={left - 4}
        y={y - 4}
        width="8"
        height="8"
      />
      <rect className={styles.end} x={right - 4} y={top - 4} width="8" height="8" />
    </>
  )
}

function Labels({
  y,
  days,
  amount,
  end,
}: Pick<GrowthChartProps, 'days' | 'amount' | 'end'> & { y: number }) {
  return (
    <>
      <text x="0" y="244">
        day 0
      </text>
      <text x="190" y="244" textAnchor="middle" data-out="half">
        day {days / 2}
      </text>
      <text x="380" y="244" textAnchor="end" data-out="days">
        day {days}
      </text>
      <text className={styles.strong} x="380" y="18" textAnchor="end" data-out="end">
        {end}
      </text>
      <text
        className={styles.strong}
        data-draw="label"
        x={chart.left + 12}
        y={y + 22}
        data-out="amount"
      >
        {amount}
      </text>
    </>
  )
}
