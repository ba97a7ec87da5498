/** Whoever tries doors leaves one line each in the log: what, who, from where, and nothing that they wrote. */
import { Writable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { livePolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'

const database = await createTestDatabase()
const written: string[] = []
const log = createLog(
  { logLevel: 'warn' },
  new Writable({ write: (chunk, _encoding, done) => (written.push(String(chunk)), done()) }),
)
const app = await createTestApp(database, { log })
const person = await signUpSomebody(app)
const remoteAddress = '198.51.100.7'
beforeEach(() => void (written.length = 0))

/** The one line that there is. */
function onlyLine(): Record<string, unknown> {
  expect(written).toHaveLength(1)
  return JSON.parse(written[0]!)
}

const about = (code: string, owner: string | null, route: string) =>
  expect.objectContaining({
    level: 'warn',
    event: 'refused',
    refusal: code,
    owner,
    route,
    address: remoteAddress,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    time: expect.stringMatching(/^\d{4}-.*Z$/),
  })

describe('E3: the log tells of', () => {
  test('a call of staff by somebody who is none', async () => {
    await ask(app, 'GET', `${api}/users?search=a-secret`, { token: person.token, remoteAddress })
    expect(onlyLine()).toEqual(about('forbidden', person.id, `${api}/users`))
  })
  test('a change that another site asks for', async () => {
    await ask(app, 'POST', `${api}/requestWithdrawal`, {
      token: person.token,
      remoteAddress,
      payload: { amount: 1 },
      headers: { origin: 'https://evil.example' },
    })
    expect(onlyLine()).toEqual(about('cross_site', null, `${api}/requestWithdrawal`))
  })
  test('a name that isn’t ours', async () => {
    await ask(app, 'GET', `${api}/plans`, { remoteAddress, headers: { host: 'evil.example' } })
    expect(onlyLine()).toEqual(about('unknown_host', null, `${api}/plans`))
  })
  test('a limit that was hit, each time', async () => {
    const strict = await createTestApp(database, {
      log,
      policy: {
        ...livePolicy,
        playMoney: true,
        moneyRequestsPerUser: { count: 1, withinMs: 60_000 },
      },
    })
    const pay = () =>
      ask(strict, 'POST', `${api}/demo/deposits`, {
        token: person.token,
        remoteAddress,
        payload: { amount: 1, asset: 'BTC' },
      })
    expect([(await pay()).status, (await pay()).status]).toEqual([201, 429])
    expect(onlyLine()).toEqual(about('too_many_requests', person.id, `${api}/demo/deposits`))
  })
  test('nothing that is everyday', async () => {
    await ask(app, 'GET', `${api}/me`, { remoteAddress })
    await ask(app, 'GET', `${api}/me`, { token: person.token, remoteAddress })
    await ask(app, 'POST', `${api}/login`, { payload: { email: 'x' }, remoteAddress })
    await ask(app, 'GET', '/nowhere', { remoteAddress })
    expect(written).toEqual([])
  })
  test('whoever asks, without what they wrote', async () => {
    await ask(app, 'PATCH', `${api}/${person.id}`, {
      token: person.token,
      remoteAddress,
      payload: { fullName: 'evil words' },
      headers: { 'user-agent': 'evil words', 'x-forwarded-for': '203.0.113.1' },
    })
    expect(onlyLine()).toEqual(about('forbidden', person.id, `${api}/:userId`))
    expect(written[0]).not.toMatch(/evil words|203\.0\.113\.1/)
  })
})
