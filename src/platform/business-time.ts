import type { Instant } from '../lib/instant.ts'
import type { Database } from './database.ts'

/** Which moment it is by the business clock, which a demonstration may have moved. */
export async function readBusinessNow(db: Database): Promise<Instant> {
  const { rows } = await db.query<{ now: Instant }>({
    name: 'business-now',
    text: 'select business_now() as now',
  })
  return rows[0]!.now
}
