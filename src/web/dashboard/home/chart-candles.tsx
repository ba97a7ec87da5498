import { formatUsd, type Cents } from '../../../lib/money.ts'
import { plainAmount } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { quotes, type Quote } from './chart-quotes.ts'
import styles from '../../account/charts/chart.module.css'

const [bottom, top] = [95_00n, 110_00n]

/** From above, in percent. */
const down = (amount: Cents) => Number(((top - amount) * 10_000n) / (top - bottom)) / 100

const columns: Column<Quote>[] = [
  { head: 'Day', cell: ({ day }) => day },
  { head: 'Open', kind: 'amount', cell: ({ open }) => plainAmount(open) },
  { head: 'High', kind: 'amount', cell: ({ high }) => plainAmount(high) },
  { head: 'Low', kind: 'amount', cell: ({ low }) => plainAmount(low) },
  { head: 'Close', kind: 'amount', cell: ({ close }) => plainAmount(close) },
]

/** Candles: hollow when the price rose on its day, filled when it fell. */
export function ChartCandles() {
  const slot = 100 / quotes.length
  return (
    <figure>
      <div className={styles.plot}>
        <svg
          className={styles.picture}
          role="img"
          aria-label={`Sample quotes over ${quotes.length} days: from ${formatUsd(quotes[0]!.open)} to ${formatUsd(quotes.at(-1)!.close)}`}
        >
          {[bottom, (bottom + top) / 2n, top].map((step) => (
            <g key={String(step)} aria-hidden="true">
              <line className={styles.grid} x2="100%" y1={`${down(step)}%`} y2={`${down(step)}%`} />
              <text className={styles.tick} x="100%" dx="8" dy="4" y={`${down(step)}%`}>
                {formatUsd(step)}
              </text>
            </g>
          ))}
          {quotes.map((quote, index) => (
            <Candle key={quote.day} quote={quote} left={slot * index} width={slot} />
          ))}
        </svg>
      </div>
      <figcaption className="caption">
        Sample quotes for a share that does not exist: no market is shown here.
      </figcaption>
      <details className={styles.table}>
        <summary>As a table</summary>
        <DataTable
          label="Sample quotes"
          columns={columns}
          rows={quotes}
          keyOf={({ day }) => String(day)}
        />
      </details>
    </figure>
  )
}

function Candle({
  quote: { open, high, low, close },
  left,
  width,
}: {
  quote: Quote
  left: number
  width: number
}) {
  const rose = close >= open
  const middle = `${left + width / 2}%`
  const head = down(rose ? close : open)
  return (
    <g className={styles.candle} data-rose={rose || undefined}>
      <line x1={middle} x2={middle} y1={`${down(high)}%`} y2={`${down(low)}%`} />
      <rect
        x={`${left + width * 0.2}%`}
        width={`${width * 0.6}%`}
        y={`${head}%`}
        height={`${down(rose ? open : close) - head}%`}
      />
    </g>
  )
}
