import { Link } from 'react-router'
import type { User } from '../../../contract/user.ts'
import { centsOf } from '../../ui/amount.ts'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ExplainFigure } from '../../account/explain/figure.tsx'
import { ExplainRows } from '../../account/explain/rows.tsx'
import { Balance } from '../balance.tsx'
import styles from './home.module.css'

/** What the account is worth, and where it lies. What has accrued is no part of it: it isn't paid before maturity. */
export function Money({ me }: { me: User }) {
  const [cash, held, invested] = [me.accountBalance, me.held, me.invested].map(centsOf) as [
    bigint,
    bigint,
    bigint,
  ]
  const rows = [
    { label: 'Held for withdrawals', figure: 'held', cents: held },
    { label: 'In running plans', figure: 'invested', cents: invested },
  ] as const
  return (
    <Sheet lit label="Total value and account balance">
      <div className="stack">
        <div>
          <ExplainFigure figure="total-value" label="Total value" cents={cash + held + invested} />
          <p className={`caption ${styles.explained}`}>
            Your balance, what is held and what is in plans. Profit counts once it is paid.
          </p>
        </div>
        <div>
          <Balance cents={cash} size="middle" />
          <ExplainRows rows={rows.filter(({ cents }) => cents !== 0n)} />
        </div>
        <Ways />
      </div>
    </Sheet>
  )
}

/** The same before any money has moved: one figure, and the ways to change that. */
export function MoneyToCome() {
  return (
    <Sheet label="Account Balance">
      <div className="stack">
        <Balance cents={0n} />
        <Ways />
      </div>
    </Sheet>
  )
}

function Ways() {
  return (
    <div className={styles.ways}>
      <Link {...buttonLook()} to="/dashboard/fundaccount">
        Fund Account
      </Link>
      <Link {...buttonLook('default')} to="/dashboard/invest">
        Invest
      </Link>
      <Link {...buttonLook('default')} to="/dashboard/transfer">
        Transfer
      </Link>
      <Link {...buttonLook('default')} to="/dashboard/receive">
        Receive
      </Link>
      <Link {...buttonLook('default')} to="/dashboard/loan">
        Loan
      </Link>
    </div>
  )
}
