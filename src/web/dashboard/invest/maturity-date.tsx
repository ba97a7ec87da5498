import { dayMs } from '../../../lib/instant.ts'
import { useHistoryQuery } from '../../api/history.ts'
import { showDate } from '../../ui/dates.ts'

/**
 * The day an investment opened now would mature. Plans follow business time, which a demonstration may have
 * moved ahead of this device's clock; the last point of the own history is of now by that time.
 */
export function MaturityDate({ days }: { days: number }) {
  const { data } = useHistoryQuery({ days: '1' })
  const now = data?.data.points.at(-1)?.at
  return now ? (
    <time>{showDate(new Date(Date.parse(now) + days * dayMs).toISOString())}</time>
  ) : (
    <span>…</span>
  )
}
