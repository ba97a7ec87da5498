/** What of a user waits for staff, and what they can do about it from here. */
import { useState } from 'react'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { useUserWithdrawalsInfiniteQuery } from '../../api/staff-users.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { destinationOf } from '../../account/withdrawal-words.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { OpenAccessChanges } from '../access-changes.tsx'
import { ProposalsAbout } from '../waiting/list.tsx'
import { DecisionDialog, type Deciding } from '../withdrawals/decisions.tsx'
import { WithdrawalDetails } from '../withdrawals/details.tsx'
import { RowActions, Status } from '../withdrawals/table.tsx'
import { ageOf } from '../../ui/ages.ts'
import { sayWhen } from '../zone-shown.ts'

export function Pending({ userId }: { userId: string }) {
  return (
    <div className="stack" id="pending" tabIndex={-1}>
      <ProposalsAbout userId={userId} />
      <OpenAccessChanges userId={userId} />
      <Sheet title="Requests waiting" lit>
        <Requests userId={userId} />
      </Sheet>
    </div>
  )
}

/** Decided by the same dialogs as in the queue. */
function Requests({ userId }: { userId: string }) {
  const { data, ...answer } = useUserWithdrawalsInfiniteQuery({
    userId,
    status: 'open',
  })
  const [asked, ask] = useState<Deciding | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  if (!data) return <NotLoaded what="the requests" rows={1} {...answer} />
  const rows = data.pages.flatMap((page) => page.data.withdrawals)
  return (
    <>
      {rows.length === 0 ? (
        <p className="small">No request is waiting for a decision or its payout.</p>
      ) : (
        <Table rows={rows} onOpen={setOpen} onAsk={ask} />
      )}
      <LoadMore {...answer} />
      <WithdrawalDetails
        id={open}
        onClose={() => setOpen(null)}
        onDecide={(row, what) => ask({ row, what })}
      />
      <DecisionDialog
        key={`${asked?.row._id} ${asked?.what}`}
        asked={asked}
        onClose={() => ask(null)}
        onDone={() => setOpen(null)}
      />
    </>
  )
}

type TableProps = {
  rows: QueuedWithdrawal[]
  onOpen(id: string): void
  onAsk(asked: Deciding): void
}

function Table({ rows, onOpen, onAsk }: TableProps) {
  const now = useWaiting()?.now
  const columns: Column<QueuedWithdrawal>[] = [
    { head: 'Amount', kind: 'amount', cell: (row) => usd(row.amount) },
    { head: 'To', cell: (row) => destinationOf(row) },
    { head: 'Status', kind: 'short', cell: (row) => <Status row={row} /> },
    {
      head: 'Requested',
      kind: 'date',
      cell: (row) => (
        <time dateTime={row.createdAt} title={sayWhen(row.createdAt)}>
          {now ? `${ageOf(row.createdAt, now)} ago` : sayWhen(row.createdAt)}
        </time>
      ),
    },
    {
      head: 'Actions',
      kind: 'actions',
      cell: (row) => (
        <RowActions row={row} onOpen={onOpen} onDecide={(of, what) => onAsk({ row: of, what })} />
      ),
    },
  ]
  return (
    <DataTable label="Requests waiting" columns={columns} rows={rows} keyOf={(row) => row._id} />
  )
}
