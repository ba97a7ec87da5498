/**
 * `npm run backup:later [-- BACKUP]`: after a restore to a moment, lists what the archive has and the database hasn't any more: each
 * command by its id, when it was recorded, what it did and about what. The bank and a chain were not rewound: payouts among
 * them have been made. The archive is that of the latest backup, or of the one with this label. Changes nothing.
 */
import '../src/platform/node-version.ts'
import type pg from 'pg'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool, type Database } from '../src/platform/database.ts'
import { say } from './audit-checks.ts'
import { ownersUrl, withCopy } from './backup-copy.ts'

/** What the journal keeps of a command; `input` names people and requests by id alone. */
type Kept = {
  id: string
  kind: string
  outcome: string
  at: number
  input: Record<string, unknown>
}

const pageSize = 1_000

/** In the order in which they were recorded. */
async function* commandsOf(copy: pg.Pool): AsyncGenerator<Kept[]> {
  let after: [at: string, id: string] = ['-infinity', '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows } = await copy.query<Kept & { exactly: string }>(
      `select id, kind, outcome, recorded_at as at, recorded_at::text as exactly, input from desk.commands
        where (recorded_at, id) > ($1::timestamptz, $2::uuid) order by recorded_at, id limit ${pageSize}`,
      after,
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = [last.exactly, last.id]
  }
}

/** Those of them that the database doesn't have. */
async function missingFrom(live: Database, commands: readonly Kept[]): Promise<Kept[]> {
  const { rows } = await live.query<{ id: string }>(
    'select id from desk.commands where id = any ($1)',
    [commands.map(({ id }) => id)],
  )
  const known = new Set(rows.map(({ id }) => id))
  return commands.filter(({ id }) => !known.has(id))
}

const lineOf = ({ at, id, kind, outcome, input }: Kept) =>
  [new Date(at).toISOString(), id, kind, outcome, JSON.stringify(input)].join('\t')

async function listLater(url: string, copy: pg.Pool): Promise<void> {
  const live = createPool({ url, name: 'glasshouse later', max: 1 })
  let count = 0
  try {
    for await (const page of commandsOf(copy))
      for (const command of await missingFrom(live, page)) {
        count += 1
        say(lineOf(command))
      }
  } finally {
    await live.end()
  }
  say(
    count === 0
      ? 'The database has every command that the archive has.'
      : `${count} commands came later than what the database was restored to. Nothing of them is in the books.`,
  )
}

try {
  const url = await ownersUrl(readConfig(process.env))
  const [label] = process.argv.slice(2)
  await withCopy(url, { timeline: 'current', label }, ({ pool }) => listLater(url, pool))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
