/** Authenticator apps: codes by time, RFC 6238 with the numbers that every app takes: SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from 'otpauth'
import type { Pool, PoolClient } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { seal, unseal } from '../../platform/sealed.ts'

const periodSeconds = 30
/** A code of the step before or after counts too: clocks differ (RFC 6238, 5.2 allows one). */
const steps = 1

export function appOf(secret: Secret): TOTP {
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: periodSeconds })
}

/** So long a secret that was begun is shown again, in the session that began it and in no other. */
const resumedWithin = "interval '10 minutes'"

type Beginner = { id: string; session: string }

/** The secret that this session has begun lately: an app that has scanned it stays right when the page is loaded again. */
async function begunBefore(pool: Pool, key: string, person: Beginner): Promise<Secret | null> {
  const { rows } = await pool.query<{ secret: Buffer }>(
    `select secret from auth.authenticator_apps where person_id = $1 and begun_in = $2
       and confirmed_at is null and begun_at > clock_timestamp() - ${resumedWithin}`,
    [person.id, person.session],
  )
  const bytes = rows[0] && unseal(key, person.id, rows[0].secret)
  return bytes ? new Secret({ buffer: Uint8Array.from(bytes).buffer }) : null
}

/** Begins with a secret that isn't confirmed yet, or goes on with it. Throws when there is a confirmed app: that has to be removed first. */
export async function beginApp(pool: Pool, key: string, person: Beginner): Promise<Secret> {
  const before = await begunBefore(pool, key, person)
  if (before) return before
  const secret = new Secret({ size: 20 })
  const { rowCount } = await pool.query(
    `insert into auth.authenticator_apps (person_id, secret, begun_in) values ($1, $2, $3)
     on conflict (person_id) do update set secret = excluded.secret, last_step = 0, begun_at = clock_timestamp(), begun_in = excluded.begun_in
       where authenticator_apps.confirmed_at is null`,
    [person.id, seal(key, person.id, Buffer.from(secret.bytes)), person.session],
  )
  if (rowCount !== 1) throw new ProblemError('factor_there')
  return secret
}

/** The step of 30 seconds whose code this is, or null. `nowMs` is wall time. */
function stepOf(
  sealed: Buffer,
  secrets: readonly string[],
  person: string,
  code: string,
  nowMs: number,
): number | null {
  const bytes = secrets
    .map((secret) => unseal(secret, person, sealed))
    .find((opened) => opened !== null)
  if (!bytes) return null
  const off = appOf(new Secret({ buffer: Uint8Array.from(bytes).buffer })).validate({
    token: code,
    timestamp: nowMs,
    window: steps,
  })
  return off === null ? null : Math.floor(nowMs / 1000 / periodSeconds) + off
}

/**
 * Whether this is a code of the person's app, confirmed or just begun. A code, and every one before it, counts once: of
 * twenty that come at once, the database lets one through. `secrets` are those that it may be sealed by.
 */
export async function takeAppCode(
  db: Pool | PoolClient,
  secrets: readonly string[],
  person: string,
  code: string,
  which: 'confirmed' | 'begun',
): Promise<boolean> {
  const { rows } = await db.query<{ secret: Buffer; now: number }>(
    `select secret, (extract(epoch from clock_timestamp()) * 1000)::float8 as now from auth.authenticator_apps
      where person_id = $1 and (confirmed_at is not null) = $2`,
    [person, which === 'confirmed'],
  )
  const step = rows[0] ? stepOf(rows[0].secret, secrets, person, code, rows[0].now) : null
  if (step === null) return false
  const { rowCount } = await db.query(
    `update auth.authenticator_apps set last_step = $2, confirmed_at = coalesce(confirmed_at, clock_timestamp())
      where person_id = $1 and last_step < $2 and secret = $3`,
    [person, step, rows[0]!.secret],
  )
  return rowCount === 1
}
