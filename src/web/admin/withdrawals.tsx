import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Withdrawal } from '../../contract/withdrawal.ts'
import { useWithdrawalsInfiniteQuery } from '../api/staff-withdrawals.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { titled } from '../seo.ts'
import { badgeOf, capitalised } from '../dashboard/withdrawal-words.ts'
import { usd } from '../ui/amount.ts'
import { Badge } from '../ui/badge.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { showDateTime } from '../ui/dates.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { LoadProblem, Waiting } from '../ui/states.tsx'
import { DecisionDialog, decisionsFor, type Decision } from './decisions.tsx'
import { useStaff } from './staff.ts'
import { WithdrawalDetails } from './withdrawal-details.tsx'

const facts: Column<Withdrawal>[] = [
  { head: 'User', kind: 'name', cell: (row) => row.user.fullName || 'N/A' },
  { head: 'Email', cell: (row) => row.user.email || 'N/A' },
  { head: 'Amount', kind: 'amount', cell: (row) => usd(row.amount) },
  { head: 'Method', cell: (row) => row.method || 'N/A' },
  { head: 'Status', kind: 'short', cell: (row) => <Badge state={badgeOf(row.status)}>{capitalised(row.status)}</Badge> },
  { head: 'Date', kind: 'date', cell: (row) => (row.createdAt ? showDateTime(row.createdAt) : 'N/A') },
]

type Asked = { row: Withdrawal; what: Decision | 'details' }

export const meta = titled('Withdrawals')

export default function Withdrawals() {
  const { data, error, isFetching, refetch, ...more } = useWithdrawalsInfiniteQuery()
  const [asked, ask] = useState<Asked | null>(null)
  const refreshing = isFetching && data !== undefined
  return (
    <Sheet title="Withdrawal Requests" aside={<Button variant="default" size="compact-sm" onClick={() => refetch()} disabled={isFetching}>{refreshing ? 'Refreshing...' : 'Refresh'}</Button>}>
      {error && <LoadProblem title={`Error loading withdrawals: ${failureText(error, 'Unknown error')}`} status={statusOf(error)} onRetry={refetch} busy={isFetching} />}
      {!error && !data && <Waiting rows={6}>Loading withdrawals...</Waiting>}
      {data && <Table rows={data.pages.flatMap((page) => page.data.withdrawals)} onAsk={ask} />}
      <LoadMore {...more} />
      <DecisionDialog key={`${asked?.row._id} ${asked?.what}`} asked={asked && asked.what !== 'details' ? { row: asked.row, what: asked.what } : null} onClose={() => ask(null)} />
      <WithdrawalDetails withdrawal={asked?.what === 'details' ? asked.row : null} onClose={() => ask(null)} />
    </Sheet>
  )
}

function Table({ rows, onAsk }: { rows: Withdrawal[]; onAsk(asked: Asked): void }) {
  if (rows.length === 0) return <p>No withdrawal requests found.</p>
  const actions: Column<Withdrawal> = { head: 'Actions', kind: 'actions', cell: (row) => <RowActions row={row} onAsk={onAsk} /> }
  return <DataTable label="Withdrawal Requests" columns={[...facts, actions]} rows={rows} keyOf={(row) => row._id} />
}

function RowActions({ row, onAsk }: { row: Withdrawal; onAsk(asked: Asked): void }) {
  const { mayChange } = useStaff()
  return (
    <>
      {mayChange && decisionsFor(row).map(({ what, label, danger }) => (
        <Button key={what} variant="default" size="compact-sm" data-danger={danger || undefined} onClick={() => onAsk({ row, what })}>{label}</Button>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => onAsk({ row, what: 'details' })}>View Details</Button>
    </>
  )
}
