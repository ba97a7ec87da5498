/**
 * The process as its operator meets it: starting, being asked, being stopped, being killed.
 *
 * @module-tag story
 */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../../src/platform/database.ts'
import { findEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { postgresFolder } from '../../src/platform/postgres/home.ts'
import { findPostmaster } from '../../src/platform/postgres/postmaster.ts'
import { isAlive } from '../../src/platform/alive.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent, thorough } from '../support/extent.ts'
import {
  newDataFolder,
  smallWorld as env,
  startRefused,
  startServer,
  stopServers,
  type TestServer,
} from '../support/server.ts'

const given = await createTestDatabase()
afterAll(stopServers)

async function postgresOf(server: TestServer) {
  const { folder } = await postgresFolder(server.dataFolder)
  return findPostmaster(join(folder, 'data'))
}

/** Something of one's own in the books' database, to be found again after a restart. */
async function leaveMark(server: TestServer): Promise<void> {
  const url = (await findEmbeddedPostgres(server.dataFolder))!
  await withClient({ url, name: 'test', as: 'owner' }, (client) =>
    client.query('create table mark as select 1 as one'),
  )
}

async function findMark(server: TestServer): Promise<number> {
  const url = (await findEmbeddedPostgres(server.dataFolder))!
  return withClient({ url, name: 'test', as: 'owner' }, async (client) => {
    const { rows } = await client.query<{ one: number }>('select one from mark')
    return rows[0]!.one
  })
}

describe('a server on its own database', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ env })
    await leaveMark(server)
  })

  test('says where it is ready, in one line', () => {
    expect(server.output().stdout).toMatch(
      /^Glasshouse is ready at http:\/\/localhost:\d+ \(demo\)$/m,
    )
  })

  test.each(['127.0.0.1', 'localhost', '[::1]'])('answers at %s', async (host) => {
    const url = new URL(server.url)
    url.host = `${host}:${url.port}`
    const reply = await fetch(new URL('/readyz', url))
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({ status: 'ready' })
  })

  test('is alive', async () => {
    const reply = await fetch(`${server.url}/healthz`)
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'alive' }])
  })

  test('is measured on a port of its own only', async () => {
    await fetch(`${server.url}/docs/api`)
    const measured = async () => (await fetch(server.metricsUrl)).text()
    await expect
      .poll(measured)
      .toContain(
        'glasshouse_http_request_duration_seconds_count{method="GET",route="/docs/api",status="200"}',
      )
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  })

  test('is refused a second time on the same data folder', { tags: [thorough] }, async () => {
    const second = await startRefused({ dataFolder: server.dataFolder, env })
    expect(second.code).toBe(1)
    expect(second.stderr.trim()).toBe(
      `Another Glasshouse server is running on the data folder ${server.dataFolder}. Stop it first, or set GLASSHOUSE_DATA to another.`,
    )
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('keeps its secret to itself', async () => {
    const { mode } = await stat(join(server.dataFolder, 'secret'))
    expect(mode & 0o777).toBe(0o600)
    const { folder } = await postgresFolder(server.dataFolder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('F3: recovers by itself when PostgreSQL is killed under it', async () => {
    const { pid } = (await postgresOf(server))!
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(async () => (await postgresOf(server))?.pid ?? pid, { timeout: 30_000 })
      .not.toBe(pid)
    await expect
      .poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 30_000 })
      .toBe(200)
    expect(await findMark(server)).toBe(1)
  })

  test.each(extent(['SIGTERM'] as const, ['SIGINT'] as const))(
    'ends with 0 on %s, its database with it, and keeps the data',
    async (signal) => {
      const postgres = (await postgresOf(server))!
      expect(await server.stop(signal)).toEqual({ code: 0, signal: null })
      expect(server.output().stderr).not.toContain('stopped before everything had ended')
      await expect.poll(() => isAlive(postgres.pid), { timeout: 5000 }).toBe(false)
      server = await startServer({ dataFolder: server.dataFolder, env })
      expect(await findMark(server)).toBe(1)
    },
  )

  test('is adopted by the next start after kill -9', async () => {
    const postgres = (await postgresOf(server))!
    await server.kill9()
    server = await startServer({ dataFolder: server.dataFolder, env })
    expect((await postgresOf(server))!.pid).toBe(postgres.pid)
    expect(await findMark(server)).toBe(1)
  })

  // With a number that is free again; the next test has one that somebody else has.
  test('recovers at the next start after kill -9 of everything', { tags: [thorough] }, async () => {
    const postgres = (await postgresOf(server))!
    process.kill(postgres.pid, 'SIGKILL')
    await server.kill9()
    server = await startServer({ dataFolder: server.dataFolder, env })
    expect((await postgresOf(server))!.pid).not.toBe(postgres.pid)
    expect(await findMark(server)).toBe(1)
  })

  test(
    'is not fooled by a process that has the number of a killed PostgreSQL',
    { tags: [thorough] },
    async () => {
      const postgres = (await postgresOf(server))!
      process.kill(postgres.pid, 'SIGKILL')
      await server.kill9()
      const file = join((await postgresFolder(server.dataFolder)).folder, 'data/postmaster.pid')
      await writeFile(
        file,
        (await readFile(file, 'utf8')).replace(String(postgres.pid), String(process.pid)),
      )
      server = await startServer({ dataFolder: server.dataFolder, env })
      expect(await findMark(server)).toBe(1)
    },
  )
})

describe('npm start', () => {
  test.each(extent(['SIGINT'] as const, ['SIGTERM'] as const))(
    'passes %s on, and ends with 0 when the server has ended',
    async (signal) => {
      const server = await startServer({
        databaseUrl: given.url,
        env,
        command: ['npm', 'start', '--silent'],
      })
      expect(await server.stop(signal)).toEqual({ code: 0, signal: null })
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
    },
  )
})

describe('two servers started at once on one new data folder', () => {
  test('end as one server and one refusal', { tags: [thorough] }, async () => {
    const dataFolder = await newDataFolder()
    const results = await Promise.allSettled([
      startServer({ dataFolder, env }),
      startServer({ dataFolder, env }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find((result) => result.status === 'rejected')
    expect(String(refused?.reason)).toContain('Another Glasshouse server is running')
  })
})

describe('a start that is interrupted', () => {
  test('ends with 0 and leaves nothing running', { tags: [thorough] }, async () => {
    const dataFolder = await newDataFolder()
    const ending = expect(startServer({ dataFolder, env })).rejects.toThrow('ended (0)')
    await expect
      .poll(
        () =>
          stat(join(dataFolder, 'postgres')).then(
            () => true,
            () => false,
          ),
        { interval: 5, timeout: 20_000 },
      )
      .toBe(true)
    await stopServers()
    await ending
    expect(await findEmbeddedPostgres(dataFolder)).toBeNull()
  })
})
