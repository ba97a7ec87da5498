/** How far the journal of a database goes, and what another one has of it: for copies of it, and for what a restore took back. */
import type { Instant } from '../lib/instant.ts'
import type { Database } from '../platform/database.ts'

/** `recordedAt` by wall time; `input` names people and requests by id alone. */
export type Recorded = {
  id: string
  /** Whose books it is about. */
  subject: string | null
  kind: string
  outcome: string
  recordedAt: Instant
  input: Record<string, unknown>
}

/** The last command and the last daily root; null where there is none yet. */
export type JournalEnd = {
  commands: bigint
  last: string | null
  lastAt: Instant | null
  rootDay: string | null
  root: string | null
}

/** Reads the whole journal. */
export async function readJournalEnd(db: Database): Promise<JournalEnd> {
  const { rows } = await db.query<JournalEnd>(
    `select (select count(*) from desk.commands) as commands, command.id as last, command.recorded_at as "lastAt",
        root.day as "rootDay", encode(root.root, 'hex') as root
      from (select) one left join (select id, recorded_at from desk.commands order by recorded_at desc, id desc limit 1) command on true
        left join (select day, root from desk.roots order by day desc limit 1) root on true`,
  )
  return rows[0]!
}

/** Whether a database has the last command of another, and its own root of the day of the other's last one. */
export async function findJournalEnd(
  db: Database,
  { last, rootDay }: Pick<JournalEnd, 'last' | 'rootDay'>,
): Promise<{ hasLast: boolean; root: string | null }> {
  const { rows } = await db.query<{ hasLast: boolean; root: string | null }>(
    `select $1::uuid is null or exists (select from desk.commands where id = $1) as "hasLast",
        (select encode(root, 'hex') from desk.roots where day = $2) as root`,
    [last, rootDay],
  )
  return rows[0]!
}

const pageSize = 1_000

/** All of a journal in the order in which it was recorded, a page at a time. */
async function* pagesOf(db: Database): AsyncGenerator<Recorded[]> {
  let after: [at: string, id: string] = ['-infinity', '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows } = await db.query<Recorded & { exactly: string }>(
      `select id, kind, outcome, recorded_at as "recordedAt", recorded_at::text as exactly, input, subject from desk.commands
        where (recorded_at, id) > ($1::timestamptz, $2::uuid) order by recorded_at, id limit ${pageSize}`,
      after,
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = [last.exactly, last.id]
  }
}

/** What the journal of `copy` has and the one of `db` hasn't, in the order in which it was recorded. */
export async function* missingFrom(db: Database, copy: Database): AsyncGenerator<Recorded> {
  for await (const page of pagesOf(copy)) {
    const { rows } = await db.query<{ id: string }>(
      'select id from desk.commands where id = any ($1)',
      [page.map(({ id }) => id)],
    )
    const known = new Set(rows.map(({ id }) => id))
    yield* page.filter(({ id }) => !known.has(id))
  }
}
