/** Where a journal ends, in few pages of it, and whether what somebody has seen of it is still there. */
import type { Instant } from '../lib/instant.ts'
import type { Database } from '../platform/database.ts'
import { sqlWords } from '../platform/sql-words.ts'
import type { Recorded } from './journal-end.ts'

/** `recordedAt` by wall time. */
export type LastCommand = { id: string; recordedAt: Instant }

/** Of 8 KiB: more than PostgreSQL adds to a table at once, which is up to 64 where many commit at the same time. */
const lastPages = 128

// Commands are only ever added, so those that were recorded last lie in the last pages, whatever the clocks of servers and
// database have said since. Rows of a transaction that failed leave room, which later ones fill: such a one isn't found
// here, but the next is. The pages are read first, by themselves: else the plan may be to look for the moment in an index,
// and to read more of them.
const lastCommand = `with last_pages as materialized (
    select id, recorded_at from desk.commands
      where ctid >= (select format('(%s,0)', greatest(pg_relation_size('desk.commands') / current_setting('block_size')::int - ${lastPages}, 0))::tid))
  select id, recorded_at as "recordedAt" from last_pages
    where recorded_at >= to_timestamp($1::float8 / 1000) order by recorded_at desc, id desc limit 1`

/** The last command that was recorded since then, or at all; null: none was. However long the journal is, as little is read. */
export async function readLastCommand(
  db: Database,
  since: Instant | null,
): Promise<LastCommand | null> {
  const { rows } = await db.query<LastCommand>({
    name: 'journal.last-since',
    text: lastCommand,
    values: [since ?? 0],
  })
  return rows[0] ?? null
}

/**
 * What was accepted of these kinds, which are words of ours, since then, the oldest first; of more than `limit` the newest.
 * The last minute is read in any case: the database's clock may have been set back since.
 */
export async function readAccepted(
  db: Database,
  { kinds, since, limit }: { kinds: readonly string[]; since: Instant; limit: number },
): Promise<Recorded[]> {
  const { rows } = await db.query<Recorded>({
    name: 'journal.accepted-since',
    // With the kinds in it, so that it finds an index of these kinds.
    text: `select id, kind, outcome, recorded_at as "recordedAt", input, subject from desk.commands
      where recorded_at >= least(to_timestamp($1::float8 / 1000), statement_timestamp() - interval '1 minute') and outcome = 'done' and kind in (${sqlWords(kinds)})
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
