/** What the forms for money out share: where it was sent before, and how much it may be. */
import { Button, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { Destination as Saved } from '../../../contract/destination.ts'
import { formatUsd, type Cents } from '../../../lib/money.ts'
import { useDestinationsQuery } from '../../api/destinations.ts'
import { Address } from '../../ui/address.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, writtenCents } from '../../ui/amount.ts'
import { useSite } from '../../site.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Note } from '../../ui/states.tsx'
import type { Transfer } from './outcome.tsx'
import styles from '../../account/form.module.css'

export type TransferFormProps = { balance: Cents; frozen: boolean; transfer: Transfer }

/** What is saved of this type, and which of it is chosen. One that was removed meanwhile is chosen no more. */
export function useSaved(type: Saved['type']) {
  const [chosenId, choose] = useState('')
  const all = useDestinationsQuery().currentData?.data.destinations ?? []
  const saved = all.filter((one) => one.type === type)
  return { saved, choose, chosen: saved.find(({ id }) => id === chosenId) ?? null }
}

type SavedChoiceProps = ReturnType<typeof useSaved> & { another: string }

/** Where to, by its name; nothing where nothing is saved. */
export function SavedChoice({ saved, chosen, choose, another }: SavedChoiceProps) {
  if (saved.length === 0) return null
  return (
    <>
      <NativeSelect
        label="Saved destination"
        value={chosen?.id ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: another },
          ...saved.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {chosen && (
        <div>
          {chosen.holder && <p className="small">{chosen.holder}</p>}
          <Address>{chosen.bankNumber ?? chosen.recipientAccountId ?? ''}</Address>
          {chosen.usableFrom && (
            <p className={`caption ${styles.below}`}>
              Saved a short time ago: it can be used from {showDateTime(chosen.usableFrom)} on.
            </p>
          )}
        </div>
      )}
    </>
  )
}

type AmountToSendProps = TransferFormProps & {
  /** Of what is paid out; null: any amount. */
  smallest?: Cents | null
  input: ReturnType<UseFormReturnType<{ amount: string }>['getInputProps']>
  onMax(text: string): void
  /** What stands on the button. */
  button: string
}

/** How much, up to all there is, and the button that sends it: how each of the forms ends. */
export function AmountToSend({
  balance,
  smallest = null,
  frozen,
  transfer,
  input,
  onMax,
  button,
}: AmountToSendProps) {
  return (
    <>
      <AmountField
        label="Amount"
        upTo={balance}
        onMax={balance > 0n ? onMax : undefined}
        required
        {...input}
      />
      {smallest !== null && (
        <p className="caption">
          The smallest withdrawal is {formatUsd(smallest)}. Your whole balance can be less, while no
          other request is pending.
        </p>
      )}
      {frozen && <Note>Nothing can be sent while this account is frozen.</Note>}
      <Button type="submit" disabled={frozen || transfer.busy}>
        {button}
      </Button>
    </>
  )
}

/** The smallest withdrawal that the firm has set; null: none. */
export function useSmallest(): Cents | null {
  const { smallestWithdrawalCents } = useSite()
  return smallestWithdrawalCents === null ? null : BigInt(smallestWithdrawalCents)
}

/** `smallest`: of what is paid out. */
export function amountProblem(
  text: string,
  balance: Cents,
  smallest: Cents | null = null,
): string | null {
  // What is more than anybody can send is first of all more than there is.
  if ((writtenCents(text) ?? 0n) > balance) return 'Insufficient balance for this transfer'
  const cents = writtenCents(text)
  const isSmall = smallest !== null && cents !== null && cents < smallest && cents !== balance
  return (
    amountFault(text) ??
    (isSmall ? `The smallest withdrawal is ${formatUsd(smallest)}, or your whole balance` : null)
  )
}
