import type { Pool } from 'pg'

/** What ended long ago, in portions that hold nobody up. */
const sweeps = [
  `with old as (select kind, subject from auth.attempts where forgotten_at < clock_timestamp() limit 1000 for update skip locked)
   delete from auth.attempts a using old where a.kind = old.kind and a.subject = old.subject`,
  `with old as (select id from auth.sessions where expires_at < clock_timestamp() limit 1000 for update skip locked)
   delete from auth.sessions s using old where s.id = old.id`,
  `with old as (select id from auth.challenges where expires_at < clock_timestamp() limit 1000 for update skip locked)
   delete from auth.challenges c using old where c.id = old.id`,
  `with old as (select id from auth.links where expires_at < clock_timestamp() limit 1000 for update skip locked)
   delete from auth.links l using old where l.id = old.id`,
]

/** Removes counters, sessions, begun ceremonies and links that count for nothing any more. */
export async function sweepEnded(pool: Pool): Promise<void> {
  for (const text of sweeps) await pool.query(text)
}
