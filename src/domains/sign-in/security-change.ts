/**
 * What changes about a sign-in: made in one transaction with everything that has to follow at once, and then told to the
 * person, in their activity and by mail. What couldn't be told at once, because the process died, a loop tells later.
 */
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { SecurityChange } from '../../contract/security.ts'
import type { SessionEnd } from '../../contract/session-end.ts'
import { undoneWithinMs, type Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import { inTransaction } from '../../platform/database.ts'
import { endBegunSignIns, endSessions } from './open-sessions.ts'
import { endRemovals } from './waiting-changes.ts'

type Parts = { pool: Pool; desk: HouseDesk; policy: Pick<Policy, 'holdAfterSecurityChangeMs'> }

/** Meanwhile nobody else tells it: longer than the desk may take. */
const tellingMs = 30_000

async function note(client: PoolClient, person: string, change: SecurityChange): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into auth.security_changes (id, person_id, change, told_from) values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')`,
    [id, person, change, tellingMs],
  )
  return id
}

const isAddition = (change: SecurityChange) => change === 'app-added' || change === 'passkey-added'

/** Keeps, under the id of the change, when the factor was added: the link of the mail carries this id. */
async function rememberAddition(
  client: PoolClient,
  { id, person, change }: { id: string; person: string; change: SecurityChange },
): Promise<void> {
  if (!isAddition(change)) return
  const added =
    change === 'app-added'
      ? 'select confirmed_at as at from auth.authenticator_apps'
      : 'select max(created_at) as at from auth.passkeys'
  await client.query(
    `insert into auth.added_factors (id, person_id, added_at) select $1, $2, at from (${added} where person_id = $2) factor`,
    [id, person],
  )
}

async function tell(
  { pool, desk, policy }: Parts,
  { id, person, change }: { id: string; person: string; change: SecurityChange },
): Promise<void> {
  await desk.run({
    kind: 'RecordSecurityChange',
    id,
    command: {
      owner: person,
      change,
      undoneWithinMs: isAddition(change) ? undoneWithinMs(policy) : null,
    },
    actor: person,
    key: null,
    bodyHash: '',
    requestId: id,
  })
  await pool.query('delete from auth.security_changes where id = $1', [id])
}

/**
 * Changes of one person come one after the other, and one from a session that the change before has ended is refused: a thief's too.
 * The owner's lock first, as the desk takes it: what staff change about the same sign-in comes before or after.
 */
async function takeTurn(client: PoolClient, person: string, session: string | null): Promise<void> {
  await client.query('select from owners where id = $1 for no key update', [person])
  await client.query('select from auth.persons where id = $1 for no key update', [person])
  if (session === null) return
  const { rowCount } = await client.query('select from auth.sessions where id = $1', [session])
  if (rowCount !== 1) throw new ProblemError('not_signed_in')
}

const endOf = (change: SecurityChange): SessionEnd =>
  change === 'password-changed' || change === 'password-reset' ? change : 'factor-changed'

/**
 * Runs `work`, ends the person's sessions but `keep` and sign-ins that have begun, and starts the hold on new destinations of money, all or nothing.
 * Then tells it. The change stands even when telling fails: the loop comes back to it.
 */
export async function changeSecurity<T>(
  parts: Parts,
  { person, change, keep }: { person: string; change: SecurityChange; keep: string | null },
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const { result, id } = await inTransaction(parts.pool, async (client) => {
    // Before all else, in the order of everybody who writes about how a person signs in.
    await takeTurn(client, person, keep)
    const done = await work(client)
    await endRemovals(client, person)
    await endBegunSignIns(client, person)
    await endSessions(client, { person, but: keep, why: endOf(change) })
    await client.query(
      `update auth.persons person set security_changed_at = clock_timestamp(), has_second_factor =
         exists (select from auth.authenticator_apps app where app.person_id = person.id and app.confirmed_at is not null)
         or exists (select from auth.passkeys passkey where passkey.person_id = person.id)
        where person.id = $1`,
      [person],
    )
    const noted = await note(client, person, change)
    await rememberAddition(client, { id: noted, person, change })
    return { result: done, id: noted }
  })
  await tell(parts, { id, person, change }).catch(() => {})
  return result
}

/** Not a change, but the person should know: a recovery code was used, or a sign-in succeeded after failures. */
export async function warn(parts: Parts, person: string, change: SecurityChange): Promise<void> {
  const id = await inTransaction(parts.pool, (client) => note(client, person, change))
  await tell(parts, { id, person, change }).catch(() => {})
}

/** Tells what is left to tell. Its id is the command's, so it is told once; answers how many there were. */
export async function tellSecurityChanges(parts: Parts): Promise<number> {
  const { rows } = await parts.pool.query<{ id: string; person: string; change: SecurityChange }>(
    `update auth.security_changes set told_from = clock_timestamp() + $1 * interval '1 millisecond'
      where id in (select id from auth.security_changes where told_from <= (select clock_timestamp()) order by told_from limit 20 for update skip locked)
      returning id, person_id as person, change`,
    [tellingMs],
  )
  for (const row of rows) await tell(parts, row)
  return rows.length
}
