import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAllPlansQuery, useOfferPlanMutation } from '../../api/staff-plans.ts'
import { useTreasuryQuery } from '../../api/treasury.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { PlanForm } from './form.tsx'
import { PlanSheet } from './sheet.tsx'
import { noTerms, termsOf } from './terms.ts'
import { useAsked } from '../asked.ts'
import { Head } from '../head.tsx'
import { useStaff } from '../staff.ts'

export const meta = titled('Plans')

export default function PlansPage() {
  const { may } = useStaff()
  const [offering, offer] = useState(false)
  useAsked({ offer: () => offer(true) })
  return (
    <>
      <Head
        title="Plans"
        aside={
          may('offer-plans') &&
          !offering && (
            <Button size="compact-sm" onClick={() => offer(true)}>
              Offer a plan
            </Button>
          )
        }
      >
        Sorted by minimum. A plan takes amounts below the next plan’s minimum, and keeps its range
        while it is not on sale.
      </Head>
      {offering && <OfferForm onClose={() => offer(false)} />}
      <Plans />
    </>
  )
}

function Plans() {
  const { data, ...answer } = useAllPlansQuery()
  const { data: books } = useTreasuryQuery()
  if (!data) return <NotLoaded what="plans" {...answer} />
  const { plans } = data.data
  if (plans.length === 0) return <Empty>No plan has been offered yet. Offer the first one.</Empty>
  return (
    <div className="stack">
      {plans.map((plan) => (
        <PlanSheet
          key={plan.id}
          plan={plan}
          cover={books?.data.treasury.cover.find(({ planId }) => planId === plan.id)}
        />
      ))}
    </div>
  )
}

function OfferForm({ onClose }: { onClose(): void }) {
  const [offer] = useOfferPlanMutation()
  return (
    <Sheet title="Offer a plan" lit>
      <PlanForm
        label="Offer a plan"
        before={null}
        initial={noTerms}
        send={(terms) => offer(termsOf(terms))}
        onClose={onClose}
        review={{
          title: 'Offer this plan?',
          confirm: 'Offer the plan',
          says: 'Everybody can invest in it at once, or once somebody else agrees where the firm needs two, as far as the returns pool covers its profit, and it appears on the public page.',
        }}
      />
    </Sheet>
  )
}
