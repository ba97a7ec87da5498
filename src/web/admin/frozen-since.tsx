import { useActivityInfiniteQuery } from '../api/activity.ts'
import { showDateTime } from '../ui/dates.ts'

/** Who froze an account, when and why, as its activity tells it; one's own where nobody is named. Nothing until that is known. */
export function FrozenSince({ userId = null, self }: { userId?: string | null; self: string }) {
  const { data } = useActivityInfiniteQuery({ userId, kind: 'account-frozen', limit: '1' })
  const frozen = data?.pages[0]?.data.activity[0]
  if (!frozen) return null
  return (
    <p>
      Frozen by {frozen.by === 'you' ? self : (frozen.staffName ?? 'staff')},{' '}
      <time dateTime={frozen.at}>{showDateTime(frozen.at)}</time>
      {frozen.reason && `: “${frozen.reason}”`}
    </p>
  )
}
