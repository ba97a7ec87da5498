import type { LandingPage, PlanCard } from '../../../contract/site.ts'
import { formatUsd, largestUpTo } from '../../../lib/money.ts'
import { useSite } from '../../site.ts'
import { hoursText } from '../../ui/duration.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SectionHead } from './section-head.tsx'
import { Calculator } from './calculator.tsx'
import styles from './plans.module.css'

type PlansProps = {
  words: LandingPage['plans']
  calculator: LandingPage['calculator']
  plans: PlanCard[]
  coveredAt: string
  ahead: number
}

/** The plans: parallel things, so one framed window with shared mullions. What they risk stands in the same frame. */
export function Plans({ words, calculator, plans, coveredAt, ahead }: PlansProps) {
  return (
    <section className={`page ${styles.section}`} id="plan" data-later="">
      <SectionHead title={words.title} text={words.text} claims />
      <ul className={styles.window} data-reveal-items="">
        {plans.map((plan) => (
          <Plan key={plan.title} plan={plan} caption={words.caption} />
        ))}
      </ul>
      <div className={styles.below}>
        <Risk plans={plans} />
        {plans.length > 0 && calculator && (
          <Calculator words={calculator} plans={plans} coveredAt={coveredAt} ahead={ahead} />
        )}
      </div>
    </section>
  )
}

function Plan({ plan, caption }: { plan: PlanCard; caption: string }) {
  const { mode } = useSite()
  const { minimumCents, maximumCents, durationDays, profitPercent, source } = plan
  return (
    <li className={styles.plan}>
      <h3>{plan.title}</h3>
      <p className="num small">{plan.range}</p>
      <p className={styles.rate}>
        {profitPercent}%<small>of the amount, once, after {durationDays} days</small>
      </p>
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
      {mode === 'live' && (
        <p className="small">
          {source === null
            ? 'The firm has not said where this return comes from.'
            : `Where the return comes from: ${source}`}
        </p>
      )}
      <p className="caption">{caption}</p>
      <LinkButton href="/signup" variant="default">
        Get Started
      </LinkButton>
    </li>
  )
}

/** The warning that is accepted with every investment; plans mostly share one. */
function Risk({ plans }: { plans: PlanCard[] }) {
  const { sample, coolingOffHours } = useSite()
  const warnings = [
    ...new Map(plans.map(({ riskWarning, riskVersion }) => [riskWarning, riskVersion])),
  ]
  return (
    <div className={styles.risk} data-reveal="">
      <h3>
        <Icon name="warn" />
        Risk warning
      </h3>
      {warnings.map(([warning, version]) => (
        <div key={warning} className={styles.warning}>
          <p>{warning}</p>
          <p className="caption">Version {version}. You accept it again with every investment.</p>
        </div>
      ))}
      {coolingOffHours > 0 && (
        <p className="small">
          You can undo your first investment within {hoursText(coolingOffHours)}, without a reason:
          the whole amount returns to your balance.
        </p>
      )}
      {sample && (
        <p className="small">
          This is a demonstration: the plans are samples, and what is invested in them is play
          money.
        </p>
      )}
    </div>
  )
}
