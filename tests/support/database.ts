/** A database of one's own for a test file: a copy of the migrated template, dropped when the file ends. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { createPool } from '../../src/platform/database.ts'
import { asOwner, ensureWorld, withDatabase } from './cluster.ts'

export type TestDatabase = {
  /** The owner's address, good for DATABASE_URL. */
  url: string
  /** As the application's role, as the server connects. */
  pool: pg.Pool
  /** As the owner, for looking behind the scenes. */
  owner: pg.Pool
}

/** Call at the top of a test file: `const database = await createTestDatabase()`. `empty` has no migrations, `world` has the sample world. */
export async function createTestDatabase(
  options: { empty?: boolean; world?: boolean } = {},
): Promise<TestDatabase> {
  const cluster = inject('cluster')
  if (options.world) await ensureWorld(cluster)
  return create(options.empty ? 'template0' : options.world ? cluster.world : cluster.template)
}

/** A database as this one is now: what a restore to this moment brings back. Its connections are ended; pools make new ones. */
export async function copyOf({ url }: TestDatabase): Promise<TestDatabase> {
  const name = new URL(url).pathname.slice(1)
  return create(name, [
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  ])
}

async function create(template: string, first: readonly string[] = []): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `glasshouse_test_${randomBytes(6).toString('hex')}`
  await asOwner(cluster.url, async (client) => {
    for (const statement of first) await client.query(statement)
    await client.query(`create database ${name} template ${template}`)
  })
  const url = withDatabase(cluster.url, name)
  const pool = createPool({ url, name: 'glasshouse test' })
  const owner = createPool({ url, name: 'glasshouse test owner', as: 'owner', max: 4 })
  afterAll(async () => {
    await Promise.all([pool.end(), owner.end()])
    await asOwner(cluster.url, (client) => client.query(`drop database ${name} with (force)`))
  })
  return { url, pool, owner }
}
