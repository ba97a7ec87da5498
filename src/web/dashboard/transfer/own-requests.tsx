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
import { CancelRequest } from './cancel-request.tsx'
import { OpenRequest } from './open-request.tsx'
import { pastOf } from './request-steps.ts'
import styles from './own-requests.module.css'
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
  { head: 'Actions', kind: 'actions', cell: (row) => <Actions row={row} /> },
]

const isOnItsWay = ({ status, type }: Withdrawal) =>
  isPaidOut(type) && (status === 'pending' || status === 'approved')

/** All own requests; each opens at an address of its own, and the newest that is on its way out stands open above them. */
export function OwnRequests() {
  const { data, ...answer } = useOwnWithdrawalsInfiniteQuery()
  if (!data) return <NotLoaded what="requests" {...answer} />
  const rows = data.pages.flatMap((page) => page.data.withdrawals)
  const open = rows.find(isOnItsWay)
  return (
    <>
      {open && (
        <OpenRequest request={open} history={pastOf(open)}>
          <CancelRequest request={open} />
        </OpenRequest>
      )}
      <Sheet title="My requests">
        {rows.length === 0 ? (
          <Empty>You have not requested a withdrawal yet. Use one of the forms above.</Empty>
        ) : (
          <DataTable label="My requests" columns={columns} rows={rows} keyOf={(row) => row._id} />
        )}
        <LoadMore {...answer} />
      </Sheet>
    </>
  )
}

function Actions({ row }: { row: Withdrawal }) {
  return (
    <div className={styles.actions}>
      <Link {...buttonLook('default')} data-size="compact-sm" to={requestPath(row._id)}>
        Open<span className="hide"> the request of {showDateTime(row.createdAt)}</span>
      </Link>
      <CancelRequest request={row} compact />
    </div>
  )
}
