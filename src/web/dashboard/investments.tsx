import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Investment, InvestmentStatus } from '../../contract/investment.ts'
import { useInvestmentsInfiniteQuery } from '../api/investments.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { usd } from '../ui/amount.ts'
import { Badge, type BadgeState } from '../ui/badge.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { showDateTime } from '../ui/dates.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Empty, LoadProblem, Waiting } from '../ui/states.tsx'
import { InvestmentCourse } from './investment-course.tsx'
import { PageHead } from './page-head.tsx'
import { titled } from '../seo.ts'

const shown: Record<InvestmentStatus, [BadgeState, string]> = {
  running: ['pending', 'Running'], matured: ['approved', 'Matured'], undone: ['other', 'Undone'],
}

const columns: Column<Investment>[] = [
  { head: 'Plan', kind: 'name', cell: (row) => row.planTitle },
  { head: 'Amount', kind: 'amount', cell: (row) => usd(row.amount) },
  { head: 'Profit', kind: 'amount', cell: (row) => `${usd(row.profit)} (${row.profitPercent}%)` },
  { head: 'Accrued', kind: 'amount', cell: (row) => usd(row.accrued) },
  { head: 'Opened', kind: 'date', cell: (row) => showDateTime(row.openedAt) },
  { head: 'Matures', kind: 'date', cell: (row) => showDateTime(row.maturesAt) },
  { head: 'Status', kind: 'short', cell: (row) => <Badge state={shown[row.status][0]}>{shown[row.status][1]}</Badge> },
]

export const meta = titled('My investments')

export default function Investments() {
  return (
    <>
      <PageHead title="My investments"><Button component={Link} to="/dashboard/invest">Invest</Button></PageHead>
      <Sheet label="My investments"><List /></Sheet>
    </>
  )
}

function List() {
  const [open, setOpen] = useState<string | null>(null)
  const { data, error, refetch, ...more } = useInvestmentsInfiniteQuery({})
  if (error && !data) return <LoadProblem title={`Error loading investments: ${failureText(error, 'Unknown error')}`} status={statusOf(error)} onRetry={refetch} />
  if (!data) return <Waiting />
  const rows = data.pages.flatMap((page) => page.data.investments)
  if (rows.length === 0) return <Empty action={<Link to="/dashboard/invest">See the plans</Link>}>You have not invested yet.</Empty>
  const details: Column<Investment> = {
    head: 'Details', kind: 'actions',
    cell: ({ id, planTitle }) => (
      <Button variant="default" size="compact-sm" aria-expanded={id === open} aria-label={`Details of ${planTitle}`} onClick={() => setOpen(id === open ? null : id)}>
        {id === open ? 'Close' : 'Details'}
      </Button>
    ),
  }
  return (
    <>
      <DataTable
        label="My investments" columns={[...columns, details]} rows={rows} keyOf={(row) => row.id}
        inside={(row) => (row.id === open ? <InvestmentCourse investment={row} /> : null)}
      />
      <LoadMore {...more} />
    </>
  )
}
