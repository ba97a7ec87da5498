/** The hold after a change of a sign-in: a thief who has just taken an account over can't send its money to a place of their own. */
import type { Pool } from 'pg'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { Policy } from '../../platform/policy.ts'
import { outsideAddress } from '../destinations/place.ts'
import type { Target } from './rules.ts'

// By the database's own clock: neither the demonstration's nor the caller's shortens it.
const readText = `
  select person.security_changed_at + $2 * interval '1 millisecond' as until from auth.persons person
   where person.id = $1 and person.security_changed_at > clock_timestamp() - $2 * interval '1 millisecond'
     and not exists (select from withdrawals withdrawal where withdrawal.owner_id = $1 and
       (withdrawal.status = 'paid' and lower(withdrawal.wallet_address) = lower($3) or withdrawal.status = 'approved' and withdrawal.recipient_account_id = $4))`

/** Until when money can only go to known destinations, or null. Said before anything is asked for; each request is held to `readHold`. */
export async function readHoldEnd(
  db: Database,
  { holdAfterSecurityChangeMs }: Policy,
  owner: string,
): Promise<Instant | null> {
  if (holdAfterSecurityChangeMs === 0) return null
  const { rows } = await db.query<{ until: Instant }>({
    name: 'withdrawals.hold-end',
    text: `select security_changed_at + $2 * interval '1 millisecond' as until from auth.persons
      where id = $1 and security_changed_at > clock_timestamp() - $2 * interval '1 millisecond'`,
    values: [owner, holdAfterSecurityChangeMs],
  })
  return rows[0]?.until ?? null
}

/**
 * Until when nothing may be asked for to this destination (ISO 8601), or undefined. Read before the request is decided: a
 * change that comes in between would as well have come after it.
 */
export async function readHold(
  pool: Pool,
  { holdAfterSecurityChangeMs }: Policy,
  owner: string,
  target: Target,
): Promise<string | undefined> {
  if (holdAfterSecurityChangeMs === 0) return undefined
  const account = target.type === 'tradehub_transfer' ? target.recipientAccountId : null
  const { rows } = await pool.query<{ until: Instant }>({
    name: 'withdrawals.hold',
    text: readText,
    values: [owner, holdAfterSecurityChangeMs, outsideAddress(target), account],
  })
  return rows[0] && isoFromInstant(rows[0].until)
}
