/** Each morning one mail to everybody of staff but auditors for whom something waits, by the database's own clock. Any number of processes may look. */
import type { Pool } from 'pg'
import { auditors, noRoles, type Roles } from '../../contract/roles.ts'
import type { StaffWork } from '../../contract/staff-work.ts'
import { tellOnce } from '../../platform/mail/tell-once.ts'
import type { Waits } from '../noun.ts'
import type { DueTerms } from './due.ts'
import { readWork } from './queries.ts'

/** At a time. */
const most = 20

/** The day begins at six in the morning, UTC. */
const today = `((clock_timestamp() at time zone 'UTC') - interval '6 hours')::date`

const untold = `owners owner join auth.persons person on person.id = owner.id
  where owner.roles not in ('${noRoles}', '${auditors}') and owner.status = 'active' and owner.email_verified
    and 'work-waiting' <> all (person.muted_mails) and person.told_of_work_on is distinct from ${today}`

const toTellText = `select owner.id, owner.roles from ${untold} order by owner.id limit ${most}`

/** One of several processes tells. */
const tellText = `
  update auth.persons told set told_of_work_on = ${today} from ${untold} and told.id = $1 and person.id = $1 returning told.id`

/** `3, the oldest since 2026-11-28; 2 late; 1 yours, of which 1 late`; of nothing, nothing. */
function told({ toDecide, oldestAt, late, mine, lateOfMine }: StaffWork): string | undefined {
  if (toDecide === 0) return undefined
  return [
    `${toDecide}, the oldest since ${oldestAt!.slice(0, 10)}`,
    ...(late > 0 ? [`${late} late`] : []),
    ...(mine > 0 ? [`${mine} yours${lateOfMine > 0 ? `, of which ${lateOfMine} late` : ''}`] : []),
  ].join('; ')
}

type Work = { waits: readonly Waits[]; due: DueTerms }
type Person = { id: string; roles: Roles }

async function tell(
  pool: Pool,
  { waits, due }: Work,
  { id: person, roles }: Person,
): Promise<void> {
  const work = await readWork(pool, waits, due, { owner: person, roles })
  const counts = Object.fromEntries(work.map((one) => [one.of, told(one)]))
  await tellOnce(pool, person, async (client) => {
    const { rows } = await client.query(tellText, [person])
    return rows.length > 0 && work.some(({ toDecide }) => toDecide > 0)
      ? { template: 'work-waiting', values: counts }
      : null
  })
}

/** Answers whether there may be more. */
export async function tellOfWork(pool: Pool, work: Work): Promise<boolean> {
  const { rows } = await pool.query<Person>(toTellText)
  for (const person of rows) await tell(pool, work, person)
  return rows.length === most
}
