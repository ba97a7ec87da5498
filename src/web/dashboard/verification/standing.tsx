/** How far one is verified, why, and what to do next. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OwnVerification } from '../../api/verification.ts'
import { stateBadges } from '../../account/verification/words.ts'
import { useSite } from '../../site.ts'
import { Badge } from '../../ui/badge.tsx'
import { showDate, showDateTime } from '../../ui/dates.ts'
import { duration } from '../../ui/duration.ts'
import { RuleList } from '../../ui/rule-list.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './verification.module.css'

export const statusId = 'status'

export function Standing({ own }: { own: OwnVerification }) {
  const [badge, word] = stateBadges[own.state]
  return (
    <Sheet
      id={statusId}
      lit
      narrow
      title={titleOf(own)}
      aside={<Badge state={badge}>{own.isFinal ? 'Refused for good' : word}</Badge>}
    >
      <div className="stack">{bodyOf(own)}</div>
    </Sheet>
  )
}

function titleOf({ state, isFinal, verifiedUntil }: OwnVerification): string {
  if (isFinal) return 'We cannot verify you'
  if (state === 'verified') return `Verified until ${showDate(verifiedUntil!)}`
  if (state === 'submitted') return 'We are reviewing what you sent in'
  return state === 'refused' ? 'We need something else' : 'You are not verified yet'
}

function bodyOf(own: OwnVerification): ReactNode {
  if (own.isFinal) return <Final own={own} />
  if (own.state === 'verified') return <Verified own={own} />
  if (own.state === 'submitted') return <InReview own={own} />
  return own.state === 'refused' ? <TryAgain own={own} /> : <NotYet own={own} />
}

function NotYet({ own: { lastCase, minimumAge, usual } }: { own: OwnVerification }) {
  return (
    <>
      {lastCase?.verifiedUntil && (
        <p>
          You were verified until {showDate(lastCase.verifiedUntil)}. That has ended: please submit
          your documents again below.
        </p>
      )}
      <p>
        The law requires us to confirm who you are. Tell us who you are and where you live, add two
        documents that show it, and submit it. You must be at least {minimumAge} years old.
      </p>
      <p className="small">
        Until you are verified you can use your account within the limits below. What you send in is
        seen by our staff alone, and each time that one of them opens a document it stands in your{' '}
        <Link to="/dashboard/activity">activity</Link>.
      </p>
      <Usually usual={usual} />
    </>
  )
}

/** From the books, and no promise. */
function Usually({ usual }: Pick<OwnVerification, 'usual'>) {
  return usual === null ? (
    <p className="small">Too few cases have been decided yet to say how long it takes.</p>
  ) : (
    <p className="small">
      Usually decided within {duration(usual.minutes)} (median of the last {usual.cases}).
    </p>
  )
}

function InReview({ own: { lastCase, usual } }: { own: OwnVerification }) {
  const { mode } = useSite()
  return (
    <>
      {lastCase && <p>You sent it in on {showDateTime(lastCase.submittedAt)}.</p>}
      <p>
        We review in order of arrival and email you the result. Until then you can use your account
        within the limits below.
      </p>
      <Usually usual={usual} />
      {mode === 'demo' && (
        <p className="small">
          In this demonstration nobody reviews it by themselves: log in as an administrator, and
          decide on the page Verifications.
        </p>
      )}
    </>
  )
}

function Reason({ children }: { children: string | null }) {
  if (children === null) return null
  return (
    <Note tone="note">
      <strong>Why</strong>
      <p className={styles.reason}>{children}</p>
    </Note>
  )
}

function Verified({ own: { lastCase, maySubmit, verifiedUntil } }: { own: OwnVerification }) {
  const until = showDate(verifiedUntil!)
  return (
    <>
      <p>
        You’re verified until {until}.
        {maySubmit && ' That is soon: you can already send in what we need for the time after it.'}
      </p>
      {lastCase?.status === 'submitted' && (
        <p className="small">
          We are reviewing what you sent in on {showDateTime(lastCase.submittedAt)}. Until then you
          stay verified.
        </p>
      )}
      {lastCase?.status === 'refused' && (
        <>
          <p className="small">
            What you sent in on {showDateTime(lastCase.submittedAt)} could not be used. You stay
            verified until {until}.
          </p>
          <Reason>{lastCase.reason}</Reason>
        </>
      )}
    </>
  )
}

function TryAgain({ own: { lastCase } }: { own: OwnVerification }) {
  return (
    <>
      <p>We could not verify you with what you sent in. You can try again at any time.</p>
      <Reason>{lastCase?.reason ?? null}</Reason>
      <p className="small">
        Change what is named there below, and send it in once more. What you entered and the
        documents that were fine are still there, and can be used again. Your money stays yours, and
        a withdrawal that is pending stays pending.
      </p>
    </>
  )
}

function Final({ own: { lastCase } }: { own: OwnVerification }) {
  return (
    <>
      <p>Two of our staff decided this, and it is final. Nothing can be sent in any more.</p>
      <Reason>{lastCase?.reason ?? null}</Reason>
      <RuleList
        rules={[
          ['Money in.', 'You can’t pay in any more. What arrives is sent back.'],
          ['Plans.', 'You can’t invest any more. Running plans are paid out at maturity.'],
          [
            'Your money.',
            'It stays yours, and goes back to where it came from. Two of our staff approve it.',
          ],
        ]}
      />
      <p>
        <Link to="/dashboard/transfer">Withdraw what is yours</Link>
      </p>
    </>
  )
}
