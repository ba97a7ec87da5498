/** How many mails wait to be sent, and since when: for what watches the house. */
import type { Database } from '../database.ts'

/** By wall time: for how long the oldest waits; 0 where none does. */
export async function readWaitingMails(db: Database): Promise<{ count: bigint; oldestMs: number }> {
  const { rows } = await db.query<{ count: bigint; oldestMs: number }>({
    name: 'outbox.waiting',
    text: `select count(*), greatest(coalesce(extract(epoch from clock_timestamp() - min(created_at)) * 1000, 0), 0)::float8 as "oldestMs" from outbox where state = 'waiting'`,
  })
  return rows[0]!
}

/** How many of one template wait. */
export async function countWaitingOf(db: Database, template: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'outbox.waiting-of',
    text: `select count(*)::int as count from outbox where state = 'waiting' and template = $1`,
    values: [template],
  })
  return rows[0]!.count
}
