import { Link } from 'react-router'
import type { Friend } from '../../../contract/referral.ts'
import { useFriendsInfiniteQuery } from '../../api/referrals.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'

type Row = Friend & { place: number }

const columns: Column<Row>[] = [
  { head: 'Friend', kind: 'name', cell: ({ maskedName }) => maskedName ?? 'A closed account' },
  { head: 'Joined', kind: 'date', cell: ({ joinedAt }) => showDateTime(joinedAt) },
  { head: 'Credited to you', kind: 'amount', cell: ({ credited }) => usd(credited) },
]

export function YourFriends() {
  return (
    <Sheet title="Your friends">
      <Friends />
    </Sheet>
  )
}

function Friends() {
  const { data, ...answer } = useFriendsInfiniteQuery()
  if (!data) return <NotLoaded what="friends" {...answer} />
  const { count, credited } = data.pages.at(-1)!.data
  if (count === 0)
    return <Empty>Nobody has signed up with your link yet. Send it to a friend.</Empty>
  const friends = data.pages.flatMap((page) => page.data.friends)
  return (
    <div className="stack">
      <p className="small">
        {count === 1 ? '1 friend has' : `${count.toLocaleString('en-US')} friends have`} signed up.{' '}
        <Credited dollars={credited} />
      </p>
      <DataTable
        label="Your friends"
        columns={columns}
        rows={friends.map((friend, place) => ({ ...friend, place }))}
        keyOf={({ place }) => String(place)}
      />
      <LoadMore {...answer} />
    </div>
  )
}

function Credited({ dollars }: { dollars: number }) {
  if (dollars === 0) return 'Nothing has been credited to you for them yet.'
  return (
    <>
      You were credited <strong>{usd(dollars)}</strong>:{' '}
      <Link to="/dashboard/activity?kind=referral-credited">see each credit</Link>.
    </>
  )
}
