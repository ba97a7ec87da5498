import { Link } from 'react-router'
import { useActivityInfiniteQuery } from '../../api/activity.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { ActivityList } from '../../account/activity/list.tsx'

export const latestAsked = { limit: '20' }

export function LatestActivity() {
  return (
    <Sheet
      title="Latest activity"
      aside={
        <Link className="small" to="/dashboard/activity">
          All activity
        </Link>
      }
    >
      <Latest />
    </Sheet>
  )
}

function Latest() {
  const { data, ...answer } = useActivityInfiniteQuery(latestAsked)
  if (!data) return <NotLoaded what="activity" {...answer} />
  const items = data.pages[0]!.data.activity.slice(0, 5)
  if (items.length === 0)
    return (
      <Empty action={<Link to="/dashboard/fundaccount">Fund your account</Link>}>
        Nothing has happened yet. It begins with a deposit.
      </Empty>
    )
  return <ActivityList items={items} />
}
