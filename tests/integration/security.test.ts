/** Sessions, proving again who one is, the hold after a change, and freezing oneself. */
import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { tellSecurityChanges } from '../../src/domains/sign-in/security-change.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { codeOf, setUpApp } from '../support/authenticator.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const post = (path: string, payload: Record<string, unknown>, token: string, to = app) =>
  ask(to, 'POST', `${api}${path}`, { payload, token })
const me = (token: string) => ask(app, 'GET', `${api}/me`, { token })
const logIn = async ({ email, password }: Somebody, userAgent = 'curl/8.5.0') =>
  (
    await ask(app, 'POST', `${api}/login`, {
      payload: { email, password },
      headers: { 'user-agent': userAgent },
    })
  ).body.token as string
const activityOf = async (token: string) =>
  (await ask(app, 'GET', `${api}/activity`, { token })).body.data.activity
/** As if the sign-in were older than ten minutes. */
const stale = ({ id }: Somebody) =>
  database.owner.query(
    `update auth.sessions set created_at = created_at - interval '11 minutes', fresh_until = null where person_id = $1`,
    [id],
  )

async function staff() {
  const person = await signUpSomebody(app)
  await setRole(database, person.id, 'admin')
  return person
}

describe('sessions', () => {
  test('are listed with their device and last use, the asking one marked', async () => {
    const person = await signUpSomebody(app)
    const other = await logIn(
      person,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
    )
    const { sessions } = (await ask(app, 'GET', `${api}/sessions`, { token: other })).body.data
    expect(sessions.map(({ device, place, current }: any) => ({ device, place, current }))).toEqual(
      [
        { device: 'Firefox on Windows', place: null, current: true },
        { device: 'Unknown device', place: null, current: false },
      ],
    )
    expect(JSON.stringify(sessions)).not.toContain(other.split('.')[0])
  })

  test('A7 end one by one, all others at once, and at the very next request', async () => {
    const person = await signUpSomebody(app)
    const [second, third] = [await logIn(person), await logIn(person)]
    const { sessions } = (await ask(app, 'GET', `${api}/sessions`, { token: third })).body.data
    const ended = sessions.find(({ current }: any) => !current).id
    expect((await ask(app, 'DELETE', `${api}/sessions/${ended}`, { token: third })).status).toBe(
      200,
    )
    expect((await ask(app, 'DELETE', `${api}/sessions/${ended}`, { token: third })).body.code).toBe(
      'unknown_session',
    )
    expect([person.token, second].filter(Boolean)).toHaveLength(2)
    expect(
      (await Promise.all([me(person.token), me(second)])).map(({ status }) => status).toSorted(),
    ).toEqual([200, 401])
    expect((await ask(app, 'DELETE', `${api}/sessions`, { token: third })).body.message).toBe(
      'One other session has ended',
    )
    expect(
      (await Promise.all([me(person.token), me(second), me(third)])).map(({ status }) => status),
    ).toEqual([401, 401, 200])
  })

  test('C1 of somebody else cannot be ended', async () => {
    const [person, thief] = [await signUpSomebody(app), await signUpSomebody(app)]
    const { sessions } = (await ask(app, 'GET', `${api}/sessions`, { token: person.token })).body
      .data
    expect(
      (await ask(app, 'DELETE', `${api}/sessions/${sessions[0].id}`, { token: thief.token })).body
        .code,
    ).toBe('unknown_session')
    expect((await me(person.token)).status).toBe(200)
  })

  test('A7 are seen and ended by staff, and the person reads who did it', async () => {
    const [person, admin] = [await signUpSomebody(app), await staff()]
    expect(
      (await ask(app, 'GET', `${api}/users/${person.id}/sessions`, { token: admin.token })).body
        .data.sessions,
    ).toMatchObject([{ current: false }])
    expect(
      (await ask(app, 'DELETE', `${api}/users/${person.id}/sessions`, { token: admin.token })).body
        .message,
    ).toBe('All sessions of this user have ended')
    expect((await me(person.token)).status).toBe(401)
    expect((await activityOf(await logIn(person)))[0]).toMatchObject({
      kind: 'sessions-ended',
      by: 'staff',
      staffName: admin.user.fullName,
    })
    expect(
      (await ask(app, 'DELETE', `${api}/users/${admin.id}/sessions`, { token: admin.token })).body
        .code,
    ).toBe('not_on_yourself')
  })

  test('A7 a changed password ends the others, is told by mail, and ends none twice for one key', async () => {
    const person = await signUpSomebody(app)
    const other = await logIn(person)
    const change = {
      fullName: person.user.fullName,
      password: 'another set of words',
      confirmPassword: 'another set of words',
    }
    const key = randomUUID()
    const send = () =>
      ask(app, 'POST', '/api/user/update', {
        token: person.token,
        payload: change,
        headers: { 'idempotency-key': key },
      })
    expect((await send()).status).toBe(200)
    expect((await me(other)).status).toBe(401)
    expect((await send()).status).toBe(200)
    expect((await activityOf(person.token)).map(({ kind }: any) => kind)).toEqual([
      'password-changed',
      'account-opened',
    ])
    const { rows } = await database.owner.query(
      `select "values" from outbox where owner_id = $1 and template = 'security-change'`,
      [person.id],
    )
    expect(rows).toEqual([{ values: { change: 'password-changed', freeze: expect.any(String) } }])
  })
})

