import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addPerson } from '../../src/domains/sign-in/add-person.ts'
import { checkNewPassword } from '../../src/domains/sign-in/passwords.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody, type Reply } from '../support/http.ts'
import { testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const live = await createTestApp(database, { policy: livePolicy })

let numbers = 0
const newEmail = () => `new-${(numbers += 1)}@people.example`

function form(changes: Record<string, unknown> = {}) {
  return {
    fullName: 'Ada Example',
    email: newEmail(),
    password: 'glass and paper',
    confirmPassword: 'glass and paper',
    ...changes,
  }
}
const signUp = (changes: Record<string, unknown> = {}) =>
  ask(app, 'POST', `${api}/signup`, { payload: form(changes) })
const logIn = (
  email: string,
  password: string,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) => ask(app, 'POST', `${api}/login`, { payload: { email, password }, headers, remoteAddress })

async function personsNamed(email: string): Promise<number> {
  const { rowCount } = await database.owner.query('select from auth.persons where email = $1', [
    email,
  ])
  return rowCount!
}

describe('signing up', () => {
  test('opens an account and signs in, by cookie and by token', async () => {
    const email = newEmail()
    const reply = await signUp({ email: `  ${email.toUpperCase()} ` })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      status: 'success',
      message: 'Signup successful! Redirecting to dashboard...',
    })
    expect(reply.body.data.user).toMatchObject({
      fullName: 'Ada Example',
      email,
      role: 'user',
      status: 'active',
      accountBalance: 0,
      referredBy: null,
    })
    // The session, and the mark by which this browser is known from now on.
    expect(reply.headers['set-cookie']).toEqual([
      `session=${reply.body.token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`,
      expect.stringMatching(/^known-browser=/),
    ])
    const byCookie = await ask(app, 'GET', `${api}/me`, {
      headers: { cookie: `other=1; session=${reply.body.token}` },
    })
    const byToken = await ask(app, 'GET', '/api/user', { token: reply.body.token })
    expect([byCookie.body, byToken.body]).toEqual(
      Array(2).fill({ status: 'success', data: { user: reply.body.data.user } }),
    )
  })

  test('says in the specified words what is wrong, and creates nobody', async () => {
    const cases: [Record<string, unknown>, Partial<Reply['body']>][] = [
      [
        { confirmPassword: 'glass or paper' },
        {
          status: 400,
          code: 'validation_failed',
          message: 'Passwords do not match',
          fields: { confirmPassword: 'Passwords do not match' },
        },
      ],
      [
        { password: 'short', confirmPassword: 'short' },
        {
          status: 400,
          code: 'validation_failed',
          message: 'Password must be at least 6 characters',
          fields: { password: 'Password must be at least 6 characters' },
        },
      ],
      [
        { password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) },
        { status: 400, fields: { password: 'Password can have at most 128 characters' } },
      ],
      [
        { password: 'Password123', confirmPassword: 'Password123' },
        { status: 400, code: 'password_too_common' },
      ],
      [
        { referralCode: 'NOSUCHCODE' },
        {
          status: 400,
          code: 'unknown_referral_code',
          fields: { referralCode: 'This referral code is unknown. Check it or leave it empty.' },
        },
      ],
      [
        { email: 'not an address' },
        { status: 400, fields: { email: 'Please enter a valid email address' } },
      ],
      [{ fullName: '  ' }, { status: 400, fields: { fullName: 'Full name is required' } }],
      [{ fullName: 'Ada\u0000' }, { status: 400, code: 'validation_failed' }],
      [{ referralCode: 'A\u0000' }, { status: 400, code: 'validation_failed' }],
      [{ referralCode: 'A\ud800' }, { status: 400, code: 'validation_failed' }],
    ]
    for (const [changes, expected] of cases) {
      const email = newEmail()
      const reply = await signUp({ email, ...changes })
      expect(reply.body, JSON.stringify(changes)).toMatchObject(expected)
      expect(await personsNamed(email)).toBe(0)
    }
  })

  test('A15: a live firm asks for twelve characters', async () => {
    const reply = await ask(live, 'POST', `${api}/signup`, {
      payload: form({ password: 'eleven char', confirmPassword: 'eleven char' }),
    })
    expect(reply.body.message).toBe('Password must be at least 12 characters')
  })

  test('A15: characters are counted as people see them, and the passwords of the demonstration are taken', async () => {
    expect((await signUp({ password: '🦉🦉🦉', confirmPassword: '🦉🦉🦉' })).body.message).toBe(
      'Password must be at least 6 characters',
    )
    for (const password of [
      '🦉🦉🦉🦉🦉🦉',
      ' leading space',
      'glasshouse-admin',
      'glasshouse-investor',
    ]) {
      expect((await signUp({ password, confirmPassword: password })).status).toBe(201)
    }
  })

  test('A15: none of the most common passwords is taken, whatever the capitals', async () => {
    const common = readFileSync(
      join(import.meta.dirname, '../../src/domains/sign-in/common-passwords.txt'),
      'utf8',
    )
      .trim()
      .split('\n')
    expect(
      common.filter((password) => password.length >= demoPolicy.passwordLength.min).length,
    ).toBeGreaterThanOrEqual(3000)
    // Those that a live firm's length lets through as well.
    expect(
      common.filter((password) => password.length >= livePolicy.passwordLength.min).length,
    ).toBeGreaterThanOrEqual(300)
    const somebody = { firm: 'A firm', email: 'ada@people.example', fullName: 'Ada Example' }
    for (const password of common) {
      for (const typed of [password, password.toUpperCase()])
        expect(() => checkNewPassword(typed, demoPolicy, somebody), typed).toThrow('too common')
    }
    expect(
      (await signUp({ password: 'Trustno1', confirmPassword: 'Trustno1' })).body,
    ).toMatchObject({
      code: 'password_too_common',
      fields: { password: expect.stringContaining('too common') },
    })
  })

  test('A15: nobody’s own name or email, nor ours, is a password', async () => {
    const email = `ada-lantern.${newEmail()}`
    for (const password of [
      'Glasshouse',
      'glasshouse 2026!',
      'Ada Example',
      'ada.example1',
      email,
      email.split('@', 1)[0]!.toUpperCase(),
    ]) {
      expect(
        (await signUp({ email, password, confirmPassword: password })).body,
        password,
      ).toMatchObject({ status: 400, code: 'password_too_common' })
    }
  })

  test('A15: 128 characters are taken whole, to the last one', async () => {
    const password = `${'words of paper and glass '.repeat(5)}end`
    expect(password).toHaveLength(128)
    const email = newEmail()
    expect((await signUp({ email, password, confirmPassword: password })).status).toBe(201)
    const statuses = []
    for (const typed of [password, password.slice(0, -1), ` ${password}`])
      statuses.push((await logIn(email, typed)).status)
    expect(statuses).toEqual([200, 401, 401])
  })

  test('tells the referrer by the code of their link, in either case; an empty one is none', async () => {
    const referrer = await signUpSomebody(app)
    const code = referrer.user.referralCode as string
    const referred = await signUp({ referralCode: ` ${code.toLowerCase()} ` })
    expect(referred.body.data.user).toMatchObject({
      referredBy: referrer.user.fullName,
      referredById: referrer.id,
    })
    for (const referralCode of ['', null, undefined]) {
      expect((await signUp({ referralCode })).body.data.user.referredBy).toBeNull()
    }
  })

  test('refuses an email that is taken, also to all but one of many at once', async () => {
    const email = newEmail()
    const replies = await Promise.all(Array.from({ length: 8 }, () => signUp({ email })))
    expect(replies.map(({ status }) => status).sort()).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ])
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'email_taken',
      message: 'An account with this email already exists.',
      fields: { email: 'An account with this email already exists.' },
    })
    expect((await signUp({ email: email.toUpperCase() })).status).toBe(409)
    expect(await personsNamed(email)).toBe(1)
  })

  test('A13: no field that belongs to the server can be set', async () => {
    const { rows } = await database.owner.query<{ column_name: string }>(
      `select distinct column_name from information_schema.columns where (table_schema, table_name) in (('auth', 'persons'), ('auth', 'passwords'), ('public', 'owners'))`,
    )
    const columns = rows
      .map(({ column_name: name }) => name)
      .filter((name) => !['email', 'password'].includes(name))
    for (const name of [
      ...columns,
      'role',
      'accountBalance',
      'emailVerified',
      'referredBy',
      'id',
      'constructor',
      'prototype',
    ]) {
      const email = newEmail()
      const reply = await signUp({ email, [name]: 'admin' })
      expect(reply.body, name).toMatchObject({
        status: 400,
        code: 'validation_failed',
        fields: { [name]: `Unknown field: ${name}` },
      })
      expect(await personsNamed(email)).toBe(0)
    }
    const payload = JSON.stringify(form()).replace('{', '{"__proto__":{"role":"admin"},')
    const reply = await ask(app, 'POST', `${api}/signup`, {
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.body).toMatchObject({ status: 400, message: 'Unknown field: __proto__' })
  })

  test('finishes at the next sign-in what a crash between person and owner left undone', async () => {
    const referrer = await signUpSomebody(app)
    const email = newEmail()
    const id = await addPerson(
      { pool: database.pool, macKeys: testMacKeys },
      {
        fullName: 'Half Open',
        email,
        password: 'glass and paper',
        referralCode: referrer.user.referralCode,
      },
    )
    const replies = await Promise.all([1, 2, 3].map(() => logIn(email, 'glass and paper')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies[0]!.body.data.user).toMatchObject({
      id,
      fullName: 'Half Open',
      referredById: referrer.id,
      version: 1,
    })
  })

  test('F1: counts by address, and says when to come back', async () => {
    const policy = { ...livePolicy, signUpsPerAddress: { count: 2, withinMs: 3_600_000 } }
    const strict = await createTestApp(database, { policy })
    const from = (remoteAddress: string) =>
      ask(strict, 'POST', `${api}/signup`, { payload: form(), remoteAddress })
    expect([(await from('192.0.2.7')).status, (await from('192.0.2.7')).status]).toEqual([201, 201])
    const third = await from('192.0.2.7')
    expect(third.body).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(3500)
    expect((await from('192.0.2.8')).status).toBe(201)
  })
})

