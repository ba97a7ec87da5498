import { TextInput } from '@mantine/core'
import { maxFeeRate } from '../../../contract/payout-batch.ts'

/** Whole satoshi per virtual byte; null where it is nothing that can be asked for. */
export function feeRateIn(text: string): number | null {
  const rate = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return rate >= 1 && rate <= maxFeeRate ? rate : null
}

/** `above`: the highest rate of what was sent for the same coin: a replacement pays more. */
export function feeRateProblem(text: string, above: number | null = null): string | null {
  const rate = feeRateIn(text)
  if (rate === null) return `Please enter whole satoshi per virtual byte, from 1 to ${maxFeeRate}`
  return above !== null && rate <= above
    ? `A replacement must pay more than what was sent before: above ${above}`
    : null
}

type FeeRateProps = { value: string; error: string | null; onChange(text: string): void }

export const FeeRate = ({ value, error, onChange }: FeeRateProps) => (
  <TextInput
    label="Fee rate, in satoshi per virtual byte"
    description="Check what blocks pay now in an explorer, or ask a node with estimatesmartfee. On a quiet day 1 to 5 is usual, on a busy one 20 to 100. A batch whose fee is too low waits and can be rebuilt with a higher one."
    required
    inputMode="numeric"
    maxLength={4}
    autoComplete="off"
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
