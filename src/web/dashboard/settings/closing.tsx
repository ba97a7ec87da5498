import { Link } from 'react-router'
import type { Left, LeftKind, WaitingClosing } from '../../../contract/account-closing.ts'
import { AskButton } from '../../account/ask-button.tsx'
import {
  useAccountClosingQuery,
  useRequestClosingMutation,
  useStopClosingMutation,
} from '../../api/account-closing.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './settings.module.css'

/** The person's own account, which they can close once nothing is left in it. */
export function CloseAccount() {
  return (
    <Sheet id="close-account" title="Close my account" narrow>
      <div className="stack">
        <Loaded />
      </div>
    </Sheet>
  )
}

function Loaded() {
  const { data, ...answer } = useAccountClosingQuery()
  if (!data) return <NotLoaded what="what is left in your account" {...answer} />
  const { left, waiting } = data.data.accountClosing
  return (
    <>
      {waiting && <Waiting waiting={waiting} />}
      {left.length > 0 && <Settle left={left} isWaiting={waiting !== null} />}
      {!waiting && left.length === 0 && <Close />}
    </>
  )
}

type Way = { title: string; to: string; label: string }

const ways: Record<LeftKind, Way> = {
  balance: { title: 'Balance', to: '/dashboard/transfer', label: 'Withdraw it' },
  held: { title: 'Held for withdrawals', to: '/dashboard/transfer', label: 'See your requests' },
  invested: {
    title: 'In running investments',
    to: '/dashboard/investments',
    label: 'See when they mature',
  },
  promised: {
    title: 'Promised profit',
    to: '/dashboard/investments',
    label: 'See when it is paid',
  },
  'set-aside': {
    title: 'Set aside above your limit',
    to: '/dashboard/verification',
    label: 'See what becomes of it',
  },
  security: { title: 'Withheld of a loan', to: '/dashboard/loan', label: 'See your loan' },
  owed: { title: 'Owed on a loan', to: '/dashboard/loan', label: 'See what is owed' },
}

function Settle({ left, isWaiting }: { left: readonly Left[]; isWaiting: boolean }) {
  return (
    <>
      <p>
        {isWaiting
          ? 'Your account closes only if nothing is left in it by then. Still left:'
          : 'You can close your account once nothing is left in it. Still left:'}
      </p>
      <ul className={styles.left} aria-label="Left in your account">
        {left.map(({ what, amount }) => (
          <li key={what}>
            <span>
              {ways[what].title}: <strong className="num">{usd(amount)}</strong>
            </span>
            <Link to={ways[what].to}>{ways[what].label}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Close() {
  const [close] = useRequestClosingMutation()
  return (
    <>
      <p>
        Nothing is left in your account. Your account closes 24 hours after you ask; until then you
        can keep it. Take <Link to="/dashboard/data">a copy of your data</Link> first.
      </p>
      <div>
        <AskButton
          label="Close my account"
          title="Close your account?"
          confirm="Close account"
          busyText="Closing..."
          send={() => close()}
          otherwise="The account could not be closed. Please try again."
        >
          <p>
            In 24 hours we erase your data: your name, your sign-in, your documents, your saved
            destinations and everything you wrote. Until then you can keep your account here;
            afterwards nobody can sign in to it any more.
          </p>
          <p>
            The books keep the movements of your money, without your name. What the law requires us
            to keep stays for as long as it requires.
          </p>
        </AskButton>
      </div>
    </>
  )
}

function Waiting({ waiting: { askedAt, closesFrom, waitsFor } }: { waiting: WaitingClosing }) {
  const [keep] = useStopClosingMutation()
  return (
    <>
      <Note>
        Your account closes on <time dateTime={closesFrom}>{showDateTime(closesFrom)}</time>. You
        asked for this on <time dateTime={askedAt}>{showDateTime(askedAt)}</time>.
        {waitsFor === 'law_check' &&
          ' It waits for a check that the law requires, and closes by itself once that has ended, on that day at the earliest.'}
      </Note>
      <div>
        <AskButton
          label="Keep my account"
          title="Keep your account?"
          confirm="Keep account"
          busyText="Keeping..."
          danger={false}
          send={() => keep()}
          otherwise="This could not be stopped. Please try again."
        >
          <p>Your account stays open, with everything in it. You can close it another time.</p>
        </AskButton>
      </div>
    </>
  )
}
