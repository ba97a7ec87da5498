import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useState, type ChangeEvent, type FocusEvent } from 'react'
import { decimalFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import { writtenCents } from './amount.ts'
import { typeInto } from './type-into.ts'

type AmountFieldProps = Omit<TextInputProps, 'type' | 'value' | 'defaultValue'> & {
  value?: string
  defaultValue?: string
  upTo?: Cents | undefined
  /** Offers all of it; called with the text of that amount. */
  onMax?: ((text: string) => void) | undefined
}

/** Once it is left, an amount stands there with its cents: `5` as `5.00`, `12,5` as `12.50`. What is none stays as it was typed. */
function writeOut({ currentTarget: field }: FocusEvent<HTMLInputElement>): void {
  const cents = writtenCents(field.value)
  if (cents === null || decimalFromCents(cents) === field.value) return
  typeInto(field, decimalFromCents(cents))
}

/** What is in the field, whether the form keeps it or the field itself. */
function useTyped({ value, defaultValue = '', onChange }: AmountFieldProps) {
  const [own, setOwn] = useState(defaultValue)
  return {
    typed: value ?? own,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setOwn(event.currentTarget.value)
      onChange?.(event)
    },
  }
}

/**
 * Dollars as text, with the comma or the point of any country: what is typed is kept as text until it is read as cents.
 * What was understood stands in the line between label and field, which keeps its height.
 */
export function AmountField({ upTo, onMax, description, ...input }: AmountFieldProps) {
  const { typed, onChange } = useTyped(input)
  const cents = writtenCents(typed)
  const max = upTo === undefined ? undefined : decimalFromCents(upTo)
  const understood = cents === null ? 'In US dollars' : `= ${formatUsd(cents)}`
  return (
    <TextInput
      autoComplete="off"
      {...input}
      type="text"
      inputMode="decimal"
      description={
        <>
          <span data-understood="">{understood}</span>
          {description ? (
            <> · {description}</>
          ) : (
            upTo !== undefined && <>, up to {formatUsd(upTo)}</>
          )}
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
      onChange={onChange}
      onBlur={(event) => {
        writeOut(event)
        input.onBlur?.(event)
      }}
    />
  )
}
