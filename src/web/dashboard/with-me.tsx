import type { ReactNode } from 'react'
import type { User } from '../../contract/user.ts'
import { useMeQuery } from '../api/identity.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { LoadProblem, Waiting } from '../ui/states.tsx'

/** The signed-in user's own figures, or what stands there until they are known. */
export function WithMe({ children }: { children(me: User): ReactNode }) {
  // Pages that stand are not drawn anew because the same figures are asked for again.
  const { data, error, busy, refetch } = useMeQuery(undefined, {
    selectFromResult: ({ data, error, isFetching }) => ({
      data,
      error,
      busy: data === undefined && isFetching,
    }),
  })
  if (data) return children(data.data.user)
  if (error)
    return (
      <LoadProblem
        title={`Error loading data: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={busy}
      />
    )
  return <Waiting />
}
