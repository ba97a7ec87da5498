/**
 * What operators run at a shell, with the roles of deploy/roles.sh: each script works with the rights that these have, says on
 * which database, and takes no other one than is meant.
 */
import { readFileSync } from 'node:fs'
import { chmod, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withUser } from '../support/cluster.ts'
import { createTestDatabase } from '../support/database.ts'
import { writeDocumentKeys } from '../support/document-keys.ts'
import { newFolder } from '../support/folder.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import { unXml } from '../support/sanctions-lists.ts'
import { runMigrate, startRefused, stopServers } from '../support/server.ts'
import { filesOf, root } from '../support/source.ts'
import { testSecret } from '../support/stamp.ts'

const firm = await createOperatorsDatabase()
const { ownerUrl, serverUrl } = firm
const demonstration = await createTestDatabase()
afterAll(stopServers)

const keysFile = await writeDocumentKeys()
const database = new URL(ownerUrl).pathname.slice(1)
const nameOf = (url: string) => new URL(url).username

type Env = Record<string, string>
const asServer = { DATABASE_URL: serverUrl }
const asOwner = { DATABASE_OWNER_URL: ownerUrl }
/** The owner's address where the server's belongs. */
const ownerAsServer = { DATABASE_URL: ownerUrl }

/** With nothing in the environment but this. */
const run = (script: string, args: string[], env: Env) =>
  startRefused({
    env: {
      GLASSHOUSE_SECRET: testSecret,
      GLASSHOUSE_DOCUMENT_KEYS_FILE: keysFile,
      PUBLIC_URL: 'https://firm.example',
      ...env,
    },
    command: [process.execPath, `scripts/${script}.ts`, ...args],
  })

/** Any list: what is asked is the database. */
const listFile = join(await newFolder(), 'un.xml')
await writeFile(listFile, unXml)

const period = ['--from', '2026-01-01', '--to', '2026-01-31']

/** Started without anything that it lacks but a database. */
const withoutLack: Record<string, string[]> = {
  'admin-create': ['ada@firm.example'],
  audit: [],
  'backup-later': [],
  'backup-rehearse': [],
  'check-live': [],
  'demo-reset': [],
  evidence: [...period, '/there/is/none'],
  'keys-rotate': [],
  migrate: [],
  'payouts-block': ['--without-archive'],
  'proof-sign': ['2026-01-31', import.meta.filename],
  reserves: ['build'],
  'screening-load': [listFile],
  'screening-search': ['Ivan Madeupov'],
  'secret-lost': [],
}

test('every script that works on a database says which one by the same code', () => {
  const entries = Object.values(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Env }).scripts,
  )
  const found = filesOf('scripts/*.ts')
    .filter((path) => entries.some((entry) => entry.includes(path)))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return /\b(createPool|createClient|withClient|openDesk|joinDatabase)\b/.test(text)
    })
  for (const path of found)
    expect([path, readFileSync(join(root, path), 'utf8')]).toEqual([
      path,
      expect.stringContaining(`from './which-database.ts'`),
    ])
  expect(found.map((path) => path.slice('scripts/'.length, -'.ts'.length)).toSorted()).toEqual(
    Object.keys(withoutLack).toSorted(),
  )
})

test('a database that doesn’t answer is one line of a script, without a stack', async () => {
  const nowhere = 'postgres://owner:secret@127.0.0.1:1/nowhere'
  const env = {
    DATABASE_URL: nowhere,
    DATABASE_OWNER_URL: nowhere,
  }
  // By each of the ways in which a script opens it.
  for (const script of ['audit', 'payouts-block', 'migrate', 'check-live']) {
    const { code, stdout, stderr } = await run(script, withoutLack[script]!, env)
    const said = script === 'check-live' ? stdout : stderr
    expect([script, code, said]).toEqual([script, 1, expect.stringContaining('ECONNREFUSED')])
    expect([script, stderr.split('\n').length <= 2, said]).toEqual([script, true, said])
    expect(stdout + stderr).not.toMatch(/^ +at |secret@/m)
  }
})

describe('before the database is brought up', () => {
  test('migrate asks for its mode, which it keeps for good, and changes nothing', async () => {
    const { code, stdout, stderr } = await run('migrate', [], asOwner)
    expect([code, stderr]).toEqual([
      1,
      'GLASSHOUSE_MODE is missing: demo for play money, live for real money. A new database is one of the two for good.\n',
    ])
    expect(stdout).toMatch(
      new RegExp(`^Database ${database} on \\S+:5432, as ${nameOf(ownerUrl)}: empty\\.\\n$`),
    )
    const { rows } = await firm.owner.query(`select to_regclass('public.house') as made`)
    expect(rows).toEqual([{ made: null }])
  })
})

