import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { asPercent, effectiveRatesInWords, type LoanOffer } from '../../../contract/loan.ts'
import { formatUsd } from '../../../lib/money.ts'
import { useSite } from '../../site.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { buttonLook } from '../../ui/link-button.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note, Waiting } from '../../ui/states.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { useLoansQuery } from '../../api/loans.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { LoanCalculator } from './calculator.tsx'
import styles from './loan.module.css'
import { useToday } from './today.ts'
import { applyPath, leastWanted, type Wanted } from './wanted.ts'
import { titled } from '../../seo.ts'

export const meta = titled('Loan Terms & Conditions')

const wholeDollars = (cents: string) => formatUsd(BigInt(cents)).replace('.00', '')

/** Withholding a part makes a loan dearer than its rate says: the true price stands beside it. */
function termsOf(offer: LoanOffer): Line[] {
  const { smallestCents, largestCents, minMonths, maxMonths, yearlyRate } = offer
  return [
    { label: 'Amount', amount: `${wholeDollars(smallestCents)} to ${wholeDollars(largestCents)}` },
    {
      label: 'Interest',
      amount: `${asPercent(yearlyRate)} annually`,
      note: `effective yearly rate: ${effectiveRatesInWords(offer)}`,
    },
    { label: 'Repayment', amount: `${minMonths} to ${maxMonths} months` },
    { label: 'Approval', amount: offer.approval },
    {
      label: 'Late payment fee',
      amount: `${wholeDollars(offer.lateFeeCents)} per missed payment`,
    },
    { label: 'Early repayment fee', amount: 'none' },
    {
      label: 'Security deposit',
      amount: `${offer.securityPercent}%`,
      note: 'of the loan, locked in your own name',
    },
    {
      label: 'Documents',
      amount: (
        <ul>
          {offer.documents.map((document) => (
            <li key={document}>{document}</li>
          ))}
        </ul>
      ),
    },
  ]
}

/** Fetched by who has something there, as most who look at the terms haven't. */
const OwnLoans = lazy(() => import('./own.tsx').then((module) => ({ default: module.OwnLoans })))

/** Drawn once it is known what stands above the terms: nothing moves from under a finger. */
export default function Loan() {
  const { data, ...answer } = useLoansQuery()
  const hasOwn = data && data.data.applications.length + data.data.loans.length > 0
  return (
    <>
      <PageHead title="Loan Terms & Conditions" />
      <Suspense fallback={<Waiting rows={8} />}>
        {hasOwn && <OwnLoans own={data.data} />}
        {!data && <NotLoaded what="your loans" rows={8} {...answer} />}
        {(data ?? answer.error) && <Offered />}
      </Suspense>
    </>
  )
}

function Offered() {
  const { sample, loans } = useSite()
  return (
    <div className="columns">
      {loans ? (
        <WithCalculator offer={loans} />
      ) : (
        <div className="stack">
          <Sheet title="Terms" aside={sample && <SampleLabel />} lit>
            <div className="stack">
              <p>
                This firm’s lending terms are in its{' '}
                <Link to="/TermsOfService" reloadDocument>
                  Terms of Service
                </Link>
                .
              </p>
              <ApplyOutside />
            </div>
          </Sheet>
          <SecurityDeposit sample={sample} />
        </div>
      )}
    </div>
  )
}

/** What is chosen in the calculator is what is applied for. */
function WithCalculator({ offer }: { offer: LoanOffer }) {
  const { sample } = useSite()
  const [wanted, want] = useState(() => leastWanted(offer))
  return (
    <>
      <div className="stack">
        <Sheet title="Terms" aside={sample && <SampleLabel />} lit>
          <div className="stack">
            <div className={styles.terms}>
              <Explain lines={termsOf(offer)} />
            </div>
            {offer.applyAt === 'here' ? <ApplyHere wanted={wanted} /> : <ApplyOutside />}
          </div>
        </Sheet>
        <SecurityDeposit sample={sample} />
      </div>
      <LoanCalculator offer={offer} today={useToday()} wanted={wanted} onChange={want} />
    </>
  )
}

function ApplyHere({ wanted }: { wanted: Wanted }) {
  return (
    <>
      <div className="row">
        <Link {...buttonLook()} to={applyPath(wanted)}>
          Apply for Loan
        </Link>
      </div>
      <p className="caption">
        With the amount and the months of the calculator. Nothing is sent before you have reviewed
        it, and you never pay anything to get a loan.
      </p>
    </>
  )
}

function ApplyOutside() {
  const { channel } = useSite()
  return (
    <>
      <div className="row">
        <Button component="a" href={channel} target="_blank" rel="noopener">
          Apply for Loan<span className="hide"> (opens a new tab)</span>
        </Button>
      </div>
      <p className="caption">
        You apply in the firm’s messaging channel, outside this page. Pressing the button books
        nothing.
      </p>
    </>
  )
}

function SecurityDeposit({ sample }: { sample: boolean }) {
  return (
    <Sheet title="The security deposit" aside={sample && <SampleLabel />}>
      <div className="stack">
        <p className="small">
          It stays yours. It is locked in an account in your own name inside this platform, and
          returns to your balance when the loan is repaid.
        </p>
        <Note>
          <strong>It is never sent to a wallet.</strong> You never have to pay a fee, tax or deposit
          to get a loan or to withdraw your money. Anyone who asks you to send coins for that does
          not act for this firm.
        </Note>
      </div>
    </Sheet>
  )
}
