import { skipToken } from '@reduxjs/toolkit/query'
import type { Correction, CorrectionStatus } from '../../../contract/correction.ts'
import {
  useApproveCorrectionMutation,
  useCorrectionQuery,
  useRejectCorrectionMutation,
} from '../../api/staff-corrections.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { usd } from '../../ui/amount.ts'
import { Decide, type SecondDecision } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import { insteadOf, type Deed } from '../withdrawals/overtaken.tsx'

type DecideCorrectionProps = {
  correction: Correction
  what: SecondDecision
  /** It waits no longer. */
  isGone: boolean
  onClose(): void
}

const deeds: Record<Exclude<CorrectionStatus, 'pending'>, string> = {
  approved: 'approved this',
  rejected: 'rejected this',
  withdrawn: 'withdrew this',
}

/** What somebody else did about a correction that waits no longer. */
function useDecided({ id, user }: Correction, isGone: boolean): Deed | null {
  const { currentData, fulfilledTimeStamp = 0 } = useCorrectionQuery(
    isGone ? { id, userId: user.id } : skipToken,
  )
  const business = useWaiting()?.now
  if (!currentData || currentData.status === 'pending' || !currentData.decidedAt) return null
  const { status, decidedAt, decidedBy, refusalReason } = currentData
  return {
    by: decidedBy ?? 'Staff',
    byId: null,
    deed: deeds[status],
    note: refusalReason,
    at: fulfilledTimeStamp - Math.max(0, Date.parse(business ?? decidedAt) - Date.parse(decidedAt)),
  }
}

/** The question before a proposed correction is posted, refused or withdrawn. */
export function DecideCorrection({ correction, what, isGone, onClose }: DecideCorrectionProps) {
  const [approve] = useApproveCorrectionMutation()
  const [reject] = useRejectCorrectionMutation()
  const { id, user, changes, credit, proposedBy, proposedById } = correction
  const isOwn = useStaff().id === proposedById
  const deed = useDecided(correction, isGone)
  const noun = credit ? 'credit' : 'correction'
  return (
    <Decide
      what={what}
      noun={noun}
      refusal={isOwn ? 'Withdraw' : 'Reject'}
      fullName={user.fullName}
      approving={
        <>
          <p>
            {whatComes(correction)}, in your name and that of {proposedBy ?? 'whoever proposed it'};{' '}
            <bdi>{user.fullName}</bdi> sees both.
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
      instead={deed && insteadOf(deed, onClose, `This ${noun} has changed`)}
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
