import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Plan } from '../../contract/plan.ts'
import { dollarsFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import { useOpenInvestmentMutation } from '../api/investments.ts'
import { failureText, type Failure } from '../api/failure.ts'
import { useSend } from '../api/use-send.ts'
import { Question } from '../ui/dialog.tsx'
import { Note } from '../ui/states.tsx'
import { toastGood } from '../ui/toast.tsx'
import { InvestPreview } from './invest-preview.tsx'
import styles from './form.module.css'

type InvestReviewProps = { plan: Plan; cents: Cents; balance: Cents; onClose(): void }

/** Everything once more before it is booked. When it could not be, the reason stands here and the form keeps what was typed. */
export function InvestReview({ plan, cents, balance, onClose }: InvestReviewProps) {
  const { invest, busy, failure } = useInvest(plan)
  return (
    <Question
      title={`Invest ${formatUsd(cents)} in ${plan.title}?`} open onClose={onClose} keep="Back"
      confirm={`Invest ${formatUsd(cents)}`} busyText="Processing..." busy={busy} onConfirm={() => invest(cents)}
    >
      <div className={styles.fields}>
        {failure && <Note tone="bad">{failureText(failure, 'The investment could not be opened. Nothing was booked.')}</Note>}
        <InvestPreview plan={plan} cents={cents} balance={balance} />
        <p className="small">You have read and accepted the risk warning, version {plan.riskVersion}: what you place can be lost.</p>
      </div>
    </Question>
  )
}

function useInvest(plan: Plan) {
  const [open] = useOpenInvestmentMutation()
  const { send, busy } = useSend(open)
  const [failure, setFailure] = useState<Failure | null>(null)
  const navigate = useNavigate()
  async function invest(cents: Cents) {
    const outcome = await send({ planId: plan.id, amount: dollarsFromCents(cents), acceptedRiskVersion: plan.riskVersion, acceptedTermsVersion: plan.termsVersion })
    if (!outcome) return
    setFailure(outcome.failure ?? null)
    if (outcome.failure) return
    toastGood(outcome.data.message)
    await navigate('/dashboard/investments')
  }
  return { invest, busy, failure }
}
