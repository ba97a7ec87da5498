import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EarlierPayout, PayoutBlock } from '../../../contract/payout-block.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { failureText } from '../../api/failure.ts'
import {
  useAddEarlierPayoutMutation,
  useExplainEarlierPayoutMutation,
  useLiftPayoutBlockMutation,
} from '../../api/payout-block.ts'
import { useSend } from '../../api/use-send.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { PersonPicker } from '../person-picker.tsx'

/** One that stands in the bank's or the wallet's list alone. */
export function AddPayout({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState({ userId: '', amount: '', reference: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [add] = useAddEarlierPayoutMutation()
  const { send, busy } = useSend(add)
  async function confirm() {
    const fault = amountFault(values.amount)
    if (fault) return setProblem(fault)
    const reference = values.reference.trim()
    if (reference === '') return setProblem('Please enter the reference')
    const amount = dollarsFromCents(centsFromText(values.amount)!)
    const outcome = await send({ userId: values.userId || null, amount, reference })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was listed. Please try again.'))
    toastGood(outcome.data.message)
    onClose()
  }
  return (
    <Question
      title="Add a payout"
      open
      onClose={onClose}
      confirm="Add"
      busyText="Adding..."
      busy={busy}
      onConfirm={() => void confirm()}
    >
      <p className="small">
        As the bank’s or the wallet’s own list has it. It has to be matched or explained like the
        others.
      </p>
      <PersonPicker
        label="User; none for a receipt that was sent back"
        value={values.userId}
        onChoose={(userId) => setValues({ ...values, userId })}
      />
      <AmountField
        label="Amount"
        required
        value={values.amount}
        onChange={(event) => setValues({ ...values, amount: event.currentTarget.value })}
      />
      <TextInput
        label="Reference"
        required
        maxLength={200}
        value={values.reference}
        onChange={(event) => setValues({ ...values, reference: event.currentTarget.value })}
      />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

/** One whose request the books have lost. */
export function Explain({ payout, onClose }: { payout: EarlierPayout; onClose(): void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [explain] = useExplainEarlierPayoutMutation()
  const { send, busy } = useSend(explain)
  async function confirm() {
    if (reason.trim() === '') return setProblem('Please say what was done')
    const outcome = await send({ id: payout.id, reason: reason.trim() })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was recorded. Please try again.'))
    toastGood(outcome.data.message)
    onClose()
  }
  return (
    <Question
      title={`Explain ${payout.reference}?`}
      open
      onClose={onClose}
      confirm="Explain"
      busyText="Recording..."
      busy={busy}
      onConfirm={() => void confirm()}
    >
      <p>
        {usd(payout.amount)} went out, and its request is not in the books. Say what was done about
        the balance it came from. Its reference then counts as booked.
      </p>
      <TextInput
        label="What was done"
        required
        data-autofocus
        maxLength={500}
        value={reason}
        error={problem}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Question>
  )
}

/** By the first of two: another one agrees to it among what waits. */
export function GoOn({ block, onClose }: { block: PayoutBlock; onClose(): void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [lift] = useLiftPayoutBlockMutation()
  const { send, busy } = useSend(lift)
  async function confirm() {
    const outcome = await send({ id: block.id, total: block.total })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was changed. Please try again.'))
    toastGood(outcome.data.message)
    onClose()
  }
  return (
    <Question
      title="Do payouts go on?"
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={() => void confirm()}
    >
      <p>
        Only when the bank’s and the wallet’s own lists show no further payout after the moment that
        was restored to: whatever is missing here can be paid a second time. Two administrators have
        to agree.
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}
