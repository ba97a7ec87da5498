/** A forgotten password: asked for by anybody, answered by mail, redeemed once. */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { Policy } from '../../platform/policy.ts'
import { signedId } from '../../platform/signed.ts'
import type { FirmFacts, HouseDesk } from '../house-desk.ts'
import type { Limits } from './limits.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { changeSecurity } from './security-change.ts'

const validFor = '1 hour'

/**
 * Writes down that somebody asked, and nothing else: the same for whoever is known here and whoever isn't, so that
 * neither the reply nor its time tells. Beyond the limit of an account nothing is written, and the reply is the same.
 */
export async function askForReset(pool: Pool, limits: Limits, email: string, address: string): Promise<void> {
  await limits.beforeReset(address)
  if (await limits.mayMailReset(email)) await pool.query('insert into auth.reset_requests (email) values ($1)', [email])
}

/**
 * Answers who asked: a link for each account that there is, which replaces the one before. The sign-ins of the
 * demonstration can't be given another password. Answers how many had asked.
 */
export async function answerResetRequests(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ asked: number }>(
    `with taken as (
       delete from auth.reset_requests where id in (select id from auth.reset_requests order by id limit 50 for update skip locked) returning email),
     known as (
       select distinct p.id from taken join auth.persons p using (email) left join owners o on o.id = p.id
        where coalesce(o.status <> 'closed' and not o.fixed, true)),
     link as (
       insert into auth.links (id, person_id, use, expires_at) select gen_random_uuid(), id, 'reset-password', clock_timestamp() + interval '${validFor}' from known
       on conflict (person_id, use) do update set id = excluded.id, expires_at = excluded.expires_at returning id, person_id),
     mail as (
       insert into outbox (owner_id, template, "values") select person_id, 'reset-password', jsonb_build_object('link', id) from link)
     select count(*)::int as asked from taken`)
  return rows[0]!.asked
}

type Parts = { pool: Pool; desk: HouseDesk; policy: Policy; secret: string; firm: Pick<FirmFacts, 'name'> }

/** Sets the password by a link, once; of many at the same time, one. Throws `link_ended`, or what is wrong with the password. */
export async function resetPassword(parts: Parts, signed: string, password: string): Promise<void> {
  const { pool, policy, secret, firm } = parts
  const id = signedId(secret, 'reset-password', signed)
  const { rows } = await pool.query<{ person: string; email: string; fullName: string }>(
    `select p.id as person, p.email, p.full_name as "fullName" from auth.links l join auth.persons p on p.id = l.person_id
      where l.id = $1 and l.use = 'reset-password' and l.expires_at > clock_timestamp()`, [id])
  if (!rows[0]) throw new ProblemError('link_ended')
  const { person, ...known } = rows[0]
  checkNewPassword(password, policy, { firm: firm.name, ...known }, 'newPassword')
  const hash = await hashPassword(password)
  await changeSecurity(parts, { person, change: 'password-reset', keep: null }, async (client) => {
    const { rowCount } = await client.query('delete from auth.links where id = $1 and expires_at > clock_timestamp()', [id])
    if (rowCount !== 1) throw new ProblemError('link_ended')
    await client.query('update auth.passwords set hash = $2, changed_at = clock_timestamp() where person_id = $1', [person, hash])
  })
}
