/** Removals of a factor by staff: each is about one, that very one. */
import type { Pool } from 'pg'
import { canonical } from '../../lib/canonical.ts'
import { factorThere } from '../sign-in/second-factor.ts'
import { accessChanges, type AccessChange } from './table.ts'

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
