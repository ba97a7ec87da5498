import { useActivityInfiniteQuery } from '../../api/activity.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, LoadProblem, Waiting } from '../../ui/states.tsx'
import { ActivityList } from '../../account/activity/list.tsx'

export function LatestReceived() {
  return (
    <Sheet title="Recently received">
      <Received />
    </Sheet>
  )
}

function Received() {
  const { data, error, refetch, ...more } = useActivityInfiniteQuery({
    kind: 'transfer-received',
    limit: '10',
  })
  if (error && !data)
    return (
      <LoadProblem
        title={`Error loading transfers: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
      />
    )
  if (!data) return <Waiting />
  const items = data.pages.flatMap((page) => page.data.activity)
  if (items.length === 0)
    return (
      <Empty>Nothing has been transferred to you yet. Give your account ID to the sender.</Empty>
    )
  return (
    <>
      <ActivityList items={items} />
      <LoadMore {...more} />
    </>
  )
}
