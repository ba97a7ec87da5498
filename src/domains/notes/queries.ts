import type { Note } from '../../contract/note.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'

type Query = { limit?: number | undefined; cursor?: string | undefined }
type Row = { id: string; at: Instant; by: string | null; text: string }

/** What staff have noted about a user, newest first; nothing once the person is erased. */
export async function readNotes(db: Database, user: OwnerId, { limit = 50, cursor }: Query) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<Row>({
    name: 'notes.page',
    text: `select command.id, command.at, author.full_name as by, particulars.texts ->> 'note' as text
      from desk.commands command join desk.particulars on particulars.command_id = command.id left join auth.persons author on author.id = command.actor
      where command.subject = $1 and command.kind = 'WriteNote' and command.outcome = 'done' and ($2::timestamptz is null or (command.at, command.id) < ($2, $3::uuid))
      order by command.at desc, command.id desc limit $4`,
    values: [user, at, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.at, last.id])
  return {
    notes: shown.map((row): Note => ({
      id: row.id,
      at: isoFromInstant(row.at),
      by: row.by ?? 'Staff',
      text: row.text,
    })),
    nextCursor,
  }
}

export async function countNotes(db: Database, user: OwnerId): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'notes.count',
    text: `select count(*)::int as count from desk.commands where subject = $1 and kind = 'WriteNote' and outcome = 'done'`,
    values: [user],
  })
  return rows[0]!.count
}

/** About everybody together, but those that were erased with their person. */
export async function countAllNotes(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'notes.count-all',
    text: `select count(*)::int as count from desk.commands command where command.kind = 'WriteNote' and command.outcome = 'done'
      and exists (select from desk.particulars where particulars.command_id = command.id)`,
  })
  return rows[0]!.count
}
