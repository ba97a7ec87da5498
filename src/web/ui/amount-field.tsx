import { Button, TextInput, type TextInputProps } from '@mantine/core'
import type { FocusEvent } from 'react'
import { decimalFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import { writtenCents } from './amount.ts'

type AmountFieldProps = Omit<TextInputProps, 'type'> & {
  upTo?: Cents | undefined
  /** Offers all of it; called with the text of that amount. */
  onMax?: ((text: string) => void) | undefined
}

/** Once it is left, an amount stands there with its cents: `5` as `5.00`. What is none stays as it was typed. */
function writeOut({ currentTarget: field }: FocusEvent<HTMLInputElement>): void {
  const cents = writtenCents(field.value)
  if (cents === null || decimalFromCents(cents) === field.value) return
  // As if it had been typed, so that the form learns of it, whichever keeps the text.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
    field,
    decimalFromCents(cents),
  )
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Dollars as text: what is typed is kept as text until it is read as cents. */
export function AmountField({ upTo, onMax, onBlur, ...input }: AmountFieldProps) {
  const max = upTo === undefined ? undefined : decimalFromCents(upTo)
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      min={0}
      step={0.01}
      max={max}
      description={
        <>
          {upTo === undefined ? 'In US dollars' : `In US dollars, up to ${formatUsd(upTo)}`}
          {onMax && max !== undefined && (
            <Button
              variant="subtle"
              size="compact-xs"
              fz="inherit"
              ml="xs"
              onClick={() => onMax(max)}
            >
              Max
            </Button>
          )}
        </>
      }
      // A wheel over a focused number field changes the amount unseen.
      onWheel={(event) => event.currentTarget.blur()}
      onBlur={(event) => {
        writeOut(event)
        onBlur?.(event)
      }}
      {...input}
    />
  )
}
