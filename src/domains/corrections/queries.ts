import type { CorrectionStatus } from '../../contract/correction.ts'
import { closedName } from '../../desk/spoken.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { presentCorrection } from './present.ts'
import { corrections, type CorrectionRow } from './table.ts'

type Query = {
  status?: CorrectionStatus | undefined
  userId?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
type Row = CorrectionRow & {
  users_name: string | null
  users_email: string | null
  friends_name: string | null
}

/** What was proposed, newest first: for all users, or about one, a credit for a friend being about both. */
export async function readCorrections(db: Database, { status, userId, limit = 50, cursor }: Query) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<Row>({
    // Unnamed: a plan for what is asked for, not one for all that could be.
    text: `select ${corrections.columns}, person.full_name as users_name, person.email as users_email, friend.full_name as friends_name
      from ${corrections.from} left join auth.persons person on person.id = correction.owner_id left join auth.persons friend on friend.id = correction.friend_id
      where ($1::text is null or correction.status = $1) and ($2::uuid is null or correction.owner_id = $2 or correction.friend_id = $2) and ($3::timestamptz is null or (correction.proposed_at, correction.id) < ($3, $4::uuid))
      order by correction.proposed_at desc, correction.id desc limit $5`,
    values: [status ?? null, userId ?? null, at, id, limit + 1],
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    corrections: shown.map((row) =>
      presentCorrection(row, {
        fullName: row.users_name ?? closedName,
        email: row.users_email ?? '',
        proposedBy: row.proposedByName,
        decidedBy: row.decidedByName,
        friend: row.friend === null ? null : (row.friends_name ?? closedName),
      }),
    ),
    nextCursor:
      rows.length > limit && last ? encodeCursor([isoFromInstant(last.proposedAt), last.id]) : null,
  }
}
