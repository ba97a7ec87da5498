/** Removals of a factor by staff, as the factor itself sees them: each is about one, that very one. */
import type { Pool, PoolClient } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { canonical } from '../../lib/canonical.ts'
import { factorThere } from '../sign-in/second-factor.ts'
import { accessChanges, type AccessChange } from './table.ts'

/** Of these owners. */
export const endRemovalsText = `update access_changes change set status = 'stopped', decided_at = business_now(), decided_by = owner_id
      where owner_id = any ($1) and status in ('proposed', 'waiting') and what <> 'email' and not ${factorThere}`

/** Ends what is open about factors that have gone, in the transaction in which they went. The owner's lock must be held. */
export async function endRemovals(client: PoolClient, owner: string): Promise<void> {
  await client.query(endRemovalsText, [[owner]])
}

/**
 * Where staff take a factor away because it is said to be an intruder's, the intruder may be the one signed in: they
 * neither take it away first nor add another one. Throws `link_needed`. The owner's lock must be held.
 */
export async function refuseWhileHostile(client: PoolClient, owner: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from access_changes where owner_id = $1 and hostile and status in ('proposed', 'waiting')`,
    [owner],
  )
  if (rowCount !== 0) throw new ProblemError('link_needed')
}

/** Asked before the lock of the owner: what goes after that ends the change itself. */
export async function isFactorThere(pool: Pool, change: string): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select ${factorThere} as there from access_changes change where id = $1`,
    [change],
  )
  return rows[0]?.there ?? false
}

/**
 * A removal that ended because its factor went otherwise, in the transaction in which it went: no command of its own did
 * that. It must have been open, and all else of it stays.
 */
export function isEndedWithFactor(table: object, row: object, expected: object): boolean {
  if (table !== accessChanges) return false
  const [found, before] = [row, expected] as AccessChange[]
  const { status, decidedAt, decidedBy } = before!
  const wasOpen = status === 'proposed' || status === 'waiting'
  return (
    wasOpen &&
    found!.what !== 'email' &&
    found!.status === 'stopped' &&
    found!.decidedBy === found!.owner &&
    canonical({ ...found, status, decidedAt, decidedBy }) === canonical(before)
  )
}
