import type { KeptRecord } from '../../contract/kept-record.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'

type Query = {
  accountId?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
type Row = {
  id: string
  owner: OwnerId
  accountId: string
  submittedAt: Instant
  outcome: KeptRecord['outcome']
  decidedAt: Instant | null
  law: string
  keptUntil: Instant
}

/** What is kept of people who have left, what ends first before the rest. Nothing of what they sent in is among it. */
export async function readKeptRecords(
  db: Database,
  { accountId, limit = 50, cursor }: Query,
): Promise<{ keptRecords: KeptRecord[]; nextCursor: string | null }> {
  const [until, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<Row>({
    name: 'kept-records.page',
    text: `select record.id, record.owner_id as owner, owner.account_id as "accountId", record.submitted_at as "submittedAt", record.outcome,
        record.decided_at as "decidedAt", record.law, record.kept_until as "keptUntil"
      from kept_records record join owners owner on owner.id = record.owner_id
      where ($1::text is null or owner.account_id = $1)
        and ($2::timestamptz is null or (record.kept_until, record.id) > ($2, $3::uuid))
      order by record.kept_until, record.id limit $4`,
    values: [accountId ?? null, until, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.keptUntil, last.id])
  return {
    keptRecords: shown.map(({ owner, submittedAt, decidedAt, keptUntil, ...row }) => ({
      ...row,
      userId: owner,
      submittedAt: isoFromInstant(submittedAt),
      decidedAt: decidedAt === null ? null : isoFromInstant(decidedAt),
      keptUntil: isoFromInstant(keptUntil),
    })),
    nextCursor,
  }
}
