import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Capability } from '../../../contract/roles.ts'
import type { QueuedWithdrawal, Withdrawal } from '../../../contract/withdrawal.ts'
import { isPaidOut } from '../../../contract/withdrawal-types.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { Dialog, DialogButtons, Question, type Instead } from '../../ui/dialog.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { LeavesInCoins, useLeavesInCoins } from '../coin-payouts/leaves.tsx'
import {
  cannotBeApproved,
  mayBeApprovedBy,
  paidByAnother,
  stepOf,
  waitsForAnother,
  type ApprovalStep,
} from './approval.ts'
import { LookedAt, useLooks } from './flags.tsx'
import { insteadOf } from '../overtaken.tsx'
import { useOvertaken } from './overtaken.tsx'
import { Destination, useDestination } from './payout.tsx'
import { useDecide, type Closing, type Decision } from './use-decide.ts'
import { useStaff } from '../staff.ts'
import { useWorkItem } from '../../api/staff-work.ts'
import { HeldByAnother } from '../work/words.tsx'

type Words = {
  label: string
  title: string
  confirm: string
  danger?: boolean
  says(amount: string, row: Withdrawal): string
}

const approves = (amount: string, { type, user, recipientAccountId }: Withdrawal) =>
  isPaidOut(type)
    ? `Approve ${amount} to ${user.fullName}. It stays set aside until you record the payout.`
    : `${amount} moves from ${user.fullName} to ${recipientAccountId} at once.`

const approvalWords: Record<ApprovalStep, Words> = {
  only: {
    label: 'Approve',
    title: 'Approve this request?',
    confirm: 'Approve',
    says: approves,
  },
  first: {
    label: 'Approve (1 of 2)',
    title: 'Give the first of two approvals?',
    confirm: 'Give the first of two approvals',
    says: (amount, { user }) =>
      `Nothing is posted yet: ${amount} of ${user.fullName} stays set aside until a second, different person approves it too.`,
  },
  second: {
    label: 'Approve (2 of 2)',
    title: 'Give the second of two approvals?',
    confirm: 'Give the second of two approvals',
    says: (amount, row) =>
      `${row.approvals[0]!.by} gave the first approval, and yours makes it final. ${approves(amount, row)}`,
  },
}

const otherWords: Record<Exclude<Decision, 'approve'>, Words & { ask: string }> = {
  reject: {
    label: 'Reject',
    title: 'Reject this request?',
    confirm: 'Reject',
    danger: true,
    ask: 'Reason, shown to the user',
    says: (amount, { user }) => `${amount} returns to ${user.fullName}’s balance at once.`,
  },
  pay: {
    label: 'Record payout',
    title: 'Record the payout?',
    confirm: 'Record payout',
    ask: 'Reference of the payout',
    says: (amount, { user, type }) =>
      `${amount} has been sent to the ${type === 'bank_account' ? 'bank account' : 'wallet'} of ${user.fullName}, who sees the reference and can check it.`,
  },
  return: {
    label: 'Returned',
    title: 'Did the payout come back?',
    confirm: 'Return to the balance',
    danger: true,
    ask: 'Reason, shown to the user',
    says: (amount, { user }) => `${amount} returns to ${user.fullName}’s balance at once.`,
  },
}

const wordsFor = (what: Decision, row: Withdrawal, above: number | null) =>
  what === 'approve' ? approvalWords[stepOf(row, above)] : otherWords[what]

/** What one of staff can decide about a request in its present state: nothing while it isn't what was recorded. */
export function useDecisions(): (
  row: QueuedWithdrawal,
) => (Pick<Words, 'label' | 'danger'> & { what: Decision })[] {
  const { id, may } = useStaff()
  const above = useWaiting()?.secondApprovalAbove ?? null
  return (row) =>
    decisionsFor(row, id, above)
      .filter((what) => may(taking[what]))
      .map((what) => ({ ...wordsFor(what, row, above), what }))
}

/** What each takes. */
const taking = {
  approve: 'agree-to-money',
  reject: 'agree-to-money',
  pay: 'pay-out',
  return: 'pay-out',
} as const satisfies Record<Decision, Capability>

function decisionsFor(row: QueuedWithdrawal, staffId: string, above: number | null): Decision[] {
  const { status, type, difference } = row
  if (difference !== undefined) return []
  if (status === 'pending')
    return mayBeApprovedBy(row, staffId) ? ['approve', 'reject'] : ['reject']
  if (status !== 'approved' || !isPaidOut(type)) return []
  return paidByAnother(row, staffId, above) ? ['return'] : ['pay', 'return']
}

/** In place of what can't be given: by the first of two approvers, by who alone approved it, or while an account doesn't let it. */
export function CannotApprove({ row, size }: { row: QueuedWithdrawal; size?: 'compact-sm' }) {
  const { id, may } = useStaff()
  const above = useWaiting()?.secondApprovalAbove ?? null
  const why = waitsForAnother(row, id)
    ? 'Needs another approver'
    : may('pay-out') && paidByAnother(row, id, above)
      ? 'Somebody else pays it'
      : may('agree-to-money') && row.difference === undefined && cannotBeApproved(row)
  return why ? (
    <Button variant="default" disabled {...(size ? { size } : {})}>
      {why}
    </Button>
  ) : null
}

export type Deciding = { row: QueuedWithdrawal; what: Decision }

/** Null: nothing is asked. */
export function DecisionDialog({ asked, ...closing }: Closing & { asked: Deciding | null }) {
  return asked && <Asked asked={asked} {...closing} />
}