describe('a change of the sign-in', () => {
  test('that could not be told at once is told by the loop, once', async () => {
    const person = await signUpSomebody(app)
    const id = randomUUID()
    await database.owner.query(
      `insert into auth.security_changes (id, person_id, change) values ($1, $2, 'app-added')`,
      [id, person.id],
    )
    const context = testContext(database)
    expect(await tellSecurityChanges(context)).toBeGreaterThan(0)
    await database.owner.query(
      `insert into auth.security_changes (id, person_id, change) values ($1, $2, 'app-added')`,
      [id, person.id],
    )
    await tellSecurityChanges(context)
    expect((await activityOf(person.token)).map(({ kind }: any) => kind)).toEqual([
      'app-added',
      'account-opened',
    ])
  })

  test('whoever gets in after five wrong passwords is told of it', async () => {
    const person = await signUpSomebody(app)
    for (let time = 0; time < 5; time++)
      await ask(app, 'POST', `${api}/login`, {
        payload: { email: person.email, password: 'wrong guess' },
      })
    await database.owner.query('update auth.attempts set refused_until = null')
    expect((await activityOf(await logIn(person)))[0].kind).toBe('signed-in-after-failures')
  })
})

describe('nobody has an address mailed without end', () => {
  const toldOf = async ({ id }: Somebody, change: string) =>
    (
      await database.owner.query(
        `select count(*)::int from outbox where owner_id = $1 and "values" ->> 'change' = $2`,
        [id, change],
      )
    ).rows[0].count

  test('by changing the password again and again', async () => {
    const person = await signUpSomebody(app)
    const set = (password: string) =>
      ask(app, 'POST', '/api/user/update', {
        token: person.token,
        payload: { fullName: 'Some Body', password, confirmPassword: password },
      })
    for (let time = 0; time < 10; time++)
      expect((await set(`set of words ${time}`)).status).toBe(200)
    const refused = await set('one more set of words')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    // A new name with the password that is set changes none.
    expect((await set('set of words 9')).status).toBe(200)
    expect(await toldOf(person, 'password-changed')).toBe(10)
  })

  test('by failing to log in before every success', async () => {
    const person = await signUpSomebody(app)
    for (let time = 0; time < 7; time++) {
      for (let failure = 0; failure < 5; failure++)
        await ask(app, 'POST', `${api}/login`, {
          payload: { email: person.email, password: 'wrong guess' },
        })
      await database.owner.query('update auth.attempts set refused_until = null')
      await logIn(person)
    }
    // Five from here, and one of all other places.
    expect(await toldOf(person, 'signed-in-after-failures')).toBe(6)
  })
})

