/** A second factor that was added, undone by the link of the mail that told of it: the thief of a session can't lock its owner out. */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { MacKeys } from '../../platform/mac.ts'
import { undoneWithinMs, type Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import { openMailedLink } from './mailed-links.ts'
import { changeSecurity } from './security-change.ts'

type Parts = { pool: Pool; desk: HouseDesk; policy: Policy; secret: string; macKeys: MacKeys }

/**
 * Takes the factor away and whatever was added since, once: a thief who goes on adding is no faster than one link. Factors
 * from before stay, and so does the password: the mailbox alone opens nothing that it didn't open before. Throws `link_ended`.
 */
export async function undoFactor(parts: Parts, signed: string): Promise<void> {
  const { id = null, person: owner = null } =
    (await openMailedLink(parts, 'undo-factor', signed)) ?? {}
  const { rows } = await parts.pool.query<{ person: string; addedAt: string }>(
    `select person_id as person, added_at::text as "addedAt" from auth.added_factors
      where id = $1 and person_id = $3 and added_at > clock_timestamp() - $2 * interval '1 millisecond'`,
    [id, undoneWithinMs(parts.policy), owner],
  )
  if (!rows[0]) throw new ProblemError('link_ended')
  const { person, addedAt } = rows[0]
  await changeSecurity(parts, { person, change: 'factor-undone', keep: null }, async (client) => {
    const { rowCount } = await client.query('delete from auth.added_factors where id = $1', [id])
    if (rowCount !== 1) throw new ProblemError('link_ended')
    const since = [person, addedAt]
    await client.query(
      'delete from auth.added_factors where person_id = $1 and added_at >= $2::timestamptz',
      since,
    )
    await client.query(
      'delete from auth.passkeys where person_id = $1 and created_at >= $2::timestamptz',
      since,
    )
    await client.query(
      'delete from auth.authenticator_apps where person_id = $1 and coalesce(confirmed_at, created_at) >= $2::timestamptz',
      since,
    )
    await client.query(
      `delete from auth.recovery_codes code where person_id = $1 and (made_at >= $2::timestamptz
          or not exists (select from auth.authenticator_apps where person_id = $1 and confirmed_at is not null)
            and not exists (select from auth.passkeys where person_id = $1))`,
      since,
    )
  })
}
