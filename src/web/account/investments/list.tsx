import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Investment, InvestmentStatus } from '../../../contract/investment.ts'
import { useInvestmentsInfiniteQuery } from '../../api/investments.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { InvestmentCourse } from './course.tsx'
import { useWhose } from '../whose.ts'

const shown: Record<InvestmentStatus, [BadgeState, string]> = {
  running: ['running', 'Running'],
  matured: ['approved', 'Matured'],
  undone: ['other', 'Undone'],
}

export function StatusBadge({ status }: { status: InvestmentStatus }) {
  const [state, word] = shown[status]
  return <Badge state={state}>{word}</Badge>
}

const columns: Column<Investment>[] = [
  { head: 'Plan', kind: 'name', cell: (row) => row.planTitle },
  { head: 'Amount', kind: 'amount', cell: (row) => usd(row.amount) },
  { head: 'Profit', kind: 'amount', cell: (row) => `${usd(row.profit)} (${row.profitPercent}%)` },
  { head: 'Accrued', kind: 'amount', cell: (row) => usd(row.accrued) },
  { head: 'Opened', kind: 'date', cell: (row) => showDateTime(row.openedAt) },
  { head: 'Matures', kind: 'date', cell: (row) => showDateTime(row.maturesAt) },
  {
    head: 'Status',
    kind: 'short',
    cell: (row) => <StatusBadge status={row.status} />,
  },
]

type InvestmentListProps = {
  label: string
  nothing: ReactNode
  status?: InvestmentStatus | undefined
}

/** All investments, one's own or a user's, or those of one status; each opens into its course. */
export function InvestmentList({ label, nothing, status }: InvestmentListProps) {
  const { userId } = useWhose()
  const [open, setOpen] = useState<string | null>(null)
  const { data, ...answer } = useInvestmentsInfiniteQuery({ userId, status })
  if (!data) return <NotLoaded what="investments" {...answer} />
  const rows = data.pages.flatMap((page) => page.data.investments)
  if (rows.length === 0) return nothing
  const details: Column<Investment> = {
    head: 'Details',
    kind: 'actions',
    cell: ({ id, planTitle }) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-expanded={id === open}
        aria-label={`Details of ${planTitle}`}
        onClick={() => setOpen(id === open ? null : id)}
      >
        {id === open ? 'Close' : 'Details'}
      </Button>
    ),
  }
  return (
    <>
      <DataTable
        label={label}
        columns={[...columns, details]}
        rows={rows}
        keyOf={(row) => row.id}
        inside={(row) =>
          row.id === open ? (
            <>
              <InvestmentCourse investment={row} />
              {userId === null && row.status === 'running' && (
                <p className="small">
                  <Link to={`/dashboard/investments/${row.id}#at-maturity`}>
                    Choose what happens at the end of the term
                  </Link>
                </p>
              )}
            </>
          ) : null
        }
      />
      <LoadMore {...answer} />
    </>
  )
}
