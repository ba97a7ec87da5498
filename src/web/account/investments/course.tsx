import type { Investment } from '../../../contract/investment.ts'
import { formatUsd } from '../../../lib/money.ts'
import { centsOf, plainAmount, usd } from '../../ui/amount.ts'
import { showDate, showDateTime } from '../../ui/dates.ts'
import { Explain } from '../../ui/explain.tsx'
import { Timeline, type Step } from '../../ui/timeline.tsx'
import styles from './course.module.css'

/** What has happened and will happen to an investment's money, and how its end amount is made up. */
export function InvestmentCourse({ investment }: { investment: Investment }) {
  const amount = centsOf(investment.amount)
  const profit = centsOf(investment.profit)
  const earns = investment.status === 'undone' ? 0n : profit
  return (
    <div className={styles.course}>
      <Timeline steps={stepsOf(investment)} />
      <Explain
        lines={[
          { label: 'Invested', amount: plainAmount(amount) },
          {
            label: `Profit, ${investment.profitPercent}%`,
            note:
              investment.status === 'running'
                ? `${plainAmount(centsOf(investment.accrued))} of it accrued so far`
                : undefined,
            amount: plainAmount(earns),
          },
        ]}
        sum={{
          label: sumLabels[investment.status](isAgain(investment)),
          amount: plainAmount(amount + earns),
        }}
      />
    </div>
  )
}

/** Whether its principal is to be invested again, or was. */
const isAgain = ({ atMaturity, notReinvested }: Investment) =>
  atMaturity === 'reinvest' && notReinvested === null

const sumLabels: Record<Investment['status'], (isAgain: boolean) => string> = {
  running: (again) => (again ? 'At maturity' : 'Paid at maturity'),
  matured: (again) => (again ? 'Paid and invested again' : 'Paid'),
  undone: () => 'Paid',
}

/** What became of it on its last day, or will. */
function endOf(investment: Investment): string {
  const { status, amount, profit, notReinvested } = investment
  const verb = status === 'matured' ? 'was' : 'will be'
  const whole = `${formatUsd(centsOf(amount) + centsOf(profit))} ${verb} paid to your balance.`
  if (notReinvested !== null) return `${whole} It was not invested again, because ${notReinvested}.`
  if (!isAgain(investment)) return whole
  const parts = `${usd(profit)} ${verb} paid to your balance, and ${usd(amount)} ${verb} invested again`
  return status === 'matured'
    ? `${parts}.`
    : `${parts} if the plan is then as you accepted it. Otherwise all of it will be paid to your balance.`
}

function stepsOf(investment: Investment): Step[] {
  const { status, amount, profit, accrued, openedAt, maturesAt, continues } = investment
  const from =
    continues === null
      ? 'left your balance'
      : 'of an investment that matured was invested again, as you chose'
  const opened: Step = {
    state: 'done',
    title: 'Opened',
    when: showDateTime(openedAt),
    text: `${usd(amount)} ${from}, and ${usd(profit)} of profit was set aside in your name.`,
  }
  if (status === 'undone')
    return [
      opened,
      {
        state: 'done',
        title: 'Undone',
        text: `${usd(amount)} returned to your balance, and nothing was charged; the profit returned to the firm’s pool.`,
      },
    ]
  const paid = endOf(investment)
  if (status === 'matured')
    return [opened, { state: 'done', title: 'Matured', when: showDateTime(maturesAt), text: paid }]
  return [
    opened,
    {
      state: 'now',
      title: 'Running',
      text: `${usd(accrued)} has accrued. You can’t take anything out before ${showDate(maturesAt)}.`,
    },
    { state: 'to-come', title: 'Matures', when: showDateTime(maturesAt), text: paid },
  ]
}
