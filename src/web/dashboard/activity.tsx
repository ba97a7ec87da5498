import { Link, useSearchParams } from 'react-router'
import { activityCsvPath } from '../api/activity.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Empty, LoadProblem, Waiting } from '../ui/states.tsx'
import { choiceOf, chosenIn, withChosen, type Chosen } from './activity-choice.ts'
import { ActivityFeed } from './activity-feed.tsx'
import { ActivityFilter } from './activity-filter.tsx'
import { useActivityRows } from './activity-rows.ts'
import { PageHead } from './page-head.tsx'
import { Statements } from './statements.tsx'
import { titled } from '../seo.ts'

export const meta = titled('Activity')

export default function Activity() {
  const [query, setQuery] = useSearchParams()
  const chosen = chosenIn(query)
  const choose = (name: keyof Chosen, value: string) => setQuery(withChosen(query, name, value), { preventScrollReset: true })
  return (
    <>
      <PageHead title="Activity">
        <LinkButton href={activityCsvPath(choiceOf(chosen))} variant="default" download>Export as CSV</LinkButton>
      </PageHead>
      <Sheet label="Activity">
        <ActivityFilter chosen={chosen} onChoose={choose} />
        <Statements />
        <List chosen={chosen} />
      </Sheet>
    </>
  )
}

function List({ chosen }: { chosen: Chosen }) {
  const choice = choiceOf(chosen)
  const place = JSON.stringify(choice)
  const { rows, past: { error, hasNextPage, isFetching, fetchNextPage, refetch } } = useActivityRows(choice)
  const problem = error && `Error loading activity: ${failureText(error, 'Unknown error')}`
  if (problem && !rows) return <LoadProblem title={problem} status={statusOf(error)} onRetry={refetch} busy={isFetching} />
  if (!rows) return <Waiting rows={6} />
  if (rows.length === 0) return <NothingYet filtered={place !== '{}'} />
  return (
    <>
      <ActivityFeed key={place} placeKey={place} items={rows} more={hasNextPage} busy={isFetching} onMore={() => !problem && void fetchNextPage()} />
      {problem && <LoadProblem title={problem} status={statusOf(error)} onRetry={fetchNextPage} busy={isFetching} />}
    </>
  )
}

function NothingYet({ filtered }: { filtered: boolean }) {
  if (filtered) return <Empty action={<Link to="/dashboard/activity">Show everything</Link>}>Nothing of this kind has happened in these days.</Empty>
  return <Empty action={<Link to="/dashboard/fundaccount">Fund your account</Link>}>Nothing has happened yet. It begins with a deposit.</Empty>
}
