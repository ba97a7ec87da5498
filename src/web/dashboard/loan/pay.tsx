/** Something of a loan is paid now: what is overdue first, the rest early. */
import { useState } from 'react'
import type { Loan } from '../../../contract/borrowing.ts'
import { showDay } from '../../../lib/calendar.ts'
import { decimalFromCents, dollarsFromCents, formatUsd, type Cents } from '../../../lib/money.ts'
import { useMeQuery } from '../../api/identity.ts'
import { useRepayLoanMutation } from '../../api/loans.ts'
import { useCommand } from '../../api/use-command.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, centsOf } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Note } from '../../ui/states.tsx'
import type { Keeping } from '../../../lib/loan-plan.ts'
import { paymentFault, paymentOf, type Payment } from './early.ts'
import { Choices, type Choice } from '../choices.tsx'
import form from '../../account/form.module.css'

type PayProps = { loan: Loan; onClose(): void }

/** Of what a person has; null until that is known. */
export function useBalance(): Cents | null {
  const me = useMeQuery().data?.data.user
  return me ? centsOf(me.accountBalance) : null
}

function faultOf(typed: string, loan: Loan, balance: Cents | null): string | null {
  const fault = amountFault(typed)
  if (fault !== null) return fault
  const cents = centsFromText(typed)!
  if (balance !== null && cents > balance)
    return `Your balance is ${formatUsd(balance)}: please enter no more than that`
  return paymentFault(loan, cents)
}

export function PayNow({ loan, onClose }: PayProps) {
  const balance = useBalance()
  const [typed, setTyped] = useState(
    loan.overdue > 0 ? decimalFromCents(centsOf(loan.overdue)) : '',
  )
  const [keeping, keep] = useState<Keeping>('instalment')
  const [isTried, setTried] = useState(false)
  const fault = faultOf(typed, loan, balance)
  const cents = fault === null ? centsFromText(typed)! : null
  const [repay] = useRepayLoanMutation()
  const { give, busy, problem } = useCommand({
    trigger: repay,
    otherwise: 'The payment could not be booked. Please try again.',
    onDone: onClose,
  })
  function pay() {
    setTried(true)
    if (cents !== null) void give({ id: loan.id, amount: dollarsFromCents(cents), keeping })
  }
  const payment = cents === null ? null : paymentOf(loan, cents, keeping)
  return (
    <Question
      title="Pay now?"
      open
      onClose={onClose}
      confirm={cents === null ? 'Pay' : `Pay ${formatUsd(cents)}`}
      busyText="Processing..."
      busy={busy}
      onConfirm={pay}
    >
      <div className={form.fields}>
        <AmountField
          label="Amount"
          description="Paid from your balance; paying early costs nothing"
          required
          data-autofocus
          value={typed}
          error={(isTried || typed !== '') && fault}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {loan.coming.length > 0 && (
          <Choices
            name="keeping"
            legend="After what you pay early"
            choices={keeps}
            chosen={keeping}
            onChoose={(value) => keep(value)}
          />
        )}
        <div aria-live="polite">{payment && <Explain lines={linesOf(loan, payment)} />}</div>
        {problem && <Note tone="bad">{problem}</Note>}
      </div>
    </Question>
  )
}

const keeps: Choice<Keeping>[] = [
  {
    value: 'instalment',
    label: 'Keep the monthly payment',
    about: 'The loan ends sooner, and costs less interest',
  },
  {
    value: 'last-day',
    label: 'Keep the last day',
    about: 'You pay less each month',
  },
]

const insteadOf = (after: string, before: string) =>
  after === before ? 'as before' : `instead of ${before}`

function linesOf(loan: Loan, { due, interest, principal, after }: Payment): Line[] {
  const part = (label: string, cents: Cents) =>
    cents === 0n ? [] : [{ label, amount: formatUsd(cents) }]
  const last = loan.coming.at(-1)
  return [
    ...part('Overdue', due),
    ...part('Interest until today', interest),
    ...part('Principal, early', principal),
    ...(after && last
      ? [
          {
            label: 'Monthly payment',
            amount: formatUsd(after.instalment),
            note: insteadOf(formatUsd(after.instalment), formatUsd(centsOf(loan.instalment))),
          },
          {
            label: 'Last payment',
            amount: showDay(after.lastOn),
            note: insteadOf(showDay(after.lastOn), showDay(last.dueOn)),
          },
          { label: 'Payments to come', amount: String(after.count) },
        ]
      : []),
  ]
}
