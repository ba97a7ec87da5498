import { useState } from 'react'
import { Link } from 'react-router'
import type { Appropriateness } from '../../../contract/appropriateness.ts'
import type { Plan } from '../../../contract/plan.ts'
import type { User } from '../../../contract/user.ts'
import type { Cents } from '../../../lib/money.ts'
import { usePlansQuery } from '../../api/investments.ts'
import { useAppropriatenessQuery, useInvestmentLimitQuery } from '../../api/risk.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { centsOf } from '../../ui/amount.ts'
import { Empty, Waiting } from '../../ui/states.tsx'
import { Balance } from '../balance.tsx'
import { FrozenNote } from '../frozen-note.tsx'
import { InvestForm } from './form.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { WithMe } from '../with-me.tsx'
import { titled } from '../../seo.ts'

export const meta = titled('Invest')

export default function Invest() {
  return (
    <>
      <PageHead title="Invest">
        <Link className="small" to="/dashboard/investments">
          My investments
        </Link>
      </PageHead>
      <WithMe>{(me) => <Offer me={me} />}</WithMe>
    </>
  )
}

function Offer({ me }: { me: User }) {
  const plans = usePlansQuery()
  // Auditors look at what is offered, and place nothing.
  const skip = me.role === 'auditor'
  const answered = useAppropriatenessQuery(undefined, { skip })
  const limit = useInvestmentLimitQuery(undefined, { skip })
  const failed = [plans, ...(skip ? [] : [answered])].find(({ data, error }) => error && !data)
  if (failed) return <LoadFailed what="plans" {...failed} />
  if (!plans.data || !(answered.data || skip)) return <Waiting />
  const offered = plans.data.data.plans
  if (offered.length === 0)
    return <Empty>No plan is on sale at present. Please check again later.</Empty>
  const room = limit.data?.data.investmentLimit.room ?? null
  return (
    <Choosing
      plans={offered}
      me={me}
      room={room === null ? null : centsOf(room)}
      appropriateness={answered.data?.data.appropriateness ?? null}
    />
  )
}

type ChoosingProps = {
  plans: Plan[]
  me: User
  room: Cents | null
  appropriateness: Appropriateness | null
}

function Choosing({ plans, me, room, appropriateness }: ChoosingProps) {
  // Chosen by the person or by their amount: a plan that sells out while it is being read must not be swapped.
  const [chosenId, choose] = useState(() => (plans.find((plan) => plan.available) ?? plans[0]!).id)
  const chosen = plans.find((plan) => plan.id === chosenId) ?? plans[0]!
  return (
    <>
      <FrozenNote me={me} />
      <Balance cents={centsOf(me.accountBalance)} size="middle" />
      <InvestForm
        plan={chosen}
        plans={plans}
        balance={centsOf(me.accountBalance)}
        room={room}
        frozen={me.status === 'frozen'}
        first={me.totalInvestment === 0}
        appropriateness={appropriateness}
        onChoose={choose}
      />
    </>
  )
}
