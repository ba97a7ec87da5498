/** An enemy who tries passwords, and the owner meanwhile: browsers that signed in before, all other places, and the link that is mailed. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answerLinkRequests } from '../../src/domains/sign-in/links.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { sign } from '../../src/platform/signed.ts'
import { codeOf, setUpApp } from '../support/authenticator.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, readOutbox, type Reply, signUpSomebody } from '../support/http.ts'
import { testSecret } from '../support/stamp.ts'

const database = await createTestDatabase()
// A hundred and more wrong passwords a test: fewer would do for the rule, and are quicker.
const maxElsewhere = 9
const policy = {
  ...demoPolicy,
  failedSignInsElsewhere: { count: maxElsewhere, withinMs: 86_400_000 },
}
const app = await createTestApp(database, { policy })

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
type From = { address?: string; cookie?: string }

const logIn = (
  email: string,
  password: string,
  { address = '192.0.2.1', cookie }: From = {},
  to = app,
) =>
  ask(to, 'POST', `${api}/login`, {
    payload: { email, password },
    remoteAddress: address,
    headers: cookie === undefined ? {} : { cookie },
  })

const cookiesOf = ({ headers }: Reply) => [headers['set-cookie'] ?? []].flat()
/** What the browser sends back of what it was given. */
const markOf = (reply: Reply) =>
  cookiesOf(reply)
    .find((cookie) => cookie.includes('known-browser='))
    ?.split(';')[0] ?? ''
const signedUp = async (to = app) => {
  const person = await signUpSomebody(to)
  return { ...person, cookie: markOf(person.reply) }
}

const endWaits = () => database.owner.query('update auth.attempts set refused_until = null')
/** As if a day had passed since the first of the failures. */
const endCounts = () => database.owner.query('delete from auth.attempts')
const marksOf = async ({ id }: { id: string }) =>
  (await database.owner.query('select id from auth.known_browsers where person_id = $1', [id]))
    .rowCount!

/** Wrong passwords, a few from each of many addresses, until nobody listens any more. */
async function poll(email: string, network = '198.51.100'): Promise<number> {
  for (let tried = 0; ; tried++) {
    const { status } = await logIn(email, `guess number ${tried}`, {
      address: `${network}.${Math.floor(tried / 4)}`,
    })
    if (status === 429) return tried
    if (tried > 60) throw new Error('Nobody stops them')
  }
}

async function mailsTo(email: string): Promise<string[]> {
  await answerLinkRequests(database.pool)
  const { text } = await readOutbox(app)
  return text
    .split('<article>')
    .slice(1)
    .filter((article) => article.includes(`To ${email}<`))
}
const linkIn = (mails: string[]) =>
  mails
    .map((mail) => /\/known-browser\/([\w.-]+)/.exec(mail)?.[1])
    .find((link) => link !== undefined) ?? ''
const know = (link: string, cookie?: string) =>
  ask(app, 'POST', `${api}/known-browser/${link}`, {
    headers: cookie === undefined ? {} : { cookie },
  })

