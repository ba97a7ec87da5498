import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import type { Loan, LoanPayment } from '../../../contract/borrowing.ts'
import { asPercent } from '../../../contract/loan.ts'
import { LoanSchedule } from '../../account/loans/schedule.tsx'
import { loanBadge, monthsOf, paymentWords } from '../../account/loans/words.ts'
import { PageHead } from '../../account/page-head.tsx'
import { isUnknown } from '../../api/failure.ts'
import { useLoanPaymentsQuery, useLoansQuery, type LoanPayments } from '../../api/loans.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDate, showDateTime } from '../../ui/dates.ts'
import { Explain } from '../../ui/explain.tsx'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'

export const meta = titled('Loan statement')

/** All that was booked about one loan, for the screen and for paper. */
export default function LoanStatement() {
  return (
    <>
      <p className="small" data-no-print>
        <Link to="/dashboard/loan">Your loans</Link>
      </p>
      <PageHead title="Loan statement">
        <Button variant="default" onClick={() => print()}>
          Print
        </Button>
      </PageHead>
      <Found id={useParams().loanId ?? ''} />
    </>
  )
}

function Found({ id }: { id: string }) {
  const { data: own, ...loans } = useLoansQuery()
  const { currentData: data, ...answer } = useLoanPaymentsQuery(id)
  if (isUnknown(answer.error)) return <Unknown />
  if (!own) return <NotLoaded what="your loans" rows={6} {...loans} />
  if (!data) return <NotLoaded what="the payments" rows={6} {...answer} />
  const loan = own.data.loans.find((one) => one.id === id)
  return loan ? <Statement loan={loan} {...data.data} /> : <Unknown />
}

function Unknown() {
  return (
    <Empty
      action={
        <Link {...buttonLook('default')} to="/dashboard/loan">
          See your loans
        </Link>
      }
    >
      You have no loan at this address. It may have been copied incompletely, or belong to another
      account.
    </Empty>
  )
}

function Statement({ loan, payments, years }: { loan: Loan } & LoanPayments) {
  const [badge, word] = loanBadge(loan)
  return (
    <>
      <Sheet
        lit
        title={`Loan of ${showDate(loan.startedAt)}`}
        aside={<Badge state={badge}>{word}</Badge>}
      >
        <Explain
          lines={[
            { label: 'Borrowed', amount: usd(loan.amount) },
            { label: 'Over', amount: monthsOf(loan.months) },
            {
              label: 'Yearly rate',
              amount: asPercent(loan.yearlyRate),
              note: `effective yearly rate: ${asPercent(loan.effectiveRate)}`,
            },
            { label: 'Owed', amount: usd(loan.owed) },
            { label: 'Security in your name', amount: usd(loan.security) },
          ]}
        />
      </Sheet>
      <Sheet title="Interest and fees by year">
        {years.length === 0 ? (
          <Empty>Nothing has been paid yet.</Empty>
        ) : (
          <DataTable
            label="Interest and fees by year"
            columns={yearColumns}
            rows={years}
            keyOf={({ year }) => String(year)}
          />
        )}
      </Sheet>
      <Sheet title="As booked">
        <DataTable
          label="Payments as booked"
          columns={columns}
          rows={payments.map((payment, place) => ({ ...payment, place }))}
          keyOf={({ place }) => String(place)}
        />
      </Sheet>
      <Sheet title="Schedule">
        <LoanSchedule loan={loan} />
      </Sheet>
    </>
  )
}

const yearColumns: Column<LoanPayments['years'][number]>[] = [
  { head: 'Year', kind: 'name', cell: ({ year }) => year },
  {
    head: 'Interest and fees paid',
    kind: 'amount',
    cell: ({ interestAndFees }) => usd(interestAndFees),
  },
  { head: 'Principal paid back', kind: 'amount', cell: ({ principal }) => usd(principal) },
]

const columns: Column<LoanPayment & { place: number }>[] = [
  { head: 'Date', kind: 'date', cell: ({ at }) => showDateTime(at) },
  { head: 'What', kind: 'name', cell: ({ kind }) => paymentWords[kind] },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
]
