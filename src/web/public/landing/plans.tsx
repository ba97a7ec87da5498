import type { LandingPage, PlanCard } from '../../../contract/site.ts'
import { useSite } from '../../site.ts'
import { hoursText } from '../../ui/duration.ts'
import { Icon } from '../../ui/icon.tsx'
import { SectionHead } from './section-head.tsx'
import { Calculator } from './calculator.tsx'
import { Plan } from './plan-card.tsx'
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
      {plans.length > 0 && <Lock />}
      <div className={styles.below}>
        <Risk plans={plans} />
        {plans.length > 0 && calculator && (
          <Calculator words={calculator} plans={plans} coveredAt={coveredAt} ahead={ahead} />
        )}
      </div>
    </section>
  )
}

/** What a term means for whoever invests: until when the money can’t be had, and where it is afterwards. */
function Lock() {
  const { coolingOffHours } = useSite()
  return (
    <div className={styles.lock} data-reveal="">
      <h3>
        <Icon name="lock" />
        Locked until the term ends
      </h3>
      <p>
        You can’t take out what you invest before then.{' '}
        {coolingOffHours > 0
          ? `Only your first investment can be undone, within ${hoursText(coolingOffHours)}. `
          : 'An investment can’t be undone. '}
        At the end, principal and profit go to your balance: the percentage of the amount, once.
      </p>
    </div>
  )
}

/** The warning that is accepted with every investment; plans mostly share one. */
function Risk({ plans }: { plans: PlanCard[] }) {
  const { sample } = useSite()
  const warnings = [
    ...new Map(plans.map(({ riskWarning, riskVersion }) => [riskWarning, riskVersion])),
  ]
  return (
    <div className={styles.risk} id="risk" data-reveal="">
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
      {sample && <p className="caption">A demonstration: sample plans, play money.</p>}
    </div>
  )
}
