import { Button, Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from 'react-router'
import type { Plan } from '../../contract/plan.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { useOpenInvestmentMutation } from '../api/investments.ts'
import { failureText } from '../api/failure.ts'
import { useSend } from '../api/use-send.ts'
import { AmountField } from '../ui/amount-field.tsx'
import { centsFromText, usd } from '../ui/amount.ts'
import { Sheet } from '../ui/sheet.tsx'
import { Note } from '../ui/states.tsx'
import { toastBad, toastGood } from '../ui/toast.tsx'
import { amountProblem } from './invest-amount.ts'
import { InvestPreview } from './invest-preview.tsx'
import styles from './form.module.css'

type InvestFormProps = { plan: Plan; next: Plan | null; balance: Cents }

export function InvestForm({ plan, next, balance }: InvestFormProps) {
  const form = useForm({
    initialValues: { amount: '', accepted: false },
    validate: {
      amount: (text) => amountProblem(centsFromText(text), plan, next, balance),
      accepted: (accepted) => (accepted ? null : 'Please read and accept the risk warning'),
    },
  })
  const { invest, busy } = useInvest(plan)
  const cents = centsFromText(form.values.amount)
  return (
    <form className="columns" onSubmit={form.onSubmit(({ amount }) => invest(centsFromText(amount)!))} noValidate>
      <Sheet title={plan.title} lit>
        <div className={styles.fields}>
          {!plan.available && <Note>This plan is sold out: the returns pool cannot cover its profit now. Nothing can be placed until it is filled again.</Note>}
          {balance === 0n && <Note>Your balance is empty. <Link to="/dashboard/fundaccount">Fund your account</Link> first.</Note>}
          <AmountField label="Amount" upTo={balance} required {...form.getInputProps('amount')} />
          <div className={styles.risk}>
            <h3>Risk warning</h3>
            <p className="small">{plan.riskWarning}</p>
            <p className="caption">Version {plan.riskVersion}</p>
          </div>
          <Checkbox label="I have read the risk warning and accept it: what I place can be lost" {...form.getInputProps('accepted', { type: 'checkbox' })} />
          <Button type="submit" disabled={busy || !plan.available}>{busy ? 'Processing...' : `Invest ${cents ? usd(dollarsFromCents(cents)) : ''}`}</Button>
        </div>
      </Sheet>
      <InvestPreview plan={plan} cents={cents} balance={balance} />
    </form>
  )
}

function useInvest(plan: Plan) {
  const [open] = useOpenInvestmentMutation()
  const { send, busy } = useSend(open)
  const navigate = useNavigate()
  async function invest(cents: Cents) {
    const outcome = await send({ planId: plan.id, amount: dollarsFromCents(cents), acceptedRiskVersion: plan.riskVersion })
    if (outcome?.failure) return toastBad(failureText(outcome.failure, 'The investment could not be opened. Nothing was booked.'))
    if (!outcome) return
    toastGood(outcome.data.message)
    await navigate('/dashboard/investments')
  }
  return { invest, busy }
}
