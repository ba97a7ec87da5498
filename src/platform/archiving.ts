/** What the database says of its log: whether it is archived, and how much of it is kept. */
import type { Database } from './database.ts'

export type LogState = {
  isArchived: boolean
  isFailing: boolean
  /** Null: never. */
  archivedAt: number | null
  unarchivedBytes: number
  /** For the replication slot that is furthest behind. */
  keptBytes: number
}

/** A part of the log is named by its place: 24 digits, of which the last 16 are the number of 4 GiB and of the part in them. */
const question = `
with part as (
  select pg_size_bytes(current_setting('wal_segment_size')) as bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as written
), archiver as (
  select last_archived_time, last_failed_time, substring(last_archived_wal from '^[0-9A-F]{24}') as name from pg_stat_archiver
)
select current_setting('archive_mode') <> 'off' as is_archived,
    coalesce(last_failed_time > last_archived_time, last_failed_time is not null) as is_failing,
    last_archived_time as archived_at,
    coalesce(greatest(0, written - ((('x' || substring(name from 9 for 8))::bit(32)::bigint << 32)
      + (('x' || substring(name from 17 for 8))::bit(32)::bigint + 1) * bytes)), 0)::float8 as unarchived,
    (select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0) from pg_replication_slots)::float8 as kept
  from archiver, part`

type Row = {
  is_archived: boolean
  is_failing: boolean
  archived_at: number | null
  unarchived: number
  kept: number
}

export async function readLogState(db: Database): Promise<LogState> {
  const { rows } = await db.query<Row>({ name: 'log.state', text: question })
  const { is_archived, is_failing, archived_at, unarchived, kept } = rows[0]!
  return {
    isArchived: is_archived,
    isFailing: is_archived && is_failing,
    archivedAt: archived_at,
    unarchivedBytes: is_archived ? unarchived : 0,
    keptBytes: kept,
  }
}