/** The question, until somebody else answers it. */
function Asked({ asked: { row, what }, onClose, onDone }: Closing & { asked: Deciding }) {
  const { isSent, ...deciding } = useDecide({ onClose, onDone })
  const deed = useOvertaken(row._id, row)
  function moveOn() {
    onDone?.()
    onClose()
  }
  const asked = {
    row,
    onClose,
    instead: deed && !isSent ? insteadOf(deed, moveOn, 'This request has changed') : null,
    ...deciding,
  }
  if (what === 'approve') return <Approval {...asked} />
  return what === 'pay' ? <Payout {...asked} /> : <Written {...asked} what={what} />
}

type AskedProps = Pick<Closing, 'onClose'> &
  Pick<ReturnType<typeof useDecide>, 'decide' | 'busy'> & {
    row: QueuedWithdrawal
    instead: Instead | null
  }

/** An approval. Of a request that stands out it has to be said first that this was looked at. */
function Approval({ row, onClose, instead, decide, busy }: AskedProps) {
  const waiting = useWaiting()
  const above = waiting?.secondApprovalAbove ?? null
  const looks = useLooks(row)
  const codes = looks.map(({ code }) => code).join(' ')
  /** What was looked at: more that is found out meanwhile has to be looked at too. */
  const [looked, setLooked] = useState('')
  const { title, confirm, says } = wordsFor('approve', row, above)
  return (
    <Question
      title={title}
      open
      onClose={onClose}
      confirm={confirm}
      busyText="Processing..."
      busy={busy}
      ready={looks.length === 0}
      instead={instead}
      // Not before it is known whether one approval is enough: the button says it.
      cannot={!waiting || looked !== codes}
      onConfirm={() => void decide(row, 'approve', '')}
    >
      <p>{says(usd(row.amount), row)}</p>
      <HeldByAnother item={useWorkItem('withdrawals', row._id)} />
      <GoesTo row={row} />
      <LookedAt
        looks={looks}
        first
        checked={looked === codes}
        onCheck={(isChecked) => setLooked(isChecked ? codes : '')}
      />
      {above !== null && <Limit step={stepOf(row, above)} above={above} />}
    </Question>
  )
}

/** Whether this approval is enough. */
function Limit({ step, above }: { step: ApprovalStep; above: number }) {
  if (step === 'second') return null
  return (
    <p className="small">
      {step === 'first'
        ? `Amounts above ${usd(above)} need two administrators.`
        : `Everything that you alone do for one person within 24 hours counts together: above ${usd(above)}, yours is the first of two approvals, and nothing is posted yet.`}
    </p>
  )
}

type WrittenProps = AskedProps & { what: 'reject' | 'return' }

/** A decision that takes a reason. */
function Written({ row, what, onClose, instead, decide, busy }: WrittenProps) {
  return (
    <Asking
      words={otherWords[what]}
      row={row}
      busy={busy}
      instead={instead}
      onClose={onClose}
      onGiven={(reason) => void decide(row, what, reason)}
    />
  )
}

/** A payout: of one that leaves in a batch or on a list nothing is recorded by hand, unless it has left already without one. */
function Payout(props: AskedProps) {
  const { row, instead, onClose } = props
  const [byHand, setByHand] = useState(false)
  const way = useLeavesInCoins(row)
  if (!way || byHand || instead) return <PayoutByHand {...props} isKnown={way !== undefined} />
  return (
    <Dialog
      title={way.what === 'batch' ? 'It leaves in a batch' : 'It leaves on a list'}
      open
      onClose={onClose}
    >
      <LeavesInCoins {...way} />
      {way.by === null && (
        <p className="small">
          By hand only what has left already, without a {way.what}, is recorded.
        </p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {way.by === null && (
          <Button variant="default" onClick={() => setByHand(true)}>
            Record it by hand
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}

/** Recorded is what was compared when this opened, and read here. */
function PayoutByHand(props: AskedProps & { isKnown: boolean }) {
  const { row, onClose, instead, decide, busy, isKnown } = props
  const found = useDestination(row._id)
  const whole = found.row?.difference === undefined ? found.row : undefined
  return (
    <Asking
      words={otherWords.pay}
      row={row}
      missing="Please enter the reference"
      busy={busy}
      instead={instead}
      cannot={!whole || !isKnown}
      onClose={onClose}
      onGiven={(reference) => void decide(whole!, 'pay', reference)}
    >
      <Destination found={found} />
    </Asking>
  )
}

type AskingProps = {
  words: Words & { ask: string }
  row: Withdrawal
  /** What is said where nothing was given. */
  missing?: string
  busy: boolean
  instead: Instead | null
  cannot?: boolean
  onClose(): void
  onGiven(text: string): void
  children?: ReactNode
}

function Asking({ words, row, children, ...asked }: AskingProps) {
  const { title, confirm, danger = false, ask, says } = words
  return (
    <ReasonQuestion
      {...asked}
      title={title}
      confirm={confirm}
      danger={danger}
      label={ask}
      maxLength={200}
    >
      <p>{says(usd(row.amount), row)}</p>
      {children}
    </ReasonQuestion>
  )
}

/** Where it goes, in full. */
function GoesTo({ row }: { row: Withdrawal }) {
  return (
    <p>
      <Address>{row.bankNumber ?? row.recipientAccountId ?? 'N/A'}</Address>
    </p>
  )
}
