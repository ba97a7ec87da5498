import { Link } from 'react-router'
import type { getUserLoans } from '../../../contract/lending.ts'
import { showDay } from '../../../lib/calendar.ts'
import { loanBadge } from '../../account/loans/words.ts'
import type { Reply } from '../../api/request.ts'
import { useUserLoansQuery } from '../../api/staff-loans.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { loanPath, queryOf } from '../loans/words.ts'

/** What this person asks to be lent and has borrowed; nothing where there is none of it. */
export function UserLoans({ userId }: { userId: string }) {
  const found = useUserLoansQuery(userId).data?.data
  if (!found || (found.waiting === null && found.loans.length === 0)) return null
  const { waiting, loans } = found
  return (
    <Sheet id="loans" title="Loans">
      <ul className="stack">
        {waiting && (
          <li>
            <Link to={`/admin/loans?${queryOf({ application: waiting.id })}`}>
              Asks for {usd(waiting.amount)} over {waiting.months} months
            </Link>
            , due {showDay(waiting.decideBy)}
          </li>
        )}
        {loans.map((loan) => (
          <li key={loan.id}>
            <Lent {...loan} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

type LentProps = Reply<typeof getUserLoans>['data']['loans'][number]

function Lent({ id, amount, status, owed, overdue, startedOn }: LentProps) {
  const [state, word] = loanBadge({ status, overdue })
  return (
    <>
      <Link to={loanPath(id)}>
        {usd(amount)} lent on {showDay(startedOn)}
      </Link>{' '}
      <Badge state={state}>{word}</Badge>
      {owed > 0 && ` ${usd(owed)} to be paid`}
      {overdue > 0 && `, ${usd(overdue)} of it overdue`}
    </>
  )
}