describe('of a firm in live', () => {
  beforeAll(async () => {
    const made = await runMigrate({ ...asOwner, GLASSHOUSE_MODE: 'live' })
    expect([made.code, made.stderr]).toEqual([0, ''])
  })
  const line = (url: string) =>
    new RegExp(
      `^Database ${database} on \\S+:5432, as ${nameOf(url)}: live, no firm named yet, created \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\.$`,
    )

  const newPack = async () => join(await newFolder(), 'pack')
  test.each<[script: string, args: string[], by: Env, words: string]>([
    ['migrate', [], asOwner, 'The database is of this release.'],
    ['admin-create', ['ada@firm.example'], asOwner, 'https://firm.example/staff-invitation/'],
    ['payouts-block', ['--without-archive'], asOwner, 'Payouts are blocked'],
    ['audit', [], asServer, 'The books are in order'],
    ['audit', ['--chain'], asServer, 'The chains are whole'],
    ['audit', ['--replay'], asServer, 'The state is what the journal says'],
    ['audit', ['--chain'], ownerAsServer, 'The chains are whole'],
    ['audit', ['--replay'], ownerAsServer, 'The state is what the journal says'],
    ['evidence', period, asServer, 'It begins with the first command of all'],
    ['evidence', period, ownerAsServer, 'It begins with the first command of all'],
    ['keys-rotate', [], asServer, 'Every document is under the key'],
    ['keys-rotate', [], ownerAsServer, 'Every document is under the key'],
    ['secret-lost', [], asOwner, 'Passwords and passkeys are believed as they stand'],
  ])(
    '%s %j works by the role that it is given, and says where',
    async (script, args, by, words) => {
      const given = args === period ? [...period, await newPack()] : args
      const { code, stdout, stderr } = await run(script, given, by)
      expect([code, stderr]).toEqual([0, ''])
      const said = stdout.trim().split('\n')
      expect(said[0]).toMatch(line(Object.values(by)[0]!))
      expect(said.slice(1).join('\n')).toContain(words)
    },
  )

  test('evidence is marked as of the mode of the database, whatever the settings leave out', async () => {
    const pack = await newPack()
    expect((await run('evidence', [...period, pack], asServer)).code).toBe(0)
    const manifest = JSON.parse(readFileSync(join(pack, 'manifest.json'), 'utf8'))
    expect(manifest.mode).toBe('live')
  })

  test('keys:rotate leaves the file to whom it belongs, with the rights that it had', async () => {
    await chmod(keysFile, 0o640)
    const before = await stat(keysFile)
    expect((await run('keys-rotate', [], asServer)).code).toBe(0)
    const after = await stat(keysFile)
    expect(after.size).toBeGreaterThan(before.size)
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid])
    await chmod(keysFile, 0o600)
  })

  test('a role that is neither is told what it lacks, before anything is read', async () => {
    await firm.owner.query('create role glasshouse_stranger login')
    try {
      const { code, stderr } = await run('audit', [], {
        DATABASE_URL: withUser(serverUrl, 'glasshouse_stranger'),
      })
      expect([code, stderr.split('\n').length]).toEqual([1, 2])
      expect(stderr).toMatch(/permission denied|is not in glasshouse_app/)
    } finally {
      await firm.owner.query('drop role glasshouse_stranger')
    }
  })

  test('the other mode in the settings means another database, and ends it', async () => {
    const { code, stdout, stderr } = await run('audit', [], {
      ...asServer,
      GLASSHOUSE_MODE: 'demo',
    })
    expect([code, stderr]).toEqual([
      1,
      'This database was created in live mode and cannot be opened in demo mode.\n',
    ])
    expect(stdout.trim()).toMatch(line(serverUrl))
  })
})

describe('the embedded database', () => {
  test.each([
    ['audit', { GLASSHOUSE_MODE: 'live' }],
    ['keys-rotate', { GLASSHOUSE_MODE: 'live' }],
    ['secret-lost', { GLASSHOUSE_MODE: 'live' }],
    ['evidence', asOwner],
    ['audit', asOwner],
    ['keys-rotate', asOwner],
  ] as [string, Env][])(
    'is not taken by %s where the settings speak of another one: %o',
    async (script, env) => {
      const { code, stdout, stderr } = await run(script, withoutLack[script]!, env)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^DATABASE_URL is missing: .*embedded[^\n]*\n$/)
    },
  )
})

test('a folder that can’t be written is one line of a start, without a stack', async () => {
  const folder = join(await newFolder(), 'link')
  await symlink(join(folder, '../nowhere/at/all'), folder)
  const { code, stderr } = await startRefused({
    dataFolder: folder,
    env: { DATABASE_URL: demonstration.url, PORT: '3000' },
    command: [process.execPath, 'src/worker.ts'],
  })
  expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
    1,
    expect.stringContaining(`${folder} can’t be used: `),
  ])
  expect(stderr).not.toMatch(/^ +at /m)
})
