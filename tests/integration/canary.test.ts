/** G3, J22: secrets that nobody would mistake for anything else, given to a real server, and looked for in all that it says and keeps. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildFolder } from '../../src/platform/web-build.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { filesOf } from '../support/source.ts'

afterAll(stopServers)

const canaries = {
  secret: 'canary-0123456789-secret-abcdefghijkl',
  mail: 'canary-of-the-mail-server',
  database: 'canary-of-the-database',
}

/** As the server is given it: the tests' database takes any password over its socket. */
function withPassword(url: string): string {
  const changed = new URL(url)
  changed.password = canaries.database
  return changed.href
}

const database = await createTestDatabase({ world: true })
const server = await startServer({
  // Nobody listens there: what a failed delivery says is part of what is looked through.
  env: {
    GLASSHOUSE_SECRET: canaries.secret,
    SMTP_URL: `smtp://user:${canaries.mail}@127.0.0.1:9`,
    LOG_LEVEL: 'trace',
  },
  databaseUrl: withPassword(database.url),
})

const ask = async (path: string, options: RequestInit = {}) => {
  const reply = await fetch(server.url + path, options)
  return `${[...reply.headers].join('\n')}\n${await reply.text()}`
}
const json = (method: string, body: string) => ({
  method,
  body,
  headers: { 'content-type': 'application/json' },
})

test('G3 no secret stands in a reply, a page, a problem, a mail, the metrics or the log', async () => {
  const base = '/invest/api/v1'
  const person = JSON.stringify({
    fullName: 'Cara Canary',
    email: 'cara@people.example',
    password: 'words of cara',
    confirmPassword: 'words of cara',
  })
  const said = [
    await ask(`${base}/signup`, json('POST', person)),
    await ask(
      `${base}/login`,
      json('POST', '{"email":"cara@people.example","password":"words of another"}'),
    ),
    await ask(`${base}/login`, json('POST', '{broken')),
    await ask(`${base}/me`, { headers: { authorization: `Bearer ${canaries.secret}x` } }),
    await ask('/'),
    await ask('/login'),
    await ask('/dashboard'),
    await ask('/nowhere'),
    await ask('/docs/api'),
    await ask(`${base}/openapi.json`),
    await ask(`${base}/claims`),
    await ask('/readyz'),
    await ask('/outbox'),
    await ask(new URL(server.outboxUrl).pathname + new URL(server.outboxUrl).search),
    await (await fetch(server.metricsUrl)).text(),
  ]
  // The mail is tried before this is over: its failure has been logged.
  await expect.poll(() => server.output().stderr).toContain('a mail was not sent')
  expect(said[0]).toContain('Cara Canary')
  const everything = { said: said.join('\n'), ...server.output() }
  // Who asks repeats what they sent themselves nowhere either.
  for (const [where, text] of Object.entries(everything))
    for (const canary of [...Object.values(canaries), 'words of cara', 'words of another']) {
      expect([where, canary, text.includes(canary)]).toEqual([where, canary, false])
    }
})

test('G3 nor in what is built for browsers', () => {
  const files = filesOf('build/client/**/*.{js,css,html,json}')
  expect(files.length).toBeGreaterThan(20)
  const words = ['GLASSHOUSE_SECRET', 'DATABASE_URL', 'SMTP_URL', ...Object.values(canaries)]
  for (const file of files)
    for (const word of words)
      expect([file, readFileSync(join(buildFolder, '..', file), 'utf8').includes(word)]).toEqual([
        file,
        false,
      ])
})

/** Every row of every table, as text. */
async function allThatIsKept(): Promise<string> {
  const { rows: tables } = await database.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(50)
  const texts = await Promise.all(
    tables.map(({ name }) =>
      database.owner.query<{ text: string | null }>(
        `select string_agg(one::text, E'\\n') as text from ${name} one`,
      ),
    ),
  )
  return texts.map(({ rows }) => rows[0]!.text ?? '').join('\n')
}

describe('J22: a secret of a wallet', () => {
  const base = '/invest/api/v1'
  const secrets = {
    'a private key': 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
    'an extended private key':
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    'the words of a wallet':
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
  }
  const place = { type: 'bank_transfer', name: 'At home', bankNumber: 'wallet-at-home' }
  const request = {
    type: 'bank_transfer',
    amount: 1,
    bankName: 'At home',
    bankNumber: 'wallet-at-home',
  }

  /** Signs up, and sends as that person. */
  async function somebody() {
    const email = `${randomUUID()}@people.example`
    const password = 'words of somebody'
    await ask(
      `${base}/signup`,
      json(
        'POST',
        JSON.stringify({ fullName: 'Somebody', email, password, confirmPassword: password }),
      ),
    )
    const login = await fetch(
      `${server.url}${base}/login`,
      json('POST', JSON.stringify({ email, password })),
    )
    const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
    const send = async (path: string, body: object) => {
      const reply = await fetch(`${server.url}${base}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          cookie,
          origin: server.url,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
      })
      return { status: reply.status, text: await reply.text() }
    }
    return send
  }

  test.each(Object.entries(secrets))(
    '%s is refused as an address and as a name, and kept and logged nowhere',
    async (_, secret) => {
      const send = await somebody()
      expect(await send('/destinations', place)).toMatchObject({ status: 201 })
      for (const [path, body] of [
        ['/destinations', { ...place, bankNumber: secret }],
        ['/destinations', { ...place, name: secret }],
        ['/requestWithdrawal', { ...request, bankNumber: secret }],
        ['/requestWithdrawal', { ...request, bankName: secret }],
      ] as const) {
        const { status, text } = await send(path, body)
        expect([status, text]).toEqual([400, expect.stringContaining('must never reach a server')])
        expect(text).not.toContain(secret)
      }
      const everything = { kept: await allThatIsKept(), ...server.output() }
      for (const [where, text] of Object.entries(everything))
        expect([where, text.includes(secret)]).toEqual([where, false])
    },
  )

  test.each([
    ['words', 'legal winner thank year wave sausage', 'worth useful legal winner thank yellow'],
    ['a private key', 'KwdMAjGmerYanjeui5SHS7Jk', 'mpZvVipYvB2LJGU1ZxJwYvP98617'],
  ])('half in the name and half in the address is refused as well: %s', async (_, one, other) => {
    const send = await somebody()
    for (const [path, body] of [
      ['/destinations', { ...place, name: one, bankNumber: other }],
      ['/requestWithdrawal', { ...request, bankName: one, bankNumber: other }],
    ] as const) {
      const { status, text } = await send(path, body)
      expect([status, text]).toEqual([400, expect.stringContaining('must never reach a server')])
    }
  })
})
