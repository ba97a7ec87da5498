/**
 * Links that are mailed on request: written down first, and answered by a loop. Those who asked before an email
 * or a password changed get none, and a link that was mailed before is dead: the database sees to it (`db/migrations/005-sign-in.sql`), and
 * making a link locks the person's row meanwhile.
 */
import type { Pool, PoolClient } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { inTransaction } from '../../platform/database.ts'
import type { MacKeys } from '../../platform/mac.ts'
import { openMailedLink } from './mailed-links.ts'

export type LinkUse = 'reset-password' | 'known-browser' | 'verify-email'

const validFor: Record<LinkUse, string> = {
  'reset-password': '1 hour',
  'known-browser': '1 day',
  'verify-email': '7 days',
}

/** The same for an email that nobody has. */
export async function askForLink(pool: Pool, use: LinkUse, email: string): Promise<void> {
  await pool.query('insert into auth.link_requests (email, use) values ($1, $2)', [email, use])
}

/** Makes a link of the person `$1` for the use `$2`, valid for `$3`. */
const linkText = `
    insert into auth.links (id, person_id, use, expires_at) values (gen_random_uuid(), $1, $2, clock_timestamp() + $3::interval)
    on conflict (person_id, use) do update set id = excluded.id, expires_at = excluded.expires_at returning id, person_id`

// Taken here, under the person's lock: another loop finds nothing left. The sign-ins of the demonstration get none,
// since everybody reads the outbox there; nor does who has nothing left to verify.
const answerText = `
  with taken as (
    delete from auth.link_requests request using auth.persons person where person.id = $1 and request.email = person.email and request.use = $2 returning request.id),
  known as (
    select person.id from auth.persons person left join owners owner on owner.id = person.id
     where person.id = $1 and exists (select from taken) and coalesce(owner.status <> 'closed' and not owner.fixed and not ($2 = 'verify-email' and owner.email_verified), true)),
  link as (
    insert into auth.links (id, person_id, use, expires_at) select gen_random_uuid(), id, $2, clock_timestamp() + $3::interval from known
    on conflict (person_id, use) do update set id = excluded.id, expires_at = excluded.expires_at returning id, person_id)
  insert into outbox (owner_id, template, "values") select person_id, $2, jsonb_build_object('link', id) from link`

/** A new link, in a mail that nobody asked for. It replaces the one before. The person's row must be locked. */
export async function mailLink(
  client: PoolClient,
  person: string,
  use: LinkUse,
  {
    template,
    values,
    worksFor = validFor[use],
  }: { template: string; values: Record<string, string>; worksFor?: string },
): Promise<void> {
  await client.query(
    `with link as (${linkText})
      insert into outbox (owner_id, template, "values") select person_id, $4, $5::jsonb || jsonb_build_object('link', id) from link`,
    [person, use, worksFor, template, values],
  )
}

async function answer(pool: Pool, person: string, use: LinkUse): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select from auth.persons where id = $1 for no key update', [person])
    await client.query(answerText, [person, use, validFor[use]])
  })
}

/** Answers who asked: a link for each account that there is, which replaces the one before. Answers how many had asked. */
export async function answerLinkRequests(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: bigint; use: LinkUse; person: string | null }>(
    `select request.id, request.use, person.id as person from (select * from auth.link_requests order by id limit 50) request left join auth.persons person using (email) order by request.id`,
  )
  const strangers = rows.filter(({ person }) => person === null)
  if (strangers.length > 0)
    await pool.query('delete from auth.link_requests where id = any ($1)', [
      strangers.map(({ id }) => id),
    ])
  const known = new Map(
    rows.flatMap(({ person, use }) =>
      person === null ? [] : [[`${person} ${use}`, { person, use }]],
    ),
  )
  for (const { person, use } of known.values()) await answer(pool, person, use)
  return rows.length
}

export type Link = { id: string; person: string; email: string; fullName: string }

/** The link that was mailed, and to whom. Throws `link_ended`; whoever uses it deletes it, once. */
export async function findLink(
  parts: { pool: Pool; secret: string; macKeys: MacKeys },
  use: LinkUse,
  signed: string,
): Promise<Link> {
  const { id = null, person = null } = (await openMailedLink(parts, use, signed)) ?? {}
  const { rows } = await parts.pool.query<Link>(
    `select link.id, person.id as person, person.email, person.full_name as "fullName" from auth.links link join auth.persons person on person.id = link.person_id
      where link.id = $1 and link.person_id = $2 and link.use = $3 and link.expires_at > clock_timestamp()`,
    [id, person, use],
  )
  if (!rows[0]) throw new ProblemError('link_ended')
  return rows[0]
}
