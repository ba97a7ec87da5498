/** Whoever is verified is told by mail, once, a month before that ends, by business time: what comes after it can be sent in before limits begin. Any number of processes may look. */
import type { Pool } from 'pg'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { tellOnce } from '../../platform/mail/tell-once.ts'

/** At a time. */
const most = 20

const toldBefore = `interval '30 days'`

/**
 * The last day of what holds, where nothing is under review and nothing was refused for good: those are told by what is
 * decided. An address that nobody has confirmed may be a stranger's.
 */
const ending = `owners owner join auth.persons person on person.id = owner.id
   cross join lateral (select max(verification.verified_until) as until,
       bool_or(verification.status = 'submitted' or verification.is_final) as elsewhere
      from verifications verification where verification.owner_id = owner.id) held
   where owner.status <> 'closed' and owner.email_verified and not held.elsewhere
     and held.until > $1::timestamptz and held.until <= $1::timestamptz + ${toldBefore}
     and person.told_of_verified_until is distinct from held.until`

// By their ends first: of all who are verified these are few.
const toTellText = `
  select owner.id from ${ending}
     and owner.id in (select owner_id from verifications where status = 'verified' and verified_until between $1::timestamptz and $1::timestamptz + ${toldBefore})
   order by held.until, owner.id limit ${most}`

/** One of several processes tells. */
const tellText = `
  update auth.persons told set told_of_verified_until = held.until from ${ending} and told.id = $2 and person.id = $2
  returning held.until`

async function tell(pool: Pool, now: string, person: string): Promise<void> {
  await tellOnce(pool, person, async (client) => {
    const { rows } = await client.query<{ until: Instant }>(tellText, [now, person])
    if (!rows[0]) return null
    const until = isoFromInstant(rows[0].until).slice(0, 10)
    return { template: 'verification-ends', values: { until } }
  })
}

/** Answers whether there may be more. */
export async function tellOfEnds({ pool }: { pool: Pool }): Promise<boolean> {
  const { rows: clock } = await pool.query<{ now: string }>('select business_now()::text as now')
  const { now } = clock[0]!
  const { rows } = await pool.query<{ id: string }>(toTellText, [now])
  for (const { id } of rows) await tell(pool, now, id)
  return rows.length === most
}
