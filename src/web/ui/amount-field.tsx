import { TextInput, type TextInputProps } from '@mantine/core'
import { decimalFromCents, formatUsd, type Cents } from '../../lib/money.ts'

type AmountFieldProps = Omit<TextInputProps, 'type'> & { upTo?: Cents | undefined }

/** Dollars as text: what is typed is kept as text until it is read as cents. */
export function AmountField({ upTo, ...input }: AmountFieldProps) {
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      min={0}
      step={0.01}
      max={upTo === undefined ? undefined : decimalFromCents(upTo)}
      description={upTo === undefined ? 'In US dollars' : `In US dollars, up to ${formatUsd(upTo)}`}
      // A wheel over a focused number field changes the amount unseen.
      onWheel={(event) => event.currentTarget.blur()}
      {...input}
    />
  )
}
