/** `npm run demo:reset` starts the world anew, and never touches one that is in use or not a demonstration. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { withClient } from '../../src/platform/database.ts'
import { findEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { migrationsFolder } from '../support/cluster.ts'
import { createTestDatabase } from '../support/database.ts'
import { thorough } from '../support/extent.ts'
import {
  projectFolder,
  smallWorld,
  startServer,
  stopServers,
  type TestServer,
} from '../support/server.ts'

const given = await createTestDatabase()
afterAll(stopServers)

async function reset(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [join(projectFolder, 'scripts/demo-reset.ts')], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said: said.trim().split('\n').at(-1)! }
}

async function hasMark(server: TestServer): Promise<boolean> {
  const url = (await findEmbeddedPostgres(server.dataFolder))!
  return withClient({ url, name: 'test', as: 'owner' }, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('mark') is not null as there`,
    )
    return rows[0]!.there
  })
}

const gone = 'The demonstration is gone. The next start makes a new one.'
const inUse = 'A Glasshouse server is running on this database. Stop it first.'

describe('the embedded database', () => {
  test(
    'is kept while a server runs on it, and made anew afterwards',
    { tags: [thorough] },
    async () => {
      let server = await startServer({ env: smallWorld })
      const env = { GLASSHOUSE_DATA: server.dataFolder }
      const url = (await findEmbeddedPostgres(server.dataFolder))!
      await withClient({ url, name: 'test', as: 'owner' }, (client) =>
        client.query('create table mark ()'),
      )
      expect(await reset(env)).toEqual({ code: 1, said: inUse })
      expect(await hasMark(server)).toBe(true)
      await server.stop()
      expect(await reset(env)).toEqual({ code: 0, said: gone })
      server = await startServer({ dataFolder: server.dataFolder, env: smallWorld })
      expect(await hasMark(server)).toBe(false)
      await server.stop()
    },
  )
})

describe('a database given by address', () => {
  test('is kept while a server runs on it', async () => {
    const server = await startServer({ databaseUrl: given.url, env: smallWorld })
    expect(await reset({ DATABASE_URL: given.url })).toEqual({ code: 1, said: inUse })
    await server.stop()
  })

  test('is kept when the setting or the database itself says live', async () => {
    expect(await reset({ DATABASE_URL: given.url, GLASSHOUSE_MODE: 'live' })).toEqual({
      code: 1,
      said: 'Only a demonstration can be reset: GLASSHOUSE_MODE is not demo.',
    })
    const live = await createLive()
    expect(await reset({ DATABASE_URL: live })).toEqual({
      code: 1,
      said: 'This database is in live mode: only a demonstration can be reset.',
    })
  })

  test('is emptied, so that the migrations run from the beginning', async () => {
    // By an owner who may no more than one of deploy/roles.sh.
    expect(await reset({ DATABASE_OWNER_URL: given.ownerUrl })).toEqual({ code: 0, said: gone })
    const applied = await migrate({ url: given.url, mode: 'demo', folder: migrationsFolder })
    expect(applied[0]).toBe('000-house')
  })
})

const liveDatabase = await createTestDatabase({ empty: true })
async function createLive(): Promise<string> {
  await migrate({ url: liveDatabase.url, mode: 'live', folder: migrationsFolder })
  return liveDatabase.url
}
