/** Accounts whose address nobody has confirmed in time end, a week after a mail that says so, by the database's own clock. Any number of processes may look. */
import type { Pool } from 'pg'
import { runNamed } from '../../desk/by-system.ts'
import { hasHadMoney } from '../../ledger/store/balances.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { inTransaction } from '../../platform/database.ts'
import type { FirmFacts, HouseDesk } from '../house-desk.ts'
import { mailLink } from '../sign-in/links.ts'
import { keptByCheck } from '../checks/stops.ts'
import { keptBy } from '../verification/terms.ts'

/** At a time. */
const most = 20

/** So long before they end their holders are told, and so long the link in that mail works. */
const toldBefore = `interval '7 days'`

const ofNobody = `owners owner join auth.persons person on person.id = owner.id
   where not owner.email_verified and owner.status = 'active' and owner.role = 'user' and not owner.fixed and not ${hasHadMoney('owner.id')}`

const toTellText = `
  select owner.id from ${ofNobody}
     and person.told_of_end_at is null and person.unverified_until <= clock_timestamp() + ${toldBefore}
   order by person.unverified_until limit ${most}`

const tellText = `
  update auth.persons told set told_of_end_at = clock_timestamp() from ${ofNobody}
     and told.id = $1 and person.id = $1 and person.told_of_end_at is null
  returning greatest(person.unverified_until, clock_timestamp() + ${toldBefore}) as "endsAt"`

/** Tells each once, with a link that confirms the address. The owner's lock first, as whoever confirms it meanwhile takes it. */
async function tellOfEnd(pool: Pool, person: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select from owners where id = $1 for no key update', [person])
    await client.query('select from auth.persons where id = $1 for no key update', [person])
    const { rows } = await client.query<{ endsAt: Instant }>(tellText, [person])
    if (rows[0])
      await mailLink(client, person, 'verify-email', {
        template: 'unverified-ends',
        values: { endsAt: isoFromInstant(rows[0].endsAt) },
      })
  })
}

/** Answers whether there may be more. */
export async function tellUnverified({ pool }: { pool: Pool }): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(toTellText)
  for (const { id } of rows) await tellOfEnd(pool, id)
  return rows.length === most
}

// The rule looks at money again, under the lock. What a check keeps open keeps no other from ending.
const overdueText = `
  select owner.id from ${ofNobody}
     and person.unverified_until <= clock_timestamp() and person.told_of_end_at <= clock_timestamp() - ${toldBefore}
     and not ${keptByCheck('owner.id')}
   order by person.unverified_until limit ${most}`

/** Answers whether there may be more. */
export async function endUnverified(parts: {
  pool: Pool
  desk: HouseDesk
  firm: FirmFacts
}): Promise<boolean> {
  const { rows } = await parts.pool.query<{ id: string }>(overdueText)
  let ended = 0
  for (const { id: user } of rows) {
    const outcome = await runNamed(parts, `unverified ${user}`, {
      kind: 'CloseUser',
      command: { user, unverified: true, asked: false, kept: keptBy(parts.firm) },
    })
    if (outcome === 'done') ended += 1
  }
  return ended === most
}
