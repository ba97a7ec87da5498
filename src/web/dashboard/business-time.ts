import { useCallback } from 'react'
import { useHistoryQuery } from '../api/history.ts'

/**
 * Business time by this device's clock, which a demonstration may have moved ahead of it; null until it is known. The last
 * point of the own history is of now by that time.
 */
export function useBusinessTime(): (() => number) | null {
  const { data, fulfilledTimeStamp } = useHistoryQuery({ days: '1' })
  const last = data?.data.points.at(-1)?.at
  const ahead =
    last === undefined || fulfilledTimeStamp === undefined
      ? null
      : Date.parse(last) - fulfilledTimeStamp
  const now = useCallback(() => Date.now() + (ahead ?? 0), [ahead])
  return ahead === null ? null : now
}
