/** What can be decided about an application: asked for more by one, lent or refused by two. */
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Proposal } from '../../../contract/proposal.ts'
import type { WaitingApplication } from '../../../contract/lending.ts'
import { monthsOf } from '../../account/loans/words.ts'
import { useProposalsQuery } from '../../api/proposals.ts'
import {
  useAskMoreForLoanMutation,
  useProposeLoanMutation,
  useProposeLoanRefusalMutation,
} from '../../api/staff-loans.ts'
import { useCommand } from '../../api/use-command.ts'
import type { Trigger } from '../../api/use-send.ts'
import { usd } from '../../ui/amount.ts'
import { DialogButtons, Question } from '../../ui/dialog.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Note } from '../../ui/states.tsx'
import { ByWhom } from '../proposed.tsx'
import { useStaff } from '../staff.ts'
import { AgreeTo, EndProposal } from '../waiting/decide.tsx'
import { toldOf } from '../waiting/kinds.ts'
import { mayAgree } from '../waiting/list.tsx'

type Decision = 'more' | 'lend' | 'refuse' | 'agree' | 'end'

type DecisionsProps = { row: WaitingApplication; onDone(): void; children: ReactNode }

/** What waits for a second person about this one. */
export function useProposalAbout(userId: string, is: (proposal: Proposal) => boolean) {
  const { data } = useProposalsQuery({ about: userId })
  return data?.data.proposals.find(is) ?? null
}

export function Decisions({ row, onDone, children }: DecisionsProps) {
  const { id: staffId, may } = useStaff()
  const [asked, ask] = useState<Decision | null>(null)
  const isWaiting = row.status === 'submitted' || row.status === 'more-asked'
  const isOwn = row.borrower.id === staffId
  const proposal = useProposalAbout(
    row.borrower.id,
    ({ kind, facts }) =>
      (kind === 'loan' || kind === 'loan-refusal') && facts.application === row.id,
  )
  const decides = may('lend') && isWaiting && !isOwn
  const closing = { row, onClose: () => ask(null), onDone }
  return (
    <>
      {proposal && <Proposed proposal={proposal} />}
      <DialogButtons>
        {decides && !proposal && <Choices onAsk={ask} />}
        {proposal && !isOwn && <OfProposal proposal={proposal} onAsk={ask} />}
        {children}
      </DialogButtons>
      {may('lend') && isOwn && (
        <p className="small">This is your own account: somebody else must act on it.</p>
      )}
      {asked === 'more' && <AskForMore {...closing} />}
      {asked === 'lend' && <ProposeToLend {...closing} />}
      {asked === 'refuse' && <ProposeToRefuse {...closing} />}
      {proposal && asked === 'agree' && <AgreeTo proposal={proposal} onClose={closing.onClose} />}
      {proposal && asked === 'end' && (
        <EndProposal
          proposal={proposal}
          isOwn={proposal.proposedBy.id === staffId}
          onClose={closing.onClose}
        />
      )}
    </>
  )
}

type AsksProps = { onAsk(asked: Decision): void }

function Choices({ onAsk }: AsksProps) {
  return (
    <>
      <Button variant="default" onClick={() => onAsk('lend')}>
        Propose to lend…
      </Button>
      <Button variant="default" onClick={() => onAsk('more')}>
        Ask for more…
      </Button>
      <Button variant="default" data-danger onClick={() => onAsk('refuse')}>
        Propose to refuse…
      </Button>
    </>
  )
}

/** Agreed to by another; refused by another, or withdrawn by whoever proposed it. */
export function OfProposal({
  proposal,
  onAsk,
}: {
  proposal: Proposal
  onAsk(asked: 'agree' | 'end'): void
}) {
  const staff = useStaff()
  const isOwn = proposal.proposedBy.id === staff.id
  const agrees = mayAgree(proposal, staff)
  return (
    <>
      {agrees && (
        <Button variant="default" onClick={() => onAsk('agree')}>
          Agree (2 of 2)
        </Button>
      )}
      {(agrees || isOwn) && (
        <Button variant="default" data-danger onClick={() => onAsk('end')}>
          {isOwn ? 'Withdraw the proposal' : 'Refuse the proposal'}
        </Button>
      )}
    </>
  )
}

export function Proposed({ proposal }: { proposal: Proposal }) {
  const { proposedBy, proposedAt, words } = proposal
  return (
    <Note>
      <strong>{toldOf(proposal).what}: waits for a second, different person.</strong>
      <p>
        Proposed by{' '}
        <ByWhom by={proposedBy.fullName} at={proposedAt} reason={words.reason ?? null} />
      </p>
    </Note>
  )
}

type Closing = { row: WaitingApplication; onClose(): void; onDone(): void }

const nothingChanged = 'Nothing was changed. Please try again.'

/** The dialog closes with it, and where it was about one beside the list, so does that. */
function useProposing<A, R>(trigger: Trigger<A, R>, { onClose, onDone }: Omit<Closing, 'row'>) {
  return useCommand({
    trigger,
    otherwise: nothingChanged,
    onDone() {
      onClose()
      onDone()
    },
  })
}

function AskForMore({ row: { id, borrower }, onClose }: Closing) {
  const [trigger] = useAskMoreForLoanMutation()
  const { give, busy, problem } = useCommand({
    trigger,
    otherwise: nothingChanged,
    onDone: onClose,
  })
  return (
    <ReasonQuestion
      title={`Ask ${borrower.fullName} for more?`}
      onClose={onClose}
      confirm="Ask"
      busy={busy}
      label={`What is missing, shown to ${borrower.fullName}`}
      rows={3}
      missing="Please enter what is missing"
      problem={problem}
      onGiven={(words) => void give({ id, words })}
    >
      <p>
        They read it under the line that nobody ever pays to get a loan, and can send another proof
        of income.
      </p>
    </ReasonQuestion>
  )
}

function ProposeToLend({ row, onClose, onDone }: Closing) {
  const { id, amount, months, security, borrower } = row
  const [trigger] = useProposeLoanMutation()
  const { give, busy, problem } = useProposing(trigger, { onClose, onDone })
  return (
    <Question
      title={`Propose to lend ${usd(amount)} to ${borrower.fullName}?`}
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Processing..."
      busy={busy}
      ready
      onConfirm={() => void give(id)}
    >
      <p>
        Over {monthsOf(months)}; {usd(security)} is withheld in their name. Somebody else must
        agree, which pays it out at once. Open the proof of income first.
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

function ProposeToRefuse({ row: { id, amount, borrower }, onClose, onDone }: Closing) {
  const [trigger] = useProposeLoanRefusalMutation()
  const { give, busy, problem } = useProposing(trigger, { onClose, onDone })
  return (
    <ReasonQuestion
      title={`Propose to refuse ${usd(amount)} to ${borrower.fullName}?`}
      onClose={onClose}
      confirm="Propose the refusal"
      busy={busy}
      danger
      label={`Reason, shown to ${borrower.fullName}`}
      rows={3}
      problem={problem}
      onGiven={(reason) => void give({ id, reason })}
    >
      <p>Somebody else must agree. They read the reason, and can apply again.</p>
    </ReasonQuestion>
  )
}
