/** Second factors: an authenticator app and recovery codes. Passkeys need a browser: tests/e2e/passkeys.test.ts. */
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/endpoints.ts'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { codeOf, setUpApp } from '../support/authenticator.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody, verified } from '../support/http.ts'
import { testSecret, setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const post = (path: string, payload: Record<string, unknown> = {}, token?: string) =>
  ask(app, 'POST', `${api}${path}`, { payload, ...(token ? { token } : {}) })
const logIn = ({ email, password }: Somebody) => post('/login', { email, password })
const give = (challenge: string, code: string) => post('/login/second-factor', { challenge, code })

async function withApp() {
  const person = await signUpSomebody(app)
  return { ...person, ...(await setUpApp(app, person.token)) }
}

/** Nobody waits in a test for 30 seconds to pass, or for the delay after failures. */
const forgetCodes = (person: Somebody) =>
  database.owner.query('update auth.authenticator_apps set last_step = 0 where person_id = $1', [
    person.id,
  ])
const forgetFailures = () => database.owner.query('delete from auth.attempts')
const activityOf = async ({ token }: { token: string }) =>
  (await ask(app, 'GET', `${api}/activity`, { token })).body.data.activity.map(
    ({ kind }: { kind: string }) => kind,
  )

describe('an authenticator app', () => {
  test('is asked for after the password, and only its code signs in', async () => {
    const person = await withApp()
    const half = await logIn(person)
    expect(half.body).toMatchObject({
      status: 'second_factor',
      data: { methods: ['app', 'recovery'], passkeyOptions: null },
    })
    expect(half.headers['set-cookie']).toBeUndefined()
    const reply = await give(half.body.data.challenge, codeOf(person.secret))
    expect(reply.body).toMatchObject({
      status: 'success',
      message: 'Login successful!',
      data: { user: { id: person.id } },
    })
    expect((await ask(app, 'GET', `${api}/me`, { token: reply.body.token })).status).toBe(200)
  })

  test('counts for nothing before its first code was right', async () => {
    const person = await signUpSomebody(app)
    const { secret, uri } = (await post('/second-factors/app', {}, person.token)).body.data
    expect(uri).toContain(`secret=${secret}`)
    const wrong = await post(
      '/second-factors/app/confirmation',
      { code: codeOf(secret, 50) },
      person.token,
    )
    expect(wrong.body).toMatchObject({
      status: 400,
      fields: { code: expect.stringContaining('That code doesn’t match your app') },
    })
    expect((await logIn(person)).body.status).toBe('success')
  })

  test('goes on with the secret that was scanned when its page is loaded again, in that session and for ten minutes alone', async () => {
    const person = await signUpSomebody(app)
    const begin = async (token: string): Promise<string> =>
      (await post('/second-factors/app', {}, token)).body.data.secret
    const scanned = await begin(person.token)
    expect(await begin(person.token)).toBe(scanned)
    // Whoever signs in elsewhere never sees it, and what they begin ends it.
    const elsewhere = (await logIn(person)).body.token
    const theirs = await begin(elsewhere)
    expect(theirs).not.toBe(scanned)
    const again = await begin(person.token)
    expect([scanned, theirs]).not.toContain(again)
    await database.owner.query(
      "update auth.authenticator_apps set begun_at = begun_at - interval '11 minutes' where person_id = $1",
      [person.id],
    )
    expect(await begin(person.token)).not.toBe(again)
  })

  test('cannot be replaced while it is there, only taken away', async () => {
    const person = await withApp()
    expect((await post('/second-factors/app', {}, person.token)).body.code).toBe('factor_there')
    expect(
      (await ask(app, 'DELETE', `${api}/second-factors/app`, { token: person.token })).body.data,
    ).toMatchObject({ factors: { app: null, recoveryCodesLeft: 0 } })
    expect(
      (await ask(app, 'DELETE', `${api}/second-factors/app`, { token: person.token })).body.code,
    ).toBe('unknown_factor')
    expect((await logIn(person)).body.status).toBe('success')
    expect(await activityOf(person)).toEqual(['app-removed', 'app-added', 'account-opened'])
  })

  test('its secret lies sealed in the database, and recovery codes only as hashes', async () => {
    const person = await withApp()
    const { rows } = await database.owner.query(
      `select a.secret, (select string_agg(encode(hash, 'hex'), ' ') from auth.recovery_codes where person_id = a.person_id) as hashes from auth.authenticator_apps a where person_id = $1`,
      [person.id],
    )
    expect(rows[0].secret.toString('latin1')).not.toContain(person.secret)
    expect(person.recoveryCodes).toHaveLength(10)
    for (const code of person.recoveryCodes)
      expect(rows[0].hashes).not.toContain(Buffer.from(code.replaceAll('-', '')).toString('hex'))
  })
})

describe('A10: the second factor cannot be gone around', () => {
  test('A10 what the password alone brings opens no route', async () => {
    const person = await withApp()
    const { challenge } = (await logIn(person)).body.data
    const guarded = Object.values<Endpoint>(endpoints).filter(({ access }) => access !== 'public')
    for (const endpoint of guarded) {
      const path = fullPath(endpoint).replace(/:\w+/g, person.id)
      for (const headers of [
        { authorization: `Bearer ${challenge}` },
        { cookie: `session=${challenge}` },
      ]) {
        const { status } = await ask(app, endpoint.method, path, { headers })
        expect([endpoint.method, path, status]).toEqual([endpoint.method, path, 401])
      }
    }
  })

  test('A10 of twenty copies of one code at once, one signs in; and no code works twice', async () => {
    const person = await withApp()
    const challenges = await Promise.all(
      Array.from({ length: 20 }, async () => (await logIn(person)).body.data.challenge),
    )
    const code = codeOf(person.secret)
    const replies = await Promise.all(challenges.map((challenge) => give(challenge, code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    await forgetFailures()
    const { challenge } = (await logIn(person)).body.data
    expect((await give(challenge, code)).body.code).toBe('wrong_code')
    expect((await give(challenge, codeOf(person.secret, -1))).body.code).toBe('wrong_code')
    expect((await give(challenge, codeOf(person.secret, 1))).status).toBe(200)
  })

  test('A10 a challenge is answered once, and dies of five wrong codes', async () => {
    const person = await withApp()
    const first = (await logIn(person)).body.data.challenge
    const code = codeOf(person.secret)
    expect((await give(first, code)).status).toBe(200)
    await forgetCodes(person)
    expect((await give(first, code)).body.code).toBe('challenge_ended')
    const second = (await logIn(person)).body.data.challenge
    for (let time = 0; time < 4; time++) {
      expect((await give(second, '000000')).body.code).toBe('wrong_code')
      await forgetFailures()
    }
    await give(second, '000000')
    await forgetFailures()
    expect((await give(second, codeOf(person.secret, 1))).body.code).toBe('challenge_ended')
  })

  test('A10 wrong codes slow the next ones down, whatever challenge they come with', async () => {
    // A first wait of a minute doesn't run out meanwhile, however slow the machine.
    const slow = await createTestApp(database, {
      policy: {
        ...demoPolicy,
        failedSignInsPerAccount: { free: 5, firstDelayMs: 60_000, longestDelayMs: 900_000 },
      },
    })
    const person = await withApp()
    const guess = async () =>
      ask(slow, 'POST', `${api}/login/second-factor`, {
        payload: { challenge: (await logIn(person)).body.data.challenge, code: '111111' },
      })
    const statuses: number[] = []
    for (let time = 0; time < 7; time++) statuses.push((await guess()).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    await forgetFailures()
  })

  test('A10 a challenge of another person, another use or another server is none', async () => {
    const [person, other] = [await withApp(), await withApp()]
    const { challenge } = (await logIn(other)).body.data
    expect((await give(challenge, codeOf(person.secret))).body.code).toBe('wrong_code')
    const begun = (await post('/session/fresh/options', {}, person.token)).body.data
    expect(begun).toEqual({ methods: ['app', 'recovery'], challenge: null, passkeyOptions: null })
    const passkey = (await post('/login/passkey/options')).body.data
    expect((await give(passkey.challenge, codeOf(person.secret))).body.code).toBe('challenge_ended')
    const elsewhere = await createTestApp(database, { secret: `${testSecret} of another server` })
    const reply = await ask(elsewhere, 'POST', `${api}/login/second-factor`, {
      payload: {
        challenge: (await logIn(person)).body.data.challenge,
        code: codeOf(person.secret),
      },
    })
    expect(reply.body.code).toBe('challenge_ended')
  })

  test('A10 a passkey that nobody has is not accepted', async () => {
    const passkey = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    }
    const { challenge } = (await post('/login/passkey/options')).body.data
    expect((await post('/login/passkey', { challenge, passkey })).body.code).toBe('wrong_passkey')
    const person = await signUpSomebody(app)
    const begun = (await post('/second-factors/passkeys/options', {}, person.token)).body.data
    expect(
      (
        await post(
          '/second-factors/passkeys',
          { challenge: begun.challenge, name: 'Key', passkey },
          person.token,
        )
      ).body.code,
    ).toBe('wrong_passkey')
  })
})

describe('recovery codes', () => {
  test('each signs in once, whatever the spelling, and the person is told', async () => {
    const person = await withApp()
    const code = person.recoveryCodes[0]!
    const reply = await give((await logIn(person)).body.data.challenge, ` ${code.toLowerCase()} `)
    expect(reply.status).toBe(200)
    expect((await give((await logIn(person)).body.data.challenge, code)).body.code).toBe(
      'wrong_code',
    )
    expect(
      (await ask(app, 'GET', `${api}/second-factors`, { token: reply.body.token })).body.data
        .factors.recoveryCodesLeft,
    ).toBe(9)
    expect(await activityOf(reply.body)).toEqual([
      'recovery-code-used',
      'app-added',
      'account-opened',
    ])
  })

  test('new ones end the old ones', async () => {
    const person = await withApp()
    const renewed = await post('/second-factors/recovery-codes', {}, person.token)
    expect(renewed.body.data.recoveryCodes).toHaveLength(10)
    expect(
      (await give((await logIn(person)).body.data.challenge, person.recoveryCodes[1]!)).body.code,
    ).toBe('wrong_code')
    expect(
      (await give((await logIn(person)).body.data.challenge, renewed.body.data.recoveryCodes[1]))
        .status,
    ).toBe(200)
  })

  test('are there for those who have a factor only', async () => {
    const person = await signUpSomebody(app)
    expect((await post('/second-factors/recovery-codes', {}, person.token)).body.code).toBe(
      'unknown_factor',
    )
    expect(
      (await ask(app, 'DELETE', `${api}/second-factors/passkeys/AAAA`, { token: person.token }))
        .body.code,
    ).toBe('unknown_factor')
  })
})

test('C7 the sign-ins that everybody shares take no second factor', async () => {
  const person = await signUpSomebody(app)
  await database.owner.query('update owners set fixed = true where id = $1', [person.id])
  for (const path of ['/second-factors/app', '/second-factors/passkeys/options'])
    expect((await post(path, {}, person.token)).body.code).toBe('fixed_account')
})

test('A3 passkey sign-ins are begun so many times from an address, and no more', async () => {
  const strict = await createTestApp(database, {
    policy: { ...demoPolicy, failedSignInsPerAddress: { count: 2, withinMs: 600_000 } },
  })
  const begin = (remoteAddress: string) =>
    ask(strict, 'POST', `${api}/login/passkey/options`, { remoteAddress })
  expect([
    (await begin('192.0.2.60')).status,
    (await begin('192.0.2.60')).status,
    (await begin('192.0.2.60')).status,
    (await begin('192.0.2.61')).status,
  ]).toEqual([200, 200, 429, 200])
})

describe('staff of a live firm', async () => {
  const live = await createTestApp(database, { policy: livePolicy })
  const demo = await createTestApp(database, {
    policy: { ...demoPolicy, passwordLength: livePolicy.passwordLength },
  })

  test('C7 can do nothing in the office before a second factor is set up', async () => {
    const admin = await verified(live, database, await signUpSomebody(live))
    await setRole(database, admin.id, 'admin')
    const users = () => ask(live, 'GET', `${api}/users`, { token: admin.token })
    expect((await users()).body.code).toBe('second_factor_needed')
    expect((await ask(demo, 'GET', `${api}/users`, { token: admin.token })).status).toBe(200)
    expect(
      (await ask(live, 'GET', `${api}/second-factors`, { token: admin.token })).body.data.factors
        .required,
    ).toBe(true)
    await setUpApp(live, admin.token)
    expect((await users()).status).toBe(200)
  })

  describe.each(['admin', 'auditor'] as const)('J9: as %s', (role) => {
    const office = ['/users', '/getAllWithdrawals', '/treasury', '/withdrawals/waiting']
    const codes = (token: string) =>
      Promise.all(
        office.map(async (path) => {
          const { status, body } = await ask(live, 'GET', api + path, { token })
          return status === 200 ? 'open' : body.code
        }),
      )
    const closed = office.map(() => 'second_factor_needed')

    test('can do nothing in the office before one is set up, nor once it is gone, however it went', async () => {
      const person = await verified(live, database, await signUpSomebody(live))
      await setRole(database, person.id, role)
      expect(await codes(person.token)).toEqual(closed)
      const required = async () =>
        (await ask(live, 'GET', `${api}/second-factors`, { token: person.token })).body.data.factors
          .required
      expect(await required()).toBe(true)
      await setUpApp(live, person.token)
      expect(new Set(await codes(person.token))).toEqual(new Set(['open']))
      const removed = await ask(live, 'DELETE', `${api}/second-factors/app`, {
        token: person.token,
      })
      expect([removed.status, removed.text]).toEqual([200, removed.text])
      expect(await codes(person.token)).toEqual(closed)
    })
  })
})
