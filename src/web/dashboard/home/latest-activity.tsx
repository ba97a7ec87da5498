import { Link } from 'react-router'
import { useActivityInfiniteQuery } from '../../api/activity.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, LoadProblem, Waiting } from '../../ui/states.tsx'
import { ActivityList } from '../../account/activity/list.tsx'

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
  const { data, error, refetch } = useActivityInfiniteQuery({ limit: '20' })
  if (error && !data)
    return (
      <LoadProblem
        title={`Error loading activity: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
      />
    )
  if (!data) return <Waiting />
  const items = data.pages[0]!.data.activity.slice(0, 5)
  if (items.length === 0)
    return (
      <Empty action={<Link to="/dashboard/fundaccount">Fund your account</Link>}>
        Nothing has happened yet. It begins with a deposit.
      </Empty>
    )
  return <ActivityList items={items} />
}
