import { payoutDays } from '../../../contract/claims.ts'
import type { WithdrawalType } from '../../../contract/withdrawal.ts'
import { useUsualTimesQuery } from '../../api/withdrawals.ts'
import { duration } from '../../ui/duration.ts'

type Times = { requests: number; minutes: number | null; p95: number | null }

/** What is said of the requests of a type: it counts those that ended, and promises nothing about the next. */
export function usualTimesWords(type: WithdrawalType, { requests, minutes, p95 }: Times): string {
  if (minutes === null)
    return 'Too few such requests have been completed yet to say how long it takes.'
  if (type === 'tradehub_transfer')
    return `Usually completed within ${duration(minutes)} (median of the last ${requests} requests).`
  const slow = p95 === null ? '' : `, and 95 of 100 within ${duration(p95)}`
  return `Usually paid within ${duration(minutes)}${slow} of the request (median of the last ${payoutDays} days).`
}

/** How long it usually takes, from the books; silent until that is known, and honest where too few requests were made to say. */
export function UsualTimes({ type }: { type: WithdrawalType }) {
  const times = useUsualTimesQuery().currentData?.data[type]
  return times ? <p className="small">{usualTimesWords(type, times)}</p> : null
}
