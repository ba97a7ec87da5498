import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { User } from '../../contract/user.ts'
import { centsOf, plainAmount } from '../ui/amount.ts'
import { Explain } from '../ui/explain.tsx'
import { Figure } from '../ui/figure.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { titled } from '../seo.ts'
import { Balance } from './balance.tsx'
import { InviteFriends } from './invite-friends.tsx'
import { LatestActivity } from './latest-activity.tsx'
import { RunningInvestments } from './running-investments.tsx'
import { WithMe } from './with-me.tsx'
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
      {me.status === 'frozen' && <p className="small">This account is frozen: money cannot leave it. Staff can lift this.</p>}
      <div className="columns">
        <div className="stack">
          <Money me={me} />
          <LatestActivity />
        </div>
        <div className="stack">
          <EstimatedProfit me={me} />
          <RunningInvestments />
          <InviteFriends code={me.referralCode} />
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
        <Explain lines={[
          { label: 'Held for withdrawals', amount: plainAmount(centsOf(me.held)) },
          { label: 'In running plans', amount: plainAmount(centsOf(me.invested)) },
        ]} />
        <div className={styles.ways}>
          <Button component={Link} to="/dashboard/fundaccount">Fund Account</Button>
          <Button component={Link} to="/dashboard/invest" variant="default">Invest</Button>
          <Button component={Link} to="/dashboard/transfer" variant="default">Transfer</Button>
        </div>
      </div>
    </Sheet>
  )
}

function EstimatedProfit({ me }: { me: User }) {
  const paid = centsOf(me.totalProfit)
  const accrued = centsOf(me.accruedProfit)
  return (
    <Sheet label="Estimated Profit">
      <h2 className="label">Estimated Profit</h2>
      <Figure cents={paid + accrued} />
      <dl className={styles.parts}>
        <div><dt>paid so far</dt><dd><Figure cents={paid} size="small" /></dd></div>
        <div><dt>accrued, paid at maturity</dt><dd><Figure cents={accrued} size="small" /></dd></div>
        <div><dt>total investment</dt><dd><Figure cents={centsOf(me.totalInvestment)} size="small" /></dd></div>
      </dl>
    </Sheet>
  )
}