describe('I9 while somebody tries passwords', () => {
  test('I9 from the same address, the browser that signed in before gets in at once, twenty times of twenty; without its mark it waits', async () => {
    const { email, password, cookie } = await signedUp()
    const seen: number[] = []
    for (let time = 0; time < 20; time++) {
      await logIn(email, 'wrong guess')
      seen.push((await logIn(email, password, { cookie })).status)
    }
    expect(seen).toEqual(Array(20).fill(200))
    // Whatever time the twenty took, the wait isn't over.
    await database.owner.query(
      `update auth.attempts set refused_until = clock_timestamp() + interval '1 hour' where refused_until is not null`,
    )
    expect((await logIn(email, password)).body).toMatchObject({
      status: 429,
      code: 'too_many_attempts',
    })
  })

  test('I9 from many addresses, all places without a mark share their failures, and the marked browser does not wait', async () => {
    const { email, password, cookie } = await signedUp()
    expect(await poll(email)).toBe(maxElsewhere)
    const elsewhere = await logIn(email, password, { address: '203.0.113.5' })
    expect(elsewhere.body).toMatchObject({ status: 429, code: 'too_many_failures' })
    expect(Number(elsewhere.headers['retry-after'])).toBeGreaterThan(86_000)
    for (let time = 0; time < 3; time++)
      expect((await logIn(email, password, { cookie, address: '203.0.113.5' })).status).toBe(200)
    // What the owner did opened nothing for the others.
    expect((await logIn(email, password, { address: '203.0.113.6' })).status).toBe(429)
    await endCounts()
    expect((await logIn(email, password, { address: '203.0.113.5' })).status).toBe(200)
  })

  test('I9 of a burst from many places, no more are checked than may be', async () => {
    const { email } = await signedUp()
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, place) =>
        logIn(email, 'wrong guess', { address: `198.51.100.${place}` }),
      ),
    )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(maxElsewhere)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30 - maxElsewhere)
  })

  test('I9 a place that gets in, and one that is told to come back, have not failed', async () => {
    const { email, password } = await signedUp()
    for (let time = 0; time < 15; time++)
      expect((await logIn(email, password, { address: `203.0.113.${time}` })).status).toBe(200)
    for (let time = 0; time < 5; time++) await logIn(email, 'wrong guess')
    for (let time = 0; time < 15; time++)
      expect((await logIn(email, 'wrong guess')).body.code).toBe('too_many_attempts')
    expect((await logIn(email, password, { address: '203.0.113.77' })).status).toBe(200)
  })

  test('I9 whoever has a mark and mistypes waits like everybody, in a place of its own', async () => {
    const { email, password, cookie } = await signedUp()
    for (let time = 0; time < 5; time++)
      expect((await logIn(email, 'mistyped', { cookie })).status).toBe(401)
    expect((await logIn(email, password, { cookie, address: '203.0.113.9' })).body.code).toBe(
      'too_many_attempts',
    )
    expect((await logIn(email, password)).status).toBe(200)
    await endWaits()
    expect((await logIn(email, password, { cookie })).status).toBe(200)
  })

  test('I9 the limit of an address is not one of the browser that signed in before', async () => {
    const strict = await createTestApp(database, {
      policy: { ...policy, failedSignInsPerAddress: { count: 3, withinMs: 600_000 } },
    })
    const { email, password, cookie } = await signedUp()
    for (let time = 0; time < 3; time++)
      await logIn(
        `${randomUUID()}@people.example`,
        'wrong guess',
        { address: '192.0.2.200' },
        strict,
      )
    expect((await logIn(email, password, { address: '192.0.2.200' }, strict)).status).toBe(429)
    expect((await logIn(email, password, { address: '192.0.2.200', cookie }, strict)).status).toBe(
      200,
    )
  })

  test('A1 an email that nobody has is answered alike, to the last of its failures', async () => {
    const { email } = await signedUp()
    const nobody = `${randomUUID()}@people.example`
    const told = async (address: string) => {
      const tried = await poll(address)
      const {
        text,
        body,
        headers: { 'x-request-id': _, date: _date, 'retry-after': _wait, ...headers },
      } = await logIn(address, 'wrong guess', { address: '203.0.113.8' })
      return { tried, headers, text: text.replace(body.requestId, '') }
    }
    expect(await told(nobody)).toEqual(await told(email))
    const { rows } = await database.owner.query(
      `select use from auth.link_requests where email = any ($1) and use <> 'verify-email'`,
      [[email, nobody]],
    )
    expect(rows).toEqual([{ use: 'known-browser' }, { use: 'known-browser' }])
    expect(await mailsTo(nobody)).toEqual([])
  })

  test('A1 the mark of somebody else is as good as none, and says nothing', async () => {
    const [person, thief] = [await signedUp(), await signedUp()]
    expect(await poll(person.email)).toBe(maxElsewhere)
    const plain = ({
      text,
      body,
      headers: { 'x-request-id': _, date: _date, 'retry-after': _wait, ...headers },
    }: Reply) => ({ text: text.replace(body.requestId, ''), headers })
    expect(plain(await logIn(person.email, person.password, { cookie: thief.cookie }))).toEqual(
      plain(await logIn(person.email, person.password)),
    )
    // Nor does one mark open many emails, or save its owner's other guesses from being counted.
    await poll(`${randomUUID()}@people.example`)
    expect((await logIn(thief.email, thief.password, { cookie: thief.cookie })).status).toBe(200)
  })

  test('I9 a mark that is forged, of another use or of no browser is none', async () => {
    const { email, password, id } = await signedUp()
    await poll(email)
    const { rows } = await database.owner.query<{ id: string }>(
      'select id from auth.known_browsers where person_id = $1',
      [id],
    )
    const mark = rows[0]!.id
    const forged = [
      '',
      'abc',
      'a'.repeat(5000),
      mark,
      `${mark}.${'a'.repeat(43)}`,
      sign(testSecret, 'known-browser', mark),
      sign(testSecret, 'browser-mark', randomUUID()),
    ]
    for (const value of forged)
      expect([
        value,
        (await logIn(email, password, { cookie: `known-browser=${value}` })).status,
      ]).toEqual([value, 429])
    expect(
      (
        await logIn(email, password, {
          cookie: `known-browser=${sign(testSecret, 'browser-mark', mark)}`,
        })
      ).status,
    ).toBe(200)
  })

  test('I9 the sign-ins that everybody knows are not shut for everybody', async () => {
    const { email, password, id } = await signedUp()
    await database.owner.query('update owners set fixed = true where id = $1', [id])
    for (let tried = 0; tried < 20; tried++)
      await logIn(email, 'wrong guess', { address: `198.51.100.${tried}` })
    expect((await logIn(email, password, { address: '203.0.113.5' })).status).toBe(200)
  })

  test('I9 whoever gets in from elsewhere after many failures is told of it, once a day', async () => {
    const { email, password, id } = await signedUp()
    for (let tried = 0; tried < 8; tried++)
      await logIn(email, 'wrong guess', { address: `198.51.100.${tried}` })
    for (let time = 0; time < 3; time++)
      expect((await logIn(email, password, { address: `203.0.113.${time}` })).status).toBe(200)
    const { rows } = await database.owner.query(
      `select count(*)::int as told from desk.activity where owner_id = $1 and kind = 'signed-in-after-failures'`,
      [id],
    )
    expect(rows).toEqual([{ told: 1 }])
  })
})

