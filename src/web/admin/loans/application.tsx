/** One application beside the figures of whoever sent it, and the document that shows what they earn. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { asPercent } from '../../../contract/loan.ts'
import type { WaitingApplication } from '../../../contract/lending.ts'
import { monthsOf, statusWord } from '../../account/loans/words.ts'
import { useUserDocumentsQuery } from '../../api/documents.ts'
import { isUnknown } from '../../api/failure.ts'
import { useLoanApplicationQuery, type LoanFigures } from '../../api/staff-loans.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { Papers } from '../verifications/papers.tsx'
import { UserLink } from '../way-back.tsx'
import { When } from '../when.tsx'
import { Holding } from '../work/holding.tsx'
import { Decisions } from './decisions.tsx'
import { ApplicationBadge, DecideBy } from './badges.tsx'
import { loanPath } from './words.ts'
import layout from '../list/case.module.css'
import styles from './loans.module.css'

type ApplicationContentProps = { id: string; onDone(): void; children: ReactNode }

export function ApplicationContent({ id, onDone, children }: ApplicationContentProps) {
  const { currentData: data, ...answer } = useLoanApplicationQuery(id)
  if (!data && isUnknown(answer.error))
    return (
      <Empty action={children}>
        Nobody has applied for a loan at this address. It may have been copied incompletely.
      </Empty>
    )
  if (!data) return <NotLoaded what="the application" rows={6} {...answer} />
  const { application, figures, past, sameDocuments } = data.data
  return (
    <div className={layout.content}>
      <Head row={application} />
      <Holding of="loans" id={id} />
      <Decisions row={application} onDone={onDone}>
        {children}
      </Decisions>
      <SameDocuments others={sameDocuments} />
      <div className={styles.sides}>
        <div className={layout.content}>
          <Asked row={application} figures={figures} />
          <Means figures={figures} />
          <Past past={past} />
        </div>
        <Documents row={application} />
      </div>
    </div>
  )
}

function Head({ row }: { row: WaitingApplication }) {
  const { borrower, submittedAt, status, askedFor, reason } = row
  const isWaiting = status === 'submitted' || status === 'more-asked'
  return (
    <div className={layout.part}>
      <div className="head">
        <h2 className={layout.who}>{borrower.fullName}</h2>
        <ApplicationBadge row={row} />
      </div>
      <p className="small">
        Sent <When at={submittedAt} />
        {isWaiting && (
          <>
            . Decision: <DecideBy row={row} />
          </>
        )}
        . <UserLink userId={borrower.id}>Open the user’s page</UserLink>
      </p>
      {askedFor && (
        <Note>
          <strong>Asked for more</strong>
          <p className={layout.words}>{askedFor}</p>
        </Note>
      )}
      {reason && (
        <Note>
          <strong>Refused</strong>
          <p className={layout.words}>{reason}</p>
        </Note>
      )}
    </div>
  )
}

function Asked({ row, figures }: { row: WaitingApplication; figures: LoanFigures['figures'] }) {
  return (
    <section className={layout.part}>
      <h3>Asked for</h3>
      <Explain
        lines={[
          { label: 'Amount', amount: usd(row.amount) },
          { label: 'Over', amount: monthsOf(row.months) },
          { label: 'Paid out', amount: usd(figures.paidOut) },
          { label: 'Withheld as security', amount: usd(row.security) },
          { label: 'Monthly payment', amount: usd(figures.instalment) },
          { label: 'Total interest', amount: usd(figures.interest) },
          {
            label: 'Yearly rate',
            amount: asPercent(row.yearlyRate),
            note: `effective yearly rate: ${asPercent(row.effectiveRate)}`,
          },
        ]}
      />
    </section>
  )
}

/** What the instalment stands against, and whether the pool has as much. */
function Means({ figures }: { figures: LoanFigures['figures'] }) {
  const { cash, invested, owed, pool, instalment } = figures
  const lines: Line[] = [
    {
      label: 'Balance',
      amount: usd(cash),
      note: cash < instalment ? 'less than one monthly payment' : undefined,
    },
    { label: 'Invested', amount: usd(invested) },
    { label: 'Owed already', amount: usd(owed) },
    { label: 'In the loan pool', amount: usd(pool) },
  ]
  return (
    <section className={layout.part}>
      <h3>What they have</h3>
      <Explain lines={lines} />
    </section>
  )
}

function Past({ past }: Pick<LoanFigures, 'past'>) {
  return (
    <section className={layout.part}>
      <h3>Loans so far</h3>
      {past.length === 0 ? (
        <p className="small">None.</p>
      ) : (
        <Explain
          lines={past.map(({ id, amount, status }) => ({
            label: <Link to={loanPath(id)}>{usd(amount)}</Link>,
            amount: statusWord(status),
          }))}
        />
      )}
    </section>
  )
}

function SameDocuments({ others }: { others: LoanFigures['sameDocuments'] }) {
  if (others.length === 0) return null
  return (
    <Note tone="bad" isAnnounced>
      <strong>Others sent a document with the same number</strong>, and owe on a loan or ask for
      one:{' '}
      {others.map(({ id, fullName }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <UserLink userId={id}>{fullName}</UserLink>
        </span>
      ))}
      .
    </Note>
  )
}

/** The proof of income first: it must have been opened before it is lent. */
function Documents({ row }: { row: WaitingApplication }) {
  const { may } = useStaff()
  return may('read-cases') ? (
    <WithDocuments row={row} />
  ) : (
    <section className={layout.part}>
      <h3>Documents</h3>
      <p className="small">Only who reads verifications can open them.</p>
    </section>
  )
}

function WithDocuments({ row: { borrower, incomeDocumentId } }: { row: WaitingApplication }) {
  const { currentData: data, ...answer } = useUserDocumentsQuery(borrower.id)
  if (!data) return <NotLoaded what="documents" rows={2} {...answer} />
  const isProof = ({ id }: { id: string }) => id === incomeDocumentId
  // Of several proofs of income the one that was sent with this.
  const documents = data.data.documents
    .filter((one) => isProof(one) || one.kind === 'identity' || one.kind === 'address')
    .toSorted((a, b) => Number(isProof(b)) - Number(isProof(a)))
  return <Papers documents={documents} userId={borrower.id} />
}
