import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { decimalFromCents, formatUsd, type Cents } from '../../lib/money.ts'

type AmountFieldProps = Omit<TextInputProps, 'type'> & {
  upTo?: Cents | undefined
  /** Offers all of it; called with the text of that amount. */
  onMax?: ((text: string) => void) | undefined
}

/** Dollars as text: what is typed is kept as text until it is read as cents. */
export function AmountField({ upTo, onMax, ...input }: AmountFieldProps) {
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
      {...input}
    />
  )
}
