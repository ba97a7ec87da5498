import type { LandingPage, PlanCard } from '../../../contract/site.ts'
import { decimalFromCents, type Cents } from '../../../lib/money.ts'
import { plainAmount } from '../../ui/amount.ts'
import styles from './calculator.module.css'
import { chart, heightOfAmount } from './growth.ts'
import { reckon, type Reckoning } from './reckoning.ts'

type CalculatorProps = { words: LandingPage['calculator']; plans: PlanCard[]; coveredAt: string }

/** Rendered with the example of the content pack; `behaviour/calculator.ts` reckons anew for what is typed. */
export function Calculator({ words, plans, coveredAt }: CalculatorProps) {
  const reckoned = exampleOf(BigInt(words.exampleCents), plans, coveredAt)
  if (!reckoned) return null
  const { plan, amount, profit, end } = reckoned
  return (
    <form
      className={styles.calculator}
      data-covered-at={coveredAt}
      data-calculator={JSON.stringify(
        plans.map(
          ({
            title,
            minimumCents,
            maximumCents,
            durationDays,
            profitPercent,
            largestCoverableCents,
          }) => ({
            title,
            minimumCents,
            maximumCents,
            durationDays,
            profitPercent,
            largestCoverableCents,
          }),
        ),
      )}
    >
      <div>
        <h3>{words.title}</h3>
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
        <p className="caption" id="calculator-help" data-help={words.text} aria-live="polite">
          {words.text}
        </p>
        <noscript>
          <p className="caption">
            Without scripts this page can’t reckon: the lines below are an example.
          </p>
        </noscript>
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

function GrowthChart({
  days,
  percent,
  amount,
  end,
}: {
  days: number
  percent: number
  amount: string
  end: string
}) {
  const { foot, top, left, right } = chart
  const y = heightOfAmount(percent)
  return (
    <figure className={styles.chart}>
      <svg
        viewBox="0 0 380 250"
        role="img"
        aria-label={`From ${amount} on day 0 to ${end} on day ${days}`}
        data-chart=""
      >
        <path
          className={styles.placed}
          data-draw="placed"
          d={`M${left} ${y}H${right}V${foot}H${left}z`}
        />
        <path
          className={styles.profit}
          data-draw="profit"
          d={`M${left} ${y}L${right} ${top}V${y}z`}
        />
        <path className={styles.line} data-draw="line" d={`M${left} ${y}L${right} ${top}`} />
        <path
          className={styles.axis}
          d={`M0 ${foot}.5H380M${left} ${foot}v6M190 ${foot}v6M${right} ${foot}v6`}
        />
        <rect
          className={styles.begin}
          data-draw="begin"
          x={left - 4}
          y={y - 4}
          width="8"
          height="8"
        />
        <rect className={styles.end} x={right - 4} y={top - 4} width="8" height="8" />
        <text x="0" y="244">
          day 0
        </text>
        <text x="190" y="244" textAnchor="middle" data-out="half">
          day {days / 2}
        </text>
        <text x="380" y="244" textAnchor="end" data-out="days">
          day {days}
        </text>
        <text className={styles.strong} x="380" y="18" textAnchor="end" data-out="end">
          {end}
        </text>
        <text
          className={styles.strong}
          data-draw="label"
          x={left + 12}
          y={y + 22}
          data-out="amount"
        >
          {amount}
        </text>
      </svg>
      <figcaption className="caption">
        The axis begins at zero. The profit is paid once, at the end; the line shows how it accrues.
      </figcaption>
    </figure>
  )
}
