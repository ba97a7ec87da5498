import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BankAccount, BankEntry } from '../../../contract/receipt.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { failureText } from '../../api/failure.ts'
import {
  useAssignReceiptMutation,
  useRecordBankChargeMutation,
  useRecordBankInterestMutation,
  useRecordReceiptMutation,
  useReturnReceiptMutation,
  useUndoReceiptMutation,
} from '../../api/receipts.ts'
import { useSend } from '../../api/use-send.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { PersonPicker } from '../person-picker.tsx'
import { accountNames, effects } from './words.ts'

/** What is recorded: something new, or something that is done with a receipt. */
export type Recording =
  | { what: 'receipt' | 'charge' | 'interest'; given?: Partial<Values> }
  | { what: 'assignment' | 'return' | 'undoing'; receipt: BankEntry }

const titles = {
  receipt: 'Record a receipt',
  charge: 'Record a bank charge',
  interest: 'Record bank interest',
  assignment: 'Assign this receipt',
  return: 'Send this receipt back',
  undoing: 'Record that the bank took it back',
} satisfies Record<Recording['what'], string>

const empty = {
  user: '',
  amount: '',
  reference: '',
  valueDate: '',
  payerText: '',
  payerAccount: '',
  reason: '',
  account: 'client-bank' as BankAccount,
}
type Values = typeof empty

/** Which fields each needs; what isn't here is left empty. */
const fieldsOf: Record<Recording['what'], readonly (keyof Values)[]> = {
  receipt: ['amount', 'reference', 'valueDate'],
  charge: ['account', 'amount', 'reference', 'valueDate'],
  interest: ['account', 'amount', 'reference', 'valueDate'],
  assignment: ['user', 'reason'],
  return: ['payerAccount', 'reference', 'valueDate', 'reason'],
  undoing: ['reference', 'valueDate', 'reason'],
}

/** Sends what was filled in, by the call that it belongs to. */
function useRecord(recording: Recording) {
  const [receipt] = useRecordReceiptMutation()
  const [charge] = useRecordBankChargeMutation()
  const [interest] = useRecordBankInterestMutation()
  const [assign] = useAssignReceiptMutation()
  const [sendBack] = useReturnReceiptMutation()
  const [undo] = useUndoReceiptMutation()
  return (values: Values) => {
    const { user, payerText, payerAccount, reference, valueDate, reason, account } = values
    const amount = dollarsFromCents(centsFromText(values.amount) ?? 0n)
    const line = { reference, valueDate }
    const id = 'receipt' in recording ? recording.receipt.id : ''
    if (recording.what === 'charge') return charge({ account, amount, ...line })
    if (recording.what === 'interest') return interest({ account, amount, ...line })
    if (recording.what === 'assignment') return assign({ id, userId: user, reason })
    if (recording.what === 'return') return sendBack({ id, account: payerAccount, ...line, reason })
    if (recording.what === 'undoing') return undo({ id, ...line, reason })
    return receipt({
      userId: user || null,
      amount,
      ...line,
      payerText: payerText.trim() || null,
      payerAccount: payerAccount.trim() || null,
    })
  }
}

function problemOf(needed: readonly (keyof Values)[], values: Values): string | null {
  const fault = needed.includes('amount') ? amountFault(values.amount) : null
  if (fault) return fault
  return needed.some((name) => values[name].trim() === '') ? 'Please fill in every field' : null
}

/** One administrator records; nothing is booked before another approves it. */
export function Record({ recording, onClose }: { recording: Recording; onClose(): void }) {
  const { what } = recording
  const needed = fieldsOf[what]
  const [values, setValues] = useState<Values>({
    ...empty,
    ...('receipt' in recording
      ? { payerAccount: recording.receipt.payerAccount ?? '' }
      : recording.given),
  })
  const [problem, setProblem] = useState<string | null>(null)
  const { send, busy } = useSend(useRecord(recording))
  const set = (given: Partial<Values>) => setValues({ ...values, ...given })
  async function confirm() {
    const missing = problemOf(needed, values)
    if (missing) return setProblem(missing)
    const outcome = await send(values)
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was recorded. Please try again.'))
    toastGood(outcome.data.message)
    onClose()
  }
  return (
    <Question
      title={titles[what]}
      open
      onClose={onClose}
      confirm="Record"
      busyText="Recording..."
      busy={busy}
      onConfirm={() => void confirm()}
    >
      <p className="small">
        {'receipt' in recording && `${usd(recording.receipt.amount)}. `}
        {effects[what]} Nothing is booked until another administrator approves it.
      </p>
      <Fields what={what} values={values} set={set} />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

type FieldsProps = { what: Recording['what']; values: Values; set(given: Partial<Values>): void }

function Fields({ what, values, set }: FieldsProps) {
  const has = (name: keyof Values) => fieldsOf[what].includes(name)
  const isReceipt = what === 'receipt'
  const text = (name: Exclude<keyof Values, 'account'>) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      {(isReceipt || has('user')) && (
        <PersonPicker
          label={isReceipt ? 'User, if known' : 'User'}
          value={values.user}
          onChoose={(user) => set({ user })}
        />
      )}
      {has('account') && (
        <NativeSelect
          label="Account at the bank"
          value={values.account}
          onChange={(event) => set({ account: event.currentTarget.value as BankAccount })}
          data={Object.entries(accountNames).map(([value, label]) => ({ value, label }))}
        />
      )}
      {has('amount') && <AmountField label="Amount" required {...text('amount')} />}
      {has('reference') && (
        <TextInput
          label="Bank reference"
          description="As the statement has it; each can be booked once"
          required
          maxLength={100}
          {...text('reference')}
        />
      )}
      {has('valueDate') && (
        <TextInput label="Value date" type="date" required {...text('valueDate')} />
      )}
      {isReceipt && (
        <TextInput label="Text of the payment" maxLength={500} {...text('payerText')} />
      )}
      {(isReceipt || has('payerAccount')) && (
        <TextInput
          label={isReceipt ? 'Account it came from' : 'Back to the account it came from'}
          required={!isReceipt}
          maxLength={200}
          {...text('payerAccount')}
        />
      )}
      {has('reason') && <TextInput label="Reason" required maxLength={500} {...text('reason')} />}
    </>
  )
}
