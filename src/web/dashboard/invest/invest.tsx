import { useState } from 'react'
import type { Plan } from '../../../contract/plan.ts'
import type { User } from '../../../contract/user.ts'
import { usePlansQuery } from '../../api/investments.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { centsOf } from '../../ui/amount.ts'
import { Empty, LoadProblem, Waiting } from '../../ui/states.tsx'
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
      <PageHead title="Invest" />
      <WithMe>{(me) => <Offer me={me} />}</WithMe>
    </>
  )
}

function Offer({ me }: { me: User }) {
  const { data, error, isFetching, refetch } = usePlansQuery()
  if (error && !data)
    return (
      <LoadProblem
        title={`Error loading plans: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  if (!data) return <Waiting />
  const { plans } = data.data
  if (plans.length === 0)
    return <Empty>No plan is on sale at present. Please check again later.</Empty>
  return <Choosing plans={plans} me={me} />
}

function Choosing({ plans, me }: { plans: Plan[]; me: User }) {
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
        frozen={me.status === 'frozen'}
        onChoose={choose}
      />
    </>
  )
}
