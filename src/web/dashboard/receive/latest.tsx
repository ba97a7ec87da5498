import { useActivityInfiniteQuery } from '../../api/activity.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { ActivityList } from '../../account/activity/list.tsx'

export function LatestReceived() {
  return (
    <Sheet title="Recently received">
      <Received />
    </Sheet>
  )
}

function Received() {
  const { data, ...answer } = useActivityInfiniteQuery({
    kind: 'transfer-received',
    limit: '10',
  })
  if (!data) return <NotLoaded what="transfers" {...answer} />
  const items = data.pages.flatMap((page) => page.data.activity)
  if (items.length === 0)
    return (
      <Empty>Nothing has been transferred to you yet. Give your account ID to the sender.</Empty>
    )
  return (
    <>
      <ActivityList items={items} />
      <LoadMore {...answer} />
    </>
  )
}
