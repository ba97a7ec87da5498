import { capitalised } from '../../../lib/text.ts'
import { TextInput } from '@mantine/core'
import type { CoinEntryKind, CoinPosition } from '../../../contract/coin-exchange.ts'
import { satoshiFromBitcoin } from '../../../lib/bitcoin-amount.ts'
import { dollarsFromCents, formatUsd } from '../../../lib/money.ts'
import {
  useRecordCoinExchangeMutation,
  useRecordPositionCoverMutation,
} from '../../api/coin-exchanges.ts'
import { txidFault } from '../../../lib/txid.ts'
import { failureText, fieldProblems, isFailure, type Failure } from '../../api/failure.ts'
import { useCommand } from '../../api/use-command.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { effects, signedCoins } from './words.ts'
import { useForm } from '../../ui/use-form.ts'

const titles: Record<CoinEntryKind, string> = {
  sale: 'Record a sale',
  purchase: 'Record a purchase',
  cover: 'Cover from capital',
}

const empty = { quantity: '', amount: '', txid: '', reference: '', reason: '' }
type Values = typeof empty
type Field = keyof Values

const positive = (units: bigint | null) => units !== null && units > 0n

/** What can be seen without asking: the server says the rest at the same fields. */
const checks = (kind: CoinEntryKind) => ({
  ...(kind === 'cover'
    ? {}
    : {
        quantity: (text: string) =>
          positive(satoshiFromBitcoin(text.trim()))
            ? null
            : 'Please enter an amount of bitcoin such as 0.25',
        txid: txidFault,
      }),
  amount: (text: string) => amountFault(text),
  reference: (text: string) => (text.trim() === '' ? 'Please enter the reference' : null),
})

/** At which field a refusal is said. */
const fieldsOfCodes: Record<string, Field> = {
  coins_not_moved: 'quantity',
  coins_short: 'quantity',
  bank_short: 'amount',
  capital_short: 'amount',
  cover_beyond: 'amount',
  reference_used: 'reference',
  change_open: 'reference',
  rate_unexplained: 'reason',
}

function problemsOf(failure: Failure): Partial<Record<Field, string>> {
  const given = fieldProblems(failure)
  const field = isFailure(failure) ? fieldsOfCodes[failure.data?.code ?? ''] : undefined
  return Object.keys(given).length > 0 || !field ? given : { [field]: failureText(failure, '') }
}

/** Sends what was filled in, by the call that it belongs to. */
function useRecording(kind: CoinEntryKind) {
  const [exchange] = useRecordCoinExchangeMutation()
  const [cover] = useRecordPositionCoverMutation()
  return ({ quantity, amount, txid, reference, reason }: Values) => {
    const common = {
      amount: dollarsFromCents(centsFromText(amount) ?? 0n),
      reference: reference.trim(),
      reason: reason.trim() || null,
    }
    return kind === 'cover'
      ? cover(common)
      : exchange({ kind, quantity: quantity.trim(), txid: txid.trim(), ...common })
  }
}

type RecordProps = { kind: CoinEntryKind; position: CoinPosition; onClose(): void }

/** One administrator records; nothing is booked before another agrees. */
export function Record({ kind, position, onClose }: RecordProps) {
  const form = useForm({ initialValues: empty, validate: checks(kind) })
  const { give, busy, refused, problem } = useCommand({
    trigger: useRecording(kind),
    otherwise: 'Nothing was recorded. Please try again.',
    onDone: onClose,
    onRefused: (failure) => form.setErrors(problemsOf(failure)),
  })
  const isAtField = refused && Object.keys(problemsOf(refused)).length > 0
  return (
    <Question
      title={titles[kind]}
      open
      onClose={onClose}
      confirm="Record"
      busyText="Recording..."
      busy={busy}
      onConfirm={() => form.validate().hasErrors || void give(form.getValues())}
    >
      <p className="small">{effects[kind]} Nothing is booked until somebody else agrees.</p>
      <Fields kind={kind} form={form} position={position} />
      {problem && !isAtField && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

const quantityHints = {
  sale: 'All that left the wallet by the transaction, the network’s fee too',
  purchase: 'What came to an address of the firm’s own',
}

type FieldsProps = {
  kind: CoinEntryKind
  form: Pick<ReturnType<typeof useForm<Values>>, 'getInputProps' | 'values'>
  position: CoinPosition
}

function Fields({ kind, form, position }: FieldsProps) {
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
  return (
    <>
      {kind !== 'cover' && (
        <>
          <TextInput
            label="Bitcoin"
            description={`${quantityHints[kind]}. The books have ${signedCoins(position.books)}`}
            required
            inputMode="decimal"
            maxLength={20}
            {...plain}
            {...form.getInputProps('quantity')}
          />
          <TextInput
            label="Transaction"
            description="Its ID on the chain; each can be booked once"
            required
            maxLength={100}
            {...plain}
            {...form.getInputProps('txid')}
          />
        </>
      )}
      <AmountField label="Dollars" required {...form.getInputProps('amount')} />
      <TextInput
        label="Reference"
        description="From the bank or the exchange; each can be booked once"
        required
        maxLength={100}
        {...form.getInputProps('reference')}
      />
      {kind !== 'cover' && <RateBeside values={form.values} position={position} />}
      <TextInput
        label="Reason"
        description={
          kind === 'cover'
            ? 'Optional'
            : 'Required if the rate is more than 10% off the last one, or if there is none'
        }
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </>
  )
}

const satoshiInOne = 100_000_000n

/** What a bitcoin is by what was typed, beside what it was last. */
function RateBeside({ values, position }: { values: Values; position: CoinPosition }) {
  const [satoshi, cents] = [
    satoshiFromBitcoin(values.quantity.trim()),
    centsFromText(values.amount),
  ]
  const typed = satoshi && cents ? `${formatUsd((cents * satoshiInOne) / satoshi)} a bitcoin` : null
  const last = position.rate ? `the last rate is ${usd(position.rate.dollars)}` : 'there is no rate'
  return (
    <p className="small" role="status">
      {typed ? `Rate by these figures: ${typed}; ${last}.` : `${capitalised(last)}.`}
    </p>
  )
}
