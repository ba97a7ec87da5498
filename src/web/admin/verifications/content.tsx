/** What a person sent in, beside the documents that show it, and what can be decided. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { StaffCase } from '../../../contract/verification.ts'
import { isUnknown } from '../../api/failure.ts'
import { useVerificationCaseQuery } from '../../api/staff-verifications.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { countryName } from '../../../lib/countries.ts'
import { showDate, showDay } from '../../ui/dates.ts'
import { Email } from '../../ui/email.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import { Holding } from '../work/holding.tsx'
import { ByWhom } from '../proposed.tsx'
import { useStaff } from '../staff.ts'
import { UserLink } from '../way-back.tsx'
import { ageOf } from '../../ui/ages.ts'
import { useChecklist } from './checklist.ts'
import { Checked, Checks } from './checks.tsx'
import { Decisions } from './decisions.tsx'
import { EarlierCases } from './earlier.tsx'
import { Papers } from './papers.tsx'
import { RiskLine } from './risk.tsx'
import { CaseBadge } from './table.tsx'
import layout from '../list/case.module.css'
import styles from './verifications.module.css'
import { sayWhen } from '../zone-shown.ts'
import { When } from '../when.tsx'

type CaseContentProps = { id: string; onDone?: () => void; children?: ReactNode }

export function CaseContent({ id, onDone, children }: CaseContentProps) {
  const { data, ...answer } = useVerificationCaseQuery(id)
  if (!data && isUnknown(answer.error))
    return (
      <Empty action={<Link to="/admin/verifications">All verifications</Link>}>
        Nobody has sent in anything at this address. It may have been copied incompletely.
      </Empty>
    )
  if (!data) return <NotLoaded what="the verification" rows={6} {...answer} />
  const { verification, proofOfAddressMonths } = data.data
  return (
    <Case row={verification} months={proofOfAddressMonths} onDone={onDone}>
      {children}
    </Case>
  )
}

type CaseProps = {
  row: StaffCase
  months: number
  onDone: (() => void) | undefined
  children: ReactNode
}

function Case({ row, months, onDone, children }: CaseProps) {
  const { id, may } = useStaff()
  const list = useChecklist(row)
  const isToDecide =
    may('decide-cases') && row.user.id !== id && row.status === 'submitted' && !row.finalRefusal
  return (
    <div className={layout.content}>
      <Head row={row} />
      <Proposed row={row} />
      <Holding of="verifications" id={row.id} />
      <Decisions row={row} list={list} onDone={onDone}>
        {children}
      </Decisions>
      <div className={styles.sides}>
        <div className={styles.form}>
          <Entered row={row} />
          {isToDecide ? (
            <Checks row={row} list={list} months={months} />
          ) : (
            <Checked row={row} months={months} />
          )}
        </div>
        <Papers documents={row.documents} userId={row.user.id} />
      </div>
      <EarlierCases row={row} />
    </div>
  )
}

function Head({ row }: { row: StaffCase }) {
  const { user, pendingWithdrawals, status, submittedAt } = row
  const now = useWaiting()?.now
  const age = now && status === 'submitted' ? `, ${ageOf(submittedAt, now)} ago` : ''
  return (
    <div className={layout.part}>
      <div className="head">
        <h2 className={layout.who}>{user.fullName}</h2>
        <CaseBadge row={row} />
      </div>
      <p className="small">
        Sent in <When at={submittedAt} />
        {age}. <UserLink userId={user.id}>Open the user’s page</UserLink>
      </p>
      <RiskLine row={row} />
      {pendingWithdrawals > 0 && (
        <Note>
          {pendingWithdrawals === 1
            ? '1 withdrawal of this user is pending.'
            : `${pendingWithdrawals} withdrawals of this user are pending.`}{' '}
          {user.email && (
            <Link to={`/admin/withdrawals?${withdrawalsOf(user.email)}`}>See them</Link>
          )}
        </Note>
      )}
    </div>
  )
}

const withdrawalsOf = (email: string) =>
  new URLSearchParams({ search: email, status: 'pending' }).toString()

function Proposed({ row: { finalRefusal } }: { row: StaffCase }) {
  if (!finalRefusal) return null
  const { proposedBy, proposedAt, words } = finalRefusal
  return (
    <Note>
      <strong>A final refusal waits for a second, different person.</strong>
      <p className={layout.words}>
        Proposed by{' '}
        <ByWhom by={proposedBy.fullName} at={proposedAt} reason={words.reason ?? null} />
      </p>
    </Note>
  )
}

function Entered({ row }: { row: StaffCase }) {
  return (
    <section className={layout.part}>
      <h3>What was entered</h3>
      <Explain lines={enteredLines(row)} />
      {row.decidedAt && (
        <>
          <h3>What was decided</h3>
          <Explain lines={decidedLines(row)} />
        </>
      )}
    </section>
  )
}

function enteredLines({ legalName, birthDate, age, country, address, user }: StaffCase) {
  const gone = 'Erased'
  const lines: Line[] = [
    {
      label: 'Full name',
      amount: legalName ?? gone,
      ...(legalName !== null && legalName !== user.fullName
        ? { note: `The account is in the name of ${user.fullName}` }
        : {}),
    },
    {
      label: 'Date of birth',
      amount: birthDate ? showDay(birthDate) : gone,
      ...(age === null ? {} : { note: `${age} years old` }),
    },
    { label: 'Country', amount: country ? countryName(country) : gone },
    { label: 'Address', amount: <span className={layout.words}>{address ?? gone}</span> },
    { label: 'Email', amount: user.email ? <Email>{user.email}</Email> : gone },
  ]
  return lines
}

function decidedLines({ decidedAt, decidedBy, verifiedUntil, isFinal, reason }: StaffCase): Line[] {
  return [
    { label: 'Decided', amount: sayWhen(decidedAt!) },
    { label: 'By', amount: decidedBy?.fullName ?? 'Staff' },
    ...(verifiedUntil ? [{ label: 'Verified until', amount: showDate(verifiedUntil) }] : []),
    ...(isFinal ? [{ label: 'For good', amount: 'Yes, by two administrators' }] : []),
    ...(reason
      ? [{ label: 'Reason', amount: <span className={layout.words}>{reason}</span> }]
      : []),
  ]
}
