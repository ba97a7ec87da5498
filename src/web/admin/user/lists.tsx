import { Link } from 'react-router'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { useUserWithdrawalsInfiniteQuery } from '../../api/staff-users.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { chosenIn } from '../../account/activity/choice.ts'
import { ActivityFilter } from '../../account/activity/filter.tsx'
import { WholeActivity } from '../../account/activity/whole.tsx'
import { InvestmentList } from '../../account/investments/list.tsx'
import { useWhose } from '../../account/whose.ts'
import { capitalised } from '../../../lib/text.ts'
import { badgeOf, destinationOf, whoAndWhy } from '../../account/withdrawal-words.ts'
import { useAddress, withChosen } from '../../account/address-query.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { useOrigin } from '../way-back.tsx'
import { When } from '../when.tsx'

export function UserInvestments() {
  return (
    <Sheet id="investments" title="Investments">
      <InvestmentList
        label="Investments"
        nothing={
          <Empty>Nothing has been invested yet. This user’s investments will appear here.</Empty>
        }
      />
    </Sheet>
  )
}

const columns: Column<QueuedWithdrawal>[] = [
  { head: 'Date', kind: 'date', cell: (row) => <When at={row.createdAt} /> },
  { head: 'Amount', kind: 'amount', cell: (row) => usd(row.amount) },
  { head: 'Method', cell: (row) => row.method },
  {
    head: 'To',
    cell: (row) => (row.difference ? 'Not as recorded: do not pay' : destinationOf(row)),
  },
  {
    head: 'Status',
    kind: 'short',
    cell: (row) => <Badge state={badgeOf(row.status)}>{capitalised(row.status)}</Badge>,
  },
  { head: 'Who and why', cell: (row) => whoAndWhy(row, 'the user') },
]

export function UserWithdrawals() {
  return (
    <Sheet
      id="withdrawals"
      title="Withdrawals"
      aside={
        <Link className="small" to="/admin/withdrawals">
          All requests
        </Link>
      }
    >
      <Requests />
    </Sheet>
  )
}

function Requests() {
  const { userId } = useWhose()
  const { data, ...answer } = useUserWithdrawalsInfiniteQuery({
    userId: userId ?? '',
  })
  if (!data) return <NotLoaded what="withdrawals" {...answer} />
  const rows = data.pages.flatMap((page) => page.data.withdrawals)
  if (rows.length === 0)
    return (
      <Empty>No withdrawal has been requested yet. This user’s requests will appear here.</Empty>
    )
  return (
    <>
      <DataTable label="Withdrawals" columns={columns} rows={rows} keyOf={(row) => row._id} />
      <LoadMore {...answer} />
    </>
  )
}

/** The whole of it, as the person sees it. */
export function UserActivity() {
  const [query, change] = useAddress()
  const origin = useOrigin()
  const chosen = chosenIn(query)
  return (
    <Sheet id="activity" title="Activity">
      <ActivityFilter
        chosen={chosen}
        onChoose={(name, value, how) => change((now) => withChosen(now, name, value), how)}
      />
      <WholeActivity
        chosen={chosen}
        nothing={
          <Empty
            action={
              <Link to="?" state={origin} preventScrollReset>
                Show everything
              </Link>
            }
          >
            Nothing here matches what you chose.
          </Empty>
        }
      />
    </Sheet>
  )
}
