import { Link, useSearchParams } from 'react-router'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { howMany } from './waiting-work.tsx'
import styles from './work-tabs.module.css'
import { inWork, viewIn, workWords, type Work } from './view.ts'

/** The lists of the queue. Each has an address of its own, so that back and a shared link work. */
export function WorkTabs() {
  const [query] = useSearchParams()
  const { work } = viewIn(query)
  const counts = useCounts()
  return (
    <nav className={styles.tabs} aria-label="Lists of withdrawals">
      {(Object.keys(workWords) as Work[]).map((one) => (
        <Link
          key={one}
          to={{ search: inWork(query, one).toString() }}
          preventScrollReset
          aria-current={one === work ? 'page' : undefined}
        >
          {workWords[one]}
          {counts[one] && <span className={styles.count}>{counts[one]}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** How many wait in each list, where that is known. */
function useCounts(): Partial<Record<Work, string>> {
  const waiting = useWaiting()
  if (!waiting) return {}
  const { pending, secondApproval, approved } = waiting
  const toDecide = { ...pending, count: Math.max(0, pending.count - secondApproval.count) }
  const counts = { 'to-decide': toDecide, 'second-approval': secondApproval, 'to-pay': approved }
  return Object.fromEntries(
    Object.entries(counts).flatMap(([work, of]) => (of.count > 0 ? [[work, howMany(of)]] : [])),
  )
}
