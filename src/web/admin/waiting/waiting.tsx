/** What waits for a second administrator: what one may decide on first, then what one proposed oneself; oldest first. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Proposal } from '../../../contract/proposal.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useProposalsQuery } from '../../api/proposals.ts'
import { titled } from '../../seo.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { AgreeTo, EndProposal } from './decide.tsx'
import { ProposalFacts } from './facts.tsx'
import { toldOf } from './kinds.ts'
import { WorkElsewhere } from './work.tsx'

export const meta = titled('Waiting')

type Asked = { what: 'agree' | 'end'; proposal: Proposal }

export default function WaitingPage() {
  const [asked, ask] = useState<Asked | null>(null)
  const { id } = useStaff()
  const close = () => ask(null)
  return (
    <>
      <h1>Waiting</h1>
      <p className="small">
        What there is to decide, the oldest first. What somebody proposed has changed nothing yet.
      </p>
      <WorkElsewhere />
      <Proposals
        mine="to-decide"
        title="Proposals for you to decide"
        none="No proposal waits for you."
        onAsk={ask}
      />
      <Proposals
        mine="waiting"
        title="Proposed by you"
        none="None of your proposals waits for another administrator."
        onAsk={ask}
      />
      {asked?.what === 'agree' && <AgreeTo proposal={asked.proposal} onClose={close} />}
      {asked?.what === 'end' && (
        <EndProposal
          proposal={asked.proposal}
          isOwn={asked.proposal.proposedBy.id === id}
          onClose={close}
        />
      )}
    </>
  )
}

type ListProps = {
  mine: 'to-decide' | 'waiting'
  title: string
  none: string
  onAsk(asked: Asked): void
}

function Proposals({ mine, title, none, onAsk }: ListProps) {
  const { data, ...answer } = useProposalsQuery({ mine })
  const { mayChange } = useStaff()
  return (
    <Sheet title={title} lit={mine === 'to-decide' && (data?.data.proposals.length ?? 0) > 0}>
      {!data ? (
        <NotLoaded what="what waits" rows={2} {...answer} />
      ) : data.data.proposals.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <DataTable
          label={title}
          columns={columnsFor({ mine, onAsk: mayChange ? onAsk : null })}
          rows={data.data.proposals}
          keyOf={(row) => row.id}
          inside={(row) => <ProposalFacts proposal={row} />}
        />
      )}
    </Sheet>
  )
}

type Columns = { mine: ListProps['mine']; onAsk: ((asked: Asked) => void) | null }

const columnsFor = ({ mine, onAsk }: Columns): Column<Proposal>[] => [
  { head: 'What', kind: 'name', cell: (row) => toldOf(row).what },
  { head: 'Proposed by', cell: ({ proposedBy }) => proposedBy.fullName },
  { head: 'When', kind: 'date', cell: ({ proposedAt }) => showDateTime(proposedAt) },
  {
    head: 'Until',
    kind: 'date',
    cell: ({ endsAt }) => (endsAt === null ? 'it is decided' : showDateTime(endsAt)),
  },
  ...(onAsk === null
    ? []
    : [
        {
          head: 'Actions',
          kind: 'actions' as const,
          cell: (proposal: Proposal) => (
            <Actions proposal={proposal} isOwn={mine === 'waiting'} onAsk={onAsk} />
          ),
        },
      ]),
]

type ActionsProps = { proposal: Proposal; isOwn: boolean; onAsk(asked: Asked): void }

function Actions({ proposal, isOwn, onAsk }: ActionsProps) {
  return (
    <div className="joined">
      {!isOwn && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onAsk({ what: 'agree', proposal })}
        >
          Agree
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        data-danger
        onClick={() => onAsk({ what: 'end', proposal })}
      >
        {isOwn ? 'Withdraw' : 'Refuse'}
      </Button>
    </div>
  )
}
