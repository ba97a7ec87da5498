import { scaleLinear } from '../../account/charts/d3.ts'
import { formatUsd } from '../../../lib/money.ts'
import { ChartAxis, Crosshair } from '../../account/charts/drawing.tsx'
import { ChartReader, ReadFigure, useReading } from '../../account/charts/reader.tsx'
import { amountScale } from '../../account/charts/scale.ts'
import { plainAmount } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { quotes, type Quote } from './chart-quotes.ts'
import styles from '../../account/charts/chart.module.css'

const prices = [
  { head: 'Open', of: ({ open }: Quote) => open },
  { head: 'High', of: ({ high }: Quote) => high },
  { head: 'Low', of: ({ low }: Quote) => low },
  { head: 'Close', of: ({ close }: Quote) => close },
]

const columns: Column<Quote>[] = [
  { head: 'Day', cell: ({ day }) => day },
  ...prices.map(({ head, of }): Column<Quote> => ({
    head,
    kind: 'amount',
    cell: (quote) => plainAmount(of(quote)),
  })),
]

const amounts = amountScale(
  quotes.map(({ high }) => high),
  quotes.reduce((least, { low }) => (low < least ? low : least), quotes[0]!.low),
)
/** A slot for each day: the candle stands in its middle, and takes three fifths of it. */
const across = scaleLinear([0, quotes.length], [0, 100])
const places = quotes.map((_, index) => across(index + 0.5))
const candleWidth = across(0.6)

const wordsOf = (quote: Quote) =>
  `Day ${quote.day}: ${prices.map(({ head, of }) => `${head.toLowerCase()} ${formatUsd(of(quote))}`).join(', ')}`

/** Candles: hollow when the price rose on its day, filled when it fell. */
export function ChartCandles() {
  const reading = useReading(quotes.length)
  const read = reading.at ?? quotes.length - 1
  return (
    <>
      <ReadFigure reading={reading}>
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
            {prices.map(({ head, of }) => (
              <div key={head}>
                <dt>{head}</dt>
                <dd>{formatUsd(of(quotes[read]!))}</dd>
              </div>
            ))}
          </dl>
          <p>Sample quotes for a share that does not exist: no market is shown here.</p>
        </figcaption>
      </ReadFigure>
      <details className={styles.table}>
        <summary>As a table</summary>
        <DataTable
          label="Sample quotes"
          columns={columns}
          rows={quotes}
          keyOf={({ day }) => String(day)}
        />
      </details>
    </>
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
        x={`${middle - candleWidth / 2}%`}
        width={`${candleWidth}%`}
        y={`${head}%`}
        height={`${amounts.down(rose ? open : close) - head}%`}
      />
    </g>
  )
}
