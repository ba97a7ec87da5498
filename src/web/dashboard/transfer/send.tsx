/** Money out, one question after the other: to whom, how much, and once more before it is asked for. */
import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Destination as Saved } from '../../../contract/destination.ts'
import type { User } from '../../../contract/user.ts'
import type { WithdrawalType } from '../../../contract/withdrawal.ts'
import { isPaidOut, methods } from '../../../contract/withdrawal-types.ts'
import { accountIdFromText } from '../../../lib/account-id.ts'
import { noteFault } from '../../../lib/payment-note.ts'
import { cleanAddress } from '../../../lib/wallet-address.ts'
import { secretForAddress, secretForName } from '../../../lib/wallet-secret.ts'
import { useDestinationsQuery } from '../../api/destinations.ts'
import { useOwnWithdrawalsInfiniteQuery } from '../../api/withdrawals.ts'
import { useKeptDraft } from '../../api/use-kept-draft.ts'
import { Address } from '../../ui/address.tsx'
import { centsOf, writtenCents } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useForm } from '../../ui/use-form.ts'
import { faultOf, nameProblem } from './address-check.tsx'
import { AmountToSend, amountProblem, useSmallest } from './amount.tsx'
import { bankNumberOf } from './bank-fields.tsx'
import type { Destination, Transfer } from './outcome.tsx'
import { noPlace, placeErrors, PlaceFields, placeProblems } from './place.tsx'
import { recentOnes, type Recent } from './recent.ts'
import { kindWords, ToWhom } from './to-whom.tsx'
import { UsualTimes } from './usual-times.tsx'
import styles from '../../account/form.module.css'
import own from './to-whom.module.css'

type SendProps = { me: User; transfer: Transfer }

/** What is in the address for each kind of a new place; anything else is the ID of a saved one. */
const kinds: Record<string, WithdrawalType> = {
  wallet: 'bank_transfer',
  bank: 'bank_account',
  account: 'tradehub_transfer',
}
const kindOf = (type: WithdrawalType) => Object.keys(kinds).find((kind) => kinds[kind] === type)!

/** Where it goes is in the address, so that the way back asks it again. */
function useTarget() {
  const [query, setQuery] = useSearchParams()
  const to = query.get('to') ?? ''
  const { currentData } = useDestinationsQuery()
  const saved = currentData?.data.destinations ?? []
  const { data: sent } = useOwnWithdrawalsInfiniteQuery()
  const recent = recentOnes(sent?.pages.flatMap(({ data }) => data.withdrawals) ?? [], saved)
  const chosen = saved.find(({ id }) => id === to) ?? null
  return {
    saved,
    recent,
    chosen,
    type: chosen?.type ?? kinds[to] ?? null,
    choose: (what: string) => setQuery({ to: what }, { preventScrollReset: true }),
    ask: () => setQuery({}, { replace: true, preventScrollReset: true }),
  }
}
type Target = ReturnType<typeof useTarget>

const nothingYet = { ...noPlace, bankName: '', note: '', amount: '' }
type Typed = typeof nothingYet

function useSendForm(me: User, { chosen, type }: Target) {
  const smallest = useSmallest()
  const typed = chosen === null ? type : null
  return useForm<Typed>({
    initialValues: { ...nothingYet, holder: me.fullName },
    validate: {
      ...placeProblems<Typed>({
        own: me.accountId,
        typeOf: () => typed,
        nameOf: ({ bankName }) => bankName,
      }),
      bankName: (text) =>
        typed === 'bank_transfer' ? nameProblem('Please enter the wallet name')(text) : null,
      note: (text) => noteFault(text),
      amount: (text) =>
        amountProblem(text, centsOf(me.accountBalance), type && isPaidOut(type) ? smallest : null),
    },
  })
}

/** Fields in which the key of a wallet may stand: what is refused is kept nowhere either. */
const secretsIn = (typed: Typed) =>
  (Object.keys(typed) as (keyof Typed)[]).filter(
    (field) => secretForAddress(typed[field]) !== null || secretForName(typed[field]) !== null,
  )

export function SendMoney({ me, transfer }: SendProps) {
  const target = useTarget()
  const { chosen, type } = target
  const form = useSendForm(me, target)
  const place = useRef<HTMLDivElement>(null)
  useUnsaved(form.isDirty())
  useKeptDraft('transfer', form, { never: secretsIn(form.values) })
  useFocusOnNext(place, chosen?.id ?? type)

  function toNew(kind: WithdrawalType, typed: Recent['place'] = {}): void {
    form.setValues(typed)
    target.choose(kindOf(kind))
  }
  return (
    <Sheet title={type === null ? 'To whom?' : 'How much?'} lit narrow>
      <div ref={place} tabIndex={-1}>
        {type === null ? (
          <ToWhom
            saved={target.saved}
            recent={target.recent}
            onSaved={({ id }) => target.choose(id)}
            onNew={toNew}
          />
        ) : (
          <Amounts me={me} transfer={transfer} form={form} type={type} target={target} />
        )}
      </div>
    </Sheet>
  )
}

