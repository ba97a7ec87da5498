import { noRoles } from '../../src/contract/roles.ts'
import { describe, expect, test } from 'vitest'
import { credentialOf } from '../../src/domains/sign-in/credential.ts'
import { createSessions } from '../../src/domains/sign-in/session.ts'
import { sweepEnded } from '../../src/domains/sign-in/sweep.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { testMacKeys, testSecret, setRole } from '../support/stamp.ts'

const signing = { secret: testSecret, macKeys: testMacKeys }

const database = await createTestDatabase()
const app = await createTestApp(database)
const statusWith = async (token: string) => (await ask(app, 'GET', `${api}/me`, { token })).status

/** Moves a session's times into the past. */
async function age(
  token: string,
  column: 'created_at' | 'updated_at' | 'expires_at',
  by: string,
): Promise<void> {
  await database.owner.query(
    `update auth.sessions set ${column} = ${column} - $2::interval where token = $1`,
    [token.split('.')[0], by],
  )
}

test('A6: a sign-in makes a new credential, and whatever was planted before is dead', async () => {
  const victim = await signUpSomebody(app)
  const attacker = await signUpSomebody(app)
  const login = (cookie: string) =>
    ask(app, 'POST', `${api}/login`, {
      payload: { email: victim.email, password: victim.password },
      headers: { cookie: `session=${cookie}` },
    })
  const madeUp = `${'A'.repeat(32)}.${'B'.repeat(43)}`
  for (const planted of [attacker.token, madeUp, victim.token]) {
    const reply = await login(planted)
    expect(reply.status).toBe(200)
    expect(reply.body.token).not.toBe(planted)
    expect(await statusWith(planted)).toBe(401)
    expect(await statusWith(reply.body.token)).toBe(200)
  }
})

test('A7: a logout, a closed account and a lost role count from the next request on', async () => {
  const { token, id, email, password } = await signUpSomebody(app)
  const out = await ask(app, 'POST', `${api}/logout`, { headers: { cookie: `session=${token}` } })
  expect(out.body).toEqual({ status: 'success', message: 'Logged out successfully' })
  expect(out.headers['set-cookie']).toBe('session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
  expect(out.headers['clear-site-data']).toBe('"storage"')
  expect(await statusWith(token)).toBe(401)

  const again = (await ask(app, 'POST', `${api}/login`, { payload: { email, password } })).body
    .token as string
  await setRole(database, id, 'admin')
  expect((await ask(app, 'GET', `${api}/users`, { token: again })).status).toBe(200)
  await setRole(database, id, 'user')
  expect((await ask(app, 'GET', `${api}/users`, { token: again })).body).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
  await database.owner.query(`update owners set status = 'closed' where id = $1`, [id])
  expect(await statusWith(again)).toBe(401)
})

test('logging out works without a session too', async () => {
  expect((await ask(app, 'POST', `${api}/logout`, { payload: {} })).status).toBe(200)
  expect((await ask(app, 'POST', `${api}/logout`, { token: 'nonsense' })).status).toBe(200)
})

test('A8: a row of the database is no credential, and neither is a tampered one', async () => {
  const { token } = await signUpSomebody(app)
  const [stored, signature] = token.split('.') as [string, string]
  const { rows } = await database.owner.query('select token from auth.sessions where token = $1', [
    stored,
  ])
  expect(rows).toEqual([{ token: stored }])
  const forged = [
    stored,
    `${stored}.`,
    `${stored}.${'A'.repeat(43)}`,
    `${stored}.${signature.slice(0, -1)}`,
    `${stored}.${signature}A`,
    `${stored.slice(0, -1)}${stored.endsWith('A') ? 'B' : 'A'}.${signature}`,
    credentialOf('another secret', stored),
    'x'.repeat(9000),
  ]
  for (const credential of forged) {
    expect(await statusWith(credential), credential.slice(0, 90)).toBe(401)
    expect(
      (await ask(app, 'GET', `${api}/me`, { headers: { cookie: `session=${credential}` } })).status,
    ).toBe(401)
  }
  expect(await statusWith(token)).toBe(200)
})

test('A9: a token of another make is nobody', async () => {
  const jwt = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"admin"}').toString('base64url')}.`
  for (const authorization of [`Bearer ${jwt}`, 'Bearer', 'Basic YTpi', 'bearer x', '']) {
    expect((await ask(app, 'GET', `${api}/me`, { headers: { authorization } })).body.code).toBe(
      'not_signed_in',
    )
  }
})

