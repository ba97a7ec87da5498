/** What keeps a server from starting is one clear line, and an exit code that says so. */
import { createServer, type AddressInfo } from 'node:net'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../src/domains/sign-in/add-person.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent, thorough } from '../support/extent.ts'
import {
  newDataFolder,
  smallWorld,
  startRefused,
  startServer,
  stopServers,
} from '../support/server.ts'
import { testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
afterAll(stopServers)

/** The one line, after checking that it is one, and that nothing was served. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await startRefused({
    env: { ...smallWorld, ...env },
    databaseUrl: database.url,
  })
  expect(code).toBe(1)
  expect(stdout).not.toContain('ready')
  const lines = stderr.trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0]!
}

describe('G3: a wrong setting', () => {
  // What each setting may be stands in config.test.ts.
  test.each(
    extent(
      [['PORT', 'eighty', 'PORT must be a port, a whole number from 0 to 65535']],
      [
        ['DATABASE_URL', 'mysql://somewhere', 'DATABASE_URL must be an address like postgres://'],
        ['GLASSHOUSE_SECRET', 'hunter2', 'GLASSHOUSE_SECRET must have at least 32 characters'],
      ],
    ) as [name: string, value: string, complaint: string][],
  )('%s=%s', async (name, value, complaint) => {
    const line = await refusal({ [name]: value })
    expect(line).toContain(complaint)
  })
})

describe('a start is refused', () => {
  test('when the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect(await refusal({ PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is taken. PORT and HOST set another.`,
    )
    expect(await refusal({ METRICS_PORT: String(port) })).toBe(
      `METRICS_PORT ${port} on 127.0.0.1 is taken or not allowed.`,
    )
    other.close()
  })

  test('when the address is another machine’s', { tags: [thorough] }, async () => {
    expect(await refusal({ METRICS_HOST: '192.0.2.1', METRICS_PORT: '0' })).toBe(
      'METRICS_PORT 0 on 192.0.2.1 is taken or not allowed.',
    )
    expect(await refusal({ HOST: '192.0.2.1' })).toContain(
      'on 192.0.2.1 is no address of this machine',
    )
  })

  test('when the database cannot be reached', async () => {
    const line = await refusal({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nowhere' })
    expect(line).toMatch(/^The database nowhere on 127\.0\.0\.1 cannot be opened: .+\.$/)
    expect(line).not.toContain('secret')
  })

  test('when the database could forget what it acknowledged', async () => {
    const name = new URL(database.url).pathname.slice(1)
    await database.owner.query(`alter database ${name} set synchronous_commit = off`)
    expect(await refusal({})).toBe(
      'The database has synchronous_commit = off: a power cut would undo acknowledged bookings. Set it to on.',
    )
    await database.owner.query(`alter database ${name} reset synchronous_commit`)
  })

  test('when the signing secret was damaged', async () => {
    const dataFolder = await newDataFolder()
    await writeFile(join(dataFolder, 'secret'), 'short\n')
    const { code, stderr } = await startRefused({
      dataFolder,
      databaseUrl: database.url,
      // Absent, as an empty setting is.
      env: { ...smallWorld, GLASSHOUSE_SECRET: '' },
    })
    expect([code, stderr.trim()]).toEqual([
      1,
      `The signing secret ${join(dataFolder, 'secret')} is damaged. Put it back from a backup; docs/runbooks/keys.md says what to do without one.`,
    ])
  })

  test('when what people sign in with is of another secret, until that one is given too', async () => {
    const older = await createTestDatabase()
    await addPerson(
      { pool: older.pool, macKeys: testMacKeys },
      { fullName: 'Ada Example', email: 'ada@people.example', password: 'glass and paper' },
    )
    const GLASSHOUSE_SECRET = 'a-newer-secret-of-the-tests-0123456789'
    const { code, stderr } = await startRefused({
      databaseUrl: older.url,
      env: { ...smallWorld, GLASSHOUSE_SECRET, GLASSHOUSE_EARLIER_SECRETS: '' },
    })
    expect([code, stderr.trim()]).toEqual([
      1,
      `This database was written with another secret (key ${testMacKeys.newest.number}). Give it in GLASSHOUSE_EARLIER_SECRETS; if it is lost, docs/runbooks/keys.md says what to do.`,
    ])
    const started = await startServer({
      databaseUrl: older.url,
      env: { ...smallWorld, GLASSHOUSE_SECRET },
    })
    expect((await started.stop()).code).toBe(0)
  })

  test('when the data folder is a file', { tags: [thorough] }, async () => {
    const dataFolder = join(await newDataFolder(), 'file')
    await writeFile(dataFolder, '')
    const { code, stderr } = await startRefused({ dataFolder, env: smallWorld })
    expect(code).toBe(1)
    expect(stderr.trim()).toMatch(
      /^The data folder cannot be used: \w+ at \S+\. GLASSHOUSE_DATA sets another\.$/,
    )
  })

  test.runIf(process.getuid?.() !== 0)('when the data folder may not be written', async () => {
    const dataFolder = await newDataFolder()
    await chmod(dataFolder, 0o500)
    const { code, stderr } = await startRefused({ dataFolder, env: smallWorld })
    expect([code, stderr.trim()]).toEqual([
      1,
      expect.stringContaining('The data folder cannot be used'),
    ])
  })
})

describe('a start goes on', () => {
  test(
    'without /metrics where another server has the standard port, and with a setting that does not exist, saying so',
    { tags: [thorough] },
    async () => {
      const other = createServer()
      await new Promise<void>((resolve) => {
        // Somebody else's is as good.
        other.once('error', () => resolve())
        other.listen(9464, '127.0.0.1', resolve)
      })
      const server = await startServer({
        databaseUrl: database.url,
        env: { ...smallWorld, METRICS_PORT: '', GLASSHOUSE_DATE: 'x' },
      })
      expect(server.output().stdout).toContain('Port 9464 is taken: this server has no /metrics')
      expect(server.output().stdout).toContain('GLASSHOUSE_DATE is not a setting and is ignored.')
      other.close()
    },
  )

  test(
    'on every interface and without metrics, where that is asked for',
    { tags: [thorough] },
    async () => {
      const server = await startServer({
        databaseUrl: database.url,
        env: { ...smallWorld, HOST: '::', METRICS_PORT: 'off' },
      })
      for (const host of ['127.0.0.1', '[::1]']) {
        const url = new URL(server.url)
        expect((await fetch(`http://${host}:${url.port}/readyz`)).status).toBe(200)
      }
      expect(server.metricsUrl).toBe('')
    },
  )
})
