/** Freezing several accounts for one reason, such as a ring of them: each by the same call as one alone. */
import type { User } from '../../../contract/user.ts'
import { useFreezeUserMutation } from '../../api/staff-users.ts'
import { EachForReason } from '../bulk/for-reason.tsx'
import { useStaff, whyNotOn } from '../staff.ts'

const accounts = (count: number) => `${count} ${count === 1 ? 'account' : 'accounts'}`

export function FreezeMany({ users, onClose }: { users: User[]; onClose(): void }) {
  const [freeze] = useFreezeUserMutation()
  const staff = useStaff()
  return (
    <EachForReason
      all={users}
      namedOf={({ id, fullName }) => ({ key: id, name: <bdi>{fullName}</bdi> })}
      whyNot={(user) =>
        whyNotOn(staff, user) ??
        (user.status === 'frozen' ? 'The account is frozen already.' : null)
      }
      will="Nothing goes out until the account is unfrozen. Pending requests stay pending."
      send={async ({ id: userId }, reason) => (await freeze({ userId, reason }).unwrap()).message}
      title={(count) => `Freeze ${accounts(count)}?`}
      confirm={(count) => `Freeze ${count}`}
      doing="Freezing"
      danger
      onClose={onClose}
    />
  )
}
