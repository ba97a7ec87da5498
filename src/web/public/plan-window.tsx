import { Button } from '@mantine/core'
import { useSite, type PlanCard } from '../site.ts'
import { SampleLabel } from '../ui/sample-label.tsx'
import styles from './plan-window.module.css'

/** The plans: parallel things, so one framed window with shared mullions. */
export function PlanWindow() {
  const { mode, plans } = useSite()
  if (plans.length === 0) return null
  return (
    <section className={`page ${styles.section}`} id="plan">
      <div className={styles.head}>
        <h2>Four plans, and what they risk</h2>
        {mode === 'demo' && <SampleLabel />}
        <p className="lead">
          A percentage for a number of days, both fixed when you invest. The terms are copied into your investment, and
          later changes don’t touch it.
        </p>
      </div>
      <ul className={styles.window}>{plans.map((plan) => <Pane key={plan.title} plan={plan} />)}</ul>
      <p className={styles.risk}>
        <strong>Risk warning.</strong> Investing puts money at risk. Part or all of what you place can be lost, and a
        percentage that was paid before says nothing about the next. Place only what you can do without.
      </p>
    </section>
  )
}

function Pane({ plan }: { plan: PlanCard }) {
  return (
    <li className={styles.pane}>
      <h3>{plan.title}</h3>
      <p className="num small">{plan.range}</p>
      <p className={styles.rate}>{plan.profitPercent}%<small>of the amount, once, after {plan.durationDays} days</small></p>
      <dl>
        <div><dt>Minimum deposit</dt><dd>{plan.minimum}</dd></div>
        <div><dt>Maximum deposit</dt><dd>{plan.maximum}</dd></div>
        <div><dt>Duration</dt><dd>{plan.durationDays} days</dd></div>
        <div><dt>Percentage profits</dt><dd>{plan.profitPercent}%</dd></div>
      </dl>
      <p className="caption">The profit is set aside when you invest. The firm itself can fail: what you place can be lost.</p>
      <Button component="a" href="/signup" variant="default">Get Started</Button>
    </li>
  )
}
