import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useSite } from '../../site.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { PageHead } from '../../account/page-head.tsx'
import styles from './loan.module.css'
import { titled } from '../../seo.ts'

export const meta = titled('Loan Terms & Conditions')

/** What the sample firm claims to lend at. A real firm's terms are its own, and stand in its policies. */
const sampleTerms: Line[] = [
  { label: 'Amount', amount: '$5,000 to $50,000' },
  { label: 'Interest', amount: '5% annually' },
  { label: 'Repayment', amount: '12 to 36 months' },
  { label: 'Approval', amount: '2-3 business days' },
  { label: 'Late payment fee', amount: '$50 per missed payment' },
  { label: 'Early repayment fee', amount: 'none' },
  { label: 'Security deposit', amount: '15%', note: 'of the loan, locked in your own name' },
  {
    label: 'Documents',
    amount: (
      <ul>
        <li>Proof of income</li>
        <li>Government ID</li>
        <li>Proof of address</li>
      </ul>
    ),
  },
]

export default function Loan() {
  const { sample, channel } = useSite()
  return (
    <>
      <PageHead title="Loan Terms & Conditions" />
      <div className="columns">
        <Sheet title="Terms" aside={sample && <SampleLabel />} lit>
          <div className="stack">
            {sample ? (
              <div className={styles.terms}>
                <Explain lines={sampleTerms} />
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