describe('proving again who one is', () => {
  const needed = (token: string) => post('/second-factors/app', {}, token)

  test('A14 is needed for changes of the sign-in when the sign-in is older than ten minutes', async () => {
    const person = await signUpSomebody(app)
    expect((await needed(person.token)).status).toBe(200)
    await stale(person)
    expect((await needed(person.token)).body.code).toBe('fresh_sign_in_needed')
  })

  test.each([
    ['an hour ahead', 1],
    ['an hour behind', -1],
  ])('A14 is needed by the database’s clock, though the server’s own is %s', async (_, hours) => {
    const [now, before] = [await signUpSomebody(app), await signUpSomebody(app)]
    await stale(before)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    const rename = async ({ password, token }: Somebody) =>
      (
        await ask(app, 'POST', '/api/user/update', {
          token,
          payload: { fullName: 'Another Name', password, confirmPassword: password },
        })
      ).body
    expect((await needed(now.token)).status).toBe(200)
    expect(await rename(now)).toMatchObject({ status: 'success' })
    expect((await needed(before.token)).body.code).toBe('fresh_sign_in_needed')
    expect((await rename(before)).code).toBe('fresh_sign_in_needed')
  })

  test('A6 the password makes the session fresh under a new token, and the old one is worth nothing', async () => {
    const person = await signUpSomebody(app)
    await stale(person)
    expect(
      (await post('/session/fresh', { password: 'not the password' }, person.token)).body,
    ).toMatchObject({
      status: 403,
      code: 'fresh_sign_in_needed',
      fields: { password: 'The password is wrong.' },
    })
    const reply = await post('/session/fresh', { password: person.password }, person.token)
    expect(reply.status).toBe(200)
    expect(Date.parse(reply.body.data.freshUntil)).toBeGreaterThan(Date.now() + 9 * 60_000)
    expect(String(reply.headers['set-cookie'])).toContain(reply.body.token)
    expect((await needed(reply.body.token)).status).toBe(200)
    expect((await me(person.token)).status).toBe(401)
  })

  test('A10 whoever has a second factor gives that one: the password alone is not enough', async () => {
    const person = await signUpSomebody(app)
    const { secret } = await setUpApp(app, person.token)
    await stale(person)
    expect(
      (await post('/session/fresh', { password: person.password }, person.token)).body,
    ).toMatchObject({ code: 'fresh_sign_in_needed', fields: { code: expect.any(String) } })
    expect((await post('/session/fresh', { code: '000000' }, person.token)).body.code).toBe(
      'wrong_code',
    )
    const reply = await post('/session/fresh', { code: codeOf(secret) }, person.token)
    expect(reply.status).toBe(200)
    expect(
      (await post('/session/fresh', { code: codeOf(secret) }, reply.body.token)).body.code,
    ).toBe('wrong_code')
  })

  test.each(['the password of who has no second factor', 'the code of who has an app'])(
    'A14 C4 comes before a withdrawal: %s',
    async (what) => {
      const request = {
        type: 'bank_transfer',
        amount: 1,
        bankName: 'Wallet',
        bankNumber: 'somewhere',
      }
      const person = await signUpSomebody(app)
      await house.run(
        'CreditPlayMoney',
        { owner: person.id, amount: 10_00n, asset: 'BTC' },
        person.id,
      )
      const factor = what.startsWith('the code') ? await setUpApp(app, person.token) : null
      await stale(person)
      const key = randomUUID()
      const send = (token: string) =>
        ask(app, 'POST', `${api}/requestWithdrawal`, {
          token,
          payload: request,
          headers: { 'idempotency-key': key },
        })
      expect((await send(person.token)).body).toMatchObject({
        status: 403,
        code: 'fresh_sign_in_needed',
      })
      expect(
        (await ask(app, 'GET', `${api}/withdrawals`, { token: person.token })).body.data
          .withdrawals,
      ).toEqual([])
      const proved = await post(
        '/session/fresh',
        factor ? { code: codeOf(factor.secret) } : { password: person.password },
        person.token,
      )
      // The refusal was none of the desk's: the same key goes through, once.
      const [first, again] = [await send(proved.body.token), await send(proved.body.token)]
      expect([first.status, again.text]).toEqual([201, first.text])
      expect(
        (await ask(app, 'GET', `${api}/withdrawals`, { token: proved.body.token })).body.data
          .withdrawals,
      ).toHaveLength(1)
      await stale(person)
      // Money in, and taking a request back, need nothing.
      expect(
        (
          await ask(app, 'DELETE', `${api}/withdrawals/${first.body.data.withdrawal._id}`, {
            token: proved.body.token,
          })
        ).status,
      ).toBe(200)
    },
  )

  test('C4 comes before decisions of staff where the policy says so', async () => {
    const strict = await createTestApp(database, {
      policy: { ...demoPolicy, decisionsNeedReauthentication: true },
    })
    const [person, admin] = [await signUpSomebody(app), await staff()]
    await house.run(
      'CreditPlayMoney',
      { owner: person.id, amount: 10_00n, asset: 'BTC' },
      person.id,
    )
    const { _id: id } = (
      await post(
        '/requestWithdrawal',
        { type: 'bank_transfer', amount: 1, bankName: 'Wallet', bankNumber: 'somewhere' },
        person.token,
      )
    ).body.data.withdrawal
    await stale(admin)
    const decisions = [
      () => ask(strict, 'POST', `${api}/withdrawals/${id}/approval`, { token: admin.token }),
      () => post(`/withdrawals/${id}/payout`, { reference: 'A1' }, admin.token, strict),
      () =>
        ask(strict, 'PATCH', `${api}/${person.id}`, {
          token: admin.token,
          payload: { accountBalance: 5, reason: 'A test' },
        }),
      () =>
        ask(strict, 'POST', `${api}/proposals/${randomUUID()}/agreement`, {
          token: admin.token,
          payload: { shown: {} },
        }),
    ]
    for (const decide of decisions) expect((await decide()).body.code).toBe('fresh_sign_in_needed')
    expect(
      (await ask(app, 'POST', `${api}/withdrawals/${id}/approval`, { token: admin.token })).status,
    ).toBe(200)
  })
})

