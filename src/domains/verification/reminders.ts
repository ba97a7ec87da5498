/** Whoever was asked for something else is reminded of it: by mail and bell, a week later and once more after another. Any number of processes may look. */
import type { Pool } from 'pg'
import { runNamed } from '../../desk/by-system.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { HouseDesk } from '../house-desk.ts'
import { maxReminders, toldText } from './remind.ts'

/** At a time. */
const limit = 20

export type Remindable = { status: string; emailVerified: boolean; remindedAt: Instant | null }

type Due = { verification: string; owner: OwnerId; number: number }

/** Under what they were asked last. A week from what was said last: two that are late don't come at once. An address that nobody has confirmed may be a stranger's. */
const dueText = `
  select verification.id as verification, verification.owner_id as owner, told.count + 1 as number
    from verifications verification
      join owners owner on owner.id = verification.owner_id
      cross join lateral (select count(*)::int as count, coalesce(max(item.at), verification.decided_at) as last from desk.activity item
        where item.owner_id = verification.owner_id and item.kind = 'verification-reminded' and item.at > verification.decided_at) told
    where verification.status = 'refused' and not verification.is_final
      and verification.decided_at between $1::timestamptz - interval '60 days' and $1::timestamptz - interval '7 days'
      and told.count < ${maxReminders} and told.last <= $1::timestamptz - interval '7 days'
      and owner.status = 'active' and owner.email_verified
      and not exists (select from verifications later where later.owner_id = verification.owner_id and (later.submitted_at > verification.submitted_at or later.is_final))
    order by verification.decided_at, verification.id limit ${limit}`

/** Answers whether there may be more. */
export async function remindOfDocuments(parts: { pool: Pool; desk: HouseDesk }): Promise<boolean> {
  const { rows: clock } = await parts.pool.query<{ now: string }>(
    'select business_now()::text as now',
  )
  const { rows } = await parts.pool.query<Due>(dueText, [clock[0]!.now])
  let done = 0
  for (const { number, ...due } of rows) {
    const outcome = await runNamed(parts, `reminder ${number} of ${due.verification}`, {
      kind: 'RemindOfDocuments',
      command: { ...due, number },
    })
    if (outcome === 'done') done += 1
  }
  return done === limit
}

/** Of these people, what decides on reminding them beside what they sent in. */
export async function readRemindable(
  db: Database,
  owners: readonly OwnerId[],
): Promise<ReadonlyMap<OwnerId, Remindable>> {
  const { rows } = await db.query<Remindable & { id: OwnerId }>({
    name: 'verifications.remindable',
    text: `select owner.id, owner.status, owner.email_verified as "emailVerified", told.at as "remindedAt"
      from owners owner join (${toldText}) told on told.owner = owner.id`,
    values: [owners],
  })
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
