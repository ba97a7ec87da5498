/** C7: in live a server starts only where nothing stable is missing, says what is, a line each, and never opens a database of the other mode. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeDocumentKeys } from '../support/document-keys.ts'
import { startTronSimulator } from '../support/tron-simulator/tron-simulator.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { honestPack, writePack, type PackFiles } from '../support/live-pack.ts'
import { startMailServer } from '../support/mail-server.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import {
  runMigrate,
  serverAlone,
  startRefused,
  startServer,
  stopServers,
} from '../support/server.ts'
import { testSecret } from '../support/stamp.ts'
import { mainDescriptor } from '../support/wallets.ts'

const { ownerUrl, serverUrl } = await createOperatorsDatabase()
const mailServer = await startMailServer()
const pack = honestPack()
const packs = {
  whole: await writePack(pack),
  withoutRegulator: await writePack(without(pack, 'regulator')),
}
afterAll(stopServers)

/** The pack, without one of its legal facts. */
function without(files: PackFiles, fact: string): PackFiles {
  const copy = structuredClone(files) as { 'firm.yaml': { legal: Record<string, unknown> } }
  delete copy['firm.yaml'].legal[fact]
  return copy
}

const settings: Record<string, string> = {
  GLASSHOUSE_MODE: 'live',
  GLASSHOUSE_CONTENT: packs.whole,
  PUBLIC_URL: 'https://firm.example',
  SMTP_URL: mailServer.url,
  GLASSHOUSE_MAIL_FROM: 'Firm <office@firm.example>',
  GLASSHOUSE_SECOND_APPROVAL_ABOVE: '10000',
  GLASSHOUSE_DOCUMENT_KEYS_FILE: await writeDocumentKeys(),
  GLASSHOUSE_SECRET: testSecret,
}

type Command = typeof serverAlone
const start: Command = [process.execPath, 'src/server.ts']
const worker: Command = [process.execPath, 'src/worker.ts']
const check: Command = [process.execPath, 'scripts/check-live.ts']

async function run(
  command: Command,
  env: Record<string, string> = {},
  databaseUrl: string | null = serverUrl,
) {
  const given = databaseUrl === null ? {} : { databaseUrl }
  const { code, stdout, stderr } = await startRefused({
    ...given,
    command,
    env: { ...settings, ...env },
  })
  return { code, said: stdout.trim().split('\n'), complained: stderr.trim() }
}

const withPassword = (password: string) => {
  const url = new URL(serverUrl)
  url.password = password
  return url.href
}

type Case = [what: RegExp, env: Record<string, string>, database?: string | null]

