import type { PlanCard } from '../../../contract/site.ts'
import { formatUsd, largestUpTo } from '../../../lib/money.ts'
import { useSite } from '../../site.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './plan-card.module.css'

/** One of the plans: a card beside the others, and on a phone a row of a table whose heads stand above the first. */
export function Plan({ plan, caption }: { plan: PlanCard; caption: string }) {
  const { mode } = useSite()
  const { title, range, durationDays, profitPercent, source } = plan
  return (
    <li className={styles.plan}>
      <h3>{title}</h3>
      <p className={styles.range}>{range}</p>
      <p className={styles.rate}>
        <span>{profitPercent}%</span>
        <small>of the amount, once, after {durationDays} days</small>
      </p>
      <Details plan={plan} />
      <p className={styles.lock}>
        <Icon name="lock" />
        Locked for {durationDays} days
      </p>
      {mode === 'live' && (
        <p className={styles.note}>
          {source === null
            ? 'The firm has not said where this return comes from.'
            : `Where the return comes from: ${source}`}
        </p>
      )}
      <p className={`caption ${styles.note} ${styles.caption}`}>{caption}</p>
      <LinkButton href="/signup" variant="subtle">
        Get Started
        <span className="hide"> with {title}</span>
      </LinkButton>
    </li>
  )
}

function Details({ plan }: { plan: PlanCard }) {
  const { minimumCents, maximumCents, durationDays, profitPercent } = plan
  return (
    <dl>
      <div>
        <dt>Minimum deposit</dt>
        <dd>{formatUsd(BigInt(minimumCents))}</dd>
      </div>
      <div>
        <dt>Maximum deposit</dt>
        <dd>
          {maximumCents === null ? 'no maximum' : formatUsd(largestUpTo(BigInt(maximumCents)))}
        </dd>
      </div>
      <div>
        <dt>Duration</dt>
        <dd>{durationDays} days</dd>
      </div>
      <div>
        <dt>Percentage profits</dt>
        <dd>{profitPercent}%</dd>
      </div>
    </dl>
  )
}
