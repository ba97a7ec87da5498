/** A database of one's own for a test file: a copy of the migrated template, dropped when the file ends. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { createPool } from '../../src/platform/database.ts'
import { asOwner, ensureWorld, withDatabase, withUser } from './cluster.ts'
import { ofTheCluster } from './roles-file.ts'

export type TestDatabase = {
  /** The superuser's address, good for DATABASE_URL in a demonstration. */
  url: string
  /** For DATABASE_OWNER_URL: as plain an owner as deploy/roles.sh makes. */
  ownerUrl: string
  /** As the application's role, as the server connects. */
  pool: pg.Pool
  /** As the superuser, for looking behind the scenes. */
  owner: pg.Pool
}

/**
 * Call at the top of a test file: `const database = await createTestDatabase()`. `empty` has no migrations, `world` has the
 * sample world; `made` answers the superuser's statements that make one with this name.
 */
export async function createTestDatabase(
  options: { empty?: boolean; world?: boolean; made?: (name: string) => string[] } = {},
): Promise<TestDatabase> {
  const cluster = inject('cluster')
  if (options.made) return create(options.made)
  if (options.world) await ensureWorld(cluster)
  return copy(options.empty ? 'template0' : options.world ? cluster.world : cluster.template)
}

const copy = (template: string, first: readonly string[] = []) =>
  create((name) => [
    ...first,
    `create database ${name} template ${template} owner ${ofTheCluster.owner}`,
  ])

/** A database as this one is now: what a restore to this moment brings back. Its connections are ended; pools make new ones. */
export async function copyOf({ url }: TestDatabase): Promise<TestDatabase> {
  const name = new URL(url).pathname.slice(1)
  return copy(name, [
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  ])
}

async function create(made: (name: string) => string[]): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `glasshouse_test_${randomBytes(6).toString('hex')}`
  await asOwner(cluster.url, async (client) => {
    for (const statement of made(name)) await client.query(statement)
  })
  const url = withDatabase(cluster.url, name)
  const pool = createPool({ url, name: 'glasshouse test' })
  const owner = createPool({ url, name: 'glasshouse test owner', as: 'owner', max: 4 })
  afterAll(async () => {
    await Promise.all([pool.end(), owner.end()])
    await asOwner(cluster.url, (client) => client.query(`drop database ${name} with (force)`))
  })
  return { url, ownerUrl: withUser(url, ofTheCluster.owner), pool, owner }
}
