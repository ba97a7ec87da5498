/** Sessions as rows: begun, renewed, listed and ended. Reading the one of a request is session.ts. */
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Session } from '../../contract/security.ts'
import type { SessionEnd } from '../../contract/session-end.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { Policy } from '../../platform/policy.ts'
import { deviceOf } from '../../lib/device.ts'
import { sessionIsLive, limitValues } from './session.ts'
import { endingText } from './session-ends.ts'
import { newToken } from './session-token.ts'

export type Caller = {
  address: string
  userAgent: string
  requestId: string
  marks: readonly string[]
}

/** Begins a session and answers its token, half of a credential. `expires_at` is the longest that any role may have; each request asks for its own. */
export async function beginSession(
  db: Pool | PoolClient,
  { policy, macKeys }: { policy: Policy; macKeys: MacKeys },
  person: string,
  { address, userAgent }: Caller,
): Promise<string> {
  const token = newToken(macKeys, person)
  await db.query(
    `insert into auth.sessions (id, person_id, token, expires_at, ip_address, user_agent)
     values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', $5, $6)`,
    [
      randomUUID(),
      person,
      token,
      Math.max(policy.session.user.absoluteMs, policy.session.staff.absoluteMs),
      address,
      plain(userAgent),
    ],
  )
  return token
}

/** What browsers call themselves is anybody's text. */
function plain(userAgent: string): string {
  return userAgent.slice(0, 300).replace(/[^\x20-\x7e]/g, '?')
}

/**
 * Records a reauthentication, under a new token: a thief who has the old one gains nothing. Answers the token
 * and until when it holds; null when the session has ended meanwhile.
 */
export async function renewSession(
  { pool, policy, macKeys }: { pool: Pool; policy: Policy; macKeys: MacKeys },
  session: string,
  person: string,
): Promise<{ token: string; freshUntil: Instant } | null> {
  const token = newToken(macKeys, person)
  const { rows } = await pool.query<{ until: Instant }>(
    `update auth.sessions set token = $2, updated_at = clock_timestamp(), fresh_until = clock_timestamp() + $3 * interval '1 millisecond'
      where id = $1 returning fresh_until as until`,
    [session, token, policy.session.reauthenticatedForMs],
  )
  return rows[0] ? { token, freshUntil: rows[0].until } : null
}

export async function endSessionOf(pool: Pool, token: string): Promise<void> {
  await pool.query('delete from auth.sessions where token = $1', [token])
}

/** A sign-in between password and second factor has to start again. */
export async function endBegunSignIns(db: Pool | PoolClient, person: string): Promise<void> {
  await db.query(`delete from auth.challenges where person_id = $1 and use = 'second-factor'`, [
    person,
  ])
}

type Ending = { person: string; but: string | null; why: SessionEnd }

/** Ends all of a person's sessions but one; null: all. Answers how many. */
export async function endSessions(
  db: Pool | PoolClient,
  { person, but, why }: Ending,
): Promise<number> {
  const text = endingText('person_id = $1 and id is distinct from $2', '$3::text')
  const { rowCount } = await db.query(text, [person, but, why])
  return rowCount ?? 0
}

/** Whether it was there, and theirs. */
export async function endOneSession(pool: Pool, person: string, session: string): Promise<boolean> {
  const text = endingText('person_id = $1 and id = $2', '$3::text')
  const why: SessionEnd = 'ended-by-owner'
  const { rowCount } = await pool.query(text, [person, session, why])
  return rowCount === 1
}

const listText = `
  select session.id, session.user_agent, session.created_at, session.updated_at from auth.sessions session join owners owner on owner.id = session.person_id
   where session.person_id = $1 and ${sessionIsLive}
   order by session.updated_at desc, session.id limit 200`

/** Those that would still be let in, last used first. `current` is the asking one's id; null where staff ask. */
export async function listSessions(
  pool: Pool,
  policy: Policy,
  person: string,
  current: string | null,
): Promise<Session[]> {
  const { rows } = await pool.query<{
    id: string
    user_agent: string | null
    created_at: Instant
    updated_at: Instant
  }>(listText, [person, ...limitValues(policy)])
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent ?? ''),
    place: null,
    signedInAt: isoFromInstant(row.created_at),
    lastUsedAt: isoFromInstant(row.updated_at),
    current: row.id === current,
  }))
}

const versionsText = `
  select session.id as session, owner.version from auth.sessions session join owners owner on owner.id = session.person_id
   where session.id = any ($1) and session.expires_at > clock_timestamp() and owner.status <> 'closed'`

/** The version of the owner behind each of these sessions, without those that have ended. */
export async function readVersions(
  pool: Pool,
  sessions: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await pool.query<{ session: string; version: bigint }>({
    name: 'sign-in.versions',
    text: versionsText,
    values: [sessions],
  })
  return new Map(rows.map(({ session, version }) => [session, version]))
}

/** Whether somebody has a session, ended or not, that nobody has swept yet. */
export async function hasSession(db: Pool, person: string): Promise<boolean> {
  const { rowCount } = await db.query('select from auth.sessions where person_id = $1 limit 1', [
    person,
  ])
  return rowCount === 1
}

type KeptSession = { address: string | null; browser: string | null; begun: Instant; used: Instant }

/** What is kept of where somebody is signed in, and of the browsers that are known. Nothing that opens anything. */
export async function readKeptSessions(db: Database, person: string) {
  const [sessions, browsers] = await Promise.all([
    db.query<KeptSession>({
      name: 'sign-in.kept-sessions',
      text: `select ip_address as address, user_agent as browser, created_at as begun, updated_at as used from auth.sessions where person_id = $1 order by created_at, id`,
      values: [person],
    }),
    db.query<{ used: Instant }>({
      name: 'sign-in.kept-browsers',
      text: 'select used_at as used from auth.known_browsers where person_id = $1 order by used_at',
      values: [person],
    }),
  ])
  return {
    sessions: sessions.rows.map(({ address, browser, begun, used }) => ({
      address,
      browser,
      signedInAt: isoFromInstant(begun),
      lastUsedAt: isoFromInstant(used),
    })),
    knownBrowsers: browsers.rows.map(({ used }) => ({ lastSignInAt: isoFromInstant(used) })),
  }
}
