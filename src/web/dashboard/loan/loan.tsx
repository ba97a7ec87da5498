import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { asPercent, effectiveRatesInWords, type LoanOffer } from '../../../contract/loan.ts'
import { formatUsd } from '../../../lib/money.ts'
import { useSite } from '../../site.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { useBusinessTime } from '../business-time.ts'
import { LoanCalculator } from './calculator.tsx'
import styles from './loan.module.css'
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

export default function Loan() {
  const { sample, channel, loans } = useSite()
  return (
    <>
      <PageHead title="Loan Terms & Conditions" />
      <div className="columns">
        <div className="stack">
          <Sheet title="Terms" aside={sample && <SampleLabel />} lit>
            <div className="stack">
              {loans ? (
                <div className={styles.terms}>
                  <Explain lines={termsOf(loans)} />
                </div>
              ) : (
                <p>
                  This firm’s lending terms are in its{' '}
                  <Link to="/TermsOfService" reloadDocument>
                    Terms of Service
                  </Link>
                  .
                </p>
              )}
              <div className="row">
                <Button component="a" href={channel} target="_blank" rel="noopener">
                  Apply for Loan<span className="hide"> (opens a new tab)</span>
                </Button>
              </div>
              <p className="caption">
                You apply in the firm’s messaging channel, outside this page. Pressing the button
                books nothing.
              </p>
            </div>
          </Sheet>
          <SecurityDeposit sample={sample} />
        </div>
        {loans && <Calculator offer={loans} />}
      </div>
    </>
  )
}

/** Until business time is known, dates are those of this device. */
function Calculator({ offer }: { offer: LoanOffer }) {
  const now = useBusinessTime()
  const today = new Date(now?.() ?? Date.now()).toISOString().slice(0, 10)
  return <LoanCalculator offer={offer} today={today} />
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
