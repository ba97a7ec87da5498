/** What somebody has asked to be lent and what they owe, above what is offered; nothing where there is none. */
import { Link } from 'react-router'
import type { Loan, LoanApplication } from '../../../contract/borrowing.ts'
import { applicationBadges, hasEnded, loanBadge } from '../../account/loans/words.ts'
import type { OwnLoans as Own } from '../../api/loans.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { RefusedApplication, WaitingApplication } from './application.tsx'
import { RunningLoan } from './running.tsx'
import rows from '../../ui/rows.module.css'

const isWaiting = ({ status }: LoanApplication) => status === 'submitted' || status === 'more-asked'

export function OwnLoans({ own: { applications, loans } }: { own: Own }) {
  const running = loans.filter((loan) => !hasEnded(loan))
  const waiting = applications.find(isWaiting)
  const [newest] = applications
  const refused = newest?.status === 'refused' && running.length === 0 ? newest : null
  return (
    <>
      {waiting && <WaitingApplication application={waiting} />}
      {refused && <RefusedApplication application={refused} />}
      {running.map((loan) => (
        <RunningLoan key={loan.id} loan={loan} />
      ))}
      <Earlier
        loans={loans.filter(hasEnded)}
        // What was approved is a loan.
        applications={applications.filter(
          (one) => one !== waiting && one !== refused && one.status !== 'approved',
        )}
      />
    </>
  )
}

type EarlierProps = { loans: Loan[]; applications: LoanApplication[] }

function Earlier({ loans, applications }: EarlierProps) {
  if (loans.length + applications.length === 0) return null
  return (
    <Sheet label="Earlier loans and applications">
      <details>
        <summary>Earlier loans and applications</summary>
        <ul className={rows.rows}>
          {loans.map((loan) => (
            <li key={loan.id}>
              <Link to={`/dashboard/loan/${loan.id}`}>
                {usd(loan.amount)} of {showDate(loan.startedAt)}
              </Link>
              <Badge state={loanBadge(loan)[0]}>{loanBadge(loan)[1]}</Badge>
            </li>
          ))}
          {applications.map(({ id, amount, submittedAt, status, reason }) => (
            <li key={id}>
              <div>
                <p>
                  Application for {usd(amount)} of {showDate(submittedAt)}
                </p>
                {reason && <p className="small">{reason}</p>}
              </div>
              <Badge state={applicationBadges[status][0]}>{applicationBadges[status][1]}</Badge>
            </li>
          ))}
        </ul>
      </details>
    </Sheet>
  )
}
