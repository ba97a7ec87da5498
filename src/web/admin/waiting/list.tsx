/** Lists of what waits for a second person, and what one may do about it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { proposalRights, type Proposal } from '../../../contract/proposal.ts'
import { LoadFailed, NotLoaded } from '../../api/not-loaded.tsx'
import { useProposalsQuery } from '../../api/proposals.ts'
import { useWorkItemsOf } from '../../api/staff-work.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { useStaff, type Staff } from '../staff.ts'
import { HoldingOf } from '../work/holding.tsx'
import { AgreeToMany } from './agree-all.tsx'
import { AgreeTo, EndProposal } from './decide.tsx'
import { ProposalFacts } from './facts.tsx'
import { toldOf } from './kinds.ts'
import { When } from '../when.tsx'

type Asked = { what: 'agree' | 'end'; proposal: Proposal }

type ListProps = { mine: 'to-decide' | 'waiting'; title: string; none: string }

export function Proposals({ mine, title, none }: ListProps) {
  const { data, ...answer } = useProposalsQuery({ mine })
  return data ? (
    <List rows={data.data.proposals} title={title} none={none} lit={mine === 'to-decide'} />
  ) : (
    <Sheet title={title}>
      <NotLoaded what="what waits" rows={2} {...answer} />
    </Sheet>
  )
}

/** What is proposed about one person, on their page; nothing where nothing is. */
export function ProposalsAbout({ userId }: { userId: string }) {
  const { data, ...answer } = useProposalsQuery({ about: userId })
  if (answer.error && !data) return <LoadFailed what="the proposals" {...answer} />
  return <List rows={data?.data.proposals ?? []} title="Waiting for a second person" none="" lit />
}

type Listed = { rows: Proposal[]; title: string; none: string; lit: boolean }

/** Each with what may be done about it, and the question before that, which says when somebody else was faster. */
function List({ rows, title, none, lit }: Listed) {
  const [asked, ask] = useState<Asked | null>(null)
  const staff = useStaff()
  const { id } = staff
  const work = useWorkItemsOf('proposals', { skip: rows.length === 0 })
  const close = () => ask(null)
  const isGone = !rows.some((row) => row.id === asked?.proposal.id)
  const mine = rows.filter((row) => mayAgree(row, staff) && row.about?.id !== id)
  return (
    <>
      {/* What is to be decided is looked for first: where nothing is, no room is taken. */}
      {rows.length === 0 && lit && none !== '' && <p className="small">{none}</p>}
      {(rows.length > 0 || (none !== '' && !lit)) && (
        <Sheet dense title={title} lit={lit && rows.length > 0}>
          <div className="row">
            <AgreeToMany rows={mine} />
          </div>
          {rows.length === 0 ? (
            <Empty>{none}</Empty>
          ) : (
            <DataTable
              label={title}
              columns={columnsFor({
                staff,
                onAsk: rows.some((row) => mayEnd(row, staff)) ? ask : null,
              })}
              rows={rows}
              keyOf={(row) => row.id}
              inside={(row) => (
                <>
                  <ProposalFacts proposal={row} />
                  <HoldingOf isOneOfMany item={work.get(row.id)} />
                </>
              )}
            />
          )}
        </Sheet>
      )}
      {asked?.what === 'agree' && (
        <AgreeTo proposal={asked.proposal} isGone={isGone} onClose={close} />
      )}
      {asked?.what === 'end' && (
        <EndProposal
          proposal={asked.proposal}
          isGone={isGone}
          isOwn={asked.proposal.proposedBy.id === id}
          onClose={close}
        />
      )}
    </>
  )
}

type Columns = { staff: Staff; onAsk: ((asked: Asked) => void) | null }

const columnsFor = ({ staff, onAsk }: Columns): Column<Proposal>[] => [
  { head: 'What', kind: 'name', cell: (row) => <What {...toldOf(row)} /> },
  { head: 'Proposed by', cell: ({ proposedBy }) => proposedBy.fullName },
  { head: 'When', kind: 'date', cell: ({ proposedAt }) => <When at={proposedAt} /> },
  {
    head: 'Until',
    kind: 'date',
    cell: ({ endsAt }) => (endsAt === null ? 'it is decided' : <When at={endsAt} />),
  },
  ...(onAsk === null
    ? []
    : [
        {
          head: 'Actions',
          kind: 'actions' as const,
          cell: (proposal: Proposal) =>
            [proposal.about?.id, proposal.besides?.id].includes(staff.id) ? null : (
              <Actions proposal={proposal} staff={staff} onAsk={onAsk} />
            ),
        },
      ]),
]

function What({ what, where }: ReturnType<typeof toldOf>) {
  return where ? <Link to={where}>{what}</Link> : what
}

type ActionsProps = { proposal: Proposal; staff: Staff; onAsk(asked: Asked): void }

/** Who may, and neither proposed it nor has agreed already. */
export const mayAgree = ({ kind, proposedBy, agreements }: Proposal, { id, may }: Staff): boolean =>
  may(proposalRights[kind].agree) &&
  proposedBy.id !== id &&
  agreements.every((one) => one.by.id !== id)

/** Refused by whoever may agree, withdrawn by whoever proposed it. */
const mayEnd = ({ kind, proposedBy }: Proposal, { id, may }: Staff): boolean =>
  proposedBy.id === id || may(proposalRights[kind].agree)

function Actions({ proposal, staff, onAsk }: ActionsProps) {
  return (
    <div className="joined">
      {mayAgree(proposal, staff) && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onAsk({ what: 'agree', proposal })}
        >
          Agree
        </Button>
      )}
      {mayEnd(proposal, staff) && (
        <Button
          variant="default"
          size="compact-sm"
          data-danger
          onClick={() => onAsk({ what: 'end', proposal })}
        >
          {proposal.proposedBy.id === staff.id ? 'Withdraw' : 'Refuse'}
        </Button>
      )}
    </div>
  )
}
