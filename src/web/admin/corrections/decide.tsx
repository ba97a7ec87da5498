import type { Correction } from '../../../contract/correction.ts'
import {
  useApproveCorrectionMutation,
  useRejectCorrectionMutation,
} from '../../api/staff-corrections.ts'
import { usd } from '../../ui/amount.ts'
import { Decide, type SecondDecision } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'

type DecideCorrectionProps = { correction: Correction; what: SecondDecision; onClose(): void }

/** The question before a proposed correction is posted, refused or withdrawn. */
export function DecideCorrection({ correction, what, onClose }: DecideCorrectionProps) {
  const [approve] = useApproveCorrectionMutation()
  const [reject] = useRejectCorrectionMutation()
  const { id, user, changes, credit, proposedBy, proposedById } = correction
  const isOwn = useStaff().id === proposedById
  return (
    <Decide
      what={what}
      noun={credit ? 'credit' : 'correction'}
      refusal={isOwn ? 'Withdraw' : 'Reject'}
      fullName={user.fullName}
      approving={
        <>
          <p>
            {whatComes(correction)}, in your name and that of {proposedBy ?? 'whoever proposed it'};{' '}
            {user.fullName} sees both.
          </p>
          {changes.some(({ field }) => field === 'email') && (
            <p className="small">
              In a live firm a new e-mail address takes effect after a day at the earliest, once its
              owner has confirmed it and if nobody has stopped it. Every known address is told.
            </p>
          )}
        </>
      }
      refusing="Nothing was booked, and nothing will be."
      decide={(reason) => (reason === null ? approve(id) : reject({ id, reason }))}
      failed="This could not be booked. Please try again."
      onClose={onClose}
    />
  )
}

function whatComes({ amount, credit, user }: Correction): string {
  if (credit) return `${usd(amount)} is credited to ${user.fullName} from the referral pool at once`
  return amount > 0
    ? `${usd(amount)} is posted against the corrections pool at once`
    : 'The change is made'
}