test('ends when it was idle or has lasted too long, sooner for staff of a live firm', async () => {
  const read = (token: string, policy = demoPolicy) =>
    createSessions(database.pool, policy, signing).read(token)
  const { token, id } = await signUpSomebody(app)
  await age(token, 'updated_at', '20 minutes')
  await setRole(database, id, 'admin')
  expect(await read(token, livePolicy)).toBeNull()
  await setRole(database, id, 'user')
  expect(await read(token, livePolicy)).toMatchObject({
    owner: id,
    roles: noRoles,
    status: 'active',
  })
  await age(token, 'updated_at', '31 minutes')
  expect(await read(token, livePolicy)).toBeNull()
  expect(await read(token)).toMatchObject({ owner: id })

  await age(token, 'created_at', '9 hours')
  await setRole(database, id, 'auditor')
  expect(await read(token, livePolicy)).toBeNull()
  await setRole(database, id, 'user')
  expect(await read(token, livePolicy)).not.toBeNull()
  await age(token, 'created_at', '24 hours')
  expect(await read(token, livePolicy)).toBeNull()
  await age(token, 'expires_at', '31 days')
  expect(await read(token)).toBeNull()
})

describe('a session that has ended', () => {
  const reasonTo = async (token: string) => {
    const { status, body } = await ask(app, 'GET', `${api}/me`, { token })
    expect([status, body.code]).toEqual([401, 'not_signed_in'])
    return { ended: body.ended ?? null, message: body.message as string }
  }
  const signInAgain = async ({ email, password }: { email: string; password: string }) =>
    (await ask(app, 'POST', `${api}/login`, { payload: { email, password } })).body.token as string

  test.each<[string, (client: { token: string; id: string; password: string }) => unknown, string]>(
    [
      [
        'ended-by-owner',
        ({ token }) => ask(app, 'DELETE', `${api}/sessions`, { token }),
        'it was ended from another browser',
      ],
      [
        'settings-saved',
        ({ token, password }) =>
          settings(token, { fullName: 'New Name', password, confirmPassword: password }),
        'your settings were saved in another browser',
      ],
      [
        'password-changed',
        ({ token }) =>
          settings(token, {
            fullName: 'Same Name',
            password: 'paper and glass',
            confirmPassword: 'paper and glass',
          }),
        'your password was changed',
      ],
    ],
  )('by %s tells whoever presents it, and only them', async (ended, end, words) => {
    const person = await signUpSomebody(app)
    const other = await signInAgain(person)
    await end(person)
    expect(await statusWith(person.token)).toBe(200)
    const told = await reasonTo(other)
    expect(told.ended).toBe(ended)
    expect(told.message).toContain(`You were signed out because ${words}`)
    const [stored, signature] = other.split('.') as [string, string]
    const plain = { ended: null, message: 'Please log in.' }
    for (const stranger of ['', stored, `${stored}.${'A'.repeat(signature.length)}`])
      expect(await reasonTo(stranger)).toEqual(plain)
    // Whoever left by their own choice ended nothing elsewhere.
    await ask(app, 'POST', `${api}/logout`, { headers: { cookie: `session=${person.token}` } })
    expect(await reasonTo(person.token)).toEqual(plain)
  })
  test('by a person of staff, by time and by a lost row says which, while it can', async () => {
    const [person, admin] = [await signUpSomebody(app), await signUpSomebody(app)]
    await setRole(database, admin.id, 'admin')
    const again = await signInAgain(person)
    await ask(app, 'DELETE', `${api}/users/${person.id}/sessions`, { token: admin.token })
    expect((await reasonTo(again)).ended).toBe('ended-by-staff')

    const idle = await signInAgain(person)
    await age(idle, 'updated_at', '25 hours')
    expect(await reasonTo(idle)).toEqual({
      ended: 'unused',
      message: 'You were signed out because it was not used for 24 hours. Please log in.',
    })
    await age(idle, 'created_at', '31 days')
    expect((await reasonTo(idle)).ended).toBe('too-old')
    await database.owner.query('update auth.ended_sessions set expires_at = now()')
    await sweepEnded(database.pool)
    expect((await reasonTo(again)).ended).toBeNull()
  })
  test('is told nothing when its row was made another person’s', async () => {
    const [person, thief] = [await signUpSomebody(app), await signUpSomebody(app)]
    const other = await signInAgain(person)
    await ask(app, 'DELETE', `${api}/sessions`, { token: person.token })
    await database.owner.query('update auth.ended_sessions set person_id = $2 where token = $1', [
      other.split('.')[0],
      thief.id,
    ])
    expect((await reasonTo(other)).ended).toBeNull()
  })
})

