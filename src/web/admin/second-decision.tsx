import type { ReactNode } from 'react'
import { useCommand } from '../api/use-command.ts'
import { Question, type Instead } from '../ui/dialog.tsx'
import { ReasonQuestion } from '../ui/reason-question.tsx'

export type SecondDecision = 'approve' | 'refuse'

type DecideProps = {
  what: SecondDecision
  noun: string
  /** What refusing it is called: Reject, Withdraw or Stop. */
  refusal: string
  /** Whom it is about, who reads the reason. */
  fullName: string
  /** Something has to be done before it can be approved. */
  cannotApprove?: boolean
  /** What an approval does, and what a refusal leaves. */
  approving: ReactNode
  refusing: string
  /** Without a reason it is approved. */
  decide(reason: string | null): { unwrap(): Promise<{ message: string }> }
  failed: string
  /** Somebody else has answered it. */
  instead?: Instead | null
  onClose(): void
}

/** What one administrator has proposed, before another one: a question before it is approved, a reason before it is refused. */
export function Decide({
  what,
  noun,
  refusal,
  fullName,
  cannotApprove = false,
  approving,
  refusing,
  decide,
  failed,
  instead = null,
  onClose,
}: DecideProps) {
  const { give, busy, isSent } = useCommand({
    trigger: decide,
    otherwise: failed,
    told: 'in toasts',
    onDone: onClose,
    onRefused: onClose,
  })
  // What the list then says is one's own doing.
  const answered = isSent ? null : instead
  if (what === 'approve') {
    return (
      <Question
        title={`Approve this ${noun}?`}
        open
        onClose={onClose}
        confirm="Approve"
        cannot={cannotApprove}
        busyText="Processing..."
        busy={busy}
        instead={answered}
        onConfirm={() => void give(null)}
      >
        {approving}
      </Question>
    )
  }
  return (
    <ReasonQuestion
      title={`${refusal} this ${noun}?`}
      onClose={onClose}
      confirm={refusal}
      busy={busy}
      danger
      instead={answered}
      label={`Reason, shown to ${fullName}`}
      onGiven={(reason) => void give(reason)}
    >
      <p>{refusing}</p>
    </ReasonQuestion>
  )
}
