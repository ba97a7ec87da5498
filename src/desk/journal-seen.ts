/** Where a journal ends, in few pages of it, and whether what somebody has seen of it is still there. */
import type { Instant } from '../lib/instant.ts'
import type { Database } from '../platform/database.ts'
import { firstIdAt } from '../platform/ids.ts'
import { sqlWords } from '../platform/sql-words.ts'
import type { Recorded } from './journal-end.ts'

/** `recordedAt` by wall time. */
export type LastCommand = { id: string; recordedAt: Instant }

/** Servers that make commands may be ahead of this one by so much. */
const aheadMs = 60_000
/** More than two servers of different clocks commit in turns. */
const newest = 100

// Most ids sort by the time they were made, so the newest are at the end of the primary key: what an id from a clock that
// was far ahead says of the end is left out. The others have an index of their own, which their sixth byte chooses.
const lastCommand = `select id, "recordedAt" from (
    (select id, recorded_at as "recordedAt" from desk.commands where id <= $2 order by id desc limit ${newest})
    union all
    (select id, recorded_at from desk.commands where get_byte(uuid_send(id), 6) not between 112 and 127
       and recorded_at >= to_timestamp($1::float8 / 1000) order by recorded_at desc limit 1)) newest
  where "recordedAt" >= to_timestamp($1::float8 / 1000) order by "recordedAt" desc, id desc limit 1`

/** The last command that was recorded since then, or at all; null: none was. However long the journal is, few rows are read. */
export async function readLastCommand(
  db: Database,
  since: Instant | null,
): Promise<LastCommand | null> {
  const { rows } = await db.query<LastCommand>({
    name: 'journal.last-since',
    text: lastCommand,
    values: [since ?? 0, firstIdAt(Date.now() + aheadMs)],
  })
  return rows[0] ?? null
}

/** What was accepted of these kinds, which are words of ours, since then, the oldest first; of more than `limit` the newest. */
export async function readAccepted(
  db: Database,
  { kinds, since, limit }: { kinds: readonly string[]; since: Instant; limit: number },
): Promise<Recorded[]> {
  const { rows } = await db.query<Recorded>({
    name: 'journal.accepted-since',
    // With the kinds in it, so that it finds an index of these kinds.
    text: `select id, kind, outcome, recorded_at as "recordedAt", input, subject from desk.commands
      where recorded_at >= to_timestamp($1::float8 / 1000) and outcome = 'done' and kind in (${sqlWords(kinds)})
      order by recorded_at desc, id desc limit $2`,
    values: [since, limit],
  })
  return rows.toReversed()
}

/** Which of these commands the journal doesn't have. */
export async function findMissing(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'journal.missing',
    text: 'select asked.id::text as id from unnest($1::uuid[]) as asked (id) where not exists (select from desk.commands command where command.id = asked.id)',
    values: [ids],
  })
  return new Set(rows.map(({ id }) => id))
}

/** The last daily root. */
export type LastRoot = { day: string; root: string }

export async function readLastRoot(db: Database): Promise<LastRoot | null> {
  const { rows } = await db.query<LastRoot>({
    name: 'roots.last',
    text: `select day, encode(root, 'hex') as root from desk.roots order by day desc limit 1`,
  })
  return rows[0] ?? null
}

/** Whether the root of that day is this one. */
export async function hasRoot(db: Database, { day, root }: LastRoot): Promise<boolean> {
  const { rows } = await db.query<{ is: boolean }>({
    name: 'roots.is-there',
    text: `select exists (select from desk.roots where day = $1 and root = decode($2, 'hex')) as is`,
    values: [day, root],
  })
  return rows[0]!.is
}
