import type { ReactNode } from 'react'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { Waiting } from '../../ui/states.tsx'
import { choiceOf, type Chosen } from './choice.ts'
import { ActivityFeed } from './feed.tsx'
import { useActivityRows } from './rows.ts'
import styles from './list.module.css'
import { useWhose } from '../whose.ts'

/** Everything that has happened, as far as it is chosen; one's own, or a user's. */
export function WholeActivity({ chosen, nothing }: { chosen: Chosen; nothing: ReactNode }) {
  const { userId } = useWhose()
  const choice = choiceOf(chosen)
  const place = JSON.stringify({ ...choice, userId })
  const { rows, past } = useActivityRows(choice)
  const problem = past.error && <LoadFailed what="activity" {...past} />
  if (!rows) return problem ?? <Waiting rows={6} />
  if (rows.length === 0) return nothing
  return (
    <>
      <ActivityFeed
        key={place}
        placeKey={place}
        items={rows}
        choice={choice}
        more={past.hasNextPage}
        busy={past.isFetching}
        onMore={() => !problem && void past.fetchNextPage()}
      />
      {past.hasNextPage && (
        <p className={`caption ${styles.printed}`}>
          These are the {rows.length.toLocaleString('en-US')} latest entries, those that were
          loaded. The CSV export and the monthly statements contain all of them.
        </p>
      )}
      {problem}
    </>
  )
}
