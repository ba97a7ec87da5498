import { statementPath, useActivityInfiniteQuery, yearCsvPath } from '../../api/activity.ts'
import { useMeQuery } from '../../api/identity.ts'
import { sayDownload } from '../../ui/download.ts'
import { monthName, monthsBetween } from './months.ts'
import styles from './statements.module.css'

/** The statement of every month and year from the account's opening to now, as files to keep. */
export function Statements() {
  const opened = useMeQuery().data?.data.user.createdAt
  // Statements follow business time, which a demonstration may have moved ahead of this device's clock.
  const latest = useActivityInfiniteQuery({ limit: '20' }).data?.pages[0]?.data.activity[0]?.at
  if (opened === undefined) return null
  const months = monthsBetween(opened, [new Date().toISOString(), latest ?? opened])
  const years = [...new Set(months.map((month) => month.slice(0, 4)))]
  return (
    <>
      <Years years={years} />
      <details className={styles.statements}>
        <summary>Monthly statements as PDF</summary>
        <p className="caption">
          Opening balance, every movement, closing balance. Months and days in UTC.
        </p>
        <ul>
          {months.map((month, index) => (
            <li key={month}>
              <a href={statementPath(month)} download onClick={sayDownload}>
                {monthName(month)}
                {index === 0 && ', so far'}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** For a tax return: what plans paid by day, with everything else that moved. */
function Years({ years }: { years: string[] }) {
  return (
    <details className={styles.statements}>
      <summary>Yearly statements for your tax return</summary>
      <p className="caption">
        Profit by plan and day, and every movement. They list what was booked; they are no tax
        advice.
      </p>
      <ul>
        {years.map((year, index) => (
          <li key={year}>
            <a href={statementPath(year)} download onClick={sayDownload}>
              {year}
              {index === 0 && ' so far'} as PDF
            </a>
            <a href={yearCsvPath(year)} download onClick={sayDownload}>
              {year}
              {index === 0 && ' so far'} as CSV
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
