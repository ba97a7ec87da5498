import { Button, Checkbox } from '@mantine/core'
import { useState, type ChangeEvent } from 'react'
import { Link } from 'react-router'
import type { Appropriateness } from '../../../contract/appropriateness.ts'
import type { Plan } from '../../../contract/plan.ts'
import type { Cents } from '../../../lib/money.ts'
import { useKeptDraft } from '../../api/use-kept-draft.ts'
import { useSite } from '../../site.ts'
import { hoursText } from '../../ui/duration.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { centsFromText } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { AtTheEnd } from './at-the-end.tsx'
import { obstaclesOf, planTaking, type Means } from './amount.ts'
import { PlanChoice } from './plan-choice.tsx'
import { InvestObstacles, type Mending } from './obstacles.tsx'
import { Paused } from './paused.tsx'
import { QuestionForm } from './questions.tsx'
import { InvestPreview } from './preview.tsx'
import { InvestReview } from './review.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from '../../account/form.module.css'

/** `first`: the person has never invested before. `appropriateness` is null for whoever can't invest at all. */
type InvestFormProps = Means & {
  frozen: boolean
  first: boolean
  appropriateness: Appropriateness | null
  onChoose(planId: string): void
}

/** What to place: the amount first, which chooses the plan that takes it. Nothing is sent from here: that is asked once more in the review. */
export function InvestForm({
  frozen,
  first,
  appropriateness,
  onChoose,
  ...means
}: InvestFormProps) {
  const { plan, plans, balance } = means
  const { form, accepted } = useInvestForm(means)
  useKeptDraft('invest', form, {
    never: ['accepted'],
    onRestored: ({ amount = '' }) => place(amount),
  })
  // As it was reviewed: terms that change meanwhile are refused, and looked at first.
  const [reviewed, review] = useState<{ plan: Plan; cents: Cents; balance: Cents } | null>(null)
  // The questions stand in place of the form, which keeps what was chosen and typed.
  const [asked, ask] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  const state = appropriateness?.state
  const isAskedFirst = state === 'again' || (state === 'none' && first)
  const reviewNow = () => review({ plan, cents: centsFromText(form.values.amount)!, balance })
  const place = (amount: string) => {
    form.setFieldValue('amount', amount)
    const taking = planTaking(centsFromText(amount) ?? 0n, plans)
    // The amount is written out when its field is left, by the very press that accepts: nothing is chosen anew then.
    if (taking && taking.id !== plan.id) onChoose(taking.id)
  }
  return (
    <>
      {appropriateness && <Paused appropriateness={appropriateness} isNew={isAnswered} />}
      <div hidden={asked}>
        <form
          className="stack"
          onSubmit={form.onSubmit(() => (isAskedFirst ? ask(true) : reviewNow()))}
          noValidate
        >
          <HowMuch balance={balance} input={form.getInputProps('amount')} onPlace={place} />
          <PlanChoice plans={plans} chosen={plan} onChoose={onChoose} />
          <div className="columns">
            <RiskAndTerms
              plan={plan}
              first={first}
              accepted={accepted}
              obstacle={obstacleOf(frozen, state)}
            />
            <WhatWillHappen
              typed={form.values.amount}
              frozen={frozen}
              means={means}
              onChoose={onChoose}
              onPlace={place}
            />
          </div>
        </form>
      </div>
      {asked && appropriateness && (
        <QuestionForm
          appropriateness={appropriateness}
          onBack={() => ask(false)}
          onAnswered={(fits) => {
            ask(false)
            setAnswered(true)
            if (fits) reviewNow()
          }}
        />
      )}
      {reviewed && <InvestReview {...reviewed} first={first} onClose={() => review(null)} />}
    </>
  )
}

type HowMuchProps = Pick<Means, 'balance'> & {
  input: ReturnType<ReturnType<typeof useInvestForm>['form']['getInputProps']>
  onPlace(amount: string): void
}

function HowMuch({ balance, input, onPlace }: HowMuchProps) {
  return (
    <Sheet label="How much to invest" narrow lit>
      <div className={styles.fields}>
        <NothingToPlace balance={balance} />
        <AmountField
          label="Amount"
          upTo={balance}
          required
          {...input}
          onChange={(event) => onPlace(event.currentTarget.value)}
        />
      </div>
    </Sheet>
  )
}

