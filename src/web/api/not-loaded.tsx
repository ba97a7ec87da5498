/** What stands where an answer would while there is none: that it is being asked for, or why it can't be had. */
import { LoadProblem, Waiting } from '../ui/states.tsx'
import { failureText, statusOf } from './failure.ts'

/** As the hook of a call has it. */
export type Answer = {
  error?: unknown
  isFetching: boolean
  refetch(): unknown
  /** Of lists: whether it was the next page that couldn't be had. */
  isFetchNextPageError?: boolean
  fetchNextPage?(): unknown
}

/** `what`: as in “Error loading the requests”. */
export function LoadFailed({ what, error, isFetching, ...answer }: Answer & { what: string }) {
  const { isFetchNextPageError, fetchNextPage, refetch } = answer
  return (
    <LoadProblem
      title={`Error loading ${what}: ${failureText(error, 'Unknown error')}`}
      status={statusOf(error)}
      onRetry={(isFetchNextPageError && fetchNextPage) || refetch}
      busy={isFetching}
    />
  )
}

type NotLoadedProps = Answer & { what: string; rows?: number }

/** `rows`: of how many lines one waits, as `Waiting` has it. */
export const NotLoaded = ({ rows = 3, ...answer }: NotLoadedProps) =>
  answer.error ? <LoadFailed {...answer} /> : <Waiting rows={rows} />
