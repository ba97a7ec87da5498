/** Numbered, forward-only SQL files, applied once each, in order, by one process at a time. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import type { Mode } from './config.ts'
import { applicationRole, Unconfirmed, withClient } from './database.ts'

export type Migration = { number: number; name: string; sql: string; sha256: string }

/** Any number no other program uses in this database. */
const migrationLock = 7_401_001

/** The files of a folder, by number. */
export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const match = /^(\d{3})-([a-z0-9-]+)\.sql$/.exec(file)
      if (!match)
        throw new CannotStart(`The migration ${file} must be named like 001-what-it-does.sql.`)
      const sql = readFileSync(join(folder, file), 'utf8')
      return {
        number: Number(match[1]),
        name: match[2]!,
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
      }
    })
  const twice = migrations.find(
    (migration, index) => migrations[index - 1]?.number === migration.number,
  )
  if (twice) throw new CannotStart(`Two migrations have the number ${label(twice)}.`)
  return migrations
}

function label(migration: Pick<Migration, 'number' | 'name'>): string {
  return `${String(migration.number).padStart(3, '0')}-${migration.name}`
}

type Applied = Omit<Migration, 'sql'>

/** Throws unless what was applied is exactly the beginning of the files. */
function checkApplied(applied: Applied[], migrations: Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const file = migrations.find((migration) => migration.number === row.number)
    if (!file) {
      throw new CannotStart(
        `The database has the migration ${label(row)}, which this release lacks: it belongs to a newer one.`,
      )
    }
    if (file.sha256 !== row.sha256 || file.name !== row.name) {
      throw new CannotStart(
        `The migration ${label(row)} was changed after it was applied. Migrations only go forward: add a new one.`,
      )
    }
    if (migrations[index] !== file) {
      throw new CannotStart(
        `The migration ${label(migrations[index]!)} comes before ${label(row)}, which is already applied.`,
      )
    }
  }
}

const alreadyThere = new Set([
  '42710' /* duplicate_object */,
  '23505' /* unique_violation, when created at the same moment */,
])

/** Roles belong to the whole cluster, where the lock of one database doesn't reach: being second is fine. */
async function unlessTwin(client: pg.Client, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (alreadyThere.has(code ?? '') || message.includes('concurrently updated')) return
    throw new CannotStart(
      `The owner of the database may not set up the role ${applicationRole}: ${message}.`,
    )
  }
}

/** Creates the application's role where it is missing and lets the owner become it. */
export async function ensureRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [
    applicationRole,
  ])
  if (rowCount === 0) await unlessTwin(client, `create role ${applicationRole} nologin`)
  try {
    await client.query(`set role ${applicationRole}`)
    await client.query('reset role')
  } catch {
    await unlessTwin(client, `grant ${applicationRole} to current_user`)
  }
}

/**
 * Takes the right to temporary tables from everybody but the owner: nothing here makes any, and one of theirs could
 * stand in for a table of ours. Asked at each start, since a database that was copied or restored comes without it.
 */
async function forbidTemporary(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; may: boolean }>(
    `select current_database() as name, has_database_privilege('${applicationRole}', current_database(), 'TEMPORARY') as may`,
  )
  const { name, may } = rows[0]!
  if (may)
    await unlessTwin(
      client,
      `revoke temporary on database ${client.escapeIdentifier(name)} from public, ${applicationRole}`,
    )
}

/** In which mode the database was created; null: in none yet. */
export async function readMode(client: pg.Client): Promise<Mode | null> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('public.house') is not null as there`,
  )
  if (!found[0]!.there) return null
  const { rows } = await client.query<{ mode: Mode }>('select mode from public.house')
  return rows[0]!.mode
}

/** Throws when the database was created in the other mode: play money and real money never meet. */
async function checkMode(client: pg.Client, mode: Mode): Promise<void> {
  const created = await readMode(client)
  if (created === null || created === mode) return
  throw new CannotStart(
    `This database was created in ${created} mode and cannot be opened in ${mode} mode.`,
  )
}

function lineOf(error: unknown, migration: Migration): string {
  const position = Number((error as pg.DatabaseError).position)
  return position > 0 ? ` in line ${migration.sql.slice(0, position).split('\n').length}` : ''
}

async function apply(client: pg.Client, migration: Migration, mode: Mode): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`select set_config('glasshouse.mode', $1, true)`, [mode])
    await client.query(migration.sql)
    await client.query('insert into public.migrations (number, name, sha256) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (error instanceof Unconfirmed)
      throw new CannotStart(
        `The migration ${label(migration)} was applied, but whether a standby has it is unknown. Start again when one answers.`,
      )
    throw new CannotStart(
      `The migration ${label(migration)} failed${lineOf(error, migration)} and was undone: ${(error as Error).message}.`,
    )
  }
}

/**
 * Brings the database to the state of the files, as its owner, and returns the names of what was
 * applied. A process killed in between leaves whole migrations only; the next one goes on.
 */
export async function migrate(options: {
  url: string
  mode: Mode
  folder: string
}): Promise<string[]> {
  const migrations = readMigrations(options.folder)
  const connecting = {
    url: options.url,
    name: 'glasshouse migrate',
    as: 'owner',
    limits: { statementMs: 0, lockMs: 60_000, idleInTransactionMs: 0 },
  } as const
  return withClient(connecting, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists public.migrations (
      number integer primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
    const { rows: applied } = await client.query<Applied>(
      'select number, name, sha256 from public.migrations order by number',
    )
    checkApplied(applied, migrations)
    await checkMode(client, options.mode)
    await ensureRole(client)
    await forbidTemporary(client)
    const missing = migrations.slice(applied.length)
    for (const migration of missing) await apply(client, migration, options.mode)
    return missing.map(label)
  })
}
