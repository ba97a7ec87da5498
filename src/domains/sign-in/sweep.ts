import type { Pool } from 'pg'

/** What ended long ago, in portions that hold nobody up. The time is a query of its own, asked once: only so is it good for an index. */
const sweeps = [
  `with old as (select kind, subject from auth.attempts where forgotten_at < (select clock_timestamp()) limit 1000 for update skip locked)
   delete from auth.attempts a using old where a.kind = old.kind and a.subject = old.subject`,
  `with old as (select id from auth.sessions where expires_at < (select clock_timestamp()) limit 1000 for update skip locked)
   delete from auth.sessions s using old where s.id = old.id`,
  `with old as (select id from auth.challenges where expires_at < (select clock_timestamp()) limit 1000 for update skip locked)
   delete from auth.challenges c using old where c.id = old.id`,
  `with old as (select id from auth.links where expires_at < (select clock_timestamp()) limit 1000 for update skip locked)
   delete from auth.links l using old where l.id = old.id`,
  // Longer than anybody may be told or undo: the longest hold that can be set.
  `with old as (select id from auth.added_factors where added_at < clock_timestamp() - interval '1000 hours' limit 1000 for update skip locked)
   delete from auth.added_factors f using old where f.id = old.id`,
  `with old as (select person_id, email from auth.earlier_emails where replaced_at < clock_timestamp() - interval '1000 hours' limit 1000 for update skip locked)
   delete from auth.earlier_emails e using old where e.person_id = old.person_id and e.email = old.email`,
]

/** Removes counters, sessions, begun ceremonies, links and earlier addresses that count for nothing any more. */
export async function sweepEnded(pool: Pool): Promise<void> {
  for (const text of sweeps) await pool.query(text)
}
