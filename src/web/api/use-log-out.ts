import { useNavigate } from 'react-router'
import { toastBad, toastGood } from '../ui/toast.tsx'
import { leaving } from '../ui/unsaved.ts'
import { useLogOutMutation } from './identity.ts'
import { failureText } from './failure.ts'
import { signedOut } from './session.ts'
import { useAppStore } from './store.ts'
import { useSend } from './use-send.ts'

/** The API clears the cookie; the browser forgets the person and everything loaded. Without an answer nobody is told they left. */
export function useLogOut(): () => void {
  const [logOut] = useLogOutMutation()
  const { send } = useSend(() => logOut())
  const { dispatch, getState } = useAppStore()
  const navigate = useNavigate()
  async function leave() {
    const outcome = await send(undefined)
    if (!outcome) return
    // Another tab may have logged out meanwhile.
    const isOut = getState().session.phase === 'signed-out'
    if (outcome.failure && outcome.failure.status !== 401 && !isOut)
      return toastBad(failureText(outcome.failure, 'Logout failed'))
    dispatch(signedOut({ left: true }))
    // Not waited for: where the guard has led there already, it never ends.
    void navigate('/login')
    toastGood('Logged out successfully')
  }
  return () => leaving(() => void leave())
}
