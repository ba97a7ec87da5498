import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isUnknown } from '../../api/failure.ts'
import { NotLoaded, type Answer } from '../../api/not-loaded.tsx'
import { buttonLook } from '../../ui/link-button.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Carrier } from './words.ts'

type OpenedProps<O> = {
  what: Carrier
  /** Where all of them stand. */
  all: string
  query: Answer & { currentData?: { data: O } | undefined }
  children(open: O): ReactNode
}

/** One batch or list, as soon as it is there. */
export function Opened<O>({ what, all, query, children }: OpenedProps<O>) {
  const { currentData, ...answer } = query
  if (currentData) return children(currentData.data)
  if (isUnknown(answer.error))
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
  return <NotLoaded what={`the ${what}`} rows={6} {...answer} />
}
