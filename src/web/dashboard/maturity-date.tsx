import { dayMs } from '../../lib/instant.ts'
import { useActivityInfiniteQuery } from '../api/activity.ts'
import { showDate } from '../ui/dates.ts'

/**
 * The day an investment opened now would mature. Plans follow business time, which a demonstration
 * may have moved ahead of this device's clock; the latest own movement shows how far at least.
 */
export function MaturityDate({ days }: { days: number }) {
  const { data } = useActivityInfiniteQuery({ limit: '20' })
  const latest = data?.pages[0]?.data.activity[0]?.at
  const now = Math.max(Date.now(), latest ? Date.parse(latest) : 0)
  return <time>{showDate(new Date(now + days * dayMs).toISOString())}</time>
}
