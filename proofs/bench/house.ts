/** A PostgreSQL of the bench's own, on the disk, with a database for each measurement. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createPool, withClient } from '../../src/platform/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { fill, type Filling } from './fill.ts'
import { ticksOf } from './measure.ts'

export type House = {
  /** Where all of it lies. */
  folder: string
  /** The owner's address of a database that no measurement uses. */
  url: string
  /** The first process of PostgreSQL. */
  postgres: number
  /** A migrated database with people and a past; the same filling is made once and copied. */
  filled(name: string, filling: Filling): Promise<string>
  /** As above, without keeping anything to copy. */
  filledOnce(name: string, filling: Filling): Promise<string>
  /** A copy of a database without connections. */
  copied(name: string, of: string): Promise<string>
  empty(name: string): Promise<string>
  drop(name: string): Promise<void>
  /** So that the next measurement starts with nothing left to write. */
  checkpoint(): Promise<void>
  stop(): Promise<void>
}

const migrations = join(import.meta.dirname, '../../db/migrations')

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** The people of a filled database, in no order that an index has. */
export async function readPeople(url: string): Promise<string[]> {
  // A million of them take longer than a statement of a request may.
  const { rows } = await withClient({ url, name: 'bench', limits: { statementMs: 0 } }, (client) =>
    client.query<{ id: string }>(
      `select id from owners where role = 'user' order by md5(id::text)`,
    ),
  )
  return rows.map(({ id }) => id)
}

/** Throws unless the audit finds nothing. */
export async function checkBooks(url: string): Promise<void> {
  const pool = createPool({ url, name: 'bench audit', max: 1 })
  const { faults } = await auditBooks(pool).finally(() => pool.end())
  if (faults.length > 0) throw new Error(`The books are not in order. ${faults.join(' ')}`)
}

/** The parent of every backend; looked up while one of them lives. */
async function firstProcess(url: string): Promise<number> {
  return withClient({ url, name: 'bench', as: 'owner' }, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return (await ticksOf(rows[0]!.pid))?.parent ?? 0
  })
}

/** Not /tmp, which is in memory on some systems: here the time of a commit is the disk's. */
const place = '/var/tmp/glasshouse-bench-'

/** `audited`: every filling is proved to be one that commands could have left. */
export async function openHouse({ audited }: { audited: boolean }): Promise<House> {
  const folder = await mkdtemp(place)
  // PostgreSQL may run as another user, who has to get through here to a folder of its own.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, say: () => {} })
  const { url } = postgres
  const ask = (sql: string) =>
    withClient({ url, name: 'bench', as: 'owner', limits: { statementMs: 0 } }, (client) =>
      client.query(sql),
    )
  const create = async (name: string, rest: string) => {
    await ask(`create database ${name} ${rest}`)
    return withDatabase(url, name)
  }
  const templates = new Map<string, Promise<string>>()
  const filledOnce = async (name: string, filling: Filling) => {
    const made = await create(name, '')
    await migrate({ url: made, mode: 'demo', folder: migrations })
    await fill(made, filling)
    if (audited) await checkBooks(made)
    return made
  }
  const copied = (name: string, of: string) => create(name, `template ${of} strategy file_copy`)
  return {
    folder,
    url,
    copied,
    filledOnce,
    postgres: await firstProcess(url),
    empty: (name) => create(name, ''),
    async filled(name, filling) {
      const template = `filled_${filling.people}_${filling.postingsEach}`
      if (!templates.has(template)) templates.set(template, filledOnce(template, filling))
      await templates.get(template)
      return copied(name, template)
    },
    async drop(name) {
      await ask(`drop database ${name} with (force)`)
    },
    async checkpoint() {
      await ask('checkpoint')
    },
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
