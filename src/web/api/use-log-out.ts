import { useNavigate } from 'react-router'
import { toastBad, toastGood } from '../ui/toast.tsx'
import { useLogOutMutation } from './identity.ts'
import { failureText } from './failure.ts'
import { signedOut } from './session.ts'
import { useAppDispatch } from './store.ts'
import { useSend } from './use-send.ts'

/** The API clears the cookie; the browser forgets the person and everything loaded. Without an answer nobody is told they left. */
export function useLogOut(): () => void {
  const [logOut] = useLogOutMutation()
  const { send } = useSend(() => logOut())
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return async () => {
    const outcome = await send(undefined)
    if (!outcome) return
    if (outcome.failure && outcome.failure.status !== 401) return toastBad(failureText(outcome.failure, 'Logout failed'))
    dispatch(signedOut({ left: true }))
    await navigate('/login')
    toastGood('Logged out successfully')
  }
}
