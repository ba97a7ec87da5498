import { statementPath, useActivityInfiniteQuery } from '../../api/activity.ts'
import { useMeQuery } from '../../api/identity.ts'
import { sayDownload } from '../../ui/download.ts'
import { monthName, monthsBetween } from './months.ts'
import styles from './statements.module.css'

/** The statement of every month from the account's opening to now, as files to keep. */
export function Statements() {
  const opened = useMeQuery().data?.data.user.createdAt
  // Statements follow business time, which a demonstration may have moved ahead of this device's clock.
  const latest = useActivityInfiniteQuery({ limit: '20' }).data?.pages[0]?.data.activity[0]?.at
  if (opened === undefined) return null
  const months = monthsBetween(opened, [new Date().toISOString(), latest ?? opened])
  return (
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
  )
}
