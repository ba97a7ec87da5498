/** All that is owed is paid today, and the security comes back with it. */
import type { Loan } from '../../../contract/borrowing.ts'
import { showDay } from '../../../lib/calendar.ts'
import { formatUsd } from '../../../lib/money.ts'
import { useRepayLoanMutation } from '../../api/loans.ts'
import { useCommand } from '../../api/use-command.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Note } from '../../ui/states.tsx'
import { useBalance } from './pay.tsx'
import form from '../../account/form.module.css'

type Settling = NonNullable<Loan['settling']>

export function SettleNow({ loan, onClose }: { loan: Loan; onClose(): void }) {
  const balance = useBalance()
  const [repay] = useRepayLoanMutation()
  const { give, busy, problem } = useCommand({
    trigger: repay,
    otherwise: 'The payment could not be booked. Please try again.',
    onDone: onClose,
  })
  const { settling, security } = loan
  if (settling === null) return null
  const whole = centsOf(settling.amount)
  const isCovered = balance === null || balance >= whole
  return (
    <Question
      title="Settle this loan?"
      open
      onClose={onClose}
      confirm={`Pay ${formatUsd(whole)}`}
      busyText="Processing..."
      busy={busy}
      ready
      cannot={!isCovered}
      onConfirm={() => void give({ id: loan.id, amount: null, keeping: 'instalment' })}
    >
      <div className={form.fields}>
        <Explain
          lines={linesOf(loan, settling)}
          sum={{ label: `Settles it on ${showDay(settling.on)}`, amount: formatUsd(whole) }}
        />
        {security > 0 && (
          <p className="small">
            The security of {usd(security)} returns to your balance at once. You owe nothing more of
            this loan.
          </p>
        )}
        {!isCovered && (
          <Note>
            Your balance of {formatUsd(balance)} doesn’t cover this. You can pay a part of it.
          </Note>
        )}
        {problem && <Note tone="bad">{problem}</Note>}
      </div>
    </Question>
  )
}

function linesOf({ owed, overdue }: Loan, { interest }: Settling): Line[] {
  return [
    ...(overdue > 0 ? [{ label: 'Overdue', amount: usd(overdue) }] : []),
    { label: 'Principal', amount: formatUsd(centsOf(owed) - centsOf(overdue)) },
    { label: 'Interest until today', amount: usd(interest) },
    { label: 'Early repayment fee', amount: 'none' },
  ]
}
