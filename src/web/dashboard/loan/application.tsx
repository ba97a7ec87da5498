/** What somebody asked to be lent, as long as it waits, and where it was refused. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { asPercent } from '../../../contract/loan.ts'
import type { LoanApplication } from '../../../contract/borrowing.ts'
import { showDay } from '../../../lib/calendar.ts'
import { formatUsd } from '../../../lib/money.ts'
import { AskButton } from '../../account/ask-button.tsx'
import { applicationBadges, monthsOf } from '../../account/loans/words.ts'
import {
  useAnswerLoanApplicationMutation,
  useWithdrawLoanApplicationMutation,
} from '../../api/loans.ts'
import { useCommand } from '../../api/use-command.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { showDate, showDateTime } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import { Explain } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { Timeline, type Step } from '../../ui/timeline.tsx'
import { IncomeChoice, useIncome } from './income.tsx'
import { NeverPay } from './never-pay.tsx'
import { useToday } from './today.ts'
import styles from './loan.module.css'

type Applied = { application: LoanApplication }

const titleOf = ({ amount, submittedAt }: LoanApplication) =>
  `Your application for ${usd(amount)} of ${showDate(submittedAt)}`

export function WaitingApplication({ application }: Applied) {
  const { status, askedFor } = application
  const today = useToday()
  const [badge, word] = applicationBadges[status]
  return (
    <Sheet lit title={titleOf(application)} aside={<Badge state={badge}>{word}</Badge>}>
      <div className={styles.sides}>
        <div className="stack">
          {status === 'more-asked' && (
            <>
              <NeverPay />
              <div>
                <p className="label">We ask you for more</p>
                <p className={styles.words}>{askedFor}</p>
              </div>
            </>
          )}
          <Asked application={application} />
          <div className="row">
            {status === 'more-asked' && <Answer application={application} />}
            <Withdraw application={application} />
          </div>
        </div>
        <Timeline steps={stepsOf(application, today)} />
      </div>
    </Sheet>
  )
}

function Asked({ application }: Applied) {
  const { months, yearlyRate, effectiveRate, amount, security } = application
  return (
    <Explain
      lines={[
        { label: 'Over', amount: monthsOf(months) },
        {
          label: 'Yearly rate',
          amount: asPercent(yearlyRate),
          note: `effective yearly rate: ${asPercent(effectiveRate)}`,
        },
        { label: 'Paid out to you', amount: formatUsd(centsOf(amount) - centsOf(security)) },
        {
          label: 'Withheld as security',
          amount: usd(security),
          note: 'yours, returned with the last payment',
        },
      ]}
    />
  )
}

function stepsOf(
  { submittedAt, decideBy, status, amount, security }: LoanApplication,
  today: string,
) {
  const paidOut = formatUsd(centsOf(amount) - centsOf(security))
  const isAsked = status === 'more-asked'
  const steps: Step[] = [
    {
      state: 'done',
      title: 'Sent',
      when: showDateTime(submittedAt),
      text: 'Nothing is booked.',
    },
    {
      state: 'now',
      title: isAsked ? 'You send more' : 'Two of our staff decide',
      text: isAsked
        ? 'We decide within three business days of your answer.'
        : today > decideBy
          ? `It should have been decided by ${showDay(decideBy)}: we are late.`
          : `We decide by ${showDay(decideBy)}.`,
    },
    {
      state: 'to-come',
      title: 'Approved, or refused with a reason',
      text: `Approved: ${paidOut} comes to your balance at once, and ${usd(security)} is withheld in your name.`,
    },
  ]
  return steps
}

function Withdraw({ application }: Applied) {
  const [withdraw] = useWithdrawLoanApplicationMutation()
  return (
    <AskButton
      label="Withdraw application"
      title="Withdraw your application?"
      confirm="Withdraw it"
      keep="Keep it"
      busyText="Withdrawing..."
      ready
      send={() => withdraw(application.id)}
      otherwise="The application could not be withdrawn. Please try again."
    >
      <p>Nothing is lent. You can apply again at any time.</p>
    </AskButton>
  )
}

function Answer({ application: { id, incomeDocumentId, askedFor } }: Applied) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Send another proof</Button>
      {isOpen && (
        <AnswerQuestion
          id={id}
          sent={incomeDocumentId}
          words={askedFor ?? ''}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type AnswerProps = { id: string; sent: string; words: string; onClose(): void }

function AnswerQuestion({ id, sent, words, onClose }: AnswerProps) {
  const income = useIncome({ not: sent })
  const [answer] = useAnswerLoanApplicationMutation()
  const { give, busy, problem } = useCommand({
    trigger: answer,
    otherwise: 'The document could not be sent. Please try again.',
    onDone: onClose,
  })
  const send = () =>
    income.chosen ? void give({ id, incomeDocumentId: income.chosen.id }) : income.askFor()
  return (
    <Question
      title="Send another proof of income?"
      open
      onClose={onClose}
      confirm="Send it"
      busyText="Sending..."
      busy={busy}
      onConfirm={send}
    >
      <NeverPay />
      <p className={styles.words}>{words}</p>
      <IncomeChoice income={income} />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

export function RefusedApplication({ application }: Applied) {
  const { status, reason, decidedAt } = application
  const [badge, word] = applicationBadges[status]
  return (
    <Sheet narrow title={titleOf(application)} aside={<Badge state={badge}>{word}</Badge>}>
      <div className="stack">
        <p className="small">
          {decidedAt && `Decided on ${showDateTime(decidedAt)}. `}Nothing was lent, and you owe
          nothing. You can apply again at any time.
        </p>
        {reason && (
          <Note>
            <strong>Why</strong>
            <p className={styles.words}>{reason}</p>
          </Note>
        )}
      </div>
    </Sheet>
  )
}
