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

/** Mails to all people that may wait at a time: a mail of somebody's own, such as one that warns them, waits behind these alone. */
const bulkMailsWaiting = 200

/**
 * How many more mails to all people may be written now. Those that were tried already don't count: a mailbox that refuses them for
 * hours keeps nobody else from theirs.
 */
export async function roomForMails(db: Database, templates: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'outbox.waiting-of',
    text: `select count(*)::int as count from outbox where state = 'waiting' and attempts = 0 and template = any ($1)`,
    values: [templates],
  })
  return bulkMailsWaiting - rows[0]!.count
}
