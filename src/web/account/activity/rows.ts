/** The rows of the activity list: the past as far as it has been read, and in front of it what has happened since. */
import { useEffect, useMemo } from 'react'
import type { ActivityItem } from '../../../contract/activity.ts'
import {
  useActivityInfiniteQuery,
  useActivityPastInfiniteQuery,
  type ActivityChoice,
} from '../../api/activity.ts'
import { useWhose } from '../whose.ts'

type Pages = { pages: { data: { activity: ActivityItem[] } }[] } | undefined

const itemsOf = (data: Pages) => data?.pages.flatMap(({ data: { activity } }) => activity)

// Coming back shows what was there, at once and in its place; what is new is asked for apart.
const asItWas = {
  refetchOnMountOrArgChange: false,
  refetchOnFocus: false,
  refetchOnReconnect: false,
}

export function useActivityRows(choice: ActivityChoice) {
  const { userId } = useWhose()
  const past = useActivityPastInfiniteQuery({ ...choice, userId }, asItWas)
  const read = useMemo(() => itemsOf(past.currentData), [past.currentData])
  const since = useActivityInfiniteQuery({ ...choice, userId }, { skip: read === undefined })
  const latest = useMemo(() => itemsOf(since.currentData), [since.currentData])
  const rows = useMemo(() => joined(latest, read), [latest, read])
  useReachingBack(since, latest !== undefined && read !== undefined && !meets(latest, read))
  return { rows, past }
}

/** More may have happened since than one page holds: then the next one is asked for, until they meet what was read. */
function useReachingBack(
  { hasNextPage, isFetching, isError, fetchNextPage }: ReturnType<typeof useActivityInfiniteQuery>,
  isApart: boolean,
) {
  useEffect(() => {
    if (isApart && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isApart, hasNextPage, isFetching, isError, fetchNextPage])
}

const meets = (latest: readonly ActivityItem[], past: readonly ActivityItem[]) =>
  past.length > 0 && latest.some(({ id }) => id === past[0]!.id)

/** What is new is shown once it meets what was read, so that nothing in between is ever missing. */
function joined(
  latest: ActivityItem[] | undefined,
  past: ActivityItem[] | undefined,
): ActivityItem[] | undefined {
  if (past === undefined || latest === undefined || latest.length === 0) return past
  if (past.length === 0) return latest
  const at = latest.findIndex(({ id }) => id === past[0]!.id)
  return at > 0 ? [...latest.slice(0, at), ...past] : past
}
