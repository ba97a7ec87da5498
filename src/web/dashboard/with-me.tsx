import type { ReactNode } from 'react'
import type { User } from '../../contract/user.ts'
import { useMeQuery } from '../api/identity.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { LoadProblem, Waiting } from '../ui/states.tsx'

/** The signed-in user's own figures, or what stands there until they are known. */
export function WithMe({ children }: { children(me: User): ReactNode }) {
  const { data, error, isFetching, refetch } = useMeQuery()
  if (data) return children(data.data.user)
  if (error)
    return (
      <LoadProblem
        title={`Error loading data: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  return <Waiting />
}
