/** What an administrator decides on a proposal: agreeing to what is shown, refusing, or taking back their own. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Proposal } from '../../../contract/proposal.ts'
import {
  useAgreeToProposalMutation,
  useRefuseProposalMutation,
  useWithdrawProposalMutation,
} from '../../api/proposals.ts'
import { Question } from '../../ui/dialog.tsx'
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
  const [reason, setReason] = useState('')
  const [lacking, setLacking] = useState<string | null>(null)
  const [refuse] = useRefuseProposalMutation()
  const [withdraw] = useWithdrawProposalMutation()
  const { decide, busy, problem } = useDecision({
    trigger: isOwn ? withdraw : refuse,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  const verb = isOwn ? 'Withdraw' : 'Refuse'
  const confirm = () =>
    reason.trim() === ''
      ? setLacking('Please enter a reason')
      : void decide({ id: proposal.id, reason: reason.trim() })
  return (
    <Question
      title={`${verb} this proposal?`}
      open
      onClose={onClose}
      confirm={verb}
      busyText="Processing..."
      busy={busy}
      danger
      onConfirm={confirm}
    >
      <p>{toldOf(proposal).what}. Nothing changes.</p>
      <TextInput
        label="Reason"
        required
        data-autofocus
        maxLength={500}
        value={reason}
        error={lacking ?? problem}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Question>
  )
}
