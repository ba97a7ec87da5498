/** A loan that runs: what falls due next, what is owed, and how it is paid back. */
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Loan } from '../../../contract/borrowing.ts'
import { asPercent } from '../../../contract/loan.ts'
import { addDays, showDay } from '../../../lib/calendar.ts'
import { LoanSchedule } from '../../account/loans/schedule.tsx'
import { loanBadge } from '../../account/loans/words.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Figure } from '../../ui/figure.tsx'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { PayNow } from './pay.tsx'
import { SettleNow } from './settle.tsx'
import styles from './loan.module.css'

type Shown = { loan: Loan }

const loanPath = (id: string) => `/dashboard/loan/${id}`

export function RunningLoan({ loan }: Shown) {
  const [badge, word] = loanBadge(loan)
  return (
    <Sheet
      lit
      title={`Your loan of ${showDate(loan.startedAt)}`}
      aside={<Badge state={badge}>{word}</Badge>}
    >
      <div className="stack">
        {loan.status === 'defaulted' ? <CalledDue loan={loan} /> : <Overdue loan={loan} />}
        <div className={styles.sides}>
          <div className="stack">
            <div>
              <p className="label">You owe</p>
              <Figure cents={centsOf(loan.owed)} />
            </div>
            <Actions loan={loan} />
          </div>
          <Explain lines={linesOf(loan)} />
        </div>
        <details>
          <summary>All payments, past and to come</summary>
          <LoanSchedule loan={loan} />
        </details>
      </div>
    </Sheet>
  )
}

function linesOf(loan: Loan): Line[] {
  const { next, overdue, yearlyRate, effectiveRate, security, coming, amount } = loan
  return [
    ...(next
      ? [
          {
            label: `Next payment, ${showDay(next.dueOn)}`,
            amount: usd(next.amount),
            note: 'taken from your balance by itself',
          },
        ]
      : []),
    ...(overdue > 0 ? [{ label: 'Overdue', amount: usd(overdue) }] : []),
    ...(coming.length > 0
      ? [{ label: 'Last payment', amount: showDay(coming.at(-1)!.dueOn) }]
      : []),
    { label: 'Borrowed', amount: usd(amount) },
    {
      label: 'Yearly rate',
      amount: asPercent(yearlyRate),
      note: `effective yearly rate: ${asPercent(effectiveRate)}`,
    },
    {
      label: 'Security in your name',
      amount: usd(security),
      note: 'returned with the last payment',
    },
  ]
}

/** What lacks, what that costs and when, and that nothing more follows from it. */
function Overdue({ loan: { dues, overdue, graceDays, lateFee } }: Shown) {
  const late = dues.find(({ unpaid }) => unpaid > 0)
  if (!late || overdue === 0) return null
  const lastDay = showDay(addDays(late.dueOn, graceDays))
  return (
    <Note>
      <p>
        <strong>{usd(overdue)} is overdue.</strong> It was due on {showDay(late.dueOn)}.{' '}
        {late.fee > 0
          ? `The late fee of ${usd(late.fee)} was charged for it once, and bears no interest.`
          : `If it isn’t paid by ${lastDay}, ${usd(lateFee)} is charged for it once.`}{' '}
        What comes to your balance pays it by itself.
      </p>
    </Note>
  )
}

function CalledDue({ loan: { overdue } }: Shown) {
  return (
    <Note>
      <p>
        <strong>All of this loan is due.</strong> Two of our staff decided it. The security has paid
        what it could; {usd(overdue)} is still to be paid. No further fee and no further interest is
        charged. What comes to your balance pays it by itself.
      </p>
    </Note>
  )
}

function Actions({ loan }: Shown) {
  return (
    <div className={styles.actions}>
      {loan.settling !== null && (
        <>
          <Opens label="Pay now">{(onClose) => <PayNow loan={loan} onClose={onClose} />}</Opens>
          <Opens label="Settle now" variant="default">
            {(onClose) => <SettleNow loan={loan} onClose={onClose} />}
          </Opens>
        </>
      )}
      <Link {...buttonLook('default')} to={loanPath(loan.id)}>
        Statement
      </Link>
    </div>
  )
}

type OpensProps = {
  label: string
  variant?: 'default' | 'filled'
  children(onClose: () => void): ReactNode
}

function Opens({ label, variant = 'filled', children }: OpensProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
