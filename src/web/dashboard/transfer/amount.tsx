/** How much: up to all there is, and no less than the firm pays out. */
import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { formatUsd, type Cents } from '../../../lib/money.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, writtenCents } from '../../ui/amount.ts'
import { useSite } from '../../site.ts'
import { Note } from '../../ui/states.tsx'
import type { Transfer } from './outcome.tsx'

type AmountToSendProps = {
  balance: Cents
  frozen: boolean
  transfer: Transfer
  /** Of what is paid out; null: any amount. */
  smallest?: Cents | null
  input: ReturnType<UseFormReturnType<{ amount: string }>['getInputProps']>
  onMax(text: string): void
  /** What stands on the button. */
  button: string
  /** What may be said besides, after the amount. */
  children?: ReactNode
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
  children,
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
      {children}
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
