/** Numbered, forward-only SQL files, applied once each, in order, by one process at a time. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import type { Mode } from '../config.ts'
import { atomically, Unconfirmed, withClient } from '../database.ts'
import {
  checkApplied,
  label,
  readMigrations,
  refuseEarlier,
  type Applied,
  type Migration,
} from './files.ts'
import { ensureRole, forbidTemporary, letBecomeApplication } from './roles.ts'

/** Any number no other program uses in this database. */
const migrationLock = 7_401_001

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    'select to_regclass($1) is not null as there',
    [table],
  )
  return rows[0]!.there
}

/** In which mode the database was created; null: in none yet. */
export async function readMode(client: pg.Client): Promise<Mode | null> {
  if (!(await exists(client, 'public.house'))) return null
  const { rows } = await client.query<{ mode: Mode }>('select mode from public.house')
  return rows[0]!.mode
}

/** Throws when a database of the one mode is to be used in the other: play money and real money never meet. */
export function refuseOtherMode(created: Mode | null, mode: Mode): void {
  if (created === null || created === mode) return
  throw new CannotStart(
    `This database was created in ${created} mode and cannot be opened in ${mode} mode.`,
  )
}

function lineOf(error: unknown, migration: Migration): string {
  const position = Number((error as pg.DatabaseError).position)
  return position > 0 ? ` in line ${migration.sql.slice(0, position).split('\n').length}` : ''
}

/** Everybody who comes later waits behind one that waits for an exclusive lock. */
const lockMs = 2_000
/** A lock that is held for longer than these tries take has to be ended by somebody. */
const lockTries = 60
const restMs = 2_000

const isLocked = (error: unknown) => (error as { code?: string }).code === '55P03'

/** Tries again where others hold what the work needs, and lets them go on in between. */
async function onceUnlocked(work: () => Promise<void>): Promise<void> {
  for (let left = lockTries; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || left === 1) throw error
      await wait(restMs)
    }
  }
}

/** In one transaction. What goes wrong is told as the operator's line. */
async function inOneStep(
  client: pg.Client,
  what: { isDone: string; failed(error: unknown): string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await onceUnlocked(() => atomically(client, work))
  } catch (error) {
    if (error instanceof CannotStart) throw error
    if (error instanceof Unconfirmed)
      throw new CannotStart(
        `${what.isDone}, but whether a standby has it is unknown. Start again when one answers.`,
      )
    throw new CannotStart(`${what.failed(error)} and was undone: ${(error as Error).message}.`)
  }
}

function record(client: pg.Client, { number, name, sha256 }: Migration): Promise<unknown> {
  return client.query('insert into public.migrations (number, name, sha256) values ($1, $2, $3)', [
    number,
    name,
    sha256,
  ])
}

/** Statement by statement. One that is cut short begins anew at the next start, so each file drops first what it makes. */
async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  try {
    for (const statement of migration.sql.split(/;\s*$/m))
      if (statement.trim() !== '') await client.query(statement)
    await record(client, migration)
  } catch (error) {
    throw new CannotStart(
      `The migration ${label(migration)} failed: ${(error as Error).message}. Start again: it begins anew.`,
    )
  }
}

async function apply(client: pg.Client, migration: Migration, mode: Mode): Promise<void> {
  if (migration.isOutside) return applyOutside(client, migration)
  const what = {
    isDone: `The migration ${label(migration)} was applied`,
    failed: (error: unknown) =>
      `The migration ${label(migration)} failed${lineOf(error, migration)}`,
  }
  await inOneStep(client, what, async () => {
    await client.query(`select set_config('glasshouse.mode', $1, true)`, [mode])
    await client.query(`select set_config('lock_timeout', $1, true)`, [String(lockMs)])
    await client.query(migration.sql)
    await record(client, migration)
  })
}

/** What the database has recorded. Throws `CannotStart` where another program keeps its own records under this name. */
async function readApplied(client: pg.Client): Promise<Applied[]> {
  if (!(await exists(client, 'public.migrations'))) return []
  try {
    const { rows } = await client.query<Applied>(
      'select number, name, sha256 from public.migrations order by number',
    )
    return rows
  } catch (error) {
    throw new CannotStart(
      `The table public.migrations cannot be read: ${(error as Error).message}. Give Glasshouse a database of its own.`,
    )
  }
}

type Where = { url: string; mode: Mode; folder: string }

type Options = Where & {
  /** Whether the owner serves people as well, as the application's role then; unless said otherwise. */
  isServer?: boolean
}

/** What is applied. Throws `CannotStart` where the files can't go on from there, or the database is in the other mode. */
async function findApplied(
  client: pg.Client,
  migrations: Migration[],
  mode: Mode,
): Promise<Applied[]> {
  const applied = await readApplied(client)
  const created = await readMode(client)
  if (applied.length === 0 && created !== null)
    throw new CannotStart(
      'This database has tables of Glasshouse and no record of its migrations. Restore it as a whole.',
    )
  refuseOtherMode(created, mode)
  refuseEarlier(applied, migrations, mode)
  checkApplied(applied, migrations)
  return applied
}

/**
 * One process at a time. It asks again and again: an index that is made while people write waits for every statement that
 * began before, and so for one that waited here for its end.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const ask = 'select pg_try_advisory_lock($1) as taken'
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(ask, [migrationLock])
    if (rows[0]!.taken) return
    await wait(100)
  }
}

/**
 * Brings the database to the state of the files, as its owner, and returns the names of what was
 * applied. A process killed in between leaves whole migrations only; the next one goes on.
 */
export async function migrate(options: Options): Promise<string[]> {
  const migrations = readMigrations(options.folder)
  const connecting = {
    url: options.url,
    name: 'glasshouse migrate',
    as: 'owner',
    limits: { statementMs: 0, lockMs: 60_000, idleInTransactionMs: 0 },
  } as const
  return withClient(connecting, async (client) => {
    await takeTurn(client)
    const applied = await findApplied(client, migrations, options.mode)
    await client.query(`create table if not exists public.migrations (
      number integer primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
    await ensureRole(client)
    if (options.isServer ?? true) await letBecomeApplication(client)
    await forbidTemporary(client)
    const missing = migrations.slice(applied.length)
    for (const migration of missing) await apply(client, migration, options.mode)
    return missing.map(label)
  })
}

const behind = (what: string) => new CannotStart(`${what}: run npm run migrate first.`)

/**
 * For a process that isn't the database's owner: throws `CannotStart` unless exactly what the files say was applied, in
 * this mode.
 */
export async function checkMigrated({
  url,
  mode,
  folder,
  as = 'application',
}: Where & { as?: 'application' | 'owner' }): Promise<void> {
  const migrations = readMigrations(folder)
  await withClient({ url, name: 'glasshouse check', as }, async (client) => {
    const isReadable = `select has_table_privilege(to_regclass('public.migrations'), 'SELECT') as readable`
    const { rows } = await client.query<{ readable: boolean | null }>(isReadable)
    if (rows[0]!.readable !== true) throw behind('The database is not brought up to this release')
    const applied = await findApplied(client, migrations, mode)
    const missing = migrations.slice(applied.length)
    if (missing.length > 0)
      throw behind(
        `The database lacks ${missing.length === 1 ? 'the migration' : `${missing.length} migrations, from`} ${label(missing[0]!)}${missing.length === 1 ? '' : ' on'}`,
      )
  })
}
