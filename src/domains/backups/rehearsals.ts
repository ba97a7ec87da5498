/** Backups that were restored and checked. Only the database's owner writes them: `npm run backup:rehearse`. */
import type { Database } from '../../platform/database.ts'
import type { Instant } from '../../lib/instant.ts'

/** When the last one ended; null: there was none. */
export async function lastRehearsal(db: Database): Promise<Instant | null> {
  const { rows } = await db.query<{ at: Instant | null }>({
    name: 'backups.last',
    text: 'select max(ended_at) as at from backup_rehearsals',
  })
  return rows[0]!.at
}
