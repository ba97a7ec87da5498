/** How closely somebody has to be looked at, and why. */
import type { StaffCase } from '../../../contract/verification.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { usd } from '../../ui/amount.ts'
import { riskWords } from './view.ts'

const states: Record<StaffCase['risk']['grade'], BadgeState> = {
  high: 'rejected',
  raised: 'pending',
  low: 'other',
}

export function RiskBadge({ row: { risk } }: { row: StaffCase }) {
  return <Badge state={states[risk.grade]}>{riskWords[risk.grade]}</Badge>
}

/** In the head of a case: the grade with its reasons, and what is at stake. */
export function RiskLine({ row }: { row: StaffCase }) {
  const { risk, moneyAtStake } = row
  return (
    <div>
      <p className="row">
        <span>Risk</span>
        <RiskBadge row={row} />
        <span>Money at stake: {usd(moneyAtStake)}</span>
      </p>
      {risk.reasons.length > 0 && (
        <ul aria-label="Reasons for the risk">
          {risk.reasons.map((reason) => (
            <li key={reason} className="small">
              {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
