import type { LandingPage, PlanCard } from '../../../contract/site.ts'
import { decimalFromCents, type Cents } from '../../../lib/money.ts'
import { plainAmount } from '../../ui/amount.ts'
import styles from './calculator.module.css'
import { GrowthChart } from './growth-chart.tsx'
import { reckon, type Reckoning } from './reckoning.ts'

type CalculatorProps = {
  words: NonNullable<LandingPage['calculator']>
  plans: PlanCard[]
  coveredAt: string
  ahead: number
}

/** Rendered with the example of the content pack; `behaviour/calculator.ts` recalculates for what is typed. */
export function Calculator({ words, plans, coveredAt, ahead }: CalculatorProps) {
  const reckoned = exampleOf(BigInt(words.exampleCents), plans, coveredAt)
  if (!reckoned) return null
  const { plan, amount, end } = reckoned
  return (
    <form
      className={styles.calculator}
      data-covered-at={coveredAt}
      data-ahead={ahead}
      data-calculator={JSON.stringify(plans.map(reckonable))}
    >
      <div>
        <h3>{words.title}</h3>
        <AmountField amount={amount} help={words.text} />
        <noscript>
          <p className="caption">
            Without JavaScript this page can’t calculate: the lines below are an example.
          </p>
        </noscript>
        <Outcome {...reckoned} />
        <p className="caption" data-out="lock">
          You can’t take it out for {plan.durationDays} days.
        </p>
      </div>
      <GrowthChart
        days={plan.durationDays}
        percent={plan.profitPercent}
        amount={plainAmount(amount)}
        end={plainAmount(end)}
      />
    </form>
  )
}

/** The pack’s example, or where that can’t be had the least that can; null when everything is sold out. */
function exampleOf(
  example: Cents,
  plans: readonly PlanCard[],
  coveredAt: string,
): Reckoning | null {
  for (const amount of [example, ...plans.map(({ minimumCents }) => BigInt(minimumCents))]) {
    const reckoned = reckon(amount, plans, coveredAt)
    if (!('problem' in reckoned)) return reckoned
  }
  return null
}

/** What the browser reckons with. */
function reckonable({
  title,
  minimumCents,
  maximumCents,
  durationDays,
  profitPercent,
  largestCoverableCents,
}: PlanCard) {
  return {
    title,
    minimumCents,
    maximumCents,
    durationDays,
    profitPercent,
    largestCoverableCents,
  }
}

function AmountField({ amount, help }: { amount: Cents; help: string }) {
  return (
    <>
      <label className={styles.field}>
        Amount in US dollars
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={decimalFromCents(amount)}
          aria-describedby="calculator-help"
          data-amount=""
        />
      </label>
      <p className="caption" id="calculator-help" data-help={help} aria-live="polite">
        {help}
      </p>
    </>
  )
}

function Outcome({ plan, profit, end }: Reckoning) {
  return (
    <dl className={styles.lines}>
      <div>
        <dt>Fits</dt>
        <dd data-out="plan">{plan.title}</dd>
      </div>
      <div>
        <dt>Ends</dt>
        <dd data-out="ends">{plan.durationDays} days after you invest</dd>
      </div>
      <div>
        <dt data-out="rate">Profit, {plan.profitPercent}% once</dt>
        <dd data-out="profit">{plainAmount(profit)}</dd>
      </div>
      <div className={styles.sum}>
        <dt>At the end</dt>
        <dd data-out="end">{plainAmount(end)}</dd>
      </div>
    </dl>
  )
}
