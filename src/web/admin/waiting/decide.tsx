/** What an administrator decides on a proposal: agreeing to what is shown, refusing, or taking back their own. */
import type { Proposal } from '../../../contract/proposal.ts'
import {
  useAgreeToProposalMutation,
  useRefuseProposalMutation,
  useWithdrawProposalMutation,
} from '../../api/proposals.ts'
import { Question } from '../../ui/dialog.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Note } from '../../ui/states.tsx'
import { useDecision } from '../use-decision.ts'
import { toldOf } from './kinds.ts'
import { ProposalFacts } from './facts.tsx'

type DecisionProps = { proposal: Proposal; onClose(): void }

/** What is sent along is what was shown. */
export function AgreeTo({ proposal, onClose }: DecisionProps) {
  const [trigger] = useAgreeToProposalMutation()
  const { decide, busy, problem } = useDecision({
    trigger,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  const { what, afterwards } = toldOf(proposal)
  return (
    <Question
      title={`Agree to this: ${what}?`}
      open
      onClose={onClose}
      confirm="Agree"
      busyText="Agreeing..."
      busy={busy}
      onConfirm={() => void decide({ id: proposal.id, shown: proposal.facts })}
    >
      <p>
        <bdi>{proposal.proposedBy.fullName}</bdi> proposed it. {afterwards}
      </p>
      <ProposalFacts proposal={proposal} />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

/** Refused by another, taken back by who made it: with a reason, and nothing changes. */
export function EndProposal({ proposal, isOwn, onClose }: DecisionProps & { isOwn: boolean }) {
  const [refuse] = useRefuseProposalMutation()
  const [withdraw] = useWithdrawProposalMutation()
  const { decide, busy, problem } = useDecision({
    trigger: isOwn ? withdraw : refuse,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  const verb = isOwn ? 'Withdraw' : 'Refuse'
  return (
    <ReasonQuestion
      title={`${verb} this proposal?`}
      onClose={onClose}
      confirm={verb}
      busy={busy}
      danger
      label="Reason"
      problem={problem}
      onGiven={(reason) => void decide({ id: proposal.id, reason })}
    >
      <p>{toldOf(proposal).what}. Nothing changes.</p>
    </ReasonQuestion>
  )
}
