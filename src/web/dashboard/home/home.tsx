import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { getActivity } from '../../../contract/activity.ts'
import { getLoans } from '../../../contract/borrowing.ts'
import { getInvestments } from '../../../contract/investment.ts'
import { getNotifications } from '../../../contract/notifications.ts'
import { getOverview } from '../../../contract/overview.ts'
import { getMe, type User } from '../../../contract/user.ts'
import { getVerification } from '../../../contract/verification.ts'
import { useActivityInfiniteQuery } from '../../api/activity.ts'
import { useInvestmentsInfiniteQuery } from '../../api/investments.ts'
import { useLoansQuery } from '../../api/loans.ts'
import { useOverviewQuery } from '../../api/overview.ts'
import { addressOf } from '../../api/request.ts'
import { useVerificationQuery } from '../../api/verification.ts'
import { Waiting } from '../../ui/states.tsx'
import { titled } from '../../seo.ts'
import { EndsSoonNote } from './ends-soon-note.tsx'
import { HistoryPlace, TradingPlace } from './chart-place.tsx'
import { CountedPlace } from './counted-place.tsx'
import { FirstRun } from './first-run.tsx'
import { FrozenNote } from '../frozen-note.tsx'
import { SetAsideNote } from '../set-aside-note.tsx'
import { PoliciesNote } from '../policies-note.tsx'
import { VerifyNote } from '../verify-note.tsx'
import { HoldNote } from './hold-note.tsx'
import { InviteFriends } from './invite-friends.tsx'
import { latestAsked, LatestActivity } from './latest-activity.tsx'
import { MaturedNote } from './matured-note.tsx'
import { Money, MoneyToCome } from './money.tsx'
import { NextInstalment } from './next-instalment.tsx'
import { NextMaturity } from './next-maturity.tsx'
import { EstimatedProfit, ProfitToCome } from './profit.tsx'
import { RunningInvestments, runningAsked } from './running-investments.tsx'
import { WithMe } from '../with-me.tsx'
import styles from './home.module.css'

export const meta = titled('Dashboard')

/** All that is waited for, and the bell. */
export const handle = {
  asks: [
    addressOf(getMe, undefined),
    addressOf(getOverview, undefined),
    addressOf(getVerification, undefined),
    addressOf(getInvestments, runningAsked),
    addressOf(getLoans, undefined),
    addressOf(getActivity, latestAsked),
    addressOf(getNotifications, undefined),
  ],
}

export default function Home() {
  return <WithMe>{(me) => <WhenKnown me={me} />}</WithMe>
}

/** Drawn when all is known that has its place above something else, or can't be had: nothing moves after that. */
function WhenKnown({ me }: { me: User }) {
  const [wasKnown, setKnown] = useState(false)
  const isKnown = [
    useOverviewQuery(undefined, { selectFromResult: isAnswered }),
    useVerificationQuery(undefined, { selectFromResult: isAnswered }),
    useInvestmentsInfiniteQuery(runningAsked, { selectFromResult: isAnswered }),
    useLoansQuery(undefined, { selectFromResult: isAnswered }),
    useActivityInfiniteQuery(latestAsked, { selectFromResult: isAnswered }),
  ].every(({ answered }) => answered)
  // What is asked for again after a failure takes nothing away.
  if (isKnown && !wasKnown) setKnown(true)
  if (!isKnown && !wasKnown) return <Waiting rows={5} />
  return (
    <>
      <div className={`head ${styles.welcome}`}>
        <h1>
          Welcome, <bdi>{me.fullName}</bdi>
        </h1>
        <div className={styles.account}>
          <p className="caption num">Account ID {me.accountId}</p>
          <CountedPlace me={me} />
        </div>
      </div>
      <NextMaturity />
      <NextInstalment />
      <FrozenNote me={me} />
      <PoliciesNote />
      <VerifyNote me={me} />
      <SetAsideNote />
      <HoldNote />
      <EndsSoonNote />
      <MaturedNote />
      {isWithoutFigures(me) ? <Beginning me={me} /> : <Overview me={me} />}
    </>
  )
}

const isAnswered = ({ data, error }: { data?: unknown; error?: unknown }) => ({
  answered: data !== undefined || error !== undefined,
})

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

/** The steps stay until the first investment, with what is done ticked. */
function Overview({ me }: { me: User }) {
  const overview = useOverviewQuery().data?.data.overview
  const isBeginning = me.totalInvestment === 0 && me.accountBalance > 0
  return (
    <Places
      first={<Money me={me} />}
      aside={
        <>
          <EstimatedProfit me={me} />
          <RunningInvestments />
        </>
      }
      code={me.referralCode}
    >
      {isBeginning && overview && <FirstRun secured={overview.secured} funded />}
      <HistoryPlace />
    </Places>
  )
}

type PlacesProps = { first: ReactNode; aside: ReactNode; children?: ReactNode; code: string }

/** Where everything stands: last the market, which is nobody's own. The invitation fills the narrower column of a desk. */
function Places({ first, aside, children, code }: PlacesProps) {
  // Drawn in the browser alone, which knows at once.
  const isNarrow = useMediaQuery('(max-width: 64em)', undefined, {
    getInitialValueInEffect: false,
  })
  const invitation = <InviteFriends code={code} />
  return (
    <div className={styles.home}>
      {first}
      <div className={`stack ${styles.aside}`}>
        {aside}
        {!isNarrow && invitation}
      </div>
      <div className="stack">
        {children}
        <LatestActivity />
        {isNarrow && invitation}
        <TradingPlace />
      </div>
    </div>
  )
}
