import type { WithdrawalType } from '../../../contract/withdrawal.ts'
import { useUsualTimesQuery } from '../../api/withdrawals.ts'

/** `90 minutes`, `5 hours`, `3 days`: rounded up, so that nothing is promised too early. */
export function duration(minutes: number): string {
  const [count, unit] =
    minutes < 120
      ? [Math.max(minutes, 1), 'minute']
      : minutes < 48 * 60
        ? [Math.ceil(minutes / 60), 'hour']
        : [Math.ceil(minutes / (24 * 60)), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How long it usually takes, from the books; silent until that is known, and honest where too few requests were made to say. */
export function UsualTimes({ type }: { type: WithdrawalType }) {
  const times = useUsualTimesQuery().currentData?.data[type]
  if (!times) return null
  const { requests, minutes } = times
  return (
    <p className="small">
      {minutes === null
        ? 'How long it usually takes can’t be said yet: too few such requests have been completed.'
        : `Half of the last ${requests} such requests were ${type === 'bank_transfer' ? 'paid' : 'completed'} within ${duration(minutes)}.`}
    </p>
  )
}
