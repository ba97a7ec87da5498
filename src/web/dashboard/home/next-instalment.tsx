import { Link } from 'react-router'
import { showShortDay } from '../../../lib/calendar.ts'
import { useLoansQuery } from '../../api/loans.ts'
import { usd } from '../../ui/amount.ts'
import styles from './home.module.css'

/** What falls due next of a loan, within a month, or is overdue; nothing where nothing runs. */
export function NextInstalment() {
  const loans = useLoansQuery().data?.data.loans ?? []
  const loan = loans.find(({ overdue, next }) => overdue > 0 || next !== null)
  if (!loan) return null
  const { overdue, next } = loan
  return (
    <p className={styles.next}>
      <span className={styles.when}>
        {overdue > 0 || !next ? (
          usd(overdue)
        ) : (
          <>
            <time dateTime={next.dueOn}>{showShortDay(next.dueOn)}</time>: {usd(next.amount)}
          </>
        )}
      </span>
      <Link className="small" to="/dashboard/loan">
        {overdue > 0
          ? 'Overdue of your loan: see what it costs, and pay it'
          : 'Taken from your balance for your loan'}
      </Link>
    </p>
  )
}