const cases: Case[] = [
  [/^Missing: An https address \(/, { PUBLIC_URL: 'http://firm.example' }],
  [/^Missing: The regulator \(.*legal\.regulator/, { GLASSHOUSE_CONTENT: packs.withoutRegulator }],
  [/^Missing: A role of the database that is nothing but the application’s \(/, {}, ownerUrl],
]
const moreCases: Case[] = [
  [/^Missing: An https address \(/, { PUBLIC_URL: '' }],
  [
    /^Missing: The limit above which two administrators are needed \(/,
    { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '' },
  ],
  [/^Missing: A sender of the mails that is the firm’s own \(/, { GLASSHOUSE_MAIL_FROM: '' }],
  [/^Missing: A mail server \(/, { SMTP_URL: '' }],
  [/^Missing: A PostgreSQL of the firm’s own \(/, {}, null],
  [/^Missing: Secrets that can’t be guessed \(.*DATABASE_URL/, {}, withPassword('glasshouse')],
]

/** What is read after "Missing:" or "Not asked:", of each line. */
const namesIn = (said: readonly string[], word = 'Missing') =>
  said.flatMap((line) => new RegExp(`^${word}: ([^(]+) \\(`).exec(line)?.[1] ?? [])

describe('npm run check:live before the database is brought up', () => {
  const everything = {
    GLASSHOUSE_CONTENT: packs.withoutRegulator,
    GLASSHOUSE_SECOND_APPROVAL_ABOVE: '',
    SMTP_URL: 'smtp://127.0.0.1:1',
  }
  const lacks = [
    'The regulator',
    'The limit above which two administrators are needed',
    'A mail server that answers',
  ]
  const unasked = [
    'Two people for everything that takes two, with a second factor',
    'A backup that was restored and checked in the last 30 days',
  ]

  test('shows everything that is missing at once', async () => {
    const { code, said, complained } = await run(check, everything)
    expect([code, complained]).toEqual([1, ''])
    expect(said[0]).toMatch(/^Database .*: empty\.$/)
    expect(namesIn(said).toSorted()).toEqual(
      [...lacks, ...unasked, 'A database that is brought up to this release'].toSorted(),
    )
  })

  test('says why the mail server doesn’t answer', async () => {
    const unknown = await startMailServer({ secure: true })
    const faults = [
      ['smtp://127.0.0.1:1', /: the connection is refused \(.*ECONNREFUSED/],
      ['smtp://mail.invalid:587', /: no server has this name \(/],
      [unknown.url, /: its certificate is not accepted \((self-signed|certificate has expired)/],
    ] as const
    for (const [SMTP_URL, why] of faults) {
      const { said } = await run(check, { SMTP_URL })
      const line = said.find((one) => one.includes('A mail server that answers'))
      expect(line).toMatch(/ Found: \S+:\d+: /)
      expect(line).toMatch(why)
    }
  })

  test('names what can’t be asked where no database answers, and where there is none', async () => {
    const unreachable = new URL(serverUrl)
    unreachable.search = ''
    unreachable.port = '1'
    for (const [url, lack] of [
      [unreachable.href, 'A database server that answers and keeps what it acknowledges'],
      [null, 'A PostgreSQL of the firm’s own'],
    ] as const) {
      const { code, said, complained } = await run(check, everything, url)
      expect([code, complained]).toEqual([1, ''])
      expect(namesIn(said).toSorted()).toEqual([...lacks, lack].toSorted())
      expect(namesIn(said, 'Not asked')).toEqual(unasked)
    }
  })
})

describe('C7 in live', () => {
  beforeAll(async () => {
    const migrated = await runMigrate({ ...settings, DATABASE_OWNER_URL: ownerUrl })
    expect([migrated.code, migrated.stderr]).toEqual([0, ''])
  })

  test.each(extent(cases, moreCases) as Case[])(
    'a start is refused by one line that matches %s',
    async (what, env, database = serverUrl) => {
      const { code, complained } = await run(start, env, database)
      expect(code).toBe(1)
      expect(complained.split('\n')).toHaveLength(1)
      expect(complained).toMatch(what)
    },
  )

  test('a worker asks the same', async () => {
    const { code, complained } = await run(worker, { PUBLIC_URL: 'http://firm.example' })
    expect(code).toBe(1)
    expect(complained).toMatch(/^Missing: An https address \([^\n]+$/)
  })

  test('the content of the sample pack is refused', async () => {
    const { code, complained } = await run(start, { GLASSHOUSE_CONTENT: '' })
    expect(code).toBe(1)
    expect(complained).toContain('of the sample pack')
  })

  test('a server that lacks only what changes by itself starts, for its set-up alone, and names it', async () => {
    const server = await startServer({
      databaseUrl: serverUrl,
      command: serverAlone,
      env: settings,
    })
    const { stdout } = server.output()
    expect(stdout).toContain('Glasshouse is ready at https://firm.example (live)\n')
    expect(stdout).toContain(
      'Not open yet: two administrators open the firm at https://firm.example/admin/live.\n',
    )
    expect(stdout.match(/^Missing: .*/gm)).toEqual([
      expect.stringMatching(
        /^Missing: Two people for everything that takes two, with a second factor \(/,
      ),
      expect.stringMatching(/^Missing: A backup that was restored and checked /),
    ])
    expect((await server.stop()).code).toBe(0)
  })

  test('a firm that takes bitcoin starts, though its node can’t be reached, and says so in its log', async () => {
    const server = await startServer({
      databaseUrl: serverUrl,
      env: {
        ...settings,
        BITCOIN_DESCRIPTOR: mainDescriptor,
        BITCOIN_RPC_URL: 'http://name:password@127.0.0.1:1/',
        RATES_BTC_USD: 'https://127.0.0.1:1/ price; https://127.0.0.1:2/ price',
      },
    })
    expect(server.output().stdout).toContain('Glasshouse is ready at https://firm.example (live)\n')
    await expect.poll(() => server.output().stderr).toContain('The Bitcoin node can’t be reached')
    expect((await server.stop()).code).toBe(0)
  })

  test('npm run check:live says the same, and starts nothing', async () => {
    const { code, said, complained } = await run(check)
    expect([code, complained]).toEqual([1, ''])
    expect(said[0]).toMatch(/^Database .*: live, /)
    expect(namesIn(said)).toEqual([
      'Two people for everything that takes two, with a second factor',
      'A backup that was restored and checked in the last 30 days',
    ])
    const silent = await run(check, { SMTP_URL: 'smtp://127.0.0.1:1', GLASSHOUSE_SECRET: '' })
    expect(namesIn(silent.said)).toEqual([
      'A mail server that answers',
      'A backup that was restored and checked in the last 30 days',
    ])
    expect(silent.said.at(-1)).toBe(
      'Not asked: Two people for everything that takes two, with a second factor (GLASSHOUSE_SECRET is missing: give the one of the servers).',
    )
  })

  test('npm run check:live has a line for what the TRON node doesn’t prove, and none for what it does', async () => {
    const simulator = await startTronSimulator()
    simulator.produceEmpty(60)
    const lines = async () =>
      (await run(check, { TRON_API_URL: simulator.url })).said.filter((line) => /TRON/.test(line))
    expect(await lines()).toEqual([])
    simulator.setLie((path, truth) =>
      path.endsWith('triggerconstantcontract') ? { result: { code: 'OTHER_ERROR' } } : truth,
    )
    expect(await lines()).toEqual([
      'Missing: A TRON node that has the contract of USDT (what counts as a payment is what this contract writes, and nothing else). Found: The TRON node can’t call name() of the contract of USDT: OTHER_ERROR. Where: the setting TRON_API_URL.',
    ])
  })

  test('a database of the other mode is opened neither way', async () => {
    const demo = await createTestDatabase()
    const live = await run([process.execPath, 'scripts/migrate.ts'], {
      DATABASE_OWNER_URL: demo.url,
    })
    expect(live).toMatchObject({
      code: 1,
      complained: 'This database was created in demo mode and cannot be opened in live mode.',
    })
    const crossed = await run(serverAlone, { GLASSHOUSE_MODE: 'demo', GLASSHOUSE_CONTENT: '' })
    expect(crossed).toMatchObject({
      code: 1,
      complained: 'This database was created in live mode and cannot be opened in demo mode.',
    })
  })
})
