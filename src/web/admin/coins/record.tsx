import { capitalised } from '../../../lib/text.ts'
import { TextInput } from '@mantine/core'
import type { CoinPosition } from '../../../contract/coin-exchange.ts'
import { coinsFault, unitsTyped } from '../../../lib/coin-amount.ts'
import {
  coinOfEntry,
  isBorne,
  isSale,
  type BorneKind,
  type CoinEntryKind,
} from '../../../lib/coin-entry.ts'
import { centsOfOne, oneCoin, rateBy } from '../../../lib/exchange-rate.ts'
import { dollarsFromCents, formatUsd } from '../../../lib/money.ts'
import {
  useRecordCoinExchangeMutation,
  useRecordNetworkFeesMutation,
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

export const titles: { readonly [kind in CoinEntryKind]: string } = {
  sale: 'Record a sale',
  purchase: 'Record a purchase',
  cover: 'Cover from capital',
  'usdt-sale': 'Record a sale of USDT',
  'usdt-purchase': 'Record a purchase of USDT',
  'usdt-fee': 'Record fees in TRX',
}

const empty = { quantity: '', amount: '', txid: '', reference: '', reason: '' }
type Values = typeof empty
type Field = keyof Values

/** What can be seen without asking: the server says the rest at the same fields. */
const checks = (kind: CoinEntryKind) => ({
  ...(isBorne(kind)
    ? {}
    : {
        quantity: (text: string) => coinsFault(text, coinOfEntry(kind)),
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
  const [fees] = useRecordNetworkFeesMutation()
  return ({ quantity, amount, txid, reference, reason }: Values) => {
    const common = {
      amount: dollarsFromCents(centsFromText(amount) ?? 0n),
      reference: reference.trim(),
      reason: reason.trim() || null,
    }
    if (isBorne(kind)) return (kind === 'cover' ? cover : fees)(common)
    return exchange({ kind, quantity: quantity.trim(), txid: txid.trim(), ...common })
  }
}

/** What there is of the coin, and its rate; null: the firm takes none. */
type Held = Pick<CoinPosition, 'books' | 'rate'> | null

type RecordProps = { kind: CoinEntryKind; held: Held; onClose(): void }

/** One administrator records; nothing is booked before another agrees. */
export function Record({ kind, held, onClose }: RecordProps) {
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
      <Fields kind={kind} form={form} held={held} />
      {problem && !isAtField && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

function quantityHint(kind: CoinEntryKind): string {
  if (!isSale(kind)) return 'What came to an address of the firm’s own'
  return coinOfEntry(kind) === 'BTC'
    ? 'All that left the wallet by the transaction, the network’s fee too'
    : 'All that left the firm’s addresses by the transaction; its fee is paid in TRX'
}

const reasonHints = {
  cover: 'Optional',
  'usdt-fee': 'Optional, such as the lists of payouts that they were for',
} as const satisfies Record<BorneKind, string>

type FieldsProps = {
  kind: CoinEntryKind
  form: Pick<ReturnType<typeof useForm<Values>>, 'getInputProps' | 'values'>
  held: Held
}

function Fields({ kind, form, held }: FieldsProps) {
  const coin = coinOfEntry(kind)
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
  return (
    <>
      {!isBorne(kind) && (
        <>
          <TextInput
            label={coin === 'BTC' ? 'Bitcoin' : 'USDT'}
            description={`${quantityHint(kind)}. The books have ${signedCoins(held?.books ?? '0', coin)}`}
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
      {!isBorne(kind) && <RateBeside kind={kind} values={form.values} rate={held?.rate ?? null} />}
      <TextInput
        label="Reason"
        description={
          isBorne(kind)
            ? reasonHints[kind]
            : 'Required if the rate is more than 10% off the last one, or if there is none'
        }
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </>
  )
}

type RateBesideProps = { kind: CoinEntryKind; values: Values; rate: CoinPosition['rate'] }

/** What a coin is by what was typed, beside what it was last. */
function RateBeside({ kind, values, rate }: RateBesideProps) {
  const coin = coinOfEntry(kind)
  const [units, cents] = [unitsTyped(values.quantity, coin), centsFromText(values.amount)]
  const typed =
    units && cents ? `${formatUsd(centsOfOne(rateBy(cents, units, coin)))} ${oneCoin[coin]}` : null
  const last = rate ? `the last rate is ${usd(rate.dollars)}` : 'there is no rate'
  return (
    <p className="small" role="status">
      {typed ? `Rate by these figures: ${typed}; ${last}.` : `${capitalised(last)}.`}
    </p>
  )
}
