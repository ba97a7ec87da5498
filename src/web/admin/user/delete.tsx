import type { User } from '../../../contract/user.ts'
import { useCloseUserMutation } from '../../api/staff-users.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { Question } from '../../ui/dialog.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'

export function DeleteUser({ user, onClose }: { user: User | null; onClose(): void }) {
  const [close] = useCloseUserMutation()
  const { send, busy } = useSend(close)
  async function confirm() {
    const outcome = await send(user!.id)
    if (!outcome) return
    if (outcome.failure) toastBad(failureText(outcome.failure, 'Failed to delete user'))
    else toastGood('User deleted successfully')
    onClose()
  }
  return (
    <Question
      title="Are you sure you want to delete this user?"
      open={user !== null}
      onClose={onClose}
      confirm="Delete"
      busyText="Processing..."
      busy={busy}
      danger
      onConfirm={confirm}
    >
      <p>
        <bdi>{user?.fullName}</bdi>, {user?.email}
      </p>
      <p className="small">
        The person’s data is erased and the account is closed; its history in the books stays. While
        any money or obligation is left, this is refused and says what is left.
      </p>
    </Question>
  )
}
