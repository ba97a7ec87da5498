import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { asPercent, type LoanOffer } from '../../../contract/loan.ts'
import type { User } from '../../../contract/user.ts'
import { captionOf } from '../../account/documents/words.ts'
import { PageHead } from '../../account/page-head.tsx'
import { failureText } from '../../api/failure.ts'
import { useApplyForLoanMutation, useLoansQuery } from '../../api/loans.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useCommand } from '../../api/use-command.ts'
import { useKeptDraft } from '../../api/use-kept-draft.ts'
import { useVerificationQuery } from '../../api/verification.ts'
import { showDay } from '../../../lib/calendar.ts'
import { dollarsFromCents, formatUsd } from '../../../lib/money.ts'
import { titled } from '../../seo.ts'
import { useSite } from '../../site.ts'
import { Question } from '../../ui/dialog.tsx'
import { Explain } from '../../ui/explain.tsx'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useForm } from '../../ui/use-form.ts'
import { FrozenNote } from '../frozen-note.tsx'
import { WithMe } from '../with-me.tsx'
import { LoanFields, outcomeLines, wantedLoan } from './calculator.tsx'
import { IncomeChoice, useIncome, type Income } from './income.tsx'
import { NeverPay } from './never-pay.tsx'
import { loanFault, type ReckonedLoan } from './reckon.ts'
import { useToday } from './today.ts'
import { wantedIn } from './wanted.ts'
import styles from '../../account/form.module.css'

export const meta = titled('Apply for a loan')

export default function ApplyForLoan() {
  const { loans } = useSite()
  return (
    <>
      <p className="small">
        <Link to="/dashboard/loan">Loan terms and calculator</Link>
      </p>
      <PageHead title="Apply for a loan" />
      {loans?.applyAt === 'here' ? (
        <WithMe>{(me) => <Applying me={me} offer={loans} />}</WithMe>
      ) : (
        <Empty
          action={
            <Link {...buttonLook('default')} to="/dashboard/loan">
              See the loan terms
            </Link>
          }
        >
          Loans aren’t applied for on this page.
        </Empty>
      )}
    </>
  )
}

type ApplyingProps = { me: User; offer: LoanOffer }

/** Whatever stands in the way is said before anything is filled in. */
function Applying({ me, offer }: ApplyingProps) {
  const { data: own, ...loans } = useLoansQuery()
  const { data: verification, ...answer } = useVerificationQuery()
  if (!own) return <NotLoaded what="your loans" rows={6} {...loans} />
  if (!verification) return <NotLoaded what="your verification" rows={6} {...answer} />
  const { applications, loans: borrowed, isPoolShort } = own.data
  if (applications.some(({ status }) => status === 'submitted' || status === 'more-asked'))
    return <Has>You have applied for a loan already. It is still to be decided.</Has>
  if (borrowed.some(({ status }) => status === 'running' || status === 'defaulted'))
    return <Has>You have a loan that isn’t repaid yet.</Has>
  const { state } = verification.data
  if (state !== 'verified') return <NotVerified isInReview={state === 'submitted'} />
  return (
    <>
      <FrozenNote me={me} />
      {isPoolShort && (
        <Note>
          Nothing can be lent at the moment. You can apply, but we may have to refuse it for that.
        </Note>
      )}
      <ApplicationForm offer={offer} />
    </>
  )
}

function Has({ children }: { children: string }) {
  return (
    <Empty
      action={
        <Link {...buttonLook('default')} to="/dashboard/loan">
          See it
        </Link>
      }
    >
      {children}
    </Empty>
  )
}

function NotVerified({ isInReview }: { isInReview: boolean }) {
  return (
    <Sheet title="Verify your identity first" narrow lit>
      <div className="stack">
        <p>
          {isInReview
            ? 'We are reviewing who you are. You can apply for a loan as soon as you’re verified.'
            : 'We lend to verified customers only. It takes two documents, and costs nothing.'}
        </p>
        <div className="row">
          <Link {...buttonLook()} to="/dashboard/verification">
            {isInReview ? 'See your verification' : 'Verify my identity'}
          </Link>
        </div>
      </div>
    </Sheet>
  )
}