describe('I9 the second factor', () => {
  const give = (challenge: string, code: string, cookie?: string) =>
    ask(app, 'POST', `${api}/login/second-factor`, {
      payload: { challenge, code },
      remoteAddress: '192.0.2.1',
      headers: cookie === undefined ? {} : { cookie },
    })
  const forgetCodes = ({ id }: { id: string }) =>
    database.owner.query('update auth.authenticator_apps set last_step = 0 where person_id = $1', [
      id,
    ])

  test('I9 a mark is given after it, not after the password; and guesses at codes shut nobody out', async () => {
    const person = await signedUp()
    const { secret } = await setUpApp(app, person.token)
    await database.owner.query('delete from auth.known_browsers where person_id = $1', [person.id])
    await forgetCodes(person)
    const half = await logIn(person.email, person.password)
    expect([half.body.status, markOf(half), await marksOf(person)]).toEqual([
      'second_factor',
      '',
      0,
    ])
    const cookie = markOf(await give(half.body.data.challenge, codeOf(secret)))
    expect([cookie === '', await marksOf(person)]).toEqual([false, 1])

    // Whoever knows the password guesses on, until a place without a mark has to wait.
    for (let time = 0; time < 5; time++)
      await give((await logIn(person.email, person.password)).body.data.challenge, '000000')
    await forgetCodes(person)
    expect(
      (await give((await logIn(person.email, person.password)).body.data.challenge, codeOf(secret)))
        .status,
    ).toBe(429)
    expect(
      (
        await give(
          (await logIn(person.email, person.password, { cookie })).body.data.challenge,
          codeOf(secret),
          cookie,
        )
      ).status,
    ).toBe(200)
  })

  test('I9 beyond the failures that all places share, a code waits too, and the owner gets the link', async () => {
    const person = await signedUp()
    const { secret } = await setUpApp(app, person.token)
    for (let time = 0; time < maxElsewhere; time++) {
      await give((await logIn(person.email, person.password)).body.data.challenge, '000000')
      await endWaits()
    }
    await forgetCodes(person)
    expect(
      (await give((await logIn(person.email, person.password)).body.data.challenge, codeOf(secret)))
        .body.code,
    ).toBe('too_many_failures')
    expect((await know(linkIn(await mailsTo(person.email)))).status).toBe(200)
  })

  test('I9 who is signed in proves it again whatever strangers try', async () => {
    const person = await signedUp()
    await poll(person.email)
    await database.owner.query(
      `update auth.sessions set created_at = created_at - interval '11 minutes' where person_id = $1`,
      [person.id],
    )
    expect(
      (
        await ask(app, 'POST', `${api}/session/fresh`, {
          payload: { password: person.password },
          token: person.token,
        })
      ).status,
    ).toBe(200)
  })

  test('I5 a sign-in that began with the password of before is not finished after it changed', async () => {
    const person = await signedUp()
    const { secret } = await setUpApp(app, person.token)
    await forgetCodes(person)
    const { challenge } = (await logIn(person.email, person.password)).body.data
    const changed = {
      fullName: 'Still Me',
      password: 'another set of words',
      confirmPassword: 'another set of words',
    }
    expect(
      (await ask(app, 'POST', '/api/user/update', { token: person.token, payload: changed }))
        .status,
    ).toBe(200)
    expect((await give(challenge, codeOf(secret))).body.code).toBe('challenge_ended')
  })
})

