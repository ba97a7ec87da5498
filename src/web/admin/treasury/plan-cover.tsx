import type { PlanCover as Cover } from '../../../contract/treasury.ts'
import { formatUsd, largestWithPercentAtMost, type Cents } from '../../../lib/money.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { Bars } from './bars.tsx'

/** How much more each plan could take before the returns pool is used up, were it the only one, and whether it is sold out. */
export function PlanCover({ cover, pool }: { cover: Cover[]; pool: Cents }) {
  if (cover.length === 0)
    return (
      <Sheet title="Plan cover">
        <Empty>No plan has been offered yet.</Empty>
      </Sheet>
    )
  return (
    <Sheet title="Plan cover">
      <div className="stack">
        <p className="small">
          The returns pool holds {formatUsd(pool)}. What each plan could still take before that is
          used up, if everything went into it:
        </p>
        <Bars
          label="Plan cover"
          bars={cover.map((plan) => ({
            label: plan.title,
            cents: largestWithPercentAtMost(pool, BigInt(plan.profitPercent)),
            note: <State plan={plan} />,
          }))}
        />
      </div>
    </Sheet>
  )
}

function State({ plan }: { plan: Cover }) {
  if (!plan.onSale)
    return (
      <>
        <Badge state="other">Not on sale</Badge> {plan.profitPercent}%
      </>
    )
  if (!plan.covered)
    return (
      <>
        <Badge state="rejected">Sold out</Badge> {plan.profitPercent}%; its minimum of{' '}
        {usd(plan.minimum)} cannot be covered
      </>
    )
  return (
    <>
      <Badge state="approved">Available</Badge> {plan.profitPercent}%; a single investment of up to{' '}
      {usd(plan.largestCoverable)}
    </>
  )
}
