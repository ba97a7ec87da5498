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
          label: investment.status === 'running' ? 'Paid at maturity' : 'Paid',
          amount: plainAmount(amount + earns),
        }}
      />
    </div>
  )
}

function stepsOf({ status, amount, profit, accrued, openedAt, maturesAt }: Investment): Step[] {
  const opened: Step = {
    state: 'done',
    title: 'Opened',
    when: showDateTime(openedAt),
    text: `${usd(amount)} left your balance, and ${usd(profit)} of profit was set aside in your name.`,
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
  const paid = `${formatUsd(centsOf(amount) + centsOf(profit))} ${status === 'matured' ? 'was' : 'will be'} paid to your balance.`
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
