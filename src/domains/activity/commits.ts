/** What has been committed lately, read from the journal: nothing is asked of who commits, and any server's are seen. */
import type { Pool } from 'pg'
import { firm } from '../../ledger/core/chart.ts'
import { firstIdAt } from '../../platform/ids.ts'

/** `at` is the database's wall time. Which request and whose account it was about; null where it was about none. */
export type Commit = { id: string; at: number; withdrawal: string | null; user: string | null }

/** More than anybody reads one by one. */
export const maxCommits = 1_000

const text = `
  select id, (extract(epoch from recorded_at) * 1000)::float8 as at, nullif(subject, $4) as user,
    case when kind = 'RequestWithdrawal' then id::text else input ->> 'withdrawal' end as withdrawal
   from desk.commands where id between $1 and $2 and outcome = 'done' order by id desc limit $3`

/**
 * The latest commands that changed something, up to `maxCommits`, oldest first. Ids sort by the time they were made, so
 * this reads the end of the primary key; the clocks of the servers that make them may differ by `aheadMs`.
 */
export async function readCommits(
  pool: Pool,
  { backMs, aheadMs }: { backMs: number; aheadMs: number },
): Promise<Commit[]> {
  const now = Date.now()
  const { rows } = await pool.query<Commit>({
    name: 'activity.commits',
    text,
    values: [firstIdAt(now - backMs), firstIdAt(now + aheadMs), maxCommits, firm],
  })
  return rows.toReversed()
}
