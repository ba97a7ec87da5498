import type { User } from '../../contract/user.ts'
import { useActivityInfiniteQuery } from '../api/activity.ts'
import { Note } from '../ui/states.tsx'

/** First on every page from which money leaves, so that nobody fills a form in for nothing. */
export function FrozenNote({ me }: { me: User }) {
  return me.status === 'frozen' ? (
    <Note>
      This account is frozen: no money can leave it. Our staff can unfreeze it.
      <HeldByCheck />
    </Note>
  ) : null
}

const useLast = (kind: string) =>
  useActivityInfiniteQuery({ userId: null, kind, limit: '1' }).data?.pages[0]?.data.activity[0]

/** All that may be said of it. Nothing where somebody has frozen the account since, and until that is known. */
function HeldByCheck() {
  const [begun, frozen] = [useLast('check-begun'), useLast('account-frozen')]
  return begun && begun.at >= (frozen?.at ?? '') ? ' A check that the law requires holds it.' : null
}
