/** What a booking that nobody can take back changes: each figure as it is, and as it would be. */
import { formatUsd, type Cents } from '../../../lib/money.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { When } from '../when.tsx'

/** `$750,000.00 → $749,000.00` */
export const changed = (label: string, before: Cents, after: Cents): Line => ({
  label,
  amount: `${formatUsd(before)} → ${formatUsd(after)}`,
})

export function BeforeAfter({ lines, asOf }: { lines: Line[]; asOf: string }) {
  return (
    <>
      <Explain lines={lines} />
      <p className="small">
        As the books stood at <When at={asOf} />. There is no way back: books are only added to.
      </p>
    </>
  )
}
