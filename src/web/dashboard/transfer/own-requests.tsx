import { Link } from 'react-router'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { isPaidOut } from '../../../contract/withdrawal-types.ts'
import { useOwnWithdrawalsInfiniteQuery } from '../../api/withdrawals.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { buttonLook } from '../../ui/link-button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { OnItsWay } from './on-its-way.tsx'
import {
  badgeOf,
  destinationOf,
  ownWord,
  requestPath,
  whoAndWhy,
} from '../../account/withdrawal-words.ts'

const columns: Column<Withdrawal>[] = [
  { head: 'Date', kind: 'date', cell: (row) => showDateTime(row.createdAt) },
  { head: 'Amount', kind: 'amount', cell: (row) => usd(row.amount) },
  { head: 'To', cell: destinationOf },
  {
    head: 'Status',
    kind: 'short',
    cell: (row) => <Badge state={badgeOf(row.status)}>{ownWord(row.status)}</Badge>,
  },
  { head: 'Who and why', cell: (row) => whoAndWhy(row, 'you') },
  { head: 'Actions', kind: 'actions', cell: (row) => <Open row={row} /> },
]

const isOpen = ({ status, type }: Withdrawal) =>
  status === 'pending' || (status === 'approved' && isPaidOut(type))

/** What is still open stands above everything that can be asked for anew. */
export function OpenRequests() {
  const { data } = useOwnWithdrawalsInfiniteQuery()
  const open = data?.pages.flatMap((page) => page.data.withdrawals).filter(isOpen) ?? []
  return open.length > 0 ? <OnItsWay requests={open} /> : null
}

/** All own requests; each opens at an address of its own. */
export function OwnRequests() {
  const { data, ...answer } = useOwnWithdrawalsInfiniteQuery()
  if (!data) return <NotLoaded what="requests" {...answer} />
  const rows = data.pages.flatMap((page) => page.data.withdrawals)
  return (
    <Sheet title="My requests">
      {rows.length === 0 ? (
        <Empty>You have not requested a withdrawal yet. Choose a recipient above.</Empty>
      ) : (
        <DataTable label="My requests" columns={columns} rows={rows} keyOf={(row) => row._id} />
      )}
      <LoadMore {...answer} />
    </Sheet>
  )
}

const Open = ({ row }: { row: Withdrawal }) => (
  <Link {...buttonLook('default')} data-size="compact-sm" to={requestPath(row._id)}>
    Open<span className="hide"> the request of {showDateTime(row.createdAt)}</span>
  </Link>
)
