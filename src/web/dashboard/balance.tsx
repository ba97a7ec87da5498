import type { Cents } from '../../lib/money.ts'
import { ExplainFigure } from '../account/explain/figure.tsx'

/** The account balance; pressed, it opens into what came in less what went out. */
export function Balance({
  cents,
  size = 'large',
}: {
  cents: Cents
  size?: 'small' | 'middle' | 'large'
}) {
  return (
    <ExplainFigure figure="account-balance" label="Account Balance" cents={cents} size={size} />
  )
}
