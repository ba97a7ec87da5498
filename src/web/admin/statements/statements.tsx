import { Link } from 'react-router'
import type { Reconciliation } from '../../../contract/reconciliation.ts'
import { reconciliationsCsv, useReconciliationsQuery } from '../../api/statements.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import { accountNames } from '../receipts/words.ts'
import { ReadStatement } from './read.tsx'
import { When } from '../when.tsx'
import { Head } from '../head.tsx'

export const meta = titled('Bank statements')

/** What the bank says, held against the books until nothing is left over. */
export default function StatementsPage() {
  return (
    <>
      <Head title="Bank statements">
        Compare what the bank says with the books. What is new is recorded on{' '}
        <Link to="/admin/receipts">Receipts</Link>, by two administrators.
      </Head>
      <ReadStatement beside={<Past />} />
    </>
  )
}

const columns: Column<Reconciliation>[] = [
  { head: 'Account', kind: 'name', cell: ({ account }) => accountNames[account] },
  { head: 'Statement until', kind: 'date', cell: ({ statementDay }) => statementDay },
  { head: 'At the bank', kind: 'amount', cell: ({ closing }) => usd(closing) },
  { head: 'In the books', kind: 'amount', cell: ({ balance }) => usd(balance) },
  {
    head: 'In transit',
    cell: ({ inTransit }) => (inTransit === 1 ? '1 booking' : `${inTransit} bookings`),
  },
  {
    head: 'Reconciled',
    cell: ({ reconciledAt, reconciledBy }) => (
      <>
        <When at={reconciledAt} />
        <span className="caption">
          {' '}
          by <bdi>{reconciledBy.fullName}</bdi>
        </span>
      </>
    ),
  },
]

function Past() {
  const { data, ...answer } = useReconciliationsQuery()
  return (
    <Sheet title="Reconciled so far" dense aside={<CsvLink href={reconciliationsCsv} />}>
      {data ? (
        data.data.reconciliations.length === 0 ? (
          <Empty>No account at the bank was reconciled yet. Read a statement first.</Empty>
        ) : (
          <DataTable
            label="Reconciled so far"
            columns={columns}
            rows={data.data.reconciliations}
            keyOf={({ id }) => id}
          />
        )
      ) : (
        <NotLoaded what="what was reconciled" rows={2} {...answer} />
      )}
    </Sheet>
  )
}
