import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { User } from '../../../contract/user.ts'
import { useOverviewQuery } from '../../api/overview.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/states.tsx'
import { titled } from '../../seo.ts'
import { HistoryPlace, TradingPlace } from './chart-place.tsx'
import { CountedPlace } from './counted-place.tsx'
import { FirstRun } from './first-run.tsx'
import { FrozenNote } from '../frozen-note.tsx'
import { SetAsideNote } from '../set-aside-note.tsx'
import { VerifyNote } from '../verify-note.tsx'
import { HoldNote } from './hold-note.tsx'
import { InviteFriends } from './invite-friends.tsx'
import { Later } from './later.tsx'
import { LatestActivity } from './latest-activity.tsx'
import { MaturedNote } from './matured-note.tsx'
import { Money, MoneyToCome } from './money.tsx'
import { EstimatedProfit, ProfitToCome } from './profit.tsx'
import { RunningInvestments } from './running-investments.tsx'
import { WithMe } from '../with-me.tsx'
import styles from './home.module.css'

export const meta = titled('Dashboard')

export default function Home() {
  return (
    <WithMe>
      {(me) => (
        <>
          <div className="head">
            <h1>
              Welcome, <bdi>{me.fullName}</bdi>
            </h1>
            <div className={styles.account}>
              <p className="caption num">Account ID {me.accountId}</p>
              <CountedPlace me={me} />
            </div>
          </div>
          <FrozenNote me={me} />
          <VerifyNote me={me} />
          <SetAsideNote />
          <HoldNote />
          <MaturedNote />
          {isWithoutFigures(me) ? <Beginning me={me} /> : <Overview me={me} />}
        </>
      )}
    </WithMe>
  )
}

const isWithoutFigures = (me: User) =>
  [
    me.accountBalance,
    me.held,
    me.invested,
    me.accruedProfit,
    me.totalProfit,
    me.totalLoss,
    me.totalInvestment,
  ].every((dollars) => dollars === 0)

/** Nothing there may also mean that everything was withdrawn: only the server knows whether it began. */
function Beginning({ me }: { me: User }) {
  const { data, error } = useOverviewQuery()
  if (data?.data.overview.begun || (error && !data)) return <Overview me={me} />
  return (
    <Places
      first={data ? <FirstRun secured={data.data.overview.secured} /> : <Waiting rows={5} />}
      aside={
        <>
          <MoneyToCome />
          <ProfitToCome />
        </>
      }
      code={me.referralCode}
    />
  )
}

function Overview({ me }: { me: User }) {
  return (
    <Places
      first={<Money me={me} />}
      aside={
        <>
          <EstimatedProfit me={me} />
          <Later instead={<Waiting />}>
            <RunningInvestments />
          </Later>
        </>
      }
      code={me.referralCode}
    >
      <HistoryPlace />
    </Places>
  )
}

type PlacesProps = { first: ReactNode; aside: ReactNode; children?: ReactNode; code: string }

/** Where everything stands. What is read last on a phone, the invitation, fills the narrower column of a desk. */
function Places({ first, aside, children, code }: PlacesProps) {
  // Drawn in the browser alone, which knows at once.
  const isNarrow = useMediaQuery('(max-width: 64em)', undefined, {
    getInitialValueInEffect: false,
  })
  const invitation = (
    <Later instead={<Waiting />}>
      <InviteFriends code={code} />
    </Later>
  )
  return (
    <div className={styles.home}>
      {first}
      <div className={`stack ${styles.aside}`}>
        {aside}
        {!isNarrow && invitation}
      </div>
      <div className="stack">
        {children}
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
        {isNarrow && invitation}
      </div>
    </div>
  )
}
