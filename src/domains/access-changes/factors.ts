import type { Pool } from 'pg'
import { factorThere } from '../identity/removals.ts'
import type { ProposeFactorRemoval } from './rules.ts'

/** Null: this user has none like that. `passkeyId` null asks for the app. */
export async function findFactor(
  pool: Pool,
  user: string,
  passkeyId: string | null,
): Promise<ProposeFactorRemoval['factor']> {
  const { rows } =
    passkeyId === null
      ? await pool.query(
          `select 'app' as what, id from auth.authenticator_apps where person_id = $1 and confirmed_at is not null`,
          [user],
        )
      : await pool.query(
          `select 'passkey' as what, id, name from auth.passkeys where person_id = $1 and id = $2`,
          [user, passkeyId],
        )
  return rows[0] ?? null
}

/** Asked before the lock of the owner: what goes after that ends the change itself. */
export async function isFactorThere(pool: Pool, change: string): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select ${factorThere} as there from access_changes a where id = $1`,
    [change],
  )
  return rows[0]?.there ?? false
}
