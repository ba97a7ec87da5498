/** What an administrator decides on a proposal: agreeing to what is shown, refusing, or taking back their own. */
import type { ReactNode } from 'react'
import type { Proposal, ProposalStatus } from '../../../contract/proposal.ts'
import {
  useAgreeToProposalMutation,
  useProposalsQuery,
  useRefuseProposalMutation,
  useWithdrawProposalMutation,
} from '../../api/proposals.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Note } from '../../ui/states.tsx'
import { MatchOf, useMatchOf } from '../match-sides.tsx'
import { insteadOf, type Deed } from '../overtaken.tsx'
import { ProposedText, useProposedText } from '../proposed-text.tsx'
import { CoinChanges } from '../coins/changes.tsx'
import { toldOf } from './kinds.ts'
import { useWorkItem } from '../../api/staff-work.ts'
import { HeldByAnother } from '../work/words.tsx'
import { ProposalFacts } from './facts.tsx'

/** `isGone`: it waits no longer. */
type DecisionProps = { proposal: Proposal; isGone?: boolean; onClose(): void }

const deeds: Record<Exclude<ProposalStatus, 'open'>, string> = {
  waiting: 'agreed to this',
  done: 'agreed to this',
  refused: 'refused this',
  withdrawn: 'withdrew this',
  expired: 'proposed something else instead of this',
  stopped: 'stopped this',
}

/** What somebody else did about a proposal that waits no longer. */
function useDecided({ id, about }: Proposal, isGone: boolean): Deed | null {
  const { currentData, fulfilledTimeStamp = 0 } = useProposalsQuery(
    { decided: 'true', ...(about ? { about: about.id } : {}) },
    { skip: !isGone },
  )
  const business = useWaiting()?.now
  const decided = isGone ? currentData?.data.proposals.find((one) => one.id === id) : undefined
  if (!decided || decided.status === 'open') return null
  const last = decided.refusal ?? decided.agreements.at(-1)!
  return {
    by: last.by.fullName,
    byId: last.by.id,
    deed: deeds[decided.status],
    note: decided.refusal?.reason ?? null,
    at: fulfilledTimeStamp - Math.max(0, Date.parse(business ?? last.at) - Date.parse(last.at)),
  }
}

const hasChanged = 'This proposal has changed'

/** What is sent along is what was shown. `cannot`: something has to be done before. */
export function AgreeTo({
  proposal,
  isGone = false,
  cannot = false,
  onClose,
  children,
}: DecisionProps & { cannot?: boolean; children?: ReactNode }) {
  const deed = useDecided(proposal, isGone)
  const seen = useMatchOf(proposal)
  const text = useProposedText(proposal)
  const [trigger] = useAgreeToProposalMutation()
  const { give, busy, isSent, problem } = useCommand({
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
      cannot={cannot || seen.isUnseen || text.isUnseen}
      busyText="Agreeing..."
      busy={busy}
      instead={deed && !isSent ? insteadOf(deed, onClose, hasChanged) : null}
      onConfirm={() => void give({ id: proposal.id, shown: proposal.facts })}
    >
      {children}
      <p>
        <bdi>{proposal.proposedBy.fullName}</bdi> proposed it. {afterwards}
      </p>
      <HeldByAnother item={useWorkItem('proposals', proposal.id)} />
      <Others proposal={proposal} />
      <ProposalFacts proposal={proposal} />
      <MatchOf of={seen} />
      <ProposedText of={text} />
      {proposal.kind === 'coin-entry' && <CoinChanges facts={proposal.facts} />}
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

/** Who has agreed already, and whether somebody else must, where whoever proposed it isn't one of the two. */
function Others({ proposal: { needs, agreements } }: { proposal: Proposal }) {
  if (needs === 1) return null
  return (
    <p className="small">
      {agreements.length === 0
        ? 'Somebody else must agree too.'
        : `${agreements[0]!.by.fullName} has agreed: with you it is done.`}
    </p>
  )
}

/** Of a match the person isn't told why. */
const reasonLabel = ({ kind, about }: Proposal) =>
  about && kind !== 'check-decision' ? `Reason, shown to ${about.fullName}` : 'Reason'

/** Refused by another, taken back by who made it: with a reason, and nothing changes. */
export function EndProposal({
  proposal,
  isGone = false,
  isOwn,
  onClose,
}: DecisionProps & { isOwn: boolean }) {
  const deed = useDecided(proposal, isGone)
  const [refuse] = useRefuseProposalMutation()
  const [withdraw] = useWithdrawProposalMutation()
  const { give, busy, isSent, problem } = useCommand({
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
      instead={deed && !isSent ? insteadOf(deed, onClose, hasChanged) : null}
      label={reasonLabel(proposal)}
      problem={problem}
      onGiven={(reason) => void give({ id: proposal.id, reason })}
    >
      <p>{toldOf(proposal).what}. Nothing changes.</p>
    </ReasonQuestion>
  )
}
