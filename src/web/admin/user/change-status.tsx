import type { User } from '../../../contract/user.ts'
import { useNextStatus } from '../../api/freeze.ts'
import { useFreezeUserMutation, useUnfreezeUserMutation } from '../../api/staff-users.ts'
import { useCommand } from '../../api/use-command.ts'
import { ReasonQuestion } from '../../ui/reason-question.tsx'

const words = {
  frozen: {
    title: 'Freeze this account?',
    confirm: 'Freeze',
    says: 'Money can come in and plans mature; nothing goes out until the account is unfrozen. Pending requests stay pending.',
  },
  active: { title: 'Unfreeze this account?', confirm: 'Unfreeze', says: 'Money can go out again.' },
} as const

/** What else it means for staff. */
const toStaff = {
  frozen:
    'They also lose their staff rights, and all their sessions end; they can still sign in and read their own account.',
  active: 'They get their staff rights back.',
} as const

/** Freezes an account, or lets money out of it again; the person is told why. */
export function ChangeStatus({
  user,
  open,
  onClose,
}: {
  user: User
  open: boolean
  onClose(): void
}) {
  const to = useNextStatus(user.id, user)
  const [freeze] = useFreezeUserMutation()
  const [unfreeze] = useUnfreezeUserMutation()
  const { give, busy } = useCommand({
    trigger: to === 'frozen' ? freeze : unfreeze,
    otherwise: 'The account could not be changed. Please try again.',
    told: 'in toasts',
    onDone: onClose,
  })
  const { title, confirm: label, says } = words[to]
  return (
    <ReasonQuestion
      title={title}
      open={open}
      onClose={onClose}
      confirm={label}
      busy={busy}
      danger={to === 'frozen'}
      label={`Reason, shown to ${user.fullName}`}
      onGiven={(reason) => void give({ userId: user.id, reason })}
    >
      <p>{says}</p>
      {to === user.status && (
        <p>
          A check that the law requires holds this account now. With your freeze it stays frozen
          when the check has ended.
        </p>
      )}
      {user.role !== 'user' && <p>{toStaff[to]}</p>}
    </ReasonQuestion>
  )
}