/** Leads to what is asked next; who has just come to the page stays where they are. */
function useFocusOnNext(place: { current: HTMLElement | null }, asked: string | null): void {
  const before = useRef(asked)
  useEffect(() => {
    if (before.current === asked) return
    before.current = asked
    const fields = [...(place.current?.querySelectorAll('input') ?? [])]
    // What came of a request has the focus itself.
    if (document.querySelector('[role="dialog"]')) return
    const next =
      asked === null
        ? place.current
        : fields.find(({ value, required }) => required && value === '')
    next?.focus()
  }, [place, asked])
}

/** Where a note is read; the network of a coin carries none. */
const readBy = {
  bank_account: 'Optional. It stands in the statement of your bank.',
  tradehub_transfer: 'Optional. Whoever gets the money reads it, and so do our staff.',
}

type AmountsProps = SendProps & {
  form: ReturnType<typeof useSendForm>
  type: WithdrawalType
  target: Target
}

const buttons: Record<WithdrawalType, { idle: string; busy: string }> = {
  bank_transfer: { idle: 'Request withdrawal', busy: 'Processing...' },
  bank_account: { idle: 'Request bank transfer', busy: 'Processing...' },
  tradehub_transfer: { idle: 'Request transfer', busy: 'Submitting Request...' },
}

function Amounts({ me, transfer, form, type, target }: AmountsProps) {
  const { chosen } = target
  const smallest = useSmallest()
  const submit = form.onSubmit(async (values) => {
    const fault =
      chosen === null && type === 'bank_transfer' ? await faultOf(values.bankNumber) : null
    if (fault) return form.setErrors({ bankNumber: fault })
    const place = chosen ? savedPlace(chosen) : typedPlace(type, values)
    const problems = await transfer.ask(
      withNote(place, values.note.trim()),
      writtenCents(values.amount)!,
    )
    if (problems) return form.setErrors(placeErrors(problems, type, values))
    form.reset()
    target.ask()
  })
  const { idle, busy } = buttons[type]
  return (
    <form className={styles.fields} onSubmit={submit} noValidate aria-label={methods[type]}>
      <div className={own.chosen}>
        {chosen ? <Chosen {...chosen} /> : <p>{kindWords[type].to}</p>}
        <Button variant="default" size="compact-sm" onClick={target.ask}>
          Change
        </Button>
      </div>
      {chosen ? (
        <Refused form={form} />
      ) : (
        <>
          {type === 'bank_transfer' && (
            <TextInput
              label="Wallet name"
              autoComplete="off"
              required
              {...form.getInputProps('bankName')}
            />
          )}
          <PlaceFields
            form={form}
            type={type}
            own={me.accountId}
            accountLabel="Recipient account ID"
          />
        </>
      )}
      <AmountToSend
        input={form.getInputProps('amount')}
        onMax={(text) => form.setFieldValue('amount', text)}
        button={transfer.busy ? busy : idle}
        smallest={isPaidOut(type) ? smallest : null}
        balance={centsOf(me.accountBalance)}
        frozen={me.status === 'frozen'}
        transfer={transfer}
      >
        {type !== 'bank_transfer' && (
          <TextInput
            label="Note for the recipient"
            description={readBy[type]}
            autoComplete="off"
            maxLength={100}
            {...form.getInputProps('note')}
          />
        )}
      </AmountToSend>
      {isPaidOut(type) && <UsualTimes type={type} />}
    </form>
  )
}

function Chosen({ name, holder, bankNumber, recipientAccountId, usableFrom }: Saved) {
  return (
    <div>
      <p>To: {name}</p>
      {holder && <p className="small">{holder}</p>}
      <Address>{bankNumber ?? recipientAccountId ?? ''}</Address>
      {usableFrom && (
        <p className={`caption ${styles.below}`}>
          Saved a short time ago: it can be used from {showDateTime(usableFrom)} on.
        </p>
      )}
    </div>
  )
}

/** What was said of a destination that has no fields here. */
function Refused({ form }: Pick<AmountsProps, 'form'>) {
  const { bankNumber, iban, account, recipientAccountId } = form.errors
  const problem = bankNumber ?? iban ?? account ?? recipientAccountId
  return problem ? <Note tone="bad">{problem}</Note> : null
}

const withNote = (place: Destination, note: string): Destination =>
  note && place.type !== 'bank_transfer' ? { ...place, note } : place

function savedPlace({
  id,
  type,
  name,
  holder,
  bankNumber,
  recipientAccountId,
}: Saved): Destination {
  if (type === 'tradehub_transfer')
    return { type, recipientAccountId: recipientAccountId ?? '', destinationId: id }
  const known = { bankName: holder ?? name, bankNumber: bankNumber ?? '', destinationId: id }
  return { type, ...known }
}

function typedPlace(type: WithdrawalType, typed: Typed): Destination {
  const { bankName, bankNumber, holder } = typed
  if (type === 'tradehub_transfer')
    return { type, recipientAccountId: accountIdFromText(typed.recipientAccountId) }
  return type === 'bank_account'
    ? { type, bankName: holder, bankNumber: bankNumberOf(typed) }
    : { type, bankName, bankNumber: cleanAddress(bankNumber) }
}
