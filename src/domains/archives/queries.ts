import type { Archive } from '../../contract/archive.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'

type Row = {
  id: string
  requestedAt: Instant
  state: Archive['state']
  done: number
  steps: number
  size: bigint | null
  goodUntil: Instant | null
}

/** What is not ready is never said to be whole. */
const percentOf = ({ state, done, steps }: Row) =>
  state === 'ready' ? 100 : Math.min(99, Math.trunc((100 * done) / steps))

/** What somebody asked for and what is still there, newest first. */
export async function readArchives(db: Database, owner: OwnerId): Promise<Archive[]> {
  const { rows } = await db.query<Row>({
    name: 'archives.own',
    text: `select archive.id, archive.requested_at as "requestedAt", file.state, file.steps_done as done, file.steps, file.size, file.good_until as "goodUntil"
      from archive_files file join archives archive on archive.id = file.archive_id
      where file.owner_id = $1 and (file.good_until is null or file.good_until > (select clock_timestamp()))
      order by archive.requested_at desc, archive.id desc`,
    values: [owner],
  })
  return rows.map((row) => ({
    id: row.id,
    requestedAt: isoFromInstant(row.requestedAt),
    state: row.state,
    percent: percentOf(row),
    size: row.size === null ? null : Number(row.size),
    goodUntil: row.goodUntil === null ? null : isoFromInstant(row.goodUntil),
  }))
}

/** The parts of a copy that is ready, in their order, its size, and what time it is by the database's clock; null where there is none. */
export async function findArchive(
  db: Database,
  { owner, id }: { owner: OwnerId; id: string },
): Promise<{ parts: string[]; size: number; now: Instant } | null> {
  const { rows } = await db.query<{ parts: string[]; size: bigint; now: Instant }>({
    name: 'archives.one',
    text: `select array(select part.content_id::text from archive_parts part where part.archive_id = file.archive_id and part.attempt = file.attempt order by part.number) as parts,
        file.size, clock_timestamp()::timestamptz(3) as now
      from archive_files file where file.archive_id = $2 and file.owner_id = $1 and file.state = 'ready' and file.good_until > (select clock_timestamp())`,
    values: [owner, id],
  })
  const [row] = rows
  return row ? { ...row, size: Number(row.size) } : null
}