test('what has ended is swept away, and nothing else', async () => {
  const [ended, going] = [await signUpSomebody(app), await signUpSomebody(app)]
  await age(ended.token, 'expires_at', '31 days')
  await database.owner.query(
    `insert into auth.attempts values ('failed-account', 'old', 9, null, now() - interval '1 second'), ('failed-account', 'new', 9, null, now() + interval '1 hour')`,
  )
  await sweepEnded(database.pool)
  const { rows: sessions } = await database.owner.query(
    'select person_id as id from auth.sessions where person_id = any($1)',
    [[ended.id, going.id]],
  )
  expect(sessions).toEqual([{ id: going.id }])
  const { rows: attempts } = await database.owner.query(
    `select subject from auth.attempts where subject in ('old', 'new')`,
  )
  expect(attempts).toEqual([{ subject: 'new' }])
})

test('is read once for all requests of a moment, and marked as used once a minute', async () => {
  const { token, id } = await signUpSomebody(app)
  const statements: string[] = []
  const pool = {
    query: (statement: { name: string }) => (
      statements.push(statement.name),
      database.pool.query(statement as never)
    ),
  }
  const sessions = createSessions(pool as never, demoPolicy, signing)
  const many = () => Promise.all(Array.from({ length: 100 }, () => sessions.read(token)))
  expect(new Set((await many()).map((principal) => principal?.owner))).toEqual(new Set([id]))
  expect(statements).toEqual(['sessions-by-token'])
  await age(token, 'updated_at', '2 minutes')
  await many()
  await many()
  expect(statements.slice(1)).toEqual(['sessions-by-token', 'sessions-touch', 'sessions-by-token'])
})

test('a database that fails fails the requests that asked, not the next ones', async () => {
  let broken = true
  const pool = {
    query: async (statement: never) =>
      broken ? Promise.reject(new Error('gone')) : database.pool.query(statement),
  }
  const sessions = createSessions(pool as never, demoPolicy, signing)
  const { token, id } = await signUpSomebody(app)
  await expect(sessions.read(token)).rejects.toThrow('gone')
  broken = false
  expect((await sessions.read(token))?.owner).toBe(id)
})

