/**
 * One PostgreSQL for a whole test run, with two databases that test files copy: a migrated one, and one in which
 * the sample world was told, by whoever needs it first. It is an embedded one in a temporary folder, or the server of TEST_DATABASE_URL.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { withClient } from '../../src/platform/database.ts'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/postgres/embedded.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { isAlive } from '../../src/platform/alive.ts'
import { ofTheCluster, rolesFile } from './roles-file.ts'
import { newDataFolder, removeDataFolder, startServer } from './server.ts'
import { scratchFolder } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the cluster, and the names of the databases to copy: one that is only migrated, and one in which the sample world was told. */
    cluster: TestCluster
  }
}

const prefix = 'glasshouse-test-'
export const migrationsFolder = join(import.meta.dirname, '../../db/migrations')

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** The same database, another role. */
export function withUser(url: string, user: string): string {
  const changed = new URL(url)
  changed.username = user
  return changed.href
}

export function asOwner<T>(url: string, use: Parameters<typeof withClient<T>>[1]): Promise<T> {
  return withClient(
    { url, name: 'glasshouse test', as: 'owner', limits: { statementMs: 0, lockMs: 0 } },
    use,
  )
}

/** A run that was killed leaves its cluster running; the next run clears it away. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(scratchFolder)) {
    const pid =
      name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length))
        ? Number(name.slice(prefix.length))
        : null
    if (pid === null || isAlive(pid)) continue
    const folder = join(scratchFolder, name)
    if (await findEmbeddedPostgres(folder)) {
      await (await startEmbeddedPostgres({ dataFolder: folder, say: () => {} })).stop()
    }
    await rm(folder, { recursive: true, force: true })
  }
}

async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, async stop() {} }
  await removeAbandoned()
  const folder = join(scratchFolder, prefix + process.pid)
  await mkdir(folder, { recursive: true })
  // As root, PostgreSQL runs as another user, who has to get through here to a folder of its own.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, say: () => {} })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestCluster = { url: string; template: string; world: string }

/** As a first start tells it; the copies are found told. Of those who need it at once one tells it. */
export function ensureWorld({ url, template, world }: TestCluster): Promise<void> {
  return asOwner(url, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [world])
    if ((await client.query('select from pg_database where datname = $1', [world])).rowCount !== 0)
      return
    const draft = `${world}_draft`
    const dataFolder = await newDataFolder()
    try {
      await client.query(`drop database if exists ${draft} with (force)`)
      await client.query(
        `create database ${draft} template ${template} owner ${ofTheCluster.owner}`,
      )
      await (await startServer({ databaseUrl: withDatabase(url, draft), dataFolder })).stop()
      await client.query(`alter database ${draft} rename to ${world}`)
    } finally {
      await removeDataFolder(dataFolder)
    }
  })
}

/** On a server of one's own they may be there from the run before. */
async function makeRoles(client: pg.Client, database: string): Promise<void> {
  const alreadyThere = '42710'
  for (const statement of rolesFile({ ...ofTheCluster, database }))
    await client.query(statement).catch((error: pg.DatabaseError) => {
      if (error.code !== alreadyThere) throw error
    })
}

async function start() {
  const { url, stop } = await startCluster()
  const [template, world] = ['template', 'world'].map(
    (what) => `glasshouse_${what}_${randomBytes(4).toString('hex')}`,
  ) as [string, string]
  try {
    await asOwner(url, (client) => makeRoles(client, template))
    await migrate({
      url: withUser(withDatabase(url, template), ofTheCluster.owner),
      mode: 'demo',
      folder: migrationsFolder,
      isServer: false,
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, template, world, stop }
}

type Shared = { cluster: ReturnType<typeof start>; users: number }

/** Each project of a run loads this module anew, all in one process: what they share lies outside of it. */
const place = globalThis as typeof globalThis & { glasshouseTestCluster?: Shared }

export default async function setup(project: TestProject) {
  const shared = (place.glasshouseTestCluster ??= { cluster: start(), users: 0 })
  shared.users += 1
  const { url, template, world, stop } = await shared.cluster
  project.provide('cluster', { url, template, world })
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    delete place.glasshouseTestCluster
    for (const name of [`${world}_draft`, world, template])
      await asOwner(url, (client) => client.query(`drop database if exists ${name} with (force)`))
    await stop()
  }
}
