/** Words of people that would end a line, begin a header or give a secret away. */
import { describe, expect, test } from 'vitest'
import { Writable } from 'node:stream'
import { createApp } from '../../src/app.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
await house.fund({ returns: 10_000_00n, corrections: 10_000_00n })
const app = await createTestApp(database)
const person = await signUpSomebody(app)
const admin = await signUpSomebody(app)
await setRole(database, admin.id, 'admin')
await house.run('CreditPlayMoney', { owner: person.id, amount: 5_000_00n, asset: 'BTC' }, person.id)

/** Each ends a line somewhere: in a header, in a log, in a mail, in a script. */
const breaks = {
  'CR LF': '\r\n',
  CR: '\r',
  LF: '\n',
  NUL: '\u0000',
  'vertical tab': '\u000b',
  'next line': '\u0085',
  'line separator': '\u2028',
  'paragraph separator': '\u2029',
}
const evil = (end: string) => `Ada${end}Bcc: victim@people.example`

const wallet = { type: 'bank_transfer', amount: 1, bankName: 'Wallet', bankNumber: 'address' }
const plan = {
  title: 'Plan',
  riskWarning: 'What you invest can be lost.',
  minimum: 150_000,
  maximum: 160_000,
  durationDays: 5,
  profitPercent: 5,
}
const newcomer = {
  fullName: 'Ada',
  email: 'ada@people.example',
  password: 'glass and paper',
  confirmPassword: 'glass and paper',
}

/** Every field in one line that takes words of people: who may send it, where to, and a body with these words. */
const fields: [string, 'POST' | 'PATCH', string, string, (words: string) => object][] = [
  ['fullName', 'POST', '/signup', '', (fullName) => ({ ...newcomer, fullName })],
  ['email', 'POST', '/signup', '', (email) => ({ ...newcomer, email })],
  ['referralCode', 'POST', '/signup', '', (referralCode) => ({ ...newcomer, referralCode })],
  ['bankName', 'POST', '/requestWithdrawal', person.token, (bankName) => ({ ...wallet, bankName })],
  [
    'bankNumber',
    'POST',
    '/requestWithdrawal',
    person.token,
    (bankNumber) => ({ ...wallet, bankNumber }),
  ],
  ['fullName', 'PATCH', `/${person.id}`, admin.token, (fullName) => ({ fullName })],
  ['reason', 'PATCH', `/${person.id}`, admin.token, (reason) => ({ totalLoss: 1, reason })],
  ['reason', 'POST', `/users/${person.id}/freeze`, admin.token, (reason) => ({ reason })],
  [
    'reference',
    'POST',
    '/treasury/capital',
    admin.token,
    (reference) => ({ amount: 1, reference }),
  ],
  ['title', 'POST', '/plans', admin.token, (title) => ({ ...plan, title })],
]

describe('E3: what ends a line is refused', () => {
  test.each(fields)('in %s of %s %s', async (field, method, path, token, body) => {
    for (const [name, end] of Object.entries(breaks)) {
      const reply = await ask(app, method, api + path, {
        ...(token ? { token } : {}),
        payload: body(evil(end)),
      })
      expect([name, reply.status, Object.keys(reply.body.fields)]).toEqual([name, 400, [field]])
    }
  })

  test('in the key of a change, and in the name of a file', async () => {
    for (const path of [
      '/statements/2026-01.pdf%0d%0aset-cookie:a=b',
      '/statements/2026-01%0d%0a.pdf',
      '/recipients/GH-%0d%0a',
    ]) {
      const reply = await ask(app, 'GET', api + path, { token: person.token })
      expect([path, reply.status, reply.headers['set-cookie']]).toEqual([path, 400, undefined])
    }
    const reply = await ask(app, 'POST', `${api}/demo/deposits`, {
      token: person.token,
      payload: { amount: 1, asset: 'BTC' },
      headers: { 'idempotency-key': 'a\u0085b' },
    })
    expect(reply.status).toBe(400)
  })
})

