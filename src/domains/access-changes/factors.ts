/** The very factor that a removal is about: an app that was set up later, or a passkey that was added later, is another one. */
import type { Pool, PoolClient } from 'pg'
import type { ProposeFactorRemoval } from './rules.ts'

/** Of a change `a`: whether its factor is still there. Of an e-mail never. */
export const factorThere = `(exists (select from auth.authenticator_apps f where f.person_id = a.owner_id and f.id = a.app and f.confirmed_at is not null)
  or exists (select from auth.passkeys f where f.person_id = a.owner_id and f.id = a.passkey))`

/** Null: this user has none like that. `passkeyId` null asks for the app. */
export async function findFactor(pool: Pool, user: string, passkeyId: string | null): Promise<ProposeFactorRemoval['factor']> {
  const { rows } = passkeyId === null
    ? await pool.query(`select 'app' as what, id from auth.authenticator_apps where person_id = $1 and confirmed_at is not null`, [user])
    : await pool.query(`select 'passkey' as what, id, name from auth.passkeys where person_id = $1 and id = $2`, [user, passkeyId])
  return rows[0] ?? null
}

/** Asked before the lock of the owner: what goes after that ends the change itself. */
export async function isFactorThere(pool: Pool, change: string): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(`select ${factorThere} as there from access_changes a where id = $1`, [change])
  return rows[0]?.there ?? false
}

/** Ends what is open about factors that have gone, in the transaction in which they went. The owner's lock must be held. */
export async function endRemovals(client: PoolClient, owner: string): Promise<void> {
  await client.query(
    `update access_changes a set status = 'stopped', decided_at = business_now(), decided_by = $1
      where owner_id = $1 and status in ('proposed', 'waiting') and what <> 'email' and not ${factorThere}`, [owner])
}
