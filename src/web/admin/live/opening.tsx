import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Gate } from '../../../contract/gate.ts'
import type { Proposal } from '../../../contract/proposal.ts'
import { AskButton } from '../../account/ask-button.tsx'
import { useProposeOpeningMutation } from '../../api/gate.ts'
import { useProposalsQuery } from '../../api/proposals.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { AgreeTo, EndProposal } from '../waiting/decide.tsx'
import { When } from '../when.tsx'

type OpeningProps = { gate: Gate; missing: number }

/** Whether the firm is open, and what comes next. */
export function OpeningSheet({ gate, missing }: OpeningProps) {
  if (gate.mode === 'demo')
    return (
      <p className="small">
        This is a demonstration: it runs on play money, is always open, and never becomes a real
        firm. Below is what a real firm would still have to bring: its own database, its own content
        and its own people.
      </p>
    )
  return (
    <Sheet title="Opening" lit>
      <div className="stack">
        <Standing gate={gate} missing={missing} />
      </div>
    </Sheet>
  )
}

const things = (count: number) => (count === 1 ? '1 thing is' : `${count} things are`)

function Standing({ gate: { open, openedAt }, missing }: OpeningProps) {
  const { may } = useStaff()
  const { data } = useProposalsQuery({}, { skip: open })
  const proposal = data?.data.proposals.find(({ kind }) => kind === 'opening')
  if (open)
    return (
      <>
        <p>
          The firm is open
          {openedAt && (
            <>
              {' '}
              since <When at={openedAt} />
            </>
          )}
          .
        </p>
        {missing > 0 && (
          <Note tone="bad">
            {things(missing)} missing. While that is so, nobody can sign up, fund an account or
            invest. Withdrawals and maturities go on.
          </Note>
        )}
      </>
    )
  if (proposal) return <Proposed proposal={proposal} missing={missing} />
  return (
    <>
      <p>
        The firm is not open yet: nobody can sign up, and no money can be booked. Two administrators
        open it, once nothing is missing.
      </p>
      {missing > 0 && <Note>{things(missing)} still missing.</Note>}
      {may('run-the-house') && <Propose disabled={missing > 0} />}
    </>
  )
}

function Propose({ disabled }: { disabled: boolean }) {
  const [propose] = useProposeOpeningMutation()
  return (
    <div className="row">
      <AskButton
        label="Propose to open"
        variant="filled"
        disabled={disabled}
        danger={false}
        title="Propose to open the firm?"
        confirm="Propose"
        busyText="Proposing..."
        send={() => propose()}
        otherwise="Nothing was proposed."
      >
        <p>
          Somebody else approves it within seven days. Then people can sign up and real money can be
          booked. There is no way back.
        </p>
      </AskButton>
    </div>
  )
}

type ProposedProps = { proposal: Proposal; missing: number }

function Proposed({ proposal, missing }: ProposedProps) {
  const { proposedBy, proposedAt, endsAt } = proposal
  const staff = useStaff()
  const [asked, ask] = useState<'agree' | 'end' | null>(null)
  const isOwn = staff.id === proposedBy.id
  const close = () => ask(null)
  return (
    <>
      <p>
        <bdi>{proposedBy.fullName}</bdi> proposed to open the firm, <When at={proposedAt} />.
        {endsAt !== null && (
          <>
            {' '}
            It can be agreed to until <When at={endsAt} />
            {isOwn ? ', by somebody else.' : '.'}
          </>
        )}
      </p>
      {missing > 0 && <Note>{things(missing)} missing again: it cannot be agreed to now.</Note>}
      {staff.may('run-the-house') && (
        <div className="row">
          {!isOwn && (
            <Button disabled={missing > 0} onClick={() => ask('agree')}>
              Agree and open
            </Button>
          )}
          <Button variant="default" data-danger onClick={() => ask('end')}>
            {isOwn ? 'Withdraw' : 'Refuse'}
          </Button>
        </div>
      )}
      {asked === 'agree' && <AgreeTo proposal={proposal} onClose={close} />}
      {asked === 'end' && <EndProposal proposal={proposal} isOwn={isOwn} onClose={close} />}
    </>
  )
}
