import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Correction } from '../../contract/correction.ts'
import { failureText } from '../api/failure.ts'
import { useApproveCorrectionMutation, useRejectCorrectionMutation } from '../api/staff-corrections.ts'
import { useSend } from '../api/use-send.ts'
import { usd } from '../ui/amount.ts'
import { Question } from '../ui/dialog.tsx'
import { toastBad, toastGood } from '../ui/toast.tsx'
import { useStaff } from './staff.ts'

export type CorrectionDecision = 'approve' | 'reject'

type DecideCorrectionProps = { correction: Correction; what: CorrectionDecision; onClose(): void }

/** The question before a proposed correction is posted, refused or withdrawn. */
export function DecideCorrection({ correction, what, onClose }: DecideCorrectionProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { decide, busy } = useDecide(correction, onClose)
  const isOwn = useStaff().id === correction.proposedById
  const noun = correction.credit ? 'credit' : 'correction'
  if (what === 'approve') {
    return (
      <Question title={`Approve this ${noun}?`} open onClose={onClose} confirm="Approve" busyText="Processing..." busy={busy} onConfirm={() => void decide(null)}>
        <p>{whatComes(correction)}, in your name and that of {correction.proposedBy ?? 'whoever proposed it'}; {correction.user.fullName} sees both.</p>
        {correction.changes.some(({ field }) => field === 'email') && <p className="small">In a live firm another e-mail counts a day later at the earliest, when its owner has confirmed it and nobody has stopped it. Every known address is told.</p>}
      </Question>
    )
  }
  const confirm = () => (reason.trim() === '' ? setProblem('Please enter a reason') : void decide(reason.trim()))
  return (
    <Question title={isOwn ? `Withdraw this ${noun}?` : `Reject this ${noun}?`} open onClose={onClose} confirm={isOwn ? 'Withdraw' : 'Reject'} busyText="Processing..." busy={busy} danger onConfirm={confirm}>
      <p>Nothing was booked, and nothing will be.</p>
      <TextInput label={`Reason, shown to ${correction.user.fullName}`} required data-autofocus maxLength={500} value={reason} error={problem} onChange={(event) => setReason(event.currentTarget.value)} />
    </Question>
  )
}

function whatComes({ amount, credit, user }: Correction): string {
  if (credit) return `${usd(amount)} is credited to ${user.fullName} out of the referral pool at once`
  return amount > 0 ? `${usd(amount)} is posted against the corrections pool at once` : 'It is made'
}

/** Without a reason it is approved. */
function useDecide({ id }: Correction, onClose: () => void) {
  const [approve] = useApproveCorrectionMutation()
  const [reject] = useRejectCorrectionMutation()
  const { send, busy } = useSend((reason: string | null) => (reason === null ? approve(id) : reject({ id, reason })))
  async function decide(reason: string | null) {
    const outcome = await send(reason)
    if (!outcome) return
    if (outcome.failure) toastBad(failureText(outcome.failure, 'This could not be booked. Please try again.'))
    else toastGood(outcome.data.message)
    onClose()
  }
  return { decide, busy }
}
