/** G3: secrets that nobody would mistake for anything else, given to a real server, and looked for in everything that it says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
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