describe('I9 a mark', () => {
  test('I9 is a cookie that scripts cannot read, bound to the host where there is https, and opens nothing', async () => {
    const { reply, cookie, id } = await signedUp()
    expect(cookiesOf(reply)[1]).toMatch(
      /^known-browser=[\w-]{36}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    )
    expect((await ask(app, 'GET', `${api}/me`, { headers: { cookie } })).status).toBe(401)
    expect(
      (
        await ask(app, 'GET', `${api}/me`, {
          headers: { cookie: `session=${cookie.split('=')[1]}` },
        })
      ).status,
    ).toBe(401)
    const { rows } = await database.owner.query(
      'select id from auth.known_browsers where person_id = $1',
      [id],
    )
    expect(cookie).toContain(rows[0].id)
    const secure = await createTestApp(database, {
      policy: { ...livePolicy },
      publicUrl: 'https://invest.example',
    })
    const there = await ask(secure, 'POST', `${api}/signup`, {
      headers: { host: 'invest.example' },
      payload: {
        fullName: 'Ada',
        email: `${randomUUID()}@people.example`,
        password: 'a long set of words',
        confirmPassword: 'a long set of words',
      },
    })
    expect(cookiesOf(there)[1]).toMatch(
      /^__Host-known-browser=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000; Secure$/,
    )
  })

  test('I9 a browser keeps its mark from sign-in to sign-in, and people who share it have one each', async () => {
    const [first, second] = [await signedUp(), await signedUp()]
    expect(markOf(await logIn(first.email, first.password, { cookie: first.cookie }))).toBe(
      first.cookie,
    )
    expect(await marksOf(first)).toBe(1)
    const both = markOf(await logIn(second.email, second.password, { cookie: first.cookie }))
    for (const { email } of [first, second]) await poll(email)
    for (const { email, password } of [first, second])
      expect((await logIn(email, password, { cookie: both })).status).toBe(200)
  })

  test('I9 ten browsers of a person are known: the one used longest ago goes, also when many sign in at once', async () => {
    const person = await signedUp()
    const cookies: string[] = []
    for (let time = 0; time < 10; time++)
      cookies.push(markOf(await logIn(person.email, person.password)))
    expect(await marksOf(person)).toBe(10)
    await poll(person.email)
    expect((await logIn(person.email, person.password, { cookie: person.cookie })).status).toBe(429)
    expect((await logIn(person.email, person.password, { cookie: cookies[0]! })).status).toBe(200)
    await endCounts()
    await Promise.all(Array.from({ length: 8 }, () => logIn(person.email, person.password)))
    expect(await marksOf(person)).toBe(10)
  })

  const ended: Record<string, (person: Somebody & { cookie: string }) => Promise<string>> = {
    async 'a changed password'({ token, user, cookie }) {
      const payload = {
        fullName: user.fullName,
        password: 'another set of words',
        confirmPassword: 'another set of words',
      }
      const reply = await ask(app, 'POST', '/api/user/update', { token, payload })
      expect(reply.status).toBe(200)
      expect(markOf(reply)).not.toBe(cookie)
      return payload.password
    },
    async 'a reset password'({ email }) {
      await ask(app, 'POST', `${api}/forgot-password`, { payload: { email } })
      const link = /\/reset-password\/([\w.-]+)/.exec((await mailsTo(email)).join(' '))![1]!
      const password = 'another set of words'
      const reply = await ask(app, 'POST', `${api}/reset-password/${link}`, {
        payload: { newPassword: password, confirmPassword: password },
      })
      // Whoever reads the mails of the account has proved as much as by the link that marks a browser.
      await poll(email)
      expect((await logIn(email, password, { cookie: markOf(reply) })).status).toBe(200)
      return password
    },
    async 'ending all sessions'({ email, password }) {
      const { body } = await logIn(email, password)
      expect((await ask(app, 'DELETE', `${api}/sessions`, { token: body.token })).status).toBe(200)
      return password
    },
    async staff({ id, password }) {
      const admin = await createHouse(database).person({ role: 'admin' })
      await createHouse(database).run('EndSessions', { user: id }, admin)
      return password
    },
  }

  test.each(Object.entries(ended))('I9 is ended by %s', async (_what, end) => {
    const person = await signedUp()
    const password = await end(person)
    await endCounts()
    await poll(person.email)
    expect((await logIn(person.email, password, { cookie: person.cookie })).status).toBe(429)
  })

  test('I9 of the browser that ends the other sessions stays', async () => {
    const person = await signedUp()
    expect(
      (
        await ask(app, 'DELETE', `${api}/sessions`, {
          token: person.token,
          headers: { cookie: person.cookie },
        })
      ).status,
    ).toBe(200)
    await poll(person.email)
    expect((await logIn(person.email, person.password, { cookie: person.cookie })).status).toBe(200)
  })

  test('I9 goes with its person', async () => {
    const person = await signedUp()
    await database.owner.query('delete from auth.persons where id = $1', [person.id])
    expect(await marksOf(person)).toBe(0)
    expect((await logIn(person.email, person.password, { cookie: person.cookie })).body.code).toBe(
      'wrong_credentials',
    )
  })
})