type RiskAndTermsProps = {
  plan: Plan
  first: boolean
  accepted: ReturnType<typeof useInvestForm>['accepted']
  /** Why nothing can be invested, whatever the plan; null: nothing stands in the way. */
  obstacle: string | null
}

const frozenWords = 'You cannot invest while this account is frozen.'

function obstacleOf(frozen: boolean, state: Appropriateness['state'] | undefined): string | null {
  if (frozen) return frozenWords
  return state === 'paused'
    ? 'Based on your answers, plans aren’t suitable for you right now. Above it says why, and until when.'
    : null
}

function RiskAndTerms({ plan, first, accepted, obstacle }: RiskAndTermsProps) {
  return (
    <Sheet title={plan.title}>
      <div className={styles.fields}>
        {!plan.available && <SoldOut />}
        <RiskWarning plan={plan} />
        <AtTheEnd days={plan.durationDays} first={first} />
        {first && <CanBeUndone />}
        <Checkbox
          {...accepted}
          label="I have read the risk warning and accept it: what I invest can be lost"
        />
        {obstacle && <Note>{obstacle}</Note>}
        <Button type="submit" disabled={obstacle !== null || !plan.available}>
          Review
        </Button>
      </div>
    </Sheet>
  )
}

type WhatWillHappenProps = Mending & { typed: string; frozen: boolean; means: Means }

/** The plan and its figures, or what stands in the way; said aloud while the amount is typed. */
function WhatWillHappen({ typed, frozen, means, ...mending }: WhatWillHappenProps) {
  const { plan, balance } = means
  const cents = centsFromText(typed)
  const obstacles = obstaclesOf(typed, means)
  const stands = typed !== '' && obstacles.length > 0
  return (
    <Sheet title="What will happen">
      <div aria-live="polite">
        {frozen && <Note>{frozenWords}</Note>}
        {!frozen && stands && <InvestObstacles obstacles={obstacles} {...mending} />}
        {!frozen && !stands && (
          <>
            <p className="small">
              {plan.title}: {plan.profitPercent}%, once, after {plan.durationDays} days
            </p>
            <InvestPreview plan={plan} cents={cents ?? 0n} balance={balance} />
          </>
        )}
      </div>
    </Sheet>
  )
}

/** What is accepted is a warning under certain terms, not a box: new ones must be accepted again, while the amount stays. */
function useInvestForm(means: Means) {
  const terms = `${means.plan.id} ${means.plan.termsVersion}`
  const form = useForm({
    initialValues: { amount: '', accepted: '' },
    validate: {
      amount: (text) => obstaclesOf(text, means)[0]?.text ?? null,
      accepted: (accepted) =>
        accepted === terms ? null : 'Please read and accept the risk warning',
    },
  })
  const accepted = {
    ...form.getInputProps('accepted'),
    checked: form.values.accepted === terms,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      form.setFieldValue('accepted', event.currentTarget.checked ? terms : ''),
  }
  return { form, accepted }
}

/** Why nothing can be placed, whatever the amount and the plan. */
function NothingToPlace({ balance }: Pick<Means, 'balance'>) {
  return balance === 0n ? (
    <Note>
      Your balance is empty. <Link to="/dashboard/fundaccount">Fund your account</Link> first.
    </Note>
  ) : null
}

function SoldOut() {
  return (
    <Note>
      This plan is sold out: the returns pool cannot cover its profit at present. You can invest
      again once the pool has been topped up.
    </Note>
  )
}

function CanBeUndone() {
  const { coolingOffHours } = useSite()
  return coolingOffHours === 0 ? null : (
    <p className="small">
      This is your first investment: you can undo it within {hoursText(coolingOffHours)} of opening
      it, and the whole amount returns to your balance.
    </p>
  )
}

function RiskWarning({ plan }: { plan: Plan }) {
  return (
    <div className={styles.risk}>
      <h3>Risk warning</h3>
      <p className="small">{plan.riskWarning}</p>
      <p className="caption">Version {plan.riskVersion}</p>
    </div>
  )
}