test('E3: words that only look like the end of a line stay words', async () => {
  const fullName = 'Ada%0d%0aSet-Cookie: a=b \\r\\n \\u2028'
  const { token, reply } = await signUpSomebody(app, { fullName })
  expect(reply.body.data.user.fullName).toBe(fullName)
  const me = await ask(app, 'GET', `${api}/me`, { token })
  expect(me.body.data.user.fullName).toBe(fullName)
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(/^session=/),
    expect.stringMatching(/^known-browser=/),
  ])
})

test('E3: no header of a reply repeats what the address says', async () => {
  for (const path of [
    '/login?next=/x%0d%0aset-cookie:seeped=1',
    '/nowhere%0d%0aset-cookie:seeped=1',
    `${api}/seeped%0d%0a`,
    `${api}/activity?kind=%0d%0aseeped`,
  ]) {
    const { headers } = await ask(app, 'GET', path, {
      token: person.token,
      headers: { origin: 'http://localhost:3000', 'x-request-id': 'seeped' },
    })
    expect(JSON.stringify(headers)).not.toContain('seeped')
  }
})

describe('E3: the log', async () => {
  const written: string[] = []
  const log = createLog(
    { logLevel: 'trace' },
    new Writable({ write: (chunk, _encoding, done) => (written.push(String(chunk)), done()) }),
  )
  const context = testContext(database, { log })
  const logged = await createApp(context)
  const canary = (place: string) => `canary-${place}-${'x'.repeat(24)}`

  /** Everything that a person or a program might send that speaks for them. */
  async function sendSecrets(): Promise<void> {
    const post = (path: string, payload: object | string, headers: Record<string, string> = {}) =>
      ask(logged, 'POST', api + path, {
        payload: payload as object,
        headers: { 'content-type': 'application/json', ...headers },
      })
    const password = canary('password')
    await post('/signup', { ...newcomer, password, confirmPassword: password })
    await post('/login', { email: newcomer.email, password })
    await post('/login', { email: newcomer.email, password: canary('wrong') })
    await post('/login', `{"email":"a@people.example","password":"${canary('malformed')}"`)
    await post('/login', { email: newcomer.email, password, token: canary('unknown') })
    await post(
      '/logout',
      {},
      {
        authorization: `Bearer ${canary('bearer')}`,
        cookie: `session=${canary('cookie')}`,
        'idempotency-key': canary('key'),
      },
    )
    await post(`/reset-password/${canary('reset')}`, {
      newPassword: canary('new'),
      confirmPassword: canary('new'),
    })
    await post(`/known-browser/${canary('link')}`, {})
    for (const path of [
      `/reset-password/${canary('page')}`,
      `/known-browser/${canary('browser')}`,
      `${api}/me?token=${canary('query')}`,
      `/${canary('path')}%0a{"level":"forged"}`,
      `/login?next=${canary('next')}`,
    ]) {
      await ask(logged, 'GET', path, {
        headers: {
          'user-agent': `${canary('agent')}\u0085{"level":"forged"}`,
          referer: canary('referer'),
        },
      })
    }
    await ask(logged, 'POST', `${api}/logout`, {
      headers: { origin: `https://${canary('origin')}.example` },
    })
    await ask(logged, 'GET', `${api}/me`, { headers: { host: `${canary('host')}.example` } })
  }

  test('is one JSON line a request, and none holds a secret or what somebody forged', async () => {
    await sendSecrets()
    const lines = written.join('').trim().split('\n')
    expect(lines.length).toBeGreaterThan(10)
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({
        level: expect.stringMatching(/^(trace|debug|info|warn|error)$/),
        time: expect.stringMatching(/Z$/),
      })
    expect(lines.filter((line) => line.includes('canary') || line.includes('forged'))).toEqual([])
  })

  test('says of a fault what went wrong, and not with which words', async () => {
    const broken = await createApp({
      ...context,
      pool: { query: () => Promise.reject(new Error('the database is confused')) } as never,
    })
    written.length = 0
    const { email } = person
    const reply = await ask(broken, 'POST', `${api}/login`, {
      payload: { email, password: canary('fault') },
    })
    expect(reply.status).toBe(500)
    const text = written.join('')
    expect(text).toContain('the database is confused')
    for (const secret of ['canary', email, context.secret])
      expect(text + reply.text).not.toContain(secret)
  })
})
