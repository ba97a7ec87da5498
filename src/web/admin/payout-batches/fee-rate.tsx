import { Button, TextInput } from '@mantine/core'
import { maxFeeRate, type FeeRates } from '../../../contract/payout-batch.ts'
import { useFeeRates } from '../../api/payout-batches.ts'
import { showTime } from '../../ui/dates.ts'
import styles from './payout-batches.module.css'
import { minutesInWords } from './words.ts'

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

/** Empty until somebody says one: what the node proposes stands below, and is taken by its button alone. */
export const FeeRate = ({ value, error, onChange }: FeeRateProps) => (
  <div className="stack">
    <TextInput
      label="Fee rate, in satoshi per virtual byte"
      description="A batch whose fee is too low waits, and can be rebuilt with a higher one."
      required
      inputMode="numeric"
      maxLength={4}
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <Proposed rate={feeRateIn(value)} onUse={(rate) => onChange(String(rate))} />
  </div>
)

type ProposedProps = { rate: number | null; onUse(rate: number): void }

function Proposed({ rate, onUse }: ProposedProps) {
  const rates = useFeeRates().data?.data
  if (!rates) return null
  const { proposals, minimum, at } = rates
  return (
    <div className="small" role="group" aria-label="Fee rates that your node proposes">
      {proposals.length === 0 ? (
        <p>{nothingProposed(rates)}</p>
      ) : (
        <>
          <p>Your node proposes, as of {showTime(at)}:</p>
          <ul className={styles.proposals}>
            {proposals.map(({ blocks, feeRate }) => (
              <li key={blocks}>
                <span>
                  {feeRate} for a block within {minutesInWords(blocks)}
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={feeRate > maxFeeRate}
                  onClick={() => onUse(feeRate)}
                >
                  Use {feeRate}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {minimum !== null && (
        <p>
          {rate !== null && rate < minimum
            ? `${rate} is too low now: your node drops whatever pays less than ${minimum}.`
            : `It drops whatever pays less than ${minimum}.`}
        </p>
      )}
    </div>
  )
}

const nothingProposed = ({ fault }: FeeRates): string =>
  `${fault ?? 'Your node has not seen enough transactions to propose a fee rate.'} Check in an explorer what blocks pay now.`
