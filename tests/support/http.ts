/** The whole HTTP application on a test's own database, asked without a socket. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { Desk } from '../../src/desk/desk.ts'
import { barrierChange } from '../../src/desk/write.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import type { Context } from '../../src/context.ts'
import { clamdAt } from '../../src/platform/clamd.ts'
import { createReader } from '../../src/platform/pictures/reader.ts'
import { createGate } from '../../src/domains/gate/gate.ts'
import { createSeen } from '../../src/domains/payout-blocks/seen.ts'
import type { Pack } from '../../src/domains/content/pack.ts'
import { createApp } from '../../src/app.ts'
import { answerLinkRequests } from '../../src/domains/sign-in/links.ts'
import { outboxKey } from '../../src/http/outbox/key.ts'
import { createPages } from '../../src/http/pages/pages.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createClient } from '../../src/platform/database.ts'
import { createOlderReads } from '../../src/platform/older-reads.ts'
import { newId } from '../../src/platform/ids.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { ensureWebBuild } from '../../src/platform/web-build.ts'
import type { TestDatabase } from './database.ts'
import { mailedLink } from './mailed-links.ts'
import { alarmOfAltered } from '../../src/platform/alarm.ts'
import { testMacKeys, testSecret, testStamp } from './stamp.ts'
import { testDocumentKeys } from './document-keys.ts'

export const api = '/invest/api/v1'

/** Made by whoever writes into it first. */
export function temporaryFolder(): string {
  const folder = join(tmpdir(), `glasshouse-${randomUUID()}`)
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export function testContext({ url, pool }: TestDatabase, changes: Partial<Context> = {}): Context {
  const config =
    changes.config ??
    readConfig({
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATABASE_URL: url,
      GLASSHOUSE_DATA: temporaryFolder(),
    })
  const log = createLog(config)
  const open = (lockMs: number) =>
    createClient({ url, name: 'desk of a test', pipeline: true, limits: { lockMs } })
  const metrics = createMetrics()
  const desk = new Desk({
    rules: commands,
    writers: writersOf('waiting'),
    stamp: testStamp,
    open,
    db: pool,
    log,
    newId,
    onAltered: alarmOfAltered({ log, metrics, ...changes }),
  })
  afterAll(() => desk.close())
  const reader = createReader()
  afterAll(() => reader.close())
  return {
    config,
    databaseUrl: url,
    publicUrl: 'http://localhost:3000',
    secret: testSecret,
    earlierSecrets: [],
    macKeys: testMacKeys,
    log,
    metrics,
    lifecycle: createLifecycle(log),
    policy: demoPolicy,
    pool,
    older: createOlderReads({ primary: pool as never, standby: null, log }),
    probe: { pool, change: barrierChange },
    desk,
    gate: createGate({ config, pool, macKeys: testMacKeys, log, metrics }),
    seen: createSeen({ config, pool, desk, log }),
    files: {
      reader,
      scanner: config.clamd === null ? null : clamdAt(config.clamd),
      keys: testDocumentKeys,
    },
    firm: { name: 'A Sample Firm', sample: true, wallets: [] },
    bitcoin: null,
    tron: null,
    ...changes,
  }
}

export async function createTestApp(
  database: TestDatabase,
  changes: Partial<Context> = {},
): Promise<FastifyInstance> {
  const app = await createApp(testContext(database, changes))
  afterAll(() => app.close())
  return app
}

/** The same with the rendered pages of a content pack. */
export async function createTestSite(
  database: TestDatabase,
  pack: Pack,
  changes: Partial<Context> = {},
): Promise<FastifyInstance> {
  await ensureWebBuild(() => {})
  const context = testContext(database, changes)
  const app = await createApp(context, await createPages(context, pack))
  afterAll(() => app.close())
  return app
}

export type Reply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: any
  text: string
}

/** Asks, and reads the reply as JSON where it is some. */
export async function ask(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { token, ...options }: Omit<InjectOptions, 'method' | 'url' | 'path'> & { token?: string } = {},
): Promise<Reply> {
  const headers = {
    host: 'localhost:3000',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...options.headers,
  }
  const reply = await app.inject({ ...options, method, url: path, headers })
  const json = String(reply.headers['content-type']).includes('json') && reply.payload !== ''
  return {
    status: reply.statusCode,
    headers: reply.headers as Reply['headers'],
    body: json ? reply.json() : undefined,
    text: reply.payload,
  }
}

/** The outbox of the demonstration, as whoever has its key reads it. */
export const readOutbox = (app: FastifyInstance, headers: Record<string, string> = {}) =>
  ask(app, 'GET', '/outbox', { headers: { cookie: `outbox=${outboxKey(testSecret)}`, ...headers } })

/** The link of the mail that this person got to confirm their address. */
export async function verifyLinkOf(
  { pool, owner }: TestDatabase,
  { id: person }: { id: string },
): Promise<string> {
  // Some at a time: others may have signed up before.
  while ((await answerLinkRequests(pool)) > 0) continue
  const { rows } = await owner.query(
    `select id from auth.links where person_id = $1 and use = 'verify-email'`,
    [person],
  )
  return mailedLink({ owner }, 'verify-email', { id: rows[0].id, person })
}

/** Somebody who has signed up, after they have confirmed their address as everybody does: with the link, and the password. */
export async function verified<S extends { id: string; password: string }>(
  app: FastifyInstance,
  database: TestDatabase,
  somebody: S,
): Promise<S & { token: string }> {
  const link = await verifyLinkOf(database, somebody)
  const { password } = somebody
  const reply = await ask(app, 'POST', `${api}/verify-email/${link}`, { payload: { password } })
  if (reply.status !== 200) throw new Error(`The address was not confirmed: ${reply.text}`)
  return { ...somebody, token: reply.body.token as string }
}

let people = 0

/** Somebody new, signed in. */
export async function signUpSomebody(app: FastifyInstance, fields: Record<string, unknown> = {}) {
  people += 1
  const email = `somebody-${people}-${process.pid}@people.example`
  const password = 'correct horse battery'
  const reply = await ask(app, 'POST', `${api}/signup`, {
    payload: {
      fullName: `Somebody ${people}`,
      email,
      password,
      confirmPassword: password,
      ...fields,
    },
  })
  if (reply.status !== 201) throw new Error(`Signing up failed: ${reply.text}`)
  return {
    email,
    password,
    token: reply.body.token as string,
    user: reply.body.data.user,
    id: reply.body.data.user.id as string,
    reply,
  }
}
