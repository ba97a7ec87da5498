import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { StaffWithdrawal, Withdrawal } from '../../../contract/withdrawal.ts'
import {
  useApproveWithdrawalMutation,
  usePayWithdrawalMutation,
  useRejectWithdrawalMutation,
  useReturnWithdrawalMutation,
  useWaiting,
  useWithdrawalQuery,
} from '../../api/staff-withdrawals.ts'
import { failureText, type Failure } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'

export type Decision = 'approve' | 'reject' | 'pay' | 'return'

type Words = {
  label: string
  title: string
  confirm: string
  danger?: boolean
  ask?: string
  says(amount: string, row: Withdrawal): string
}

/** Whether two administrators must approve it: one has, or it is above the limit by itself. The server also adds up what one alone did. */
export const needsTwo = ({ amount, approvals }: Withdrawal, above: number | null) =>
  approvals.length > 0 || (above !== null && amount > above)

const words: Record<Decision, Words> = {
  approve: {
    label: 'Approve',
    title: 'Approve this request?',
    confirm: 'Approve',
    says: (amount, { type, user, recipientAccountId }) =>
      type === 'bank_transfer'
        ? `Approve ${amount} to ${user.fullName}. It stays set aside until you record the payout.`
        : `${amount} moves from ${user.fullName} to ${recipientAccountId} at once.`,
  },
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

/** Whether this one of staff gave the first of two approvals: the second is another's. */
export const waitsForAnother = ({ status, firstApprovedById }: StaffWithdrawal, staffId: string) =>
  status === 'pending' && firstApprovedById === staffId

/** What one of staff can decide about a request in its present state: nothing while it isn't what was recorded. */
export function decisionsFor(
  row: StaffWithdrawal,
  staffId: string,
): (Pick<Words, 'label' | 'danger'> & { what: Decision })[] {
  const { status, type, difference } = row
  if (difference !== undefined) return []
  const pending: Decision[] = waitsForAnother(row, staffId) ? ['reject'] : ['approve', 'reject']
  const possible: Decision[] =
    status === 'pending'
      ? pending
      : status === 'approved' && type === 'bank_transfer'
        ? ['pay', 'return']
        : []
  return possible.map((what) => ({ ...words[what], what }))
}

type DecisionDialogProps = { asked: { row: Withdrawal; what: Decision } | null; onClose(): void }

export function DecisionDialog({ asked, onClose }: DecisionDialogProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { decide, busy } = useDecide(onClose)
  if (!asked) return null
  const { title, confirm, danger = false, ask, says } = words[asked.what]
  function onConfirm() {
    if (ask && text.trim() === '')
      return setProblem(
        asked!.what === 'pay' ? 'Please enter the reference' : 'Please enter a reason',
      )
    void decide(asked!.row, asked!.what, text.trim())
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
      <p>{says(usd(asked.row.amount), asked.row)}</p>
      {asked.what === 'approve' && <Approving row={asked.row} />}
      {asked.what === 'pay' && <Destination row={asked.row} />}
      {ask && (
        <TextInput
          label={ask}
          required
          data-autofocus
          maxLength={200}
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
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

/** Where it goes, and whether this approval is enough. */
function Approving({ row }: { row: Withdrawal }) {
  const above = useWaiting()?.secondApprovalAbove ?? null
  const [first] = row.approvals
  return (
    <>
      <Destination row={row} />
      <SecurityLook id={row._id} />
      {needsTwo(row, above) && (
        <p className="small">
          {first
            ? `${first.by} has approved it. A second, different administrator makes it final.`
            : `Amounts above ${usd(above!)} need two administrators: yours is the first approval, and nothing moves yet.`}
        </p>
      )}
      {above !== null && !needsTwo(row, above) && (
        <p className="small">
          Everything that you alone do for one person within 24 hours counts together: above{' '}
          {usd(above)}, yours is the first of two approvals.
        </p>
      )}
    </>
  )
}

/** Recent changes to the user's sign-in, shown wherever a request can be approved. */
export function SecurityLook({ id }: { id: string }) {
  const { data } = useWithdrawalQuery(id)
  const look = data?.data.looks.find(({ code }) => code === 'security_changed')
  return look ? <Note>{look.text}</Note> : null
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
