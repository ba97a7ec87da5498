import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { asPercent } from '../../../contract/loan.ts'
import { showDay } from '../../../lib/calendar.ts'
import { LoanSchedule } from '../../account/loans/schedule.tsx'
import { loanBadge, monthsOf } from '../../account/loans/words.ts'
import { isUnknown } from '../../api/failure.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import {
  useLoanQuery,
  useProposeLoanDefaultMutation,
  type BookedLoan,
} from '../../api/staff-loans.ts'
import { useCommand } from '../../api/use-command.ts'
import { titled } from '../../seo.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { Head } from '../head.tsx'
import { useStaff } from '../staff.ts'
import { AgreeTo, EndProposal } from '../waiting/decide.tsx'
import { UserLink } from '../way-back.tsx'
import { OfProposal, Proposed, useProposalAbout } from './decisions.tsx'
import { queryOf } from './words.ts'

export const meta = titled('Loan')

/** One loan of the book, with what has fallen due and what will. */
export default function LoanPage() {
  const { currentData: data, ...answer } = useLoanQuery(useParams().loanId ?? '')
  const back = (
    <Link to={{ pathname: '/admin/loans', search: queryOf({ list: 'book' }) }}>Loan book</Link>
  )
  return (
    <>
      <p className="small">{back}</p>
      <Head title="Loan" />
      {data ? (
        <Whole loan={data.data.loan} />
      ) : isUnknown(answer.error) ? (
        <Empty action={back}>
          There is no loan at this address. It may have been copied incompletely.
        </Empty>
      ) : (
        <NotLoaded what="the loan" rows={6} {...answer} />
      )}
    </>
  )
}

function Whole({ loan }: { loan: BookedLoan }) {
  const [state, word] = loanBadge(loan)
  return (
    <>
      <Sheet
        lit
        title={<UserLink userId={loan.borrower.id}>{loan.borrower.fullName}</UserLink>}
        aside={<Badge state={state}>{word}</Badge>}
      >
        <div className="stack">
          <Explain lines={linesOf(loan)} />
          <CallDue loan={loan} />
        </div>
      </Sheet>
      <Sheet title="Schedule">
        <LoanSchedule loan={loan} />
      </Sheet>
    </>
  )
}

function linesOf(loan: BookedLoan): Line[] {
  const { next, settling } = loan
  return [
    { label: 'Lent', amount: usd(loan.amount), note: `over ${monthsOf(loan.months)}` },
    { label: 'Paid out', amount: showDay(loan.startedOn) },
    {
      label: 'Yearly rate',
      amount: asPercent(loan.yearlyRate),
      note: `effective yearly rate: ${asPercent(loan.effectiveRate)}`,
    },
    { label: 'Monthly payment', amount: usd(loan.instalment) },
    { label: 'Owed', amount: usd(loan.owed) },
    { label: 'Overdue', amount: usd(loan.overdue) },
    ...(next ? [{ label: `Next payment, ${showDay(next.dueOn)}`, amount: usd(next.amount) }] : []),
    ...(settling
      ? [{ label: `Settles it on ${showDay(settling.on)}`, amount: usd(settling.amount) }]
      : []),
    { label: 'Withheld as security', amount: usd(loan.security) },
  ]
}

function CallDue({ loan }: { loan: BookedLoan }) {
  const { id: staffId, may } = useStaff()
  const [asked, ask] = useState<'call' | 'agree' | 'end' | null>(null)
  const close = () => ask(null)
  const isOwn = loan.borrower.id === staffId
  const proposal = useProposalAbout(
    loan.borrower.id,
    ({ kind, facts }) => kind === 'loan-default' && facts.loan === loan.id,
  )
  const isCalled = loan.status === 'defaulted'
  const proposes = may('lend') && !isOwn && loan.overdue > 0
  return (
    <>
      {proposal && <Proposed proposal={proposal} />}
      <div className="row">
        {proposal && !isOwn && <OfProposal proposal={proposal} onAsk={ask} />}
        {!proposal && proposes && (
          <Button variant="default" data-danger onClick={() => ask('call')}>
            {isCalled ? 'Write off…' : 'Call due…'}
          </Button>
        )}
      </div>
      {asked === 'call' && <CallQuestion loan={loan} onClose={close} />}
      {proposal && asked === 'agree' && <AgreeTo proposal={proposal} onClose={close} />}
      {proposal && asked === 'end' && (
        <EndProposal
          proposal={proposal}
          isOwn={proposal.proposedBy.id === staffId}
          onClose={close}
        />
      )}
    </>
  )
}

type Rest = 'owed' | 'written-off'

const rests: { value: Rest; label: string }[] = [
  { value: 'owed', label: 'Is still to be paid' },
  { value: 'written-off', label: 'Is written off' },
]

/** One that was called due can still be written off. */
function CallQuestion({ loan, onClose }: { loan: BookedLoan; onClose(): void }) {
  const isCalled = loan.status === 'defaulted'
  const [rest, setRest] = useState<Rest>(isCalled ? 'written-off' : 'owed')
  const [trigger] = useProposeLoanDefaultMutation()
  const { give, busy, problem } = useCommand({
    trigger,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  const { id, owed, security, borrower } = loan
  return (
    <ReasonQuestion
      title={
        isCalled
          ? `Propose to write off ${usd(owed)} of ${borrower.fullName}?`
          : `Propose to call ${usd(owed)} of ${borrower.fullName} due?`
      }
      onClose={onClose}
      confirm="Propose"
      busy={busy}
      danger
      label={`Reason, shown to ${borrower.fullName}`}
      rows={3}
      problem={problem}
      onGiven={(reason) => void give({ id, rest, reason })}
    >
      {isCalled ? (
        <p>Nobody asks them for it any more. Somebody else must agree.</p>
      ) : (
        <>
          <p>
            All of it is due at once. The security of {usd(security)} pays what it can. Somebody
            else must agree.
          </p>
          <NativeSelect
            label="What the security doesn’t pay"
            value={rest}
            data={rests}
            onChange={(event) => setRest(event.currentTarget.value as Rest)}
          />
        </>
      )}
    </ReasonQuestion>
  )
}
