import { showShortMonth } from '../../../lib/calendar.ts'
import { formatUsd, type Cents } from '../../../lib/money.ts'
import { ChartAxis } from '../../account/charts/drawing.tsx'
import { amountScale, type AmountScale } from '../../account/charts/scale.ts'
import type { LoanBook } from '../../api/staff-loans.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import chart from '../../account/charts/chart.module.css'
import styles from '../treasury/treasury.module.css'

type Month = LoanBook['months'][number]

const title = 'What is to come in'

const columns: Column<Month>[] = [
  { head: 'Month', kind: 'name', cell: ({ month }) => showShortMonth(month) },
  { head: 'Principal', kind: 'amount', cell: ({ principal }) => usd(principal) },
  { head: 'Interest', kind: 'amount', cell: ({ interest }) => usd(interest) },
]

const sumOf = (amounts: number[]): Cents => amounts.reduce((sum, one) => sum + centsOf(one), 0n)

/** What falls due if nothing is paid early: a column a month, and a table of the same. */
export function ComingMonths({ months }: Pick<LoanBook, 'months'>) {
  const isEmpty = months.every(({ interest, principal }) => interest + principal === 0)
  return (
    <Sheet title={title}>
      {isEmpty ? (
        <Empty>Nothing falls due in the coming months.</Empty>
      ) : (
        <>
          <Drawing months={months} />
          <details className={chart.table}>
            <summary>As a table</summary>
            <DataTable label={title} columns={columns} rows={months} keyOf={({ month }) => month} />
          </details>
        </>
      )}
    </Sheet>
  )
}

function Drawing({ months }: Pick<LoanBook, 'months'>) {
  const scale = amountScale(months.map(({ interest, principal }) => sumOf([interest, principal])))
  const [principal, interest] = [
    sumOf(months.map((month) => month.principal)),
    sumOf(months.map((month) => month.interest)),
  ]
  return (
    <figure>
      <div className={chart.plot}>
        <svg
          className={chart.picture}
          role="img"
          aria-label={`In ${months.length} months: ${formatUsd(principal)} principal and ${formatUsd(interest)} interest`}
        >
          <ChartAxis scale={scale} />
          {months.map((month, at) => (
            <MonthColumn
              key={month.month}
              month={month}
              at={at}
              count={months.length}
              down={scale.down}
            />
          ))}
        </svg>
      </div>
      <p className={`caption ${chart.ends}`} aria-hidden="true">
        <span>{showShortMonth(months[0]!.month)}</span>
        <span>{showShortMonth(months.at(-1)!.month)}</span>
      </p>
      <figcaption className={`caption ${styles.legend}`}>
        <span data-bar="principal">Principal</span>
        <span data-bar="profit">Interest</span>
      </figcaption>
    </figure>
  )
}

type ColumnProps = { month: Month; at: number; count: number; down: AmountScale['down'] }

/** The interest stands on the principal, so that the height is what comes in. */
function MonthColumn({ month: { month, principal, interest }, at, count, down }: ColumnProps) {
  const [middle, high] = [down(centsOf(principal)), down(sumOf([principal, interest]))]
  const place = { x: `${((at + 0.15) * 100) / count}%`, width: `${70 / count}%` }
  return (
    <g>
      <title>{`${showShortMonth(month)}: ${usd(principal)} and ${usd(interest)} interest`}</title>
      <rect {...place} className={styles.principal} y={`${middle}%`} height={`${100 - middle}%`} />
      <rect {...place} className={styles.profit} y={`${high}%`} height={`${middle - high}%`} />
    </g>
  )
}
