/** What another site can make a browser do here: read nothing, change nothing. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fullPath, ofStaff, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { readPack } from '../../src/domains/content/pack.ts'
import { createTestDatabase } from '../support/database.ts'
import { digestOf } from '../support/digest.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestSite, signUpSomebody } from '../support/http.ts'
import { routesOf } from '../support/routes.ts'
import { root } from '../support/source.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 10_000_00n, referral: 10_000_00n, corrections: 10_000_00n })
const app = await createTestSite(database, readPack(join(root, 'content/demo'), 'demo'))

const people = {
  user: await signUpSomebody(app),
  auditor: await signUpSomebody(app),
  admin: await signUpSomebody(app),
}
const { user, admin } = people
const withdrawal = randomUUID()

beforeAll(async () => {
  for (const role of ['auditor', 'admin'] as const) await setRole(database, people[role].id, role)
  await house.run('CreditPlayMoney', { owner: user.id, amount: 5_000_00n, asset: 'BTC' }, user.id)
  await house.run(
    'RequestWithdrawal',
    {
      owner: user.id,
      amount: 50_00n,
      target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' },
    },
    user.id,
    { id: withdrawal },
  )
  await ask(app, 'POST', `${api}/investments`, {
    token: user.token,
    payload: {
      planId: plans.advanced,
      amount: 1000,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    },
  })
  // What is touched only once a while is due again.
  await database.owner.query(
    `update auth.sessions set updated_at = updated_at - interval '10 minutes'`,
  )
})

/** Values for the parameters of paths, by their names. */
async function parameters(): Promise<Record<string, string>> {
  const { rows } = await database.owner.query(
    `select to_char(business_now() at time zone 'UTC', 'YYYY-MM') as month`,
  )
  return {
    userId: user.id,
    id: withdrawal,
    accountId: admin.user.accountId,
    figure: 'held',
    file: `${rows[0].month}.pdf`,
  }
}

const credentials = {
  nobody: {},
  'a user': { cookie: `session=${user.token}` },
  'an auditor': { cookie: `session=${people.auditor.token}` },
  'an administrator': { cookie: `session=${admin.token}` },
}

/** As a browser asks for a picture or a page that another site names. Events are begun, and left. */
async function fetched(
  method: 'GET' | 'HEAD',
  url: string,
  credential: Record<string, string>,
): Promise<number> {
  const headers = { host: 'localhost:3000', 'sec-fetch-site': 'cross-site', ...credential }
  const reply = await app.inject({ method, url, headers, payloadAsStream: true })
  if (String(reply.headers['content-type']).startsWith('text/event-stream'))
    reply.stream().destroy()
  else await reply.stream().resume().toArray()
  return reply.statusCode
}

describe('A11: nothing that can be fetched changes anything', async () => {
  /** The audit says who took them: the journal gets a line, and nothing else changes. */
  const exported = Object.values<Endpoint>(endpoints)
    .filter((endpoint) => /\.(csv|pdf)$/.test(endpoint.path) && ofStaff(endpoint) !== null)
    .map(fullPath)
  const fetchable = (await routesOf(app)).filter(({ methods }) => methods.includes('GET'))
  /** Who a stranger's account ID belongs to is told so many times a day: each time is counted. */
  const counting = [`${api}/recipients/:accountId`]
  const routes = fetchable.filter(({ path }) => ![...exported, ...counting].includes(path))

  test('the list of what can be fetched has calls, pages and files', () => {
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        `${api}/me`,
        `${api}/users/:userId/notes`,
        '/',
        '/admin/users/:userId',
        '/outbox',
        '/docs/api',
      ]),
    )
    expect(routes.length).toBeGreaterThan(100)
  })

  test.each(Object.entries(credentials))('by %s', async (_, credential) => {
    const values = await parameters()
    const before = await digestOf(database)
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'auth.sessions',
        'ledger.postings',
        'desk.commands',
        'public.owners',
      ]),
    )
    const counted = { read: 0, refused: 0 }
    for (const { path } of routes) {
      const url = path.replace(/:(\w+)/g, (_whole, name: string) => values[name] ?? randomUUID())
      for (const method of ['GET', 'HEAD'] as const)
        counted[(await fetched(method, url, credential)) < 400 ? 'read' : 'refused'] += 1
      // Changes that are asked for by another method than their own don't happen either.
      await fetched('GET', `${url}?_method=POST&method=DELETE`, {
        ...credential,
        'x-http-method-override': 'DELETE',
      })
    }
    expect(counted.read).toBeGreaterThan(100)
    expect(await digestOf(database)).toEqual(before)
  })

  test('but for the count of account IDs that somebody new has looked up', async () => {
    const path = counting[0]!
    expect(fetchable.map((route) => route.path)).toContain(path)
    const url = path.replace(':accountId', admin.user.accountId)
    const before: Record<string, unknown> = await digestOf(database)
    expect(await fetched('GET', url, credentials['a user'])).toBe(200)
    const after: Record<string, unknown> = await digestOf(database)
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([
      'auth.attempts',
    ])
  })

  test.each(exported)('but for the line in the journal that says who took %s', async (path) => {
    expect(fetchable.map((route) => route.path)).toContain(path)
    const before: Record<string, unknown> = await digestOf(database)
    expect(await fetched('GET', path, credentials['an administrator'])).toBe(200)
    const after: Record<string, unknown> = await digestOf(database)
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    expect(changed).toContain('desk.commands')
    // Their own chain goes on by it.
    expect(changed.filter((table) => !table.startsWith('desk.'))).toEqual(['public.owners'])
  })
})

describe('A11: a form of another site', () => {
  const cookie = { cookie: `session=${user.token}` }
  const payload = JSON.stringify({ amount: 1, asset: 'BTC' })

  test.each([
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as text that is JSON', { 'content-type': 'text/plain' }, 415],
    ['as a form of parts', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['without a type', {}, 415],
    [
      'as JSON without an origin, as the browser says itself',
      { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['from a page without an origin', { 'content-type': 'application/json', origin: 'null' }, 403],
    [
      'from a neighbour of the same site',
      { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' },
      403,
    ],
    [
      'as a form, as the browser says itself',
      { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
      403,
    ],
  ] as const)('%s is refused, though the browser sends its cookie', async (_, headers, status) => {
    const before = await digestOf(database)
    const reply = await app.inject({
      method: 'POST',
      url: `${api}/demo/deposits`,
      headers: { host: 'localhost:3000', ...cookie, ...headers },
      payload,
    })
    expect(reply.statusCode, reply.payload).toBe(status)
    expect(await digestOf(database)).toEqual(before)
  })

  test('is no sign-in under somebody else’s name either', async () => {
    const { email, password } = people.auditor
    const before = await digestOf(database)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]) {
      const reply = await ask(app, 'POST', `${api}/login`, {
        payload: { email, password },
        headers,
      })
      expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined])
    }
    expect(await digestOf(database)).toEqual(before)
  })

  test('asks first whether it may, and gets no leave', async () => {
    const reply = await app.inject({
      method: 'OPTIONS',
      url: `${api}/requestWithdrawal`,
      headers: {
        host: 'localhost:3000',
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(reply.statusCode).toBe(405)
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual(
      [],
    )
  })
})
