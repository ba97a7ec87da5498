/** Where a journal ends, in few pages of it, and whether what somebody has seen of it is still there. */
import type { Instant } from '../lib/instant.ts'
import type { Database } from '../platform/database.ts'
import type { Recorded } from './journal-end.ts'

/** `recordedAt` by wall time. */
export type LastCommand = { id: string; recordedAt: Instant }

/** The last command that was recorded since; null: none was. A scan of all of the journal where `since` is null. */
export async function readLastCommand(
  db: Database,
  since: Instant | null,
): Promise<LastCommand | null> {
  const { rows } = await db.query<LastCommand>({
    name: 'journal.last-since',
    text: `select id, recorded_at as "recordedAt" from desk.commands
      where recorded_at >= coalesce(to_timestamp($1::float8 / 1000), '-infinity') order by recorded_at desc, id desc limit 1`,
    values: [since],
  })
  return rows[0] ?? null
}

/** What was accepted of these kinds since then, the oldest first, at most so many. */
export async function readAccepted(
  db: Database,
  { kinds, since, limit }: { kinds: readonly string[]; since: Instant; limit: number },
): Promise<Recorded[]> {
  const { rows } = await db.query<Recorded>({
    name: 'journal.accepted-since',
    text: `select id, kind, outcome, recorded_at as "recordedAt", input, subject from desk.commands
      where recorded_at >= to_timestamp($1::float8 / 1000) and outcome = 'done' and kind = any ($2)
      order by recorded_at, id limit $3`,
    values: [since, kinds, limit],
  })
  return rows
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
