import { Button, Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState, type ChangeEvent } from 'react'
import { Link } from 'react-router'
import type { Plan } from '../../../contract/plan.ts'
import type { Cents } from '../../../lib/money.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { centsFromText } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { obstaclesOf, type Means } from './amount.ts'
import { InvestObstacles } from './obstacles.tsx'
import { InvestPreview } from './preview.tsx'
import { InvestReview } from './review.tsx'
import styles from '../../account/form.module.css'

type InvestFormProps = Means & { frozen: boolean; onChoose(planId: string): void }

/** What to place; nothing is sent from here: that is asked once more in the review. */
export function InvestForm({ frozen, onChoose, ...means }: InvestFormProps) {
  const { plan, balance } = means
  const { form, accepted } = useInvestForm(means)
  // As it was reviewed: terms that change meanwhile are refused, and looked at first.
  const [reviewed, review] = useState<{ plan: Plan; cents: Cents; balance: Cents } | null>(null)
  const goTo = (problems: typeof form.errors) =>
    form.getInputNode(problems.amount ? 'amount' : 'accepted')?.focus()
  const cents = centsFromText(form.values.amount)
  const obstacles = obstaclesOf(cents, means)
  const stands = form.values.amount !== '' && obstacles.length > 0
  return (
    <>
      <form
        className="columns"
        onSubmit={form.onSubmit(
          ({ amount }) => review({ plan, cents: centsFromText(amount)!, balance }),
          goTo,
        )}
        noValidate
      >
        <Sheet title={plan.title} lit>
          <div className={styles.fields}>
            <NothingToPlace plan={plan} balance={balance} />
            <AmountField label="Amount" upTo={balance} required {...form.getInputProps('amount')} />
            <RiskWarning plan={plan} />
            <Checkbox
              {...accepted}
              label="I have read the risk warning and accept it: what I invest can be lost"
            />
            <Button type="submit" disabled={frozen || !plan.available}>
              Review
            </Button>
          </div>
        </Sheet>
        <Sheet title="What will happen">
          <div aria-live="polite">
            {frozen && <Note>You cannot invest while this account is frozen.</Note>}
            {!frozen && stands && (
              <InvestObstacles
                obstacles={obstacles}
                onChoose={onChoose}
                onPlace={(amount) => form.setFieldValue('amount', amount)}
              />
            )}
            {!frozen && !stands && (
              <InvestPreview plan={plan} cents={cents ?? 0n} balance={balance} />
            )}
          </div>
        </Sheet>
      </form>
      {reviewed && <InvestReview {...reviewed} onClose={() => review(null)} />}
    </>
  )
}

/** What is accepted is a warning under certain terms, not a box: new ones must be accepted again, while the amount stays. */
function useInvestForm(means: Means) {
  const terms = `${means.plan.id} ${means.plan.termsVersion}`
  const form = useForm({
    initialValues: { amount: '', accepted: '' },
    validate: {
      amount: (text) => obstaclesOf(centsFromText(text), means)[0]?.text ?? null,
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

/** Why nothing can be placed whatever the amount: the plan has no cover, or the balance no money. */
function NothingToPlace({ plan, balance }: Pick<Means, 'plan' | 'balance'>) {
  return (
    <>
      {!plan.available && (
        <Note>
          This plan is sold out: the returns pool cannot cover its profit at present. You can invest
          again once the pool has been topped up.
        </Note>
      )}
      {balance === 0n && (
        <Note>
          Your balance is empty. <Link to="/dashboard/fundaccount">Fund your account</Link> first.
        </Note>
      )}
    </>
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
