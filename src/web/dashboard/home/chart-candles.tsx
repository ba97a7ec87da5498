import { scaleBand } from 'd3-scale'
import { formatUsd } from '../../../lib/money.ts'
import { ChartAxis, Crosshair } from '../../account/charts/drawing.tsx'
import { ChartReader, useReading } from '../../account/charts/reader.tsx'
import { amountScale } from '../../account/charts/scale.ts'
import { plainAmount } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { quotes, type Quote } from './chart-quotes.ts'
import styles from '../../account/charts/chart.module.css'

const columns: Column<Quote>[] = [
  { head: 'Day', cell: ({ day }) => day },
  { head: 'Open', kind: 'amount', cell: ({ open }) => plainAmount(open) },
  { head: 'High', kind: 'amount', cell: ({ high }) => plainAmount(high) },
  { head: 'Low', kind: 'amount', cell: ({ low }) => plainAmount(low) },
  { head: 'Close', kind: 'amount', cell: ({ close }) => plainAmount(close) },
]

const prices = ['open', 'high', 'low', 'close'] as const

const amounts = amountScale(
  quotes.map(({ high }) => high),
  quotes.reduce((least, { low }) => (low < least ? low : least), quotes[0]!.low),
)
const slots = scaleBand(
  quotes.map(({ day }) => day),
  [0, 100],
).padding(0.4)
const places = quotes.map(({ day }) => slots(day)! + slots.bandwidth() / 2)

const wordsOf = ({ day, ...quote }: Quote) =>
  `Day ${day}: ${prices.map((price) => `${price} ${formatUsd(quote[price])}`).join(', ')}`

/** Candles: hollow when the price rose on its day, filled when it fell. */
export function ChartCandles() {
  const reading = useReading(quotes.length)
  const read = reading.at ?? quotes.length - 1
  return (
    <figure onBlur={() => reading.read(null)}>
      <div className={styles.plot}>
        <ChartReader
          label="Sample quotes, day by day"
          places={places}
          reading={reading}
          says={(at) => wordsOf(quotes[at]!)}
        >
          <svg
            className={styles.picture}
            role="img"
            aria-label={`Sample quotes over ${quotes.length} days: from ${formatUsd(quotes[0]!.open)} to ${formatUsd(quotes.at(-1)!.close)}`}
          >
            <ChartAxis scale={amounts} />
            {quotes.map((quote, index) => (
              <Candle key={quote.day} quote={quote} middle={places[index]!} />
            ))}
            {reading.at !== null && (
              <Crosshair at={{ x: places[read]!, y: amounts.down(quotes[read]!.close) }} />
            )}
          </svg>
        </ChartReader>
      </div>
      <figcaption className={`caption ${styles.reading}`}>
        <p>
          <span data-reading="">Day {quotes[read]!.day}</span>
        </p>
        <dl>
          {prices.map((price) => (
            <div key={price}>
              <dt>{price}</dt>
              <dd>{formatUsd(quotes[read]![price])}</dd>
            </div>
          ))}
        </dl>
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

function Candle({ quote: { open, high, low, close }, middle }: { quote: Quote; middle: number }) {
  const rose = close >= open
  const head = amounts.down(rose ? close : open)
  return (
    <g className={styles.candle} data-rose={rose || undefined}>
      <line
        x1={`${middle}%`}
        x2={`${middle}%`}
        y1={`${amounts.down(high)}%`}
        y2={`${amounts.down(low)}%`}
      />
      <rect
        x={`${middle - slots.bandwidth() / 2}%`}
        width={`${slots.bandwidth()}%`}
        y={`${head}%`}
        height={`${amounts.down(rose ? open : close) - head}%`}
      />
    </g>
  )
}
