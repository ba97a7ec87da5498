import type { Plan } from '../../../contract/plan.ts'
import { formatUsd, percentOf, type Cents } from '../../../lib/money.ts'
import { plainAmount } from '../../ui/amount.ts'
import { Explain } from '../../ui/explain.tsx'
import { MaturityDate } from './maturity-date.tsx'

type InvestPreviewProps = { plan: Plan; cents: Cents; balance: Cents }

/** What confirming will do, computed as the books will: whole cents, one rounding. */
export function InvestPreview({ plan, cents, balance }: InvestPreviewProps) {
  const profit = percentOf(cents, BigInt(plan.profitPercent))
  return (
    <>
      <Explain
        lines={[
          { label: 'From your balance', amount: plainAmount(cents) },
          {
            label: `Profit, ${plan.profitPercent}%`,
            note: 'set aside in your name when you confirm',
            amount: plainAmount(profit),
          },
        ]}
        sum={{
          label: 'Paid at maturity',
          note: (
            <>
              <MaturityDate days={plan.durationDays} />, {plan.durationDays} days after opening
            </>
          ),
          amount: formatUsd(cents + profit),
        }}
      />
      <Explain
        lines={[
          {
            label: 'Left in your balance',
            amount: plainAmount(balance > cents ? balance - cents : 0n),
          },
        ]}
      />
    </>
  )
}