describe('logging in', () => {
  test('greets, whatever the case of the email', async () => {
    const { email, password, id } = await signUpSomebody(app)
    const reply = await logIn(` ${email.toUpperCase()}`, password)
    expect(reply.body).toMatchObject({
      status: 'success',
      message: 'Login successful!',
      data: { user: { id } },
    })
    expect(reply.status).toBe(200)
  })

  test('A1: an unknown email and a wrong password get the same bytes and headers', async () => {
    const { email } = await signUpSomebody(app)
    const plain = ({ text, headers, body }: Reply) => {
      const { 'x-request-id': id, date: _, ...rest } = headers
      expect(id).toBe(body.requestId)
      return { text: text.replace(body.requestId, ''), headers: rest }
    }
    const [known, unknown] = [
      await logIn(email, 'not the password'),
      await logIn(newEmail(), 'not the password'),
    ]
    expect(known.body).toMatchObject({ status: 401, code: 'wrong_credentials' })
    expect(plain(unknown)).toEqual(plain(known))
  })

  test('A2: an unknown email waits in the same queue for the same hash: of a flood of them, those beyond their address’s share of it are told to come back', async () => {
    const flood = await Promise.all(
      Array.from({ length: 120 }, () => logIn(newEmail(), 'not the password')),
    )
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([401, 429]))
    const busy = flood.filter(({ status }) => status === 429)
    expect(busy[0]!.body.code).toBe('too_many_requests')
    expect(busy[0]!.headers['retry-after']).toBe('1')
    // Two are hashed and sixty wait, whoever they are.
    expect(flood.length - busy.length).toBeGreaterThanOrEqual(62)
  })

  test('16.3.1: every sign-in and every failure is one line of the log, with who and from where, and no secret', async () => {
    const lines: string[] = []
    const log = createLog(readConfig({ LOG_LEVEL: 'info' }), {
      write: (line) => void lines.push(line),
    })
    const watched = await createTestApp(database, { log })
    const { email, password, id } = await signUpSomebody(watched)
    const from = (given: string) =>
      ask(watched, 'POST', `${api}/login`, {
        payload: { email, password: given },
        remoteAddress: '192.0.2.33',
      })
    await from('not the password')
    const { token } = (await from(password)).body
    const events = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'security')
      .map(({ event, person, address }) => ({ event, person, address }))
    expect(events).toEqual([
      { event: 'signed-in', person: id, address: '127.0.0.1' },
      { event: 'sign-in-failed', person: id, address: '192.0.2.33' },
      { event: 'signed-in', person: id, address: '192.0.2.33' },
    ])
    for (const secret of [password, 'not the password', token, token.split('.')[0], email])
      expect(lines.join('')).not.toContain(secret)
  })

  test('A3: a burst of guesses gets five at most checked, and the person gets in once the wait is over', async () => {
    // A first wait of a minute, which doesn't run out while the burst is answered, however slow the machine.
    const slow = await createTestApp(database, {
      policy: {
        ...demoPolicy,
        failedSignInsPerAccount: { free: 5, firstDelayMs: 60_000, longestDelayMs: 900_000 },
      },
    })
    const { email, password } = await signUpSomebody(slow)
    const logIn = (of: string, given: string) =>
      ask(slow, 'POST', `${api}/login`, { payload: { email: of, password: given } })
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, guess) => logIn(email, `guess number ${guess}`)),
    )
    expect(replies.filter(({ status }) => status === 401).length).toBe(5)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBe(45)
    expect(['59', '60']).toContain(refused[0]!.headers['retry-after'])
    expect((await logIn(email, password)).status).toBe(429)
    await endWaits()
    expect((await logIn(email, password)).status).toBe(200)
    expect((await logIn(email, 'wrong again')).status).toBe(401)
  })

  test('A3: the wait doubles up to a quarter of an hour, and no header or spelling gets around it', async () => {
    const { email } = await signUpSomebody(app)
    for (let failure = 1; failure < 5; failure++)
      expect((await logIn(email, 'wrong guess')).status).toBe(401)
    const waits: (string | string[] | undefined)[] = []
    for (let failure = 5; failure <= 17; failure++) {
      expect((await logIn(email, 'wrong guess')).status).toBe(401)
      waits.push((await logIn(email, 'wrong guess')).headers['retry-after'])
      await endWaits()
    }
    expect(waits.map(Number)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    await logIn(email, 'wrong guess')
    for (const [spelling, headers] of [
      [email.toUpperCase(), {}],
      [` ${email}`, { 'x-forwarded-for': '198.51.100.9' }],
      [email, { forwarded: 'for=198.51.100.9' }],
    ] as const) {
      expect((await logIn(spelling, 'wrong guess', headers)).status).toBe(429)
    }
    // Another address is a place of its own: what all of them share stands in known-browsers.test.ts.
    expect((await logIn(email, 'wrong guess', {}, '203.0.113.99')).status).toBe(401)
  })

  test('A3: failures are counted for an address, IPv6 by its /64, successes are not', async () => {
    const policy = { ...livePolicy, failedSignInsPerAddress: { count: 3, withinMs: 600_000 } }
    const strict = await createTestApp(database, { policy })
    const { email, password } = await signUpSomebody(app)
    const from = (remoteAddress: string, address: string, secret: string) =>
      ask(strict, 'POST', `${api}/login`, {
        payload: { email: address, password: secret },
        remoteAddress,
      })
    for (let time = 0; time < 5; time++)
      expect((await from('2001:db8:7:7::1', email, password)).status).toBe(200)
    for (let time = 0; time < 3; time++)
      expect((await from(`2001:DB8:7:7:${time + 1}::`, newEmail(), 'wrong guess')).status).toBe(401)
    const fourth = await from('2001:db8:7:7:ffff::9', newEmail(), 'wrong guess')
    expect(fourth.body.code).toBe('too_many_attempts')
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(500)
    expect((await from('2001:db8:7:8::1', newEmail(), 'wrong guess')).status).toBe(401)
  })

  test('a closed account stays closed to the right password too', async () => {
    const { email, password, id, token } = await signUpSomebody(app)
    await database.owner.query(`update owners set status = 'closed' where id = $1`, [id])
    expect((await logIn(email, password)).body).toMatchObject({
      status: 403,
      code: 'account_closed',
    })
    expect((await ask(app, 'GET', `${api}/me`, { token })).status).toBe(401)
  })

  test('keeps passwords as argon2id only, and neither email nor address beside the counters', async () => {
    const { email } = await signUpSomebody(app)
    await logIn(email, 'wrong guess')
    const { rows } = await database.owner.query(
      'select c.hash as password from auth.passwords c join auth.persons p on p.id = c.person_id where p.email = $1',
      [email],
    )
    expect(rows[0].password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const attempts = await database.owner.query('select subject from auth.attempts')
    expect(attempts.rows.every(({ subject }) => /^[\w-]{43}$/.test(subject))).toBe(true)
  })
})

/** As if every wait had passed. */
async function endWaits(): Promise<void> {
  await database.owner.query(
    `update auth.attempts set refused_until = clock_timestamp() where refused_until is not null`,
  )
}
