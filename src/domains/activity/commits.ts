/** What has been committed lately, read from the journal: nothing is asked of who commits, and any server's are seen. */
import type { Pool } from 'pg'
import { firm } from '../../ledger/core/chart.ts'
import { firstIdAt } from '../../platform/ids.ts'

/** `at` is the database's wall time. Which request and whose account it was about; null where it was about none. */
export type Commit = { id: string; at: number; withdrawal: string | null; user: string | null }

/** More than anybody reads one by one. */
export const maxCommits = 1_000

const columns = `id, (extract(epoch from recorded_at) * 1000)::float8 as at, nullif(subject, $4) as user,
    case when kind = 'RequestWithdrawal' then id::text else input ->> 'withdrawal' end as withdrawal`

// Most ids sort by the time they were made. The others have an index of their own, which their sixth byte chooses; it is
// read from one moment on, so not by a clock that goes on within the statement.
const text = `
  (select ${columns} from desk.commands where id between $1 and $2 and outcome = 'done' order by id desc limit $3)
  union all
  (select ${columns} from desk.commands where get_byte(uuid_send(id), 6) not between 112 and 127
     and recorded_at > statement_timestamp() - $5 * interval '1 millisecond' and outcome = 'done' order by recorded_at desc limit $3)`

/**
 * The latest commands that changed something; where there are `maxCommits` or more, not all of them. The clocks of the
 * servers that make ids may be ahead by `aheadMs`.
 */
export async function readCommits(
  pool: Pool,
  { backMs, aheadMs }: { backMs: number; aheadMs: number },
): Promise<Commit[]> {
  const now = Date.now()
  const { rows } = await pool.query<Commit>({
    name: 'activity.commits',
    text,
    values: [firstIdAt(now - backMs), firstIdAt(now + aheadMs), maxCommits, firm, backMs],
  })
  return rows
}
