import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { BankAccount, BankEntry } from '../../../contract/receipt.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { fieldProblems } from '../../api/failure.ts'
import {
  useAssignReceiptMutation,
  useRecordBankChargeMutation,
  useRecordBankInterestMutation,
  useRecordMigrationClearingMutation,
  useRecordPayoutReturnMutation,
  useRecordReceiptMutation,
  useReturnReceiptMutation,
  useReverseReceiptMutation,
} from '../../api/receipts.ts'
import { useCommand } from '../../api/use-command.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import { PersonPicker } from '../person-picker.tsx'
import { accountNames, effects } from './words.ts'

/** What is recorded: something new, or something that is done with a receipt. */
export type Recording =
  | { what: 'receipt' | 'charge' | 'interest' | 'migration-clearing'; given?: Partial<Values> }
  /** `id`: of the withdrawal that was paid. */
  | { what: 'payout-return'; id: string; given?: Partial<Values> }
  | {
      what: 'assignment' | 'return' | 'reversal'
      receipt: Pick<BankEntry, 'id' | 'amount' | 'payerAccount'>
      given?: Partial<Values>
    }

const titles = {
  receipt: 'Record a receipt',
  charge: 'Record a bank charge',
  interest: 'Record bank interest',
  assignment: 'Assign this receipt',
  return: 'Send this receipt back',
  reversal: 'Record that the bank reversed it',
  'payout-return': 'Record a payout that came back',
  'migration-clearing': 'Record money of imported people',
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
  reversal: ['reference', 'valueDate', 'reason'],
  'payout-return': ['amount', 'reference', 'valueDate', 'reason'],
  'migration-clearing': ['amount', 'reference', 'valueDate'],
}

/** Sends what was filled in, by the call that it belongs to. */
function useRecord(recording: Recording) {
  const [receipt] = useRecordReceiptMutation()
  const [charge] = useRecordBankChargeMutation()
  const [interest] = useRecordBankInterestMutation()
  const [assign] = useAssignReceiptMutation()
  const [sendBack] = useReturnReceiptMutation()
  const [reverse] = useReverseReceiptMutation()
  const [clear] = useRecordMigrationClearingMutation()
  const [cameBack] = useRecordPayoutReturnMutation()
  return (values: Values) => {
    const { user, payerText, payerAccount, reference, valueDate, reason, account } = values
    const amount = dollarsFromCents(centsFromText(values.amount) ?? 0n)
    const line = { reference, valueDate }
    const id = 'receipt' in recording ? recording.receipt.id : ''
    if (recording.what === 'charge') return charge({ account, amount, ...line })
    if (recording.what === 'migration-clearing') return clear({ amount, ...line })
    if (recording.what === 'interest') return interest({ account, amount, ...line })
    if (recording.what === 'payout-return')
      return cameBack({ id: recording.id, amount, ...line, reason })
    if (recording.what === 'assignment') return assign({ id, userId: user, reason })
    if (recording.what === 'return') return sendBack({ id, account: payerAccount, ...line, reason })
    if (recording.what === 'reversal') return reverse({ id, ...line, reason })
    return receipt({
      userId: user || null,
      amount,
      ...line,
      payerText: payerText.trim() || null,
      payerAccount: payerAccount.trim() || null,
    })
  }
}

/** What each field says where it is needed and empty. */
const missing: Record<Exclude<keyof Values, 'account' | 'amount' | 'payerText'>, string> = {
  user: 'Please choose a user',
  reference: 'Please enter the bank’s reference',
  valueDate: 'Please enter the value date',
  payerAccount: 'Please enter the account',
  reason: 'Please enter a reason',
}

/** What is wrong with each field of this recording, before anything is sent. */
function problemsOf(needed: readonly (keyof Values)[], values: Values) {
  const absent = Object.entries(missing).filter(
    ([name]) => needed.includes(name as keyof Values) && values[name as keyof Values].trim() === '',
  )
  const fault = needed.includes('amount') ? amountFault(values.amount) : null
  return { ...Object.fromEntries(absent), ...(fault ? { amount: fault } : {}) }
}

/** One administrator records; nothing is booked before another agrees. */
export function Record({
  recording,
  onClose,
  onRecorded,
}: {
  recording: Recording
  onClose(): void
  onRecorded?: () => void
}) {
  const { what } = recording
  const form = useForm<Values>({
    initialValues: {
      ...empty,
      ...('receipt' in recording ? { payerAccount: recording.receipt.payerAccount ?? '' } : {}),
      ...recording.given,
    },
    validate: (values) => problemsOf(fieldsOf[what], values),
  })
  const { give, busy, problem } = useCommand({
    trigger: useRecord(recording),
    otherwise: 'Nothing was recorded. Please try again.',
    onDone() {
      onClose()
      onRecorded?.()
    },
    onRefused: (failure) => form.setErrors(fieldProblems(failure)),
  })
  return (
    <Question
      title={titles[what]}
      open
      onClose={onClose}
      confirm="Record"
      busyText="Recording..."
      busy={busy}
      onConfirm={() => form.validate().hasErrors || void give(form.values)}
    >
      <p className="small">
        {'receipt' in recording && `${usd(recording.receipt.amount)}. `}
        {effects[what]} Nothing is booked until somebody else agrees.
      </p>
      <Fields what={what} form={form} />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

type FieldsProps = { what: Recording['what']; form: UseFormReturnType<Values> }

function Fields({ what, form }: FieldsProps) {
  const has = (name: keyof Values) => fieldsOf[what].includes(name)
  const isReceipt = what === 'receipt'
  const { value: user, onChange: onChoose, ...chosen } = form.getInputProps('user')
  return (
    <>
      {(isReceipt || has('user')) && (
        <PersonPicker
          label={isReceipt ? 'User, if known' : 'User'}
          value={user}
          onChoose={onChoose}
          {...chosen}
        />
      )}
      {has('account') && (
        <NativeSelect
          label="Account at the bank"
          data={Object.entries(accountNames).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('account')}
        />
      )}
      {has('amount') && <AmountField label="Amount" required {...form.getInputProps('amount')} />}
      {has('reference') && (
        <TextInput
          label="Bank reference"
          description="As the statement has it; each can be booked once"
          required
          maxLength={100}
          {...form.getInputProps('reference')}
        />
      )}
      {has('valueDate') && (
        <TextInput label="Value date" type="date" required {...form.getInputProps('valueDate')} />
      )}
      {isReceipt && (
        <TextInput
          label="Text of the payment"
          maxLength={500}
          {...form.getInputProps('payerText')}
        />
      )}
      {(isReceipt || has('payerAccount')) && (
        <TextInput
          label={isReceipt ? 'Account it came from' : 'Back to the account it came from'}
          required={!isReceipt}
          maxLength={200}
          {...form.getInputProps('payerAccount')}
        />
      )}
      {has('reason') && (
        <TextInput label="Reason" required maxLength={500} {...form.getInputProps('reason')} />
      )}
    </>
  )
}
