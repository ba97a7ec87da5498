/** Why a session ended: kept when its row goes, and told to whoever still presents it. */
import type { Pool } from 'pg'
import type { Refusal } from '../../contract/problems.ts'
import type { SessionEnd } from '../../contract/session-end.ts'
import { durationInWords } from '../../lib/duration.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { Policy } from '../../platform/policy.ts'
import { tokenOf } from './credential.ts'
import { limitValues, sessionIsLive } from './session.ts'
import { isTokenOf } from './session-token.ts'

/** A statement that ends the sessions `where`, and keeps why: an expression that may name the columns of the session. */
export const endingText = (where: string, why: string): string => `
  with gone as (delete from auth.sessions session where ${where} returning token, person_id, expires_at, ${why} as why)
  insert into auth.ended_sessions (token, person_id, expires_at, why)
  select token, person_id, expires_at, why from gone on conflict do nothing`

// A row that is there still, and not let in, has ended by itself; a role that no command gave is none of these.
const whyText = `
  select ended.person_id as person, ended.why, null as role from auth.ended_sessions ended where ended.token = $1
  union all
  select session.person_id, case when session.created_at > clock_timestamp() - (case owner.role when 'user' then $3::float8 else $5 end) * interval '1 millisecond' then 'unused' else 'too-old' end, owner.role
    from auth.sessions session join owners owner on owner.id = session.person_id
   where session.token = $1 and owner.status <> 'closed' and not (${sessionIsLive})`

type Ended = { person: string; why: SessionEnd; role: string | null }

const reasons: Record<Exclude<SessionEnd, 'unused' | 'too-old'>, string> = {
  'ended-by-owner': 'it was ended from another browser where you are logged in',
  'settings-saved': 'your settings were saved in another browser, which ends all other sign-ins',
  'password-changed': 'your password was changed',
  'password-reset': 'your password was reset by a link in an email',
  'factor-changed': 'how you prove that it is you was changed',
  'email-changed': 'your email address was changed',
  'email-confirmed': 'the email address of the account was confirmed',
  'ended-by-staff': 'our staff ended all your sign-ins; your activity says who and when',
  frozen: 'your account was frozen',
  'role-changed': 'your role was changed',
}

function reasonOf({ why, role }: Ended, { session }: Pick<Policy, 'session'>): string {
  const limits = role === 'user' ? session.user : session.staff
  if (why === 'unused') return `it was not used for ${durationInWords(limits.idleMs)}`
  if (why === 'too-old') return `a sign-in lasts ${durationInWords(limits.absoluteMs)} at most`
  return reasons[why]
}

type Parts = { pool: Pool; policy: Policy; secret: string; macKeys: MacKeys }

/**
 * What a credential is refused with that this server signed and that is let in no more; null where nothing is known of it.
 * One that was forged, or renewed meanwhile, reads no more than a visitor: neither has a row here.
 */
export async function refusalOfEnded(parts: Parts, credential: string): Promise<Refusal | null> {
  const { pool, policy, secret, macKeys } = parts
  const token = tokenOf(secret, credential)
  if (token === null) return null
  const { rows } = await pool.query<Ended>({
    name: 'sign-in.why-ended',
    text: whyText,
    values: [token, ...limitValues(policy)],
  })
  const ended = rows[0]
  if (!ended || !isTokenOf(macKeys, token, ended.person)) return null
  return {
    code: 'not_signed_in',
    message: `You were signed out because ${reasonOf(ended, policy)}. Please log in.`,
    ended: ended.why,
  }
}
