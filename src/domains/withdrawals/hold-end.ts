import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { Policy } from '../../platform/policy.ts'
import { changedWithin, heldFor } from './hold.ts'

/** Until when money can only go to known destinations, or null. Said before anything is asked for; each request is held to it again. */
export async function readHoldEnd(
  db: Database,
  { holdAfterSecurityChangeMs }: Policy,
  owner: string,
): Promise<Instant | null> {
  if (holdAfterSecurityChangeMs === 0) return null
  const { rows } = await db.query<{ until: Instant }>({
    name: 'withdrawals.hold-end',
    text: `select ${heldFor('$2')} as until from auth.persons person where person.id = $1 and ${changedWithin('$2')}`,
    values: [owner, holdAfterSecurityChangeMs],
  })
  return rows[0]?.until ?? null
}
