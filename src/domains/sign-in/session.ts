/** Reads the session of a request: one statement for all requests of the same tick, on every single request. */
import type { Pool } from 'pg'
import type { OwnerStatus } from '../../contract/user.ts'
import { noRoles, type Role, type Roles } from '../../contract/roles.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { Policy } from '../../platform/policy.ts'
import type { Principal } from '../../platform/route.ts'
import { isRoleMac } from '../../desk/journal-mac.ts'
import { tokenOf } from './credential.ts'
import { isTokenOf } from './session-token.ts'

/** Sessions `s` of owners `o` that are let in; its parameters from $2 on are `limitValues`. */
export const sessionIsLive = `session.expires_at > clock_timestamp()
     and session.updated_at > clock_timestamp() - (case owner.role when 'user' then $2::float8 else $4 end) * interval '1 millisecond'
     and session.created_at > clock_timestamp() - (case owner.role when 'user' then $3::float8 else $5 end) * interval '1 millisecond'`

export const limitValues = ({ session: { user, staff } }: Policy) => [
  user.idleMs,
  user.absoluteMs,
  staff.idleMs,
  staff.absoluteMs,
]

// Roles, states and limits are read each time, so that a logout, a ban or a lost role counts from the next request on.
const readText = `
  select session.token, session.id, session.person_id as owner, owner.role, owner.roles, encode(owner.role_mac, 'hex') as "roleMac", owner.status, owner.version, person.has_second_factor as "hasSecondFactor",
    (extract(epoch from session.created_at) * 1000)::float8 as "createdAt",
    greatest(session.created_at + $6 * interval '1 millisecond', session.fresh_until) > clock_timestamp() as "isReauthenticated",
    session.updated_at < clock_timestamp() - interval '1 minute' as used
   from auth.sessions session join owners owner on owner.id = session.person_id join auth.persons person on person.id = session.person_id
   where session.token = any($1) and owner.status <> 'closed' and owner.role <> 'firm' and ${sessionIsLive}`

// Looked at again in the statement, so that many processes write at most once a minute too.
const touchText = `
  update auth.sessions set updated_at = clock_timestamp()
   where id = any($1) and updated_at < clock_timestamp() - interval '1 minute'`

type Row = {
  token: string
  id: string
  owner: string
  role: Role
  roles: Roles
  roleMac: string | null
  status: OwnerStatus
  version: bigint
  hasSecondFactor: boolean
  createdAt: number
  isReauthenticated: boolean
  used: boolean
}
type Waiting = { isUse: boolean; resolve(row: Row | null): void; reject(error: unknown): void }

export type Sessions = {
  /**
   * Who a credential speaks for, or null when it is forged, ended, idle for too long or of a closed account, when its row was made another person's, and where the role is none that a command gave. What the
   * browser asks by itself is no use of the session: nobody stays signed in by leaving a page open.
   */
  read(credential: string, isUse?: boolean): Promise<Principal | null>
}

export function createSessions(
  pool: Pool,
  policy: Policy,
  { secret, macKeys }: { secret: string; macKeys: MacKeys },
): Sessions {
  const limits = [...limitValues(policy), policy.session.reauthenticatedForMs]
  let waiting = new Map<string, Waiting[]>()

  async function readAll(batch: Map<string, Waiting[]>): Promise<void> {
    const { rows } = await pool.query<Row>({
      name: 'sessions-by-token',
      text: readText,
      values: [[...batch.keys()], ...limits],
    })
    const used = rows
      .filter((row) => row.used && batch.get(row.token)!.some(({ isUse }) => isUse))
      .map((row) => row.id)
    if (used.length > 0)
      await pool.query({ name: 'sessions-touch', text: touchText, values: [used] })
    const byToken = new Map(rows.map((row) => [row.token, row]))
    for (const [token, asking] of batch)
      for (const { resolve } of asking) resolve(byToken.get(token) ?? null)
  }

  function flush(): void {
    const batch = waiting
    waiting = new Map()
    readAll(batch).catch((error: unknown) => {
      for (const asking of batch.values()) for (const { reject } of asking) reject(error)
    })
  }

  function ask(token: string, isUse: boolean): Promise<Row | null> {
    return new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(flush)
      const asking = waiting.get(token)
      if (asking) asking.push({ isUse, resolve, reject })
      else waiting.set(token, [{ isUse, resolve, reject }])
    })
  }

  return {
    async read(credential, isUse = true) {
      const token = tokenOf(secret, credential)
      const row = token === null ? null : await ask(token, isUse)
      if (!row || !isTokenOf(macKeys, row.token, row.owner)) return null
      if (row.roles !== noRoles && !isRoleMac(macKeys, { ...row, mac: row.roleMac })) return null
      const { owner, roles, status, version, hasSecondFactor } = row
      const { id, createdAt, isReauthenticated } = row
      const session = { id, createdAt, isReauthenticated }
      return { owner, roles, status, version, hasSecondFactor, session }
    },
  }
}
