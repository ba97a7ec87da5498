import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { QueuedWithdrawal, StaffWithdrawal, Withdrawal } from '../../../contract/withdrawal.ts'
import {
  useApproveWithdrawalMutation,
  usePayWithdrawalMutation,
  useRejectWithdrawalMutation,
  useReturnWithdrawalMutation,
  useWaiting,
} from '../../api/staff-withdrawals.ts'
import { failureText, type Failure } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { Question } from '../../ui/dialog.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'
import { stepOf, waitsForAnother, type ApprovalStep } from './approval.ts'
import { Looks, useLooks } from './flags.tsx'
import { useStaff } from '../staff.ts'

export type Decision = 'approve' | 'reject' | 'pay' | 'return'

type Words = {
  label: string
  title: string
  confirm: string
  danger?: boolean
  ask?: string
  says(amount: string, row: Withdrawal): string
}

const approves = (amount: string, { type, user, recipientAccountId }: Withdrawal) =>
  type === 'bank_transfer'
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
      `Nothing is posted yet: ${amount} of ${user.fullName} stays set aside until a second, different administrator approves it too.`,
  },
  second: {
    label: 'Approve (2 of 2)',
    title: 'Give the second of two approvals?',
    confirm: 'Give the second of two approvals',
    says: (amount, row) =>
      `${row.approvals[0]!.by} gave the first approval, and yours makes it final. ${approves(amount, row)}`,
  },
}

const otherWords: Record<Exclude<Decision, 'approve'>, Words> = {
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
    says: (amount, { user }) =>
      `${amount} has been sent to the wallet of ${user.fullName}, who sees the reference and can check it.`,
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
  row: StaffWithdrawal,
) => (Pick<Words, 'label' | 'danger'> & { what: Decision })[] {
  const { id, mayChange } = useStaff()
  const above = useWaiting()?.secondApprovalAbove ?? null
  return (row) =>
    mayChange ? decisionsFor(row, id).map((what) => ({ ...wordsFor(what, row, above), what })) : []
}

function decisionsFor(row: StaffWithdrawal, staffId: string): Decision[] {
  const { status, type, difference } = row
  if (difference !== undefined) return []
  if (status === 'pending')
    return waitsForAnother(row, staffId) ? ['reject'] : ['approve', 'reject']
  return status === 'approved' && type === 'bank_transfer' ? ['pay', 'return'] : []
}

export type Deciding = { row: QueuedWithdrawal; what: Decision }

/** Null: nothing is asked. */
export function DecisionDialog({ asked, onClose }: { asked: Deciding | null; onClose(): void }) {
  if (!asked) return null
  return asked.what === 'approve' ? (
    <Approval row={asked.row} onClose={onClose} />
  ) : (
    <Written row={asked.row} what={asked.what} onClose={onClose} />
  )
}

/** An approval. Of a request that stands out it has to be said first that this was looked at. */
function Approval({ row, onClose }: { row: QueuedWithdrawal; onClose(): void }) {
  const waiting = useWaiting()
  const above = waiting?.secondApprovalAbove ?? null
  const looks = useLooks(row)
  const codes = looks.map(({ code }) => code).join(' ')
  /** What was looked at: more that is found out meanwhile has to be looked at too. */
  const [looked, setLooked] = useState('')
  const { decide, busy } = useDecide(onClose)
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
      // Not before it is known whether one approval is enough: the button says it.
      cannot={!waiting || looked !== codes}
      onConfirm={() => void decide(row, 'approve', '')}
    >
      <p>{says(usd(row.amount), row)}</p>
      <Destination row={row} />
      {looks.length > 0 && (
        <>
          <Looks looks={looks} />
          <Checkbox
            label="I have looked at this"
            data-autofocus
            checked={looked === codes}
            onChange={({ currentTarget }) => setLooked(currentTarget.checked ? codes : '')}
          />
        </>
      )}
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

type WrittenProps = {
  row: QueuedWithdrawal
  what: Exclude<Decision, 'approve'>
  onClose(): void
}

/** A decision that takes words: a reason, or the reference of a payout. */
function Written({ row, what, onClose }: WrittenProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { decide, busy } = useDecide(onClose)
  const { title, confirm, danger = false, ask, says } = otherWords[what]
  function onConfirm() {
    if (text.trim() === '')
      return setProblem(what === 'pay' ? 'Please enter the reference' : 'Please enter a reason')
    void decide(row, what, text.trim())
  }
  return (
    <Question
      title={title}
      open
      onClose={onClose}
      confirm={confirm}
      busyText="Processing..."
      busy={busy}
      danger={danger}
      onConfirm={onConfirm}
    >
      <p>{says(usd(row.amount), row)}</p>
      {what === 'pay' && <Destination row={row} />}
      <TextInput
        label={ask}
        required
        data-autofocus
        maxLength={200}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Question>
  )
}

/** Where it goes, in full. */
function Destination({ row }: { row: Withdrawal }) {
  return (
    <p>
      <Address>{row.bankNumber ?? row.recipientAccountId ?? 'N/A'}</Address>
    </p>
  )
}

function useDecide(onClose: () => void) {
  const [approve] = useApproveWithdrawalMutation()
  const [reject] = useRejectWithdrawalMutation()
  const [pay] = usePayWithdrawalMutation()
  const [giveBack] = useReturnWithdrawalMutation()
  const calls = {
    approve: (row: Withdrawal) => approve({ row }),
    reject: ({ _id: id }: Withdrawal, reason: string) => reject({ id, reason }),
    pay: (row: Withdrawal, reference: string) => pay({ row, reference }),
    return: ({ _id: id }: Withdrawal, reason: string) => giveBack({ id, reason }),
  }
  const { send, busy } = useSend(
    ({ row, what, text }: { row: Withdrawal; what: Decision; text: string }) =>
      calls[what](row, text),
  )
  async function decide(row: Withdrawal, what: Decision, text: string) {
    const outcome = await send({ row, what, text })
    if (!outcome) return
    if (outcome.failure)
      toastBad(failureText(outcome.failure, 'This could not be booked. Please try again.'))
    else toastGood(outcome.data.message)
    // Decided by someone else, or not what was shown: there is nothing left to confirm, and the list shows the current state.
    if (!outcome.failure || isOver(outcome.failure)) onClose()
  }
  return { decide, busy }
}

/** A payout's reference that is already used can be typed again. */
const isOver = ({ status, data }: Failure) => status === 409 && data?.code !== 'reference_used'
