import { useSearchParams } from 'react-router'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { ListTabs } from '../list/tabs.tsx'
import { howMany } from './waiting-work.tsx'
import { inWork, viewIn, workWords, type Work } from './view.ts'

/** The lists of the queue. */
export function WorkTabs() {
  const [query] = useSearchParams()
  return (
    <ListTabs
      label="Lists of withdrawals"
      words={workWords}
      current={viewIn(query).work}
      queryOf={(work) => inWork(query, work).toString()}
      counts={useCounts()}
    />
  )
}

/** How many wait in each list, where that is known. */
function useCounts(): Partial<Record<Work, string>> {
  const work = useWaiting()?.work
  if (!work) return {}
  const { pending, secondApproval, approved } = work
  const toDecide = { ...pending, count: Math.max(0, pending.count - secondApproval.count) }
  const counts = { 'to-decide': toDecide, 'second-approval': secondApproval, 'to-pay': approved }
  return Object.fromEntries(
    Object.entries(counts).flatMap(([work, of]) => (of.count > 0 ? [[work, howMany(of)]] : [])),
  )
}
