import {
  useApproveFinalRefusalMutation,
  useDropFinalRefusalMutation,
} from '../../api/staff-verifications.ts'
import { Decide } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import { Unopened, useUnopened } from './unopened.tsx'
import type { Closing } from './use-deciding.ts'

export type FinalAnswer = 'approve' | 'drop'

/** The second of two on a final refusal; or whoever proposed it takes it back. */
export function FinalDecision({ what, row, onClose }: Closing & { what: FinalAnswer }) {
  const [approve] = useApproveFinalRefusalMutation()
  const [drop] = useDropFinalRefusalMutation()
  const { id, user, finalRefusal } = row
  const isOwn = finalRefusal?.proposedBy.id === useStaff().id
  return (
    <Decide
      what={what === 'approve' ? 'approve' : 'refuse'}
      noun="final refusal"
      refusal={isOwn ? 'Withdraw' : 'Reject'}
      fullName={user.fullName}
      cannotApprove={useUnopened(row).length > 0}
      approving={
        <>
          <Unopened row={row} />
          <p>
            <bdi>{user.fullName}</bdi> is refused for good, in your name and that of{' '}
            {finalRefusal?.proposedBy.fullName ?? 'whoever proposed it'}
            {finalRefusal?.reason && `: “${finalRefusal.reason}”`}
          </p>
          <p className="small">
            Money in and plans end, and they cannot try again. Plans that run are paid at their end,
            and what is theirs can leave to where it came from, by two administrators. This cannot
            be taken back.
          </p>
        </>
      }
      refusing="Nothing changes: what was sent in stays as it is, and can be decided."
      decide={(reason) => (reason === null ? approve(id) : drop({ id, reason }))}
      failed="The decision could not be recorded. Please try again."
      onClose={onClose}
    />
  )
}
