/** The firm's own money that waits for a second administrator. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FundingProposal } from '../../../contract/treasury.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import {
  useApproveFundingMutation,
  useFundingsQuery,
  useRefuseFundingMutation,
} from '../../api/treasury.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { LoadProblem, Note } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { useDecision } from '../use-decision.ts'

const poolWords = {
  returns: 'the returns pool',
  referral: 'the referral pool',
  corrections: 'the corrections pool',
}

/** `Capital, reference Wire 1`; `From capital to the returns pool` */
const whatOf = ({ facts: { pool, reference } }: FundingProposal) =>
  pool === null ? `Capital, reference ${reference}` : `From capital to ${poolWords[pool]}`

type Asked = { what: 'agree' | 'refuse'; proposal: FundingProposal }

/** Nothing while nothing waits: where no limit is set, nothing ever does. */
export function Fundings() {
  const { data, error, isFetching, refetch } = useFundingsQuery()
  const [asked, ask] = useState<Asked | null>(null)
  const { mayChange, id } = useStaff()
  if (error && !data)
    return (
      <LoadProblem
        title={`Error loading the proposals: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  const rows = data?.data.proposals ?? []
  const close = () => ask(null)
  return (
    <>
      {rows.length > 0 && (
        <Sheet title="Needs another administrator" lit>
          <DataTable
            label="Needs another administrator"
            columns={columnsFor({ own: id, onAsk: mayChange ? ask : null })}
            rows={rows}
            keyOf={(row) => row.id}
          />
        </Sheet>
      )}
      {asked?.what === 'agree' && <Agree proposal={asked.proposal} onClose={close} />}
      {asked?.what === 'refuse' && (
        <Refuse
          proposal={asked.proposal}
          isOwn={asked.proposal.proposedBy.id === id}
          onClose={close}
        />
      )}
    </>
  )
}

type Columns = { own: string; onAsk: ((asked: Asked) => void) | null }

const columnsFor = ({ own, onAsk }: Columns): Column<FundingProposal>[] => [
  { head: 'What', kind: 'name', cell: whatOf },
  { head: 'Amount', kind: 'amount', cell: ({ facts }) => usd(facts.amount) },
  { head: 'Proposed by', cell: ({ proposedBy }) => proposedBy.fullName },
  { head: 'When', kind: 'date', cell: ({ proposedAt }) => showDateTime(proposedAt) },
  ...(onAsk === null
    ? []
    : [
        {
          head: 'Actions',
          kind: 'actions' as const,
          cell: (proposal: FundingProposal) => (
            <Actions proposal={proposal} isOwn={proposal.proposedBy.id === own} onAsk={onAsk} />
          ),
        },
      ]),
]

type ActionsProps = { proposal: FundingProposal; isOwn: boolean; onAsk(asked: Asked): void }

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
        onClick={() => onAsk({ what: 'refuse', proposal })}
      >
        {isOwn ? 'Withdraw' : 'Refuse'}
      </Button>
    </div>
  )
}

type DecisionProps = { proposal: FundingProposal; onClose(): void }

/** What is sent along is what was shown. */
function Agree({ proposal, onClose }: DecisionProps) {
  const { id, facts, proposedBy } = proposal
  const [trigger] = useApproveFundingMutation()
  const { decide, busy, problem } = useDecision({
    trigger,
    otherwise: 'Nothing was booked. Please try again.',
    onDone: onClose,
  })
  const { amount, pool, reference } = facts
  return (
    <Question
      title={`Book ${usd(amount)}?`}
      open
      onClose={onClose}
      confirm="Agree"
      busyText="Booking..."
      busy={busy}
      onConfirm={() => void decide({ id, amount, pool, reference })}
    >
      <p>
        {whatOf(proposal)}. <bdi>{proposedBy.fullName}</bdi> proposed it. There is no way back:
        books are only added to.
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

function Refuse({ proposal, isOwn, onClose }: DecisionProps & { isOwn: boolean }) {
  const [reason, setReason] = useState('')
  const [lacking, setLacking] = useState<string | null>(null)
  const [trigger] = useRefuseFundingMutation()
  const { decide, busy, problem } = useDecision({
    trigger,
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
      <p>
        {whatOf(proposal)}, {usd(proposal.facts.amount)}. Nothing is booked.
      </p>
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
