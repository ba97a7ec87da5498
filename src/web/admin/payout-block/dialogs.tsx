import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EarlierPayout, PayoutBlock } from '../../../contract/payout-block.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import {
  useAddEarlierPayoutMutation,
  useExplainEarlierPayoutMutation,
  useProposeUnblockingPayoutsMutation,
} from '../../api/payout-block.ts'
import { useCommand } from '../../api/use-command.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Note } from '../../ui/states.tsx'
import { PersonPicker } from '../person-picker.tsx'

/** One that stands in the bank's or the wallet's list alone. */
export function AddPayout({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState({ userId: '', amount: '', reference: '' })
  const [add] = useAddEarlierPayoutMutation()
  const otherwise = 'Nothing was listed. Please try again.'
  const { give, busy, problem, object } = useCommand({ trigger: add, otherwise, onDone: onClose })
  function confirm() {
    const fault = amountFault(values.amount)
    if (fault) return object(fault)
    const reference = values.reference.trim()
    if (reference === '') return object('Please enter the reference')
    const amount = dollarsFromCents(centsFromText(values.amount)!)
    void give({ userId: values.userId || null, amount, reference })
  }
  return (
    <Question
      title="Add a payout"
      open
      onClose={onClose}
      confirm="Add"
      busyText="Adding..."
      busy={busy}
      onConfirm={confirm}
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
  const [explain] = useExplainEarlierPayoutMutation()
  const { give, busy, problem } = useCommand({
    trigger: explain,
    otherwise: 'Nothing was recorded. Please try again.',
    onDone: onClose,
  })
  return (
    <ReasonQuestion
      title={`Explain ${payout.reference}?`}
      onClose={onClose}
      confirm="Explain"
      busy={busy}
      label="What was done"
      missing="Please say what was done"
      problem={problem}
      onGiven={(reason) => void give({ id: payout.id, reason })}
    >
      <p>
        {usd(payout.amount)} went out, and its request is not in the books. Say what was done about
        the balance it came from. Its reference then counts as booked.
      </p>
    </ReasonQuestion>
  )
}

/** By the first of two: another one agrees to it among what waits. */
export function GoOn({ block, onClose }: { block: PayoutBlock; onClose(): void }) {
  const [lift] = useProposeUnblockingPayoutsMutation()
  const { give, busy, problem } = useCommand({
    trigger: lift,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  return (
    <Question
      title="Do payouts go on?"
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={() => void give({ id: block.id, total: block.total })}
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
