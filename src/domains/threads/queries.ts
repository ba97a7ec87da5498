import type { Message, Thread, ThreadRow } from '../../contract/message.ts'
import { party } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { readFilesOfMessages } from '../documents/queries.ts'
import { threads } from './table.ts'

type Page = { limit?: number | undefined; cursor?: string | undefined }
type Row = { id: string; at: Instant; author: string | null; by: string | null; text: string }

/** Newest first; nothing once the person is erased. */
export async function readThread(
  db: Database,
  owner: OwnerId,
  { limit = 50, cursor }: Page,
): Promise<Thread> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const [{ rows }, { rows: found }] = await Promise.all([
    db.query<Row>({
      name: 'messages.page',
      text: `select message.id, message.at, message.author_id as author, author.full_name as by, particulars.texts ->> 'message' as text
        from thread_messages message join desk.particulars on particulars.command_id = message.id and particulars.owner_id = message.owner_id
          left join auth.persons author on author.id = message.author_id
        where message.owner_id = $1 and ($2::timestamptz is null or (message.at, message.id) < ($2, $3::uuid))
        order by message.at desc, message.id desc limit $4`,
      values: [owner, at, id, limit + 1],
    }),
    db.query({
      name: 'messages.thread',
      text: `select ${threads.columns} from ${threads.from} where thread.owner_id = $1`,
      values: [owner],
    }),
  ])
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.at, last.id])
  const files = await readFilesOfMessages(
    db,
    shown.map((row) => row.id),
  )
  const thread = found[0] && threads.fromRow(found[0])
  return {
    messages: shown.map((row): Message => ({
      id: row.id,
      at: isoFromInstant(row.at),
      by: row.author === null ? null : { fullName: row.by ?? 'Staff' },
      text: row.text,
      files: files.get(row.id) ?? [],
    })),
    nextCursor,
    lastId: thread?.lastId ?? null,
    waits: thread?.state === 'waiting',
    unread: thread?.unread ?? 0,
    readAt: thread?.readAt ? isoFromInstant(thread.readAt) : null,
  }
}

const previewLength = 140

type Listed = {
  owner: string
  name: string | null
  lastAt: Instant
  waitsSince: Instant
  state: string
  isStaffs: boolean
  text: string | null
}

/** In the order of what waits, longest first, or of what was written last. */
export async function readThreads(
  db: Database,
  { list, limit = 50, cursor }: Page & { list: 'waiting' | 'all' },
): Promise<{ threads: ThreadRow[]; nextCursor: string | null }> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const [by, after, way] =
    list === 'waiting' ? ['waits_since', '>', ''] : (['last_at', '<', 'desc'] as const)
  const { rows } = await db.query<Listed>({
    name: `messages.threads-${list}`,
    text: `select thread.owner_id as owner, person.full_name as name, thread.last_at as "lastAt", thread.waits_since as "waitsSince", thread.state,
        message.author_id is not null as "isStaffs", left(particulars.texts ->> 'message', ${previewLength}) as text
      from (select * from threads where ${list === 'waiting' ? "state = 'waiting' and" : ''}
          ($1::timestamptz is null or (${by}, owner_id) ${after} ($1, $2::uuid)) order by ${by} ${way}, owner_id ${way} limit $3) thread
        join thread_messages message on message.id = thread.last_id
        left join auth.persons person on person.id = thread.owner_id
        left join desk.particulars on particulars.command_id = thread.last_id and particulars.owner_id = thread.owner_id
      order by thread.${by} ${way}, thread.owner_id ${way}`,
    values: [at, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [
    list === 'waiting' ? last.waitsSince : last.lastAt,
    last.owner,
  ])
  return {
    threads: shown.map((row) => ({
      user: party(row.owner, row.name),
      lastAt: isoFromInstant(row.lastAt),
      waitsSince: row.state === 'waiting' ? isoFromInstant(row.waitsSince) : null,
      preview: row.text ?? '',
      lastBy: row.isStaffs ? 'staff' : 'person',
    })),
    nextCursor,
  }
}

export async function countMessages(db: Database, owner: OwnerId): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'messages.count',
    text: 'select count(*)::int as count from thread_messages where owner_id = $1',
    values: [owner],
  })
  return rows[0]!.count
}

/** Of everybody together, but those that were erased with their person. */
export async function countAllMessages(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'messages.count-all',
    text: `select count(*)::int as count from thread_messages message where exists (select from desk.particulars where particulars.command_id = message.id)`,
  })
  return rows[0]!.count
}
