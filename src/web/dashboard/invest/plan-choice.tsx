import type { Plan } from '../../../contract/plan.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './plan-choice.module.css'

type PlanChoiceProps = { plans: readonly Plan[]; chosen: Plan; onChoose(id: string): void }

/** The plans as offered now: one window, one of its panes chosen. */
export function PlanChoice({ plans, chosen, onChoose }: PlanChoiceProps) {
  return (
    <fieldset className={styles.window}>
      <legend className="hide">Plan</legend>
      {plans.map((plan) => (
        <label key={plan.id} className={styles.pane}>
          <input
            type="radio"
            name="plan"
            checked={plan.id === chosen.id}
            onChange={() => onChoose(plan.id)}
          />
          <span className={styles.title}>{plan.title}</span>
          <span className="small num">{plan.range}</span>
          <span className={styles.rate}>{plan.profitPercent}%</span>
          <span className="caption">once, after {plan.durationDays} days</span>
          <Cover plan={plan} />
        </label>
      ))}
    </fieldset>
  )
}

function Cover({ plan }: { plan: Plan }) {
  if (!plan.available)
    return (
      <span>
        <Badge state="other">Sold out</Badge>
      </span>
    )
  return <span className="caption">Available: up to {usd(plan.largestCoverable)}</span>
}
