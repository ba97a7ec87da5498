import type { ReactNode } from 'react'
import type { User } from '../../contract/user.ts'
import { useMeQuery } from '../api/identity.ts'
import { NotLoaded } from '../api/not-loaded.tsx'

/** The signed-in user's own figures, or what stands there until they are known. */
export function WithMe({ children }: { children(me: User): ReactNode }) {
  // Pages that stand are not drawn anew because the same figures are asked for again.
  const { data, ...answer } = useMeQuery(undefined, {
    selectFromResult: ({ data, error, isFetching }) => ({
      data,
      error,
      isFetching: data === undefined && isFetching,
    }),
  })
  if (data) return children(data.data.user)
  return <NotLoaded what="data" {...answer} />
}
