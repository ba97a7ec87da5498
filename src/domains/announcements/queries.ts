import type {
  AnnouncementReader,
  AudienceStatus,
  SentAnnouncement,
} from '../../contract/announcement-sending.ts'
import type { OwnAnnouncement } from '../../contract/announcement.ts'
import { party, partyIfAny } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { readLadder } from '../plans/queries.ts'
import { announcements, type Announcement, type AnnouncementNamed } from './table.ts'

type Page = { limit?: number | undefined; cursor?: string | undefined }

const instantOf = (at: Instant | null) => (at === null ? null : isoFromInstant(at))

const byTime = ({ at, id }: { at: Instant; id: string }) => [at, id]

/** What somebody got, newest first. */
export async function readOwnAnnouncements(
  db: Database,
  owner: OwnerId,
  { limit = 20, cursor }: Page,
): Promise<{ announcements: OwnAnnouncement[]; unread: number; nextCursor: string | null }> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.query<{ id: string; at: Instant; title: string; text: string; readAt: Instant | null }>({
      name: 'announcements.own',
      text: `select delivery.id, delivery.at, delivery.read_at as "readAt", announcement.title, announcement.body as text
        from announcement_deliveries delivery join announcements announcement on announcement.id = delivery.announcement_id
        where delivery.owner_id = $1 and ($2::timestamptz is null or (delivery.at, delivery.id) < ($2, $3::uuid))
        order by delivery.at desc, delivery.id desc limit $4`,
      values: [owner, at, id, limit + 1],
    }),
    db.query<{ count: number }>({
      name: 'announcements.unread',
      text: `select count(*)::int as count from announcement_deliveries where owner_id = $1 and read_at is null`,
      values: [owner],
    }),
  ])
  const { shown, nextCursor } = pageOf(rows, limit, byTime)
  return {
    announcements: shown.map(({ readAt, ...row }) => ({
      ...row,
      at: isoFromInstant(row.at),
      readAt: instantOf(readAt),
    })),
    unread: counted[0]!.count,
    nextCursor,
  }
}

type SentRow = AnnouncementNamed & { got: number; read: number }

/** Newest first. How many got one that is sent stands in its row; others are counted. */
export async function readAnnouncements(
  db: Database,
  { limit = 20, cursor }: Page,
): Promise<{ announcements: SentAnnouncement[]; nextCursor: string | null }> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const [{ rows }, plans] = await Promise.all([
    db.query({
      name: 'announcements.list',
      text: `select ${announcements.columns},
          coalesce(announcement.reached, (select count(*) from announcement_deliveries delivery where delivery.announcement_id = announcement.id))::int as got,
          (select count(*)::int from announcement_deliveries delivery where delivery.announcement_id = announcement.id and delivery.read_at is not null) as read
        from ${announcements.from}
        where $1::timestamptz is null or (announcement.at, announcement.id) < ($1, $2::uuid)
        order by announcement.at desc, announcement.id desc limit $3`,
      values: [at, id, limit + 1],
    }),
    readLadder(db),
  ])
  const { shown, nextCursor } = pageOf(rows as SentRow[], limit, byTime)
  return {
    announcements: shown.map((row) => ({
      id: row.id,
      at: isoFromInstant(row.at),
      by: [party(row.firstBy, row.firstByName), party(row.secondBy, row.secondByName)],
      title: row.title,
      text: row.body,
      isMailed: row.isMailed,
      plan:
        row.plan === null
          ? null
          : { id: row.plan, title: plans.find((one) => one.id === row.plan)?.title ?? 'a plan' },
      status: row.status as AudienceStatus | null,
      country: row.country,
      state: row.state,
      stateAt: isoFromInstant(row.stateAt),
      stoppedBy: partyIfAny(row.stoppedBy, row.stoppedByName),
      expected: row.expected,
      reached: row.got,
      read: row.read,
    })),
    nextCursor,
  }
}

type ReaderRow = {
  id: string
  at: Instant
  owner: OwnerId
  name: string | null
  isMailed: boolean
  readAt: Instant | null
}

/** Whom it reached, in the order in which they are reached. */
export async function readReaders(
  db: Database,
  announcement: string,
  { list, limit = 50, cursor }: Page & { list: 'all' | 'read' | 'unread' },
): Promise<{ people: AnnouncementReader[]; nextCursor: string | null }> {
  const [id] = decodeCursor(cursor, ['id'])
  const only = { all: '', read: 'and read_at is not null', unread: 'and read_at is null' }[list]
  const { rows } = await db.query<ReaderRow>({
    name: `announcements.readers-${list}`,
    text: `select delivery.id, delivery.at, delivery.owner_id as owner, person.full_name as name, delivery.is_mailed as "isMailed", delivery.read_at as "readAt"
      from (select * from announcement_deliveries where announcement_id = $1 ${only} and ($2::uuid is null or owner_id > $2)
          order by owner_id limit $3) delivery
        left join auth.persons person on person.id = delivery.owner_id
      order by delivery.owner_id`,
    values: [announcement, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.owner])
  return {
    people: shown.map((row) => ({
      user: party(row.owner, row.name),
      at: isoFromInstant(row.at),
      isMailed: row.isMailed,
      readAt: instantOf(row.readAt),
    })),
    nextCursor,
  }
}

/** Those that are being sent, in the order in which they were agreed to. */
export async function readSending(db: Database): Promise<Announcement[]> {
  const { rows } = await db.query({
    name: 'announcements.sending',
    text: `select ${announcements.columns} from ${announcements.from} where announcement.state = 'sending' order by announcement.at, announcement.id limit 10`,
  })
  return rows.map((row) => announcements.fromRow(row))
}

/** How many people were reached within so many seconds, by whatever announcement. */
export async function countReachedLately(db: Database, seconds: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'announcements.lately',
    text: `select count(*)::int as count from announcement_deliveries where reached_at > (select clock_timestamp()) - make_interval(secs => $1)`,
    values: [seconds],
  })
  return rows[0]!.count
}

export async function countDeliveries(db: Database, announcement: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'announcements.deliveries',
    text: 'select count(*)::int as count from announcement_deliveries where announcement_id = $1',
    values: [announcement],
  })
  return rows[0]!.count
}
