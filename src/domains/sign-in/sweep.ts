import type { Pool } from 'pg'
import type { Database } from '../../platform/database.ts'
import { hasEnded, readEnding, wallClock } from '../../platform/ending.ts'

/** What ended long ago, in portions that hold nobody up. The time is a query of its own, asked once: only so is it good for an index. */
const sweeps = [
  `with old as (select kind, subject from auth.attempts where forgotten_at < (select clock_timestamp()) limit 1000 for update skip locked)
   delete from auth.attempts attempt using old where attempt.kind = old.kind and attempt.subject = old.subject`,
  `with old as (select id from auth.sessions where ${hasEnded('expires_at', wallClock)} limit 1000 for update skip locked)
   delete from auth.sessions session using old where session.id = old.id`,
  // Nobody but the sweep deletes these one by one, and no grant lets it lock them.
  `with old as (select token from auth.ended_sessions where expires_at < (select clock_timestamp()) order by expires_at, token limit 1000)
   delete from auth.ended_sessions ended using old where ended.token = old.token`,
  `with old as (select id from auth.challenges where expires_at < (select clock_timestamp()) limit 1000 for update skip locked)
   delete from auth.challenges challenge using old where challenge.id = old.id`,
  `with old as (select id from auth.links where expires_at < (select clock_timestamp()) limit 1000 for update skip locked)
   delete from auth.links link using old where link.id = old.id`,
  // Longer than anybody may be told or undo: the longest hold that can be set.
  `with old as (select id from auth.added_factors where added_at < clock_timestamp() - interval '1000 hours' limit 1000 for update skip locked)
   delete from auth.added_factors factor using old where factor.id = old.id`,
  `with old as (select person_id, email from auth.earlier_emails where replaced_at < clock_timestamp() - interval '1000 hours' limit 1000 for update skip locked)
   delete from auth.earlier_emails earlier using old where earlier.person_id = old.person_id and earlier.email = old.email`,
  // Addresses of people who were invited and never came: a week after the invitation could have been used.
  `with old as (select id from auth.staff_invitations where owner_id is null and expires_at < clock_timestamp() - interval '7 days' limit 1000 for update skip locked)
   delete from auth.staff_invitations invitation using old where invitation.id = old.id`,
]

/** Removes counters, sessions, begun ceremonies, links, earlier addresses and invitations that count for nothing any more. */
export async function sweepEnded(pool: Pool): Promise<void> {
  for (const text of sweeps) await pool.query(text)
}

/** How many sessions there are, and which of them `sweepEnded` removes next. */
export const readSessionsEnding = (db: Database) =>
  readEnding(db, {
    name: 'sign-in.sessions-ending',
    from: 'auth.sessions',
    until: 'expires_at',
    clock: wallClock,
  })
