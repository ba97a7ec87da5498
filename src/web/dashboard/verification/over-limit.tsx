/** What has arrived beyond a limit: it can’t be refused, and is theirs. */
import { formatUsd } from '../../../lib/money.ts'
import type { OwnVerification } from '../../api/verification.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Explain } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** Nothing while there is none. */
export function OverLimit({ own: { overLimit, isFinal } }: { own: OwnVerification }) {
  if (overLimit.length === 0) return null
  const sum = overLimit.reduce((cents, { amount }) => cents + centsOf(amount), 0n)
  return (
    <Sheet id="set-aside" title="Set aside in your name" narrow>
      <div className="stack">
        <p className="small">
          This arrived by bank above your limit. It is yours, but not part of your balance yet.{' '}
          {isFinal
            ? 'It goes back to the account that it came from.'
            : 'It comes to your balance by itself as soon as it fits: with time, or when you are verified. Otherwise it goes back to the account that it came from.'}
        </p>
        <Explain
          lines={overLimit.map(({ amount, arrivedAt }) => ({
            label: `Since ${showDateTime(arrivedAt)}`,
            amount: usd(amount),
          }))}
          {...(overLimit.length > 1 ? { sum: { label: 'Total', amount: formatUsd(sum) } } : {})}
        />
      </div>
    </Sheet>
  )
}
