import { calendarDays, type TreasuryBooks } from '../../../contract/treasury.ts'
import { dayMs } from '../../../lib/instant.ts'
import { formatUsd, type Cents } from '../../../lib/money.ts'
import { ChartAxis } from '../../account/charts/drawing.tsx'
import { amountScale, type AmountScale } from '../../account/charts/scale.ts'
import chart from '../../account/charts/chart.module.css'
import { centsOf, usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDay } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import styles from './treasury.module.css'

type Day = TreasuryBooks['maturities']['days'][number]

const columns: Column<Day>[] = [
  { head: 'Day (UTC)', kind: 'name', cell: ({ date }) => showDay(date) },
  {
    head: 'Investments',
    kind: 'amount',
    cell: ({ investments }) => investments.toLocaleString('en-US'),
  },
  { head: 'Principal', kind: 'amount', cell: ({ principal }) => usd(principal) },
  { head: 'Profit', kind: 'amount', cell: ({ profit }) => usd(profit) },
]

/** What falls due on which day: a column a day, and a table of the same. */
export function Maturities({
  maturities: { from, days, later },
}: {
  maturities: TreasuryBooks['maturities']
}) {
  const title = `Maturities of the next ${calendarDays} days`
  if (days.length === 0)
    return (
      <Sheet title={title}>
        <Empty>Nothing falls due in the next {calendarDays} days.</Empty>
      </Sheet>
    )
  return (
    <Sheet title={title}>
      <Drawing from={from} days={days} />
      {later.investments > 0 && (
        <p className="small">
          {countOf(later.investments)} later: {usd(later.principal)} and {usd(later.profit)} profit.
        </p>
      )}
      <details className={chart.table}>
        <summary>As a table</summary>
        <DataTable label={title} columns={columns} rows={days} keyOf={({ date }) => date} />
      </details>
    </Sheet>
  )
}

const countOf = (investments: number) =>
  `${investments.toLocaleString('en-US')} ${investments === 1 ? 'investment falls' : 'investments fall'} due`
const total = (amounts: number[]): Cents =>
  amounts.reduce((sum, amount) => sum + centsOf(amount), 0n)
const dayAt = (from: string, number: number) =>
  new Date(Date.parse(from) + number * dayMs).toISOString().slice(0, 10)

function Drawing({ from, days }: { from: string; days: Day[] }) {
  const scale = amountScale(days.map(({ principal, profit }) => total([principal, profit])))
  const count = days.reduce((sum, { investments }) => sum + investments, 0)
  const said = `${countOf(count)} within ${calendarDays} days: ${formatUsd(total(days.map(({ principal }) => principal)))} principal and ${formatUsd(total(days.map(({ profit }) => profit)))} profit`
  return (
    <figure>
      <div className={chart.plot}>
        <svg className={chart.picture} role="img" aria-label={said}>
          <ChartAxis scale={scale} />
          {days.map((day) => (
            <DayColumn
              key={day.date}
              day={day}
              at={(Date.parse(day.date) - Date.parse(from)) / dayMs}
              down={scale.down}
            />
          ))}
        </svg>
      </div>
      <p className={`caption ${chart.ends}`} aria-hidden="true">
        <span>{showDay(from)}</span>
        <span>{showDay(dayAt(from, calendarDays - 1))}</span>
      </p>
      <figcaption className={`caption ${styles.legend}`}>
        <span data-bar="principal">Principal</span>
        <span data-bar="profit">Profit</span>
      </figcaption>
    </figure>
  )
}

/** The profit stands on the principal, so that the height is what has to be paid. */
function DayColumn({ day, at, down }: { day: Day; at: number; down: AmountScale['down'] }) {
  const [middle, high] = [down(centsOf(day.principal)), down(total([day.principal, day.profit]))]
  const place = { x: `${((at + 0.15) * 100) / calendarDays}%`, width: `${70 / calendarDays}%` }
  return (
    <g>
      <title>{`${showDay(day.date)}: ${countOf(day.investments)}, ${usd(day.principal)} and ${usd(day.profit)} profit`}</title>
      <rect {...place} className={styles.principal} y={`${middle}%`} height={`${100 - middle}%`} />
      <rect {...place} className={styles.profit} y={`${high}%`} height={`${middle - high}%`} />
    </g>
  )
}
