import { Link } from 'react-router'
import { useOverviewQuery } from '../../api/overview.ts'
import { usd } from '../../ui/amount.ts'
import { showMonthDay } from '../../ui/dates.ts'
import styles from './home.module.css'

/** What happens next by itself, said before anything else. A plan lasts weeks, so that the day needs no year. */
export function NextMaturity() {
  const next = useOverviewQuery().data?.data.overview.nextMaturity
  if (!next) return null
  return (
    <p className={styles.next}>
      <span className={styles.when}>
        <time dateTime={next.at}>{showMonthDay(next.at)}</time>: {usd(next.amount)}
      </span>
      <Link className="small" to="/dashboard/investments?status=running">
        {next.reinvested > 0
          ? `Your next investment matures: ${usd(next.reinvested)} of it is to be invested again`
          : 'Paid to your balance when your next investment matures'}
      </Link>
    </p>
  )
}