/** `from`: what the calculator said when it was begun; what it says anew counts, whatever was typed before. */
function useApplication(offer: LoanOffer) {
  const [query] = useSearchParams()
  const wanted = wantedIn(query, offer)
  const begun = { ...wanted, from: `${wanted.amount} ${wanted.months}` }
  const form = useForm({
    initialValues: begun,
    validate: { amount: (text) => loanFault(text, offer) },
  })
  useKeptDraft('loan', form, {
    staysWhenLeft: true,
    onRestored: ({ from }) => from !== begun.from && form.setValues(begun),
  })
  useUnsaved(form.isDirty())
  return form
}

function ApplicationForm({ offer }: { offer: LoanOffer }) {
  const form = useApplication(offer)
  const income = useIncome()
  const today = useToday()
  const [isReviewed, setReviewed] = useState(false)
  const { amount, months } = form.values
  const loan = wantedLoan({ amount, months }, offer, today)
  const review = form.onSubmit(() => (income.chosen ? setReviewed(true) : income.askFor()))
  return (
    <>
      <form className="stack" onSubmit={review} noValidate aria-label="Apply for a loan">
        <Sheet title="What you borrow" narrow lit>
          <div className={styles.fields}>
            <LoanFields
              offer={offer}
              wanted={{ amount, months }}
              onChange={(wanted) => form.setValues(wanted)}
            />
            {loan && (
              <div aria-live="polite">
                <Explain lines={outcomeLines(loan, offer)} />
              </div>
            )}
          </div>
        </Sheet>
        <Sheet title="Proof of income" narrow>
          <IncomeChoice income={income} />
        </Sheet>
        <Sheet title="What happens next" narrow>
          <div className="stack">
            <p className="small">
              Two of our staff decide, within three business days. You can withdraw the application
              until then.
            </p>
            <NeverPay />
            <div>
              <Button type="submit">Review application</Button>
            </div>
          </div>
        </Sheet>
      </form>
      {isReviewed && loan && income.chosen && (
        <Review
          loan={loan}
          months={months}
          offer={offer}
          income={income.chosen}
          onClose={() => setReviewed(false)}
          onSent={() => form.reset()}
        />
      )}
    </>
  )
}

type ReviewProps = {
  loan: ReckonedLoan
  months: number
  offer: LoanOffer
  income: NonNullable<Income['chosen']>
  onClose(): void
  onSent(): void
}

/** Everything once more before it is sent. */
function Review({ loan, months, offer, income, onClose, onSent }: ReviewProps) {
  const navigate = useNavigate()
  const [apply] = useApplyForLoanMutation()
  const { give, busy, refused } = useCommand({
    trigger: apply,
    otherwise: '',
    done: ({ data }) => `Sent. We decide by ${showDay(data.application.decideBy)}.`,
    onDone() {
      onSent()
      void navigate('/dashboard/loan')
    },
  })
  const { yearlyRate, securityPercent, lateFeeCents } = offer
  const send = {
    amount: dollarsFromCents(loan.amount),
    months,
    incomeDocumentId: income.id,
    shown: { yearlyRate, securityPercent },
  }
  return (
    <Question
      title={`Apply for ${formatUsd(loan.amount)} over ${months} months?`}
      open
      onClose={onClose}
      keep="Back"
      confirm="Send application"
      busyText="Sending..."
      busy={busy}
      onConfirm={() => void give(send)}
    >
      <div className={styles.fields}>
        {refused && (
          <Note tone="bad">
            {failureText(refused, 'The application could not be sent. Please try again.')}
          </Note>
        )}
        <NeverPay />
        <Explain
          lines={[
            ...outcomeLines(loan, offer),
            { label: 'Yearly rate', amount: asPercent(yearlyRate) },
            {
              label: 'Late payment fee',
              amount: formatUsd(BigInt(lateFeeCents)),
              note: 'once for each payment that is missed',
            },
            { label: 'Proof of income', amount: captionOf(income) },
          ]}
        />
        <p className="small">
          The dates are those of a loan paid out today. Sending this books nothing.
        </p>
      </div>
    </Question>
  )
}
