import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { failureText, statusOf } from '../../api/failure.ts'
import { buttonLook } from '../../ui/link-button.tsx'
import { Empty, LoadProblem, Waiting } from '../../ui/states.tsx'
import type { Carrier } from './words.ts'

type OpenedProps<O> = {
  what: Carrier
  /** Where all of them stand. */
  all: string
  query: {
    currentData?: { data: O } | undefined
    error?: unknown
    isFetching: boolean
    refetch(): unknown
  }
  children(open: O): ReactNode
}

/** There is no such one, or the address can't be any one's. */
const isUnknown = (error: unknown) => [400, 404].includes(Number(statusOf(error)))

/** One batch or list, as soon as it is there. */
export function Opened<O>({ what, all, query, children }: OpenedProps<O>) {
  const { currentData, error, isFetching, refetch } = query
  if (currentData) return children(currentData.data)
  if (isUnknown(error))
    return (
      <Empty
        action={
          <Link {...buttonLook('default')} to={all}>
            See all {what === 'batch' ? 'batches' : 'lists'}
          </Link>
        }
      >
        There is no {what} at this address. It may have been copied incompletely. Nothing was
        changed.
      </Empty>
    )
  if (error)
    return (
      <LoadProblem
        title={`Error loading the ${what}: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  return <Waiting rows={6} />
}
