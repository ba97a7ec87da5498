import { useFreeze } from '../api/freeze.ts'
import { When } from './when.tsx'

const nameOf = ({ by, staffName }: { by: string; staffName: string | null }, self: string) => {
  if (by === 'you') return self
  return by === 'system' ? 'the system' : (staffName ?? 'staff')
}

/** Who froze an account, when and why, as its activity tells it; one's own where nobody is named. Nothing until that is known. */
export function FrozenSince({ userId = null, self }: { userId?: string | null; self: string }) {
  const frozen = useFreeze(userId)
  if (!frozen) return null
  return (
    <p>
      Frozen by {nameOf(frozen, self)}, <When at={frozen.at} />
      {frozen.reason && `: “${frozen.reason}”`}
    </p>
  )
}
