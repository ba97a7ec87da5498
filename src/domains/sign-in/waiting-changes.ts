/** What waits about how somebody gets in: the address that is to be theirs, and factors that staff are taking away. */
import type { PoolClient } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { factorThere } from './second-factor.ts'

/** SQL of the addresses that wait to become the one of the person `$1`. */
export const newAddressesText = `select change.id, change.email from access_changes change where change.owner_id = $1 and change.status = 'waiting' and change.email is not null`

/** Ends what is open about factors of these owners that have gone. */
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
