import { useActivityInfiniteQuery } from '../api/activity.ts'
import { When } from './when.tsx'

const useLast = (userId: string | null, kind: string) =>
  useActivityInfiniteQuery({ userId, kind, limit: '1' }).data?.pages[0]?.data.activity[0]

/** People freeze an account; a check that the law requires and a deposit that its network has taken away do. */
function useFrozen(userId: string | null) {
  const found = [
    useLast(userId, 'account-frozen'),
    useLast(userId, 'check-begun'),
    useLast(userId, 'coin-deposit-reversed'),
    useLast(userId, 'coin-deposit-gone'),
  ]
  return found
    .filter((one) => one !== undefined)
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]
}

const nameOf = ({ by, staffName }: { by: string; staffName: string | null }, self: string) => {
  if (by === 'you') return self
  return by === 'system' ? 'the system' : (staffName ?? 'staff')
}

/** Who froze an account, when and why, as its activity tells it; one's own where nobody is named. Nothing until that is known. */
export function FrozenSince({ userId = null, self }: { userId?: string | null; self: string }) {
  const frozen = useFrozen(userId)
  if (!frozen) return null
  return (
    <p>
      Frozen by {nameOf(frozen, self)}, <When at={frozen.at} />
      {frozen.reason && `: “${frozen.reason}”`}
    </p>
  )
}
