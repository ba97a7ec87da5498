import type { User } from '../../../contract/user.ts'
import { useCloseUserMutation } from '../../api/staff-users.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'

export function DeleteUser({ user, onClose }: { user: User | null; onClose(): void }) {
  const [close] = useCloseUserMutation()
  const { give, busy } = useCommand({
    trigger: close,
    otherwise: 'Failed to delete user',
    done: () => 'User deleted successfully',
    told: 'in toasts',
    onDone: onClose,
    onRefused: onClose,
  })
  return (
    <Question
      title="Are you sure you want to delete this user?"
      open={user !== null}
      onClose={onClose}
      confirm="Delete"
      busyText="Processing..."
      busy={busy}
      danger
      onConfirm={() => void give(user!.id)}
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
