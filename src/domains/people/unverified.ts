/** Accounts whose address nobody has confirmed in time end, by the database's own clock. Any number of processes may look. */
import type { Pool } from 'pg'
import { idFromName } from '../../platform/ids.ts'
import type { HouseDesk } from '../house-desk.ts'

/** At a time. */
const most = 20

// What has or had money is left out as far as the owner's row tells; the rule looks again, under the lock.
const overdueText = `
  select owner.id from owners owner join auth.persons person on person.id = owner.id
   where not owner.email_verified and owner.status = 'active' and owner.role = 'user' and not owner.fixed and person.unverified_until <= clock_timestamp()
     and owner.deposits = 0 and owner.transferred_in = 0 and owner.referral = 0 and owner.corrections = 0 and owner.profit = 0
   order by person.unverified_until limit ${most}`

/** Answers whether there may be more. */
export async function endUnverified({
  pool,
  desk,
}: {
  pool: Pool
  desk: HouseDesk
}): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(overdueText)
  let ended = 0
  for (const { id: user } of rows) {
    const id = idFromName(`unverified ${user}`)
    const { status } = await desk.run({
      kind: 'CloseUser',
      id,
      command: { user, unverified: true },
      actor: null,
      key: null,
      bodyHash: '',
      requestId: id,
    })
    if (status < 400) ended += 1
  }
  return ended === most
}
