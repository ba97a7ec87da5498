import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Withdrawal } from '../../contract/withdrawal.ts'
import { useCancelWithdrawalMutation, useOwnWithdrawalsInfiniteQuery } from '../api/withdrawals.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { useSend } from '../api/use-send.ts'
import { usd } from '../ui/amount.ts'
import { Badge } from '../ui/badge.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { showDateTime } from '../ui/dates.ts'
import { Question } from '../ui/dialog.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Empty, LoadProblem, Waiting } from '../ui/states.tsx'
import { toastBad, toastGood } from '../ui/toast.tsx'
import { OpenRequest } from './open-request.tsx'
import { badgeOf, destinationOf, ownWord, whoAndWhy } from './withdrawal-words.ts'

const facts: Column<Withdrawal>[] = [
  { head: 'Date', kind: 'date', cell: (row) => showDateTime(row.createdAt) },
  { head: 'Amount', kind: 'amount', cell: (row) => usd(row.amount) },
  { head: 'To', cell: destinationOf },
  { head: 'Status', kind: 'short', cell: (row) => <Badge state={badgeOf(row.status)}>{ownWord(row.status)}</Badge> },
  { head: 'Who and why', cell: (row) => whoAndWhy(row, 'you') },
]

export function OwnRequests() {
  const { data, error, refetch, ...more } = useOwnWithdrawalsInfiniteQuery()
  const [asked, ask] = useState<Withdrawal | null>(null)
  if (error && !data) return <LoadProblem title={`Error loading requests: ${failureText(error, 'Unknown error')}`} status={statusOf(error)} onRetry={refetch} />
  if (!data) return <Waiting />
  const rows = data.pages.flatMap((page) => page.data.withdrawals)
  const open = rows[0] && ['pending', 'approved'].includes(rows[0].status) && rows[0].type === 'bank_transfer' ? rows[0] : null
  const actions: Column<Withdrawal> = { head: 'Actions', kind: 'actions', cell: (row) => <CancelButton row={row} onAsk={ask} /> }
  return (
    <>
      {open && <OpenRequest request={open} />}
      <Sheet title="My requests">
        {rows.length === 0
          ? <Empty>You have not asked for a withdrawal yet. Use one of the forms above.</Empty>
          : <DataTable label="My requests" columns={[...facts, actions]} rows={rows} keyOf={(row) => row._id} />}
        <LoadMore {...more} />
      </Sheet>
      <CancelQuestion request={asked} onClose={() => ask(null)} />
    </>
  )
}

function CancelButton({ row, onAsk }: { row: Withdrawal; onAsk(row: Withdrawal): void }) {
  if (row.status !== 'pending') return null
  return <Button variant="default" size="compact-sm" data-danger onClick={() => onAsk(row)}>Cancel</Button>
}

function CancelQuestion({ request, onClose }: { request: Withdrawal | null; onClose(): void }) {
  const [cancel] = useCancelWithdrawalMutation()
  const { send, busy } = useSend(cancel)
  async function confirm() {
    const outcome = await send(request!._id)
    if (!outcome) return
    onClose()
    if (outcome.failure) toastBad(failureText(outcome.failure, 'The request could not be cancelled. Please try again.'))
    else toastGood(outcome.data.message)
  }
  return (
    <Question title="Cancel this request?" open={request !== null} onClose={onClose} confirm="Cancel the request" keep="Keep it" busyText="Processing..." busy={busy} danger onConfirm={confirm}>
      <p>{request && usd(request.amount)} returns to your balance at once. Nothing is sent.</p>
    </Question>
  )
}
