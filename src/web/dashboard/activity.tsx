import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useActivityInfiniteQuery } from '../api/activity.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Empty, LoadProblem, Waiting } from '../ui/states.tsx'
import { ActivityList } from './activity-list.tsx'
import { activityKinds } from './activity-kinds.ts'
import { PageHead } from './page-head.tsx'
import { titled } from '../seo.ts'

export const meta = titled('Activity')

export default function Activity() {
  const [kind, setKind] = useState('')
  return (
    <>
      <PageHead title="Activity">
        <NativeSelect aria-label="Show" value={kind} onChange={(event) => setKind(event.currentTarget.value)} data={activityKinds} />
      </PageHead>
      <Sheet label="Activity"><List kind={kind} /></Sheet>
    </>
  )
}

function List({ kind }: { kind: string }) {
  const { currentData: data, error, refetch, ...more } = useActivityInfiniteQuery(kind ? { kind } : {})
  if (error && !data) return <LoadProblem title={`Error loading activity: ${failureText(error, 'Unknown error')}`} status={statusOf(error)} onRetry={refetch} />
  if (!data) return <Waiting rows={6} />
  const items = data.pages.flatMap((page) => page.data.activity)
  if (items.length === 0) return <NothingYet filtered={kind !== ''} />
  return (
    <>
      <ActivityList items={items} whole />
      <LoadMore {...more} />
    </>
  )
}

function NothingYet({ filtered }: { filtered: boolean }) {
  if (filtered) return <Empty>Nothing of this kind has happened. Choose “Everything” to see the rest.</Empty>
  return <Empty action={<Link to="/dashboard/fundaccount">Fund your account</Link>}>Nothing has happened yet. It begins with a deposit.</Empty>
}
