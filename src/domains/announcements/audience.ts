/** Whom an announcement is for, as the database knows it: who is reached next, and how many they are. */
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { auditors } from '../../contract/roles.ts'
import type { Database } from '../../platform/database.ts'
import { holdsPlan } from '../investments/held.ts'
import { livesIn } from '../verification/lives-in.ts'
import type { Audience } from './proposals.ts'

/** SQL: `$1` a plan, `$2` a status, `$3` a country, each null where it doesn't matter. Whoever only audits has no account. */
const isFor = `owner.id <> '${firm}' and owner.roles <> '${auditors}' and owner.status <> 'closed'
  and ($2::text is null or owner.status = $2)
  and ($1::uuid is null or ${holdsPlan('owner.id', '$1::uuid')})
  and ($3::text is null or ${livesIn('owner.id', '$3::text')})`

const valuesOf = ({ plan, status, country }: Audience) => [plan, status, country]

export async function countAudience(db: Database, audience: Audience): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'announcements.audience',
    text: `select count(*)::int as count from owners owner where ${isFor}`,
    values: valuesOf(audience),
  })
  return rows[0]!.count
}

/** In the order of ids, after one: who matches now, was here when it was agreed to, and hasn't got it. */
export async function readNext(
  db: Database,
  announcement: Audience & { id: string; at: Instant },
  { after, limit }: { after: OwnerId; limit: number },
): Promise<OwnerId[]> {
  const { id, at } = announcement
  const { rows } = await db.query<{ id: OwnerId }>({
    name: 'announcements.next',
    text: `select owner.id from owners owner
      where ${isFor} and owner.id > $4 and owner.created_at <= $5
        and not exists (select from announcement_deliveries delivery where delivery.announcement_id = $6 and delivery.owner_id = owner.id)
      order by owner.id limit $7`,
    values: [...valuesOf(announcement), after, isoFromInstant(at), id, limit],
  })
  return rows.map((row) => row.id)
}
