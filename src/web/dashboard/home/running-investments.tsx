import { Link } from 'react-router'
import type { Investment } from '../../../contract/investment.ts'
import { dayMs } from '../../../lib/instant.ts'
import { useInvestmentsInfiniteQuery } from '../../api/investments.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { centsOf, plainAmount } from '../../ui/amount.ts'
import { showDate } from '../../ui/dates.ts'
import { Explain } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import styles from './running-investments.module.css'

const shownAtMost = 3
export const runningAsked = { status: 'running' } as const

export function RunningInvestments() {
  const { data, ...answer } = useInvestmentsInfiniteQuery(runningAsked)
  if (!data) return <NotLoaded what="investments" {...answer} />
  const running = data.pages[0]!.data.investments
  if (running.length === 0) {
    return (
      <Sheet title="Running investments">
        <Empty action={<Link to="/dashboard/invest">See the plans</Link>}>
          Nothing is invested at present.
        </Empty>
      </Sheet>
    )
  }
  return (
    <>
      {running.slice(0, shownAtMost).map((investment) => (
        <Running key={investment.id} investment={investment} />
      ))}
      {running.length > shownAtMost && (
        <Link className="small" to="/dashboard/investments">
          All investments
        </Link>
      )}
    </>
  )
}

function Running({ investment }: { investment: Investment }) {
  const days = daysOf(investment)
  return (
    <Sheet
      title={<Link to={`/dashboard/investments/${investment.id}`}>{investment.planTitle}</Link>}
      aside={
        <span className="caption">
          {investment.profitPercent}%, {days.all} days
        </span>
      }
    >
      <div className={styles.days} aria-hidden="true">
        {Array.from({ length: days.all }, (_, day) => (
          <i key={day} data-past={day < days.past || undefined} />
        ))}
      </div>
      <p className={`caption ${styles.dates}`}>
        <span>opened {showDate(investment.openedAt)}</span>
        <span>
          day {days.past} of {days.all}
        </span>
        <span>matures {showDate(investment.maturesAt)}</span>
      </p>
      <Explain
        lines={[
          { label: 'Invested', amount: plainAmount(centsOf(investment.amount)) },
          {
            label: 'Profit, set aside in your name',
            amount: plainAmount(centsOf(investment.profit)),
          },
        ]}
        sum={{
          label: 'At maturity',
          note:
            investment.atMaturity === 'reinvest'
              ? 'the principal is to be invested again'
              : undefined,
          amount: plainAmount(centsOf(investment.amount) + centsOf(investment.profit)),
        }}
      />
    </Sheet>
  )
}

/** Profit accrues evenly, so the accrued part tells how far business time has come, without asking this device's clock. */
function daysOf({ openedAt, maturesAt, accrued, profit }: Investment) {
  const all = Math.round((Date.parse(maturesAt) - Date.parse(openedAt)) / dayMs)
  const whole = centsOf(profit)
  const past = whole === 0n ? 0 : Number((centsOf(accrued) * BigInt(all)) / whole)
  return { all, past: Math.min(past, all) }
}
