import type { User } from '../../../contract/user.ts'
import { useFreezeUserMutation, useUnfreezeUserMutation } from '../../api/staff-users.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'

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
  const to = user.status === 'frozen' ? 'active' : 'frozen'
  const [freeze] = useFreezeUserMutation()
  const [unfreeze] = useUnfreezeUserMutation()
  const { send, busy } = useSend(to === 'frozen' ? freeze : unfreeze)
  async function confirm(reason: string) {
    const outcome = await send({ userId: user.id, reason })
    if (!outcome) return
    if (outcome.failure)
      return toastBad(
        failureText(outcome.failure, 'The account could not be changed. Please try again.'),
      )
    toastGood(outcome.data.message)
    onClose()
  }
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
      onGiven={(reason) => void confirm(reason)}
    >
      <p>{says}</p>
      {user.role !== 'user' && <p>{toStaff[to]}</p>}
    </ReasonQuestion>
  )
}
