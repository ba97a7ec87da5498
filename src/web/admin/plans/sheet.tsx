import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PlanWithPast } from '../../../contract/plan.ts'
import type { PlanCover } from '../../../contract/treasury.ts'
import { useChangePlanMutation } from '../../api/staff-plans.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { Explain } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { PlanForm } from './form.tsx'
import { PlanOnSale } from './on-sale.tsx'
import { runningInWords, termsOf, typed } from './terms.ts'
import { PlanVersions } from './versions.tsx'
import { useStaff } from '../staff.ts'

type PlanSheetProps = { plan: PlanWithPast; cover: PlanCover | undefined }

/** A plan with its terms, what it can still take, what runs in it, and every version that it had. */
export function PlanSheet({ plan, cover }: PlanSheetProps) {
  const { may } = useStaff()
  const [editing, edit] = useState<PlanWithPast | null>(null)
  return (
    <Sheet
      title={plan.title}
      lit={editing !== null}
      label={plan.title}
      aside={<State plan={plan} cover={cover} />}
    >
      <div className="stack">
        {editing ? (
          <ChangeForm seen={editing} cover={cover} onClose={() => edit(null)} />
        ) : (
          <Facts plan={plan} cover={cover} />
        )}
        {may('offer-plans') && !editing && (
          <div className="row">
            <Button variant="default" onClick={() => edit(plan)}>
              Change
            </Button>
            <PlanOnSale plan={plan} running={cover ? runningInWords(cover.running) : ''} />
          </div>
        )}
        <PlanVersions plan={plan} />
      </div>
    </Sheet>
  )
}

function State({ plan: { onSale }, cover }: PlanSheetProps) {
  if (!onSale) return <Badge state="other">Not on sale</Badge>
  return cover?.covered === false ? (
    <Badge state="rejected">Sold out</Badge>
  ) : (
    <Badge state="approved">On sale</Badge>
  )
}

function Facts({ plan, cover }: PlanSheetProps) {
  const { range, durationDays, profitPercent, riskWarning, riskVersion } = plan
  return (
    <>
      <Explain
        lines={[
          { label: 'Amounts', amount: range },
          { label: 'Profit', amount: `${profitPercent}% after ${durationDays} days` },
          {
            label: 'The returns pool covers',
            amount: cover ? usd(cover.largestCoverable) : '-',
            note: 'the largest single investment',
          },
          {
            label: 'Running investments',
            amount: cover ? cover.running.investments.toLocaleString('en-US') : '-',
          },
          { label: 'Invested in them', amount: cover ? usd(cover.running.principal) : '-' },
          { label: 'Profit promised', amount: cover ? usd(cover.running.profit) : '-' },
        ]}
      />
      <p className="small">
        Risk warning, version {riskVersion}: {riskWarning}
      </p>
    </>
  )
}

function ChangeForm({
  seen,
  cover,
  onClose,
}: {
  seen: PlanWithPast
  cover: PlanCover | undefined
  onClose(): void
}) {
  const [change] = useChangePlanMutation()
  const keep =
    cover && cover.running.investments > 0
      ? ` ${runningInWords(cover.running)} They keep the terms that they were opened under.`
      : ''
  return (
    <PlanForm
      label={`Change ${seen.title}`}
      before={typed(seen)}
      initial={typed(seen)}
      send={(terms) =>
        change({ planId: seen.id, termsVersion: seen.termsVersion, ...termsOf(terms) })
      }
      onClose={onClose}
      review={{
        title: `Change ${seen.title}?`,
        confirm: 'Change the plan',
        says: `Applies at once, or once somebody else agrees where the firm needs two, to new investments only; anyone with the old terms open is asked to look again.${keep}`,
      }}
    />
  )
}