describe('the hold after a change', async () => {
  const holding = await createTestApp(database, {
    policy: { ...demoPolicy, holdAfterSecurityChangeMs: 24 * 3_600_000 },
  })
  const admin = await staff()
  const withdraw = (token: string, target: Record<string, unknown>, key: string = randomUUID()) =>
    ask(holding, 'POST', `${api}/requestWithdrawal`, {
      token,
      payload: { amount: 1, ...target },
      headers: { 'idempotency-key': key },
    })
  const toWallet = (bankNumber: string) => ({
    type: 'bank_transfer',
    bankName: 'Wallet',
    bankNumber,
  })

  async function investor() {
    const person = await signUpSomebody(app)
    await house.run(
      'CreditPlayMoney',
      { owner: person.id, amount: 100_00n, asset: 'BTC' },
      person.id,
    )
    return person
  }

  test('D10 lets money go where it was paid to before, and nowhere else', async () => {
    const [person, friend, stranger] = [
      await investor(),
      await signUpSomebody(app),
      await signUpSomebody(app),
    ]
    const { _id: paid } = (await withdraw(person.token, toWallet('the old address'))).body.data
      .withdrawal
    await ask(app, 'POST', `${api}/withdrawals/${paid}/approval`, { token: admin.token })
    await post(`/withdrawals/${paid}/payout`, { reference: randomUUID() }, admin.token)
    const { _id: moved } = (
      await withdraw(person.token, {
        type: 'tradehub_transfer',
        recipientAccountId: friend.user.accountId,
      })
    ).body.data.withdrawal
    await ask(app, 'POST', `${api}/withdrawals/${moved}/approval`, { token: admin.token })
    await setUpApp(app, person.token)
    const refused = await withdraw(person.token, toWallet('a new address'))
    expect(refused.body).toMatchObject({
      status: 422,
      code: 'destination_on_hold',
      message: expect.stringMatching(
        /^The sign-in of this account was changed recently\. Until \d{4}-\d\d-\d\d at \d\d:\d\d UTC, money/,
      ),
    })
    expect(
      (
        await withdraw(person.token, {
          type: 'tradehub_transfer',
          recipientAccountId: stranger.user.accountId,
        })
      ).body.code,
    ).toBe('destination_on_hold')
    expect((await withdraw(person.token, toWallet('the old address'))).status).toBe(201)
    expect(
      (
        await withdraw(person.token, {
          type: 'tradehub_transfer',
          recipientAccountId: friend.user.accountId,
        })
      ).status,
    ).toBe(201)
  })

  test('D10 runs by the database’s own clock: moving the demonstration’s on shortens nothing', async () => {
    const person = await investor()
    await setUpApp(app, person.token)
    await database.owner.query(`update business_clock set advance = advance + interval '3 days'`)
    expect((await withdraw(person.token, toWallet('a new address'))).body.code).toBe(
      'destination_on_hold',
    )
    await database.owner.query(
      `update auth.persons set security_changed_at = security_changed_at - interval '24 hours' where id = $1`,
      [person.id],
    )
    expect((await withdraw(person.token, toWallet('a new address'))).status).toBe(201)
  })

  test('B2 a request that was booked before the change is answered by its key as it was', async () => {
    const person = await investor()
    const key = randomUUID()
    const first = await withdraw(person.token, toWallet('a new address'), key)
    await setUpApp(app, person.token)
    expect((await withdraw(person.token, toWallet('a new address'), key)).text).toBe(first.text)
  })

  test('is none where the policy has none', async () => {
    const person = await investor()
    await setUpApp(app, person.token)
    expect(
      (await post('/requestWithdrawal', { amount: 1, ...toWallet('a new address') }, person.token))
        .status,
    ).toBe(201)
  })
})

describe('freezing oneself', () => {
  test('stops money out at once, and only staff lift it', async () => {
    const [person, admin] = [await signUpSomebody(app), await staff()]
    await house.run(
      'CreditPlayMoney',
      { owner: person.id, amount: 10_00n, asset: 'BTC' },
      person.id,
    )
    const reply = await post('/me/freeze', { reason: 'My telephone is gone' }, person.token)
    expect(reply.body).toMatchObject({
      status: 'success',
      message: 'Your account is frozen. Our staff can unfreeze it.',
      data: { user: { status: 'frozen' } },
    })
    expect((await activityOf(person.token))[0]).toMatchObject({
      kind: 'account-frozen',
      by: 'you',
      reason: 'My telephone is gone',
    })
    expect(
      (
        await post(
          '/requestWithdrawal',
          { type: 'bank_transfer', amount: 1, bankName: 'w', bankNumber: 'a' },
          person.token,
        )
      ).body.code,
    ).toBe('account_frozen')
    expect((await post('/me/freeze', {}, person.token)).body.code).toBe('already_frozen')
    expect(
      (await post(`/users/${person.id}/unfreeze`, { reason: 'We have talked' }, admin.token))
        .status,
    ).toBe(200)
  })
})
