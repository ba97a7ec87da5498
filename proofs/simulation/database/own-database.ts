/** A migrated, empty database for one run: on the server of TEST_DATABASE_URL, or on a PostgreSQL of its own in a temporary folder. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '../../../src/platform/database.ts'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts'
import { migrate } from '../../../src/platform/migrations/migrate.ts'

const migrations = join(import.meta.dirname, '../../../db/migrations')

export type OwnDatabase = { url: string; remove(): Promise<void> }

async function onServer(server: string): Promise<OwnDatabase> {
  const name = `glasshouse_simulation_${randomBytes(6).toString('hex')}`
  const asOwner = (sql: string) =>
    withClient({ url: server, name: 'glasshouse simulation', as: 'owner' }, (client) =>
      client.query(sql),
    )
  await asOwner(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    remove: async () => void (await asOwner(`drop database ${name} with (force)`)),
  }
}

async function inFolder(): Promise<OwnDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-simulation-'))
  // As root, PostgreSQL runs as another user, who has to get through here to a folder of its own.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, say: () => {} })
  return {
    url: postgres.url,
    async remove() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function openOwnDatabase(): Promise<OwnDatabase> {
  const server = process.env.TEST_DATABASE_URL
  const database = await (server ? onServer(server) : inFolder())
  try {
    await migrate({ url: database.url, mode: 'demo', folder: migrations })
    return database
  } catch (error) {
    await database.remove()
    throw error
  }
}