describe('I9 the link that is mailed', () => {
  test('I9 comes once a day, marks the browser that opens it, once, and signs nobody in', async () => {
    const { email, password } = await signedUp()
    await poll(email)
    const mails = await mailsTo(email)
    for (let time = 0; time < 3; time++) expect((await logIn(email, password)).status).toBe(429)
    expect((await mailsTo(email)).length).toBe(mails.length)
    const link = linkIn(mails)
    // What looks at the links of mails opens them; only a press uses this one up.
    expect((await ask(app, 'GET', `/known-browser/${link}`)).headers['set-cookie']).toBeUndefined()
    const reply = await know(link)
    expect(reply.body).toEqual({
      status: 'success',
      message: 'This browser is now known. Log in as usual.',
    })
    expect(cookiesOf(reply)).toHaveLength(1)
    expect((await logIn(email, password, { cookie: markOf(reply) })).status).toBe(200)
    expect((await know(link)).body.code).toBe('link_ended')
  })

  test('I9 of twenty uses at once, one counts; and it is good for a day', async () => {
    const [person, other] = [await signedUp(), await signedUp()]
    await poll(person.email)
    const link = linkIn(await mailsTo(person.email))
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => know(link)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(404)])
    await poll(other.email)
    const late = linkIn(await mailsTo(other.email))
    await database.owner.query(
      `update auth.links set expires_at = expires_at - interval '1 day' where person_id = $1`,
      [other.id],
    )
    expect((await know(late)).body.code).toBe('link_ended')
  })

  test('I9 is told anew when the next day is as bad, and dies with a change of the email', async () => {
    const person = await signedUp()
    await poll(person.email)
    const link = linkIn(await mailsTo(person.email))
    await endCounts()
    await poll(person.email)
    const next = linkIn(await mailsTo(person.email))
    expect([next === link, (await know(link)).body.code]).toEqual([false, 'link_ended'])
    await database.pool.query(`update auth.persons set email = 'moved-' || email where id = $1`, [
      person.id,
    ])
    expect((await know(next)).body.code).toBe('link_ended')
  })
})