const settings = (
  token: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => ask(app, 'POST', '/api/user/update', { token, payload: body, headers })

test('A7: the settings change name and password, and end the other sessions', async () => {
  const { token, email, password } = await signUpSomebody(app)
  const other = (await ask(app, 'POST', `${api}/login`, { payload: { email, password } })).body
    .token as string
  const changed = {
    fullName: 'New Name',
    password: 'paper and glass',
    confirmPassword: 'paper and glass',
  }
  const reply = await settings(token, changed)
  expect(reply.body).toMatchObject({
    status: 'success',
    message: 'Settings updated successfully',
    data: { user: { fullName: 'New Name' } },
  })
  expect([await statusWith(token), await statusWith(other)]).toEqual([200, 401])
  const login = (secret: string) =>
    ask(app, 'POST', `${api}/login`, { payload: { email, password: secret } })
  expect([(await login(password)).status, (await login('paper and glass')).status]).toEqual([
    401, 200,
  ])
})

test('the settings refuse what sign-up refuses, in their own words', async () => {
  const { token, password } = await signUpSomebody(app)
  const cases: [Record<string, unknown>, string][] = [
    [{ fullName: 'A', password, confirmPassword: 'x' }, "Passwords don't match"],
    [
      { fullName: 'A', password: 'short', confirmPassword: 'short' },
      'Password must be at least 6 characters',
    ],
    [{ fullName: '', password, confirmPassword: password }, 'Full name is required'],
    [{ password, confirmPassword: password }, 'Full name is required'],
    [{ fullName: 'A', password, confirmPassword: password, role: 'admin' }, 'Unknown field: role'],
  ]
  for (const [body, message] of cases)
    expect((await settings(token, body)).body).toMatchObject({ status: 400, message })
})

test('A14: after ten minutes the current password is asked, and guesses at it count', async () => {
  const { token, password } = await signUpSomebody(app)
  await age(token, 'created_at', '11 minutes')
  const body = {
    fullName: 'Later',
    password: 'paper and glass',
    confirmPassword: 'paper and glass',
  }
  expect((await settings(token, body)).body).toMatchObject({
    status: 403,
    code: 'fresh_sign_in_needed',
    message: 'Please enter your current password to do this.',
  })
  for (let guess = 0; guess < 5; guess++) {
    expect(
      (await settings(token, { ...body, currentPassword: 'a wrong guess' })).body,
    ).toMatchObject({
      status: 403,
      code: 'fresh_sign_in_needed',
      fields: { currentPassword: 'The current password is wrong.' },
    })
  }
  expect((await settings(token, { ...body, currentPassword: password })).body.code).toBe(
    'too_many_attempts',
  )
  await database.owner.query('update auth.attempts set refused_until = null')
  expect((await settings(token, { ...body, currentPassword: password })).status).toBe(200)
})

test('a sign-in of the demonstration keeps its password; its name can change with the same one', async () => {
  const { token, id, password } = await signUpSomebody(app)
  await database.owner.query('update owners set fixed = true where id = $1', [id])
  expect(
    (
      await settings(token, {
        fullName: 'Other',
        password: 'paper and glass',
        confirmPassword: 'paper and glass',
      })
    ).body.code,
  ).toBe('fixed_account')
  const reply = await settings(token, { fullName: 'Other', password, confirmPassword: password })
  expect(reply.body.data.user.fullName).toBe('Other')
})

test('a late repetition does not bring an old password back', async () => {
  const { token, email } = await signUpSomebody(app)
  const change = (password: string) =>
    settings(
      token,
      { fullName: 'Nora', password, confirmPassword: password },
      { 'idempotency-key': password.replaceAll(' ', '-') },
    )
  const first = await change('paper and glass')
  expect((await change('ink and copper')).status).toBe(200)
  expect((await change('paper and glass')).text).toBe(first.text)
  const login = (password: string) =>
    ask(app, 'POST', `${api}/login`, { payload: { email, password } })
  expect([(await login('paper and glass')).status, (await login('ink and copper')).status]).toEqual(
    [401, 200],
  )
})

test('a repeated change gets its first reply, and a key for another one changes nothing', async () => {
  const { token, email, password } = await signUpSomebody(app)
  const key = { 'idempotency-key': 'settings-1' }
  const body = { fullName: 'Once', password: 'paper and glass', confirmPassword: 'paper and glass' }
  const [first, second] = [await settings(token, body, key), await settings(token, body, key)]
  expect(second.text).toBe(first.text)
  const other = { fullName: 'Twice', password: 'ink and copper', confirmPassword: 'ink and copper' }
  expect((await settings(token, other, key)).body.code).toBe('key_reused')
  const login = (secret: string) =>
    ask(app, 'POST', `${api}/login`, { payload: { email, password: secret } })
  expect([
    (await login(password)).status,
    (await login('ink and copper')).status,
    (await login('paper and glass')).status,
  ]).toEqual([401, 401, 200])
  const { rows } = await database.owner.query(
    `select body_hash from desk.commands where key like '%settings-1'`,
  )
  expect(rows[0].body_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('of who works here only who reads staff sees how they sign in', async () => {
  const [admin, support, person] = [
    await signUpSomebody(app),
    await signUpSomebody(app),
    await signUpSomebody(app),
  ]
  await setRole(database, admin.id, 'admin')
  await setRole(database, support.id, 'support')
  const statuses = async (by: typeof admin, whose: typeof admin) =>
    Promise.all(
      ['sessions', 'second-factors'].map(
        async (part) =>
          (await ask(app, 'GET', `${api}/users/${whose.id}/${part}`, { token: by.token })).status,
      ),
    )
  expect(await statuses(support, person)).toEqual([200, 200])
  expect(await statuses(support, admin)).toEqual([403, 403])
  expect(await statuses(admin, support)).toEqual([200, 200])
})
