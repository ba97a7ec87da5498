import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { openInvestment } from '../../../contract/investment.ts'
import type { Plan } from '../../../contract/plan.ts'
import { dollarsFromCents, formatUsd, type Cents } from '../../../lib/money.ts'
import { useOpenInvestmentMutation } from '../../api/investments.ts'
import { failureText, type Failure } from '../../api/failure.ts'
import type { Reply } from '../../api/request.ts'
import { useSend } from '../../api/use-send.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { LimitLink } from '../limit-link.tsx'
import { acceptsTerms, PlanTerms } from '../plan-terms.tsx'
import { AtTheEnd } from './at-the-end.tsx'
import { InvestPreview } from './preview.tsx'
import styles from '../../account/form.module.css'

type InvestReviewProps = {
  plan: Plan
  cents: Cents
  balance: Cents
  /** The person has never invested before. */
  first: boolean
  onClose(): void
}

/**
 * Everything once more before it is booked. When it could not be, the reason stands here and the form keeps what was
 * typed; when the terms are others by now, they are shown and have to be accepted, and nothing is sent before.
 */
export function InvestReview({ plan, cents, balance, first, onClose }: InvestReviewProps) {
  const { now, invest, busy, failure } = useInvest(plan)
  const [accepted, accept] = useState(plan.termsVersion)
  const isOld = accepted !== now.termsVersion
  return (
    <Question
      title={`Invest ${formatUsd(cents)} in ${now.title}?`}
      open
      onClose={onClose}
      keep="Back"
      confirm={`Invest ${formatUsd(cents)}`}
      busyText="Processing..."
      busy={busy}
      onConfirm={() => invest(cents)}
      cannot={isOld}
    >
      <div className={styles.fields}>
        {failure && (
          <Note tone="bad">
            {failureText(failure, 'The investment could not be opened. Nothing was booked.')}{' '}
            <LimitLink code={failure.data?.code} />
          </Note>
        )}
        {now.termsVersion !== plan.termsVersion && <PlanTerms before={plan} now={now} />}
        <InvestPreview plan={now} cents={cents} balance={balance} />
        <AtTheEnd days={now.durationDays} first={first} />
        {now.termsVersion === plan.termsVersion ? (
          <p className="small">
            You have read and accepted the risk warning, version {now.riskVersion}: what you invest
            can be lost.
          </p>
        ) : (
          <Checkbox
            label={acceptsTerms}
            checked={!isOld}
            onChange={(event) =>
              accept(event.currentTarget.checked ? now.termsVersion : plan.termsVersion)
            }
          />
        )}
      </div>
    </Question>
  )
}

const openedText = ({ message, data: { investment } }: Reply<typeof openInvestment>) =>
  investment.undoableUntil === null
    ? message
    : `${message}. You can undo it until ${showDateTime(investment.undoableUntil)}`

/** `now` is the plan as it was looked at, or as the server says that it is. */
function useInvest(plan: Plan) {
  const [open] = useOpenInvestmentMutation()
  const { send, busy } = useSend(open)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [now, setNow] = useState(plan)
  const navigate = useNavigate()
  async function invest(cents: Cents) {
    const outcome = await send({
      planId: now.id,
      amount: dollarsFromCents(cents),
      acceptedRiskVersion: now.riskVersion,
      acceptedTermsVersion: now.termsVersion,
    })
    if (!outcome) return
    setFailure(outcome.failure ?? null)
    const { plan: asItIs } = outcome.failure?.data ?? {}
    if (asItIs) setNow({ ...now, ...asItIs })
    if (outcome.failure) return
    toastGood(openedText(outcome.data))
    await navigate('/dashboard/investments')
  }
  return { now, invest, busy, failure }
}
