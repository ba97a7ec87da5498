/** All that is lent: in total, by how late it is, and by the month in which it comes in. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LoanAge, LoanInBook } from '../../../contract/lending.ts'
import { showDay } from '../../../lib/calendar.ts'
import { loanBadge } from '../../account/loans/words.ts'
import { useLoanBookInfiniteQuery, type LoanBook } from '../../api/staff-loans.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { List, useListed } from '../list/listed.tsx'
import { Bars } from '../treasury/bars.tsx'
import { ComingMonths } from './months.tsx'
import { ageWords, loanPath, queryOf } from './words.ts'
import list from '../list/list.module.css'

type BookProps = { tabs: ReactNode; age: LoanAge | '' }

export function LoanBookList({ tabs, age }: BookProps) {
  const answer = useLoanBookInfiniteQuery(age ? { age } : {})
  const listed = useListed(answer, {
    what: 'the loan book',
    view: age,
    rowsOf: (page) => page.data.loans,
    keyOf: ({ id }) => id,
  })
  const totals = listed.first?.data
  return (
    <>
      <Sheet
        dense
        title={age ? `Loan book: ${ageWords[age].toLowerCase()}` : 'Loan book'}
        aside={tabs}
      >
        {age && (
          <p className="small">
            <Link to={{ search: queryOf({ list: 'book' }) }}>All loans</Link>
          </p>
        )}
        <List
          of={listed}
          empty={<Empty>{age ? 'No loan is this late.' : 'Nothing has been lent yet.'}</Empty>}
        >
          {(rows) => (
            <DataTable label="Loans" columns={columns} rows={rows} keyOf={({ id }) => id} dense />
          )}
        </List>
      </Sheet>
      {totals && (
        <>
          <Ages ages={totals.ages} />
          <Totals of={totals} />
          <ComingMonths months={totals.months} />
        </>
      )}
    </>
  )
}

const columns: Column<LoanInBook>[] = [
  {
    head: 'User',
    kind: 'name',
    cell: ({ id, borrower }) => (
      <Link className={list.open} to={loanPath(id)}>
        {borrower.fullName}
      </Link>
    ),
  },
  { head: 'Lent', kind: 'amount', spare: true, cell: ({ amount }) => usd(amount) },
  { head: 'Owed', kind: 'amount', cell: ({ owed }) => usd(owed) },
  { head: 'Overdue', kind: 'amount', spare: true, cell: ({ overdue }) => usd(overdue) },
  {
    head: 'Next payment',
    kind: 'aside',
    cell: ({ next }) => (next ? `${usd(next.amount)} on ${showDay(next.dueOn)}` : '-'),
  },
  { head: 'Paid out', kind: 'date', cell: ({ startedOn }) => showDay(startedOn) },
  { head: 'Age', kind: 'short', cell: ({ age }) => (age ? ageWords[age] : 'Ended') },
  {
    head: 'Status',
    kind: 'short',
    cell(loan) {
      const [state, word] = loanBadge(loan)
      return <Badge state={state}>{word}</Badge>
    },
  },
]

function Totals({ of: { pool, lent, income, unpaidIncome, withheld } }: { of: LoanBook }) {
  const bars = [
    { label: 'Loan pool', cents: centsOf(pool), note: 'can be lent' },
    { label: 'Lent', cents: centsOf(lent), note: 'of the pool, with borrowers' },
    {
      label: 'Income',
      cents: centsOf(income),
      note: 'interest and fees that were paid, and not drawn yet',
    },
    {
      label: 'Unpaid income',
      cents: centsOf(unpaidIncome),
      note: 'interest and fees that were charged, and not paid yet',
    },
    { label: 'Withheld', cents: centsOf(withheld), note: 'as security, in the borrowers’ names' },
  ]
  return (
    <Sheet title="Totals">
      <Bars label="What is lent and what comes of it" bars={bars} />
    </Sheet>
  )
}

const ageColumns: Column<LoanBook['ages'][number]>[] = [
  {
    head: 'Age',
    kind: 'name',
    cell: ({ age }) => (
      <Link to={{ search: queryOf({ list: 'book', age }) }} preventScrollReset>
        {ageWords[age]}
      </Link>
    ),
  },
  { head: 'Loans', kind: 'amount', cell: ({ loans }) => loans.toLocaleString('en-US') },
  { head: 'Owed', kind: 'amount', cell: ({ owed }) => usd(owed) },
  { head: 'Overdue', kind: 'amount', cell: ({ overdue }) => usd(overdue) },
]

function Ages({ ages }: Pick<LoanBook, 'ages'>) {
  return (
    <Sheet title="By age">
      <DataTable label="Loans by age" columns={ageColumns} rows={ages} keyOf={({ age }) => age} />
    </Sheet>
  )
}
