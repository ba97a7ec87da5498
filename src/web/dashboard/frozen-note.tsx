import type { User } from '../../contract/user.ts'
import { useFreeze } from '../api/freeze.ts'
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

/** All that may be said of it. Nothing where somebody has frozen the account since, and until that is known. */
function HeldByCheck() {
  return useFreeze(null)?.kind === 'check-begun' ? ' A check that the law requires holds it.' : null
}
