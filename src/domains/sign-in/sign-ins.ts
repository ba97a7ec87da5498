/** How people get in, and when they last did, of many at once. */
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { Policy } from '../../platform/policy.ts'
import { limitValues, sessionIsLive } from './session.ts'

/** `lastSignInAt`: the latest on record, of sessions that haven't been swept yet and of browsers that were remembered. */
export type SignIns = {
  factors: ('app' | 'passkey')[]
  lastSignInAt: string | null
  sessions: number
}

type Row = { id: string; app: boolean; passkey: boolean; last: Instant | null; sessions: number }

export async function readSignIns(
  db: Database,
  policy: Policy,
  people: readonly string[],
): Promise<Map<string, SignIns>> {
  const { rows } = await db.query<Row>({
    name: 'sign-ins',
    text: `select owner.id,
        exists (select from auth.authenticator_apps app where app.person_id = owner.id and app.confirmed_at is not null) as app,
        exists (select from auth.passkeys passkey where passkey.person_id = owner.id) as passkey,
        greatest((select max(session.created_at) from auth.sessions session where session.person_id = owner.id),
          (select max(browser.used_at) from auth.known_browsers browser where browser.person_id = owner.id)) as last,
        (select count(*)::int from auth.sessions session where session.person_id = owner.id and ${sessionIsLive}) as sessions
      from owners owner where owner.id = any ($1)`,
    values: [people, ...limitValues(policy)],
  })
  return new Map(
    rows.map(({ id, app, passkey, last, sessions }) => [
      id,
      {
        factors: [...(app ? (['app'] as const) : []), ...(passkey ? (['passkey'] as const) : [])],
        lastSignInAt: last === null ? null : isoFromInstant(last),
        sessions,
      },
    ]),
  )
}
