import { Link } from 'react-router'
import type { User } from '../../../contract/user.ts'
import { centsOf } from '../../ui/amount.ts'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/states.tsx'
import { titled } from '../../seo.ts'
import { Balance } from '../balance.tsx'
import { HistoryPlace, TradingPlace } from './chart-place.tsx'
import { ExplainFigure } from '../../account/explain/figure.tsx'
import { ExplainRows } from '../../account/explain/rows.tsx'
import { FrozenNote } from '../frozen-note.tsx'
import { InviteFriends } from './invite-friends.tsx'
import { Later } from './later.tsx'
import { LatestActivity } from './latest-activity.tsx'
import { RunningInvestments } from './running-investments.tsx'
import { WithMe } from '../with-me.tsx'
import styles from './home.module.css'

export const meta = titled('Dashboard')

export default function Home() {
  return <WithMe>{(me) => <Overview me={me} />}</WithMe>
}

function Overview({ me }: { me: User }) {
  return (
    <>
      <div className="head">
        <h1>Welcome, {me.fullName}</h1>
        <p className="caption num">Account ID {me.accountId}</p>
      </div>
      <FrozenNote me={me} />
      <div className="columns">
        <div className="stack">
          <Money me={me} />
          <HistoryPlace />
          <Later
            instead={
              <Sheet title="Latest activity">
                <Waiting />
              </Sheet>
            }
          >
            <LatestActivity />
          </Later>
          <TradingPlace />
        </div>
        <div className="stack">
          <EstimatedProfit me={me} />
          <Later instead={<Waiting />}>
            <RunningInvestments />
            <InviteFriends code={me.referralCode} />
          </Later>
        </div>
      </div>
    </>
  )
}

function Money({ me }: { me: User }) {
  return (
    <Sheet lit label="Account Balance">
      <div className="stack">
        <Balance cents={centsOf(me.accountBalance)} />
        <ExplainRows
          rows={[
            { label: 'Held for withdrawals', figure: 'held', cents: centsOf(me.held) },
            { label: 'In running plans', figure: 'invested', cents: centsOf(me.invested) },
          ]}
        />
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
      </div>
    </Sheet>
  )
}

function EstimatedProfit({ me }: { me: User }) {
  const paid = centsOf(me.totalProfit)
  const accrued = centsOf(me.accruedProfit)
  const loss = centsOf(me.totalLoss)
  return (
    <Sheet label="Estimated Profit">
      <ExplainFigure
        figure="estimated-profit"
        label="Estimated Profit"
        cents={paid + accrued}
        size="middle"
      />
      <ExplainRows
        rows={[
          { label: 'paid so far', figure: 'total-profit', cents: paid },
          { label: 'accrued, paid at maturity', figure: 'accrued-profit', cents: accrued },
          {
            label: 'total investment',
            figure: 'total-investment',
            cents: centsOf(me.totalInvestment),
          },
          ...(loss > 0n
            ? [{ label: 'total loss', figure: 'total-loss' as const, cents: loss }]
            : []),
        ]}
      />
    </Sheet>
  )
}
