import type { User } from '../../contract/user.ts'
import { Note } from '../ui/states.tsx'

/** First on every page from which money leaves, so that nobody fills a form in for nothing. */
export function FrozenNote({ me }: { me: User }) {
  return me.status === 'frozen' ? (
    <Note>This account is frozen: no money can leave it. Our staff can unfreeze it.</Note>
  ) : null
}
