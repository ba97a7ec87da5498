/** A forgotten password: asked for by anybody, answered by mail, redeemed once. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { finishAccessChanges } from '../../src/domains/access-changes/due.ts'
import { answerLinkRequests } from '../../src/domains/sign-in/links.ts'
import { signLink } from '../../src/platform/signed.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { codeOf, setUpApp } from '../support/authenticator.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import {
  api,
  ask,
  createTestApp,
  readOutbox,
  signUpSomebody,
  testContext,
  verified,
  type Reply,
} from '../support/http.ts'
import { setRole, testSecret } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

const forgot = (email: string, options: Parameters<typeof ask>[3] = {}) =>
  ask(app, 'POST', `${api}/forgot-password`, { payload: { email }, ...options })
const reset = (link: string, newPassword = 'a new set of words', confirmPassword = newPassword) =>
  ask(app, 'POST', `${api}/reset-password/${link}`, { payload: { newPassword, confirmPassword } })
const logIn = (email: string, password: string) =>
  ask(app, 'POST', `${api}/login`, { payload: { email, password } })

/** What the mails to this person say, newest first; read where the demonstration shows them. */
async function mailsTo(email: string): Promise<string[]> {
  const { text } = await readOutbox(app)
  return text
    .split('<article>')
    .slice(1)
    .filter((article) => article.includes(`To ${email}<`))
}

const linkIn = (mail: string | undefined) =>
  /\/reset-password\/([\w.-]+)/.exec(mail ?? '')?.[1] ?? ''

async function linkFor(email: string): Promise<string> {
  expect((await forgot(email)).status).toBe(200)
  await answerLinkRequests(database.pool)
  return linkIn((await mailsTo(email))[0])
}

describe('a forgotten password', () => {
  test('is reset by the link of a mail, and the old one is none any more', async () => {
    const { email, password, token } = await signUpSomebody(app)
    const asked = await forgot(` ${email.toUpperCase()}`)
    expect(asked.body).toEqual({
      status: 'success',
      message: 'Check your email for the reset link.',
    })
    await answerLinkRequests(database.pool)
    const link = linkIn((await mailsTo(email))[0])
    expect((await reset(link)).body).toEqual({
      status: 'success',
      message: 'Password reset successful',
    })
    expect((await logIn(email, password)).status).toBe(401)
    const entered = await logIn(email, 'a new set of words')
    expect(entered.status).toBe(200)
    expect((await ask(app, 'GET', `${api}/me`, { token })).status).toBe(401)
    const { activity } = (await ask(app, 'GET', `${api}/activity`, { token: entered.body.token }))
      .body.data
    expect(activity[0]).toMatchObject({ kind: 'password-reset', by: 'you' })
    expect((await mailsTo(email))[0]).toContain('Your password was reset')
  })

  test('A1 an unknown email gets the same bytes and headers, and nothing is sent', async () => {
    const plain = ({ text, headers: { 'x-request-id': _, date: _date, ...headers } }: Reply) => ({
      text,
      headers,
    })
    const { email } = await signUpSomebody(app)
    const unknown = `${randomUUID()}@people.example`
    expect(plain(await forgot(unknown))).toEqual(plain(await forgot(email)))
    await answerLinkRequests(database.pool)
    expect(await mailsTo(unknown)).toEqual([])
  })

  test('A2 the same is written for a known and an unknown email, so that its time tells nothing', async () => {
    const { email } = await signUpSomebody(app)
    const written = async (address: string) => {
      await database.owner.query('delete from auth.link_requests')
      await forgot(address)
      const { rows } = await database.owner.query(
        'select (select count(*)::int from auth.link_requests) as asked, (select count(*)::int from auth.links l join auth.persons p on p.id = l.person_id where p.email = $1) as links',
        [address],
      )
      return rows[0]
    }
    expect([await written(email), await written(`${randomUUID()}@people.example`)]).toEqual([
      { asked: 1, links: 0 },
      { asked: 1, links: 0 },
    ])
    await database.owner.query('delete from auth.link_requests')
  })

  test('A4 no header of the request gets into the link', async () => {
    const { email } = await signUpSomebody(app)
    await forgot(email, {
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      },
    })
    expect((await forgot(email, { headers: { host: 'evil.example' } })).status).toBe(421)
    await answerLinkRequests(database.pool)
    const mail = (await mailsTo(email))[0]!
    expect(mail).toContain('http://localhost:3000/reset-password/')
    expect(mail).not.toContain('evil')
  })

  test('A5 of twenty uses of one link at once, one counts', async () => {
    const { email } = await signUpSomebody(app)
    const link = await linkFor(email)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, number) => reset(link, `a new set of words ${number}`)),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(19).fill(404),
    ])
    expect(replies.find(({ status }) => status === 404)!.body.code).toBe('link_ended')
    const winner = replies.findIndex(({ status }) => status === 200)
    expect((await logIn(email, `a new set of words ${winner}`)).status).toBe(200)
  })

  test('A5 a new link ends the one before, and an hour ends every one', async () => {
    const { email, id } = await signUpSomebody(app)
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect((await reset(first)).body.code).toBe('link_ended')
    await database.owner.query(
      `update auth.links set expires_at = expires_at - interval '1 hour' where person_id = $1`,
      [id],
    )
    expect((await reset(second)).body.code).toBe('link_ended')
  })

  test('A5 a copy of the database holds nothing that opens an account', async () => {
    const { email } = await signUpSomebody(app)
    const link = await linkFor(email)
    const { rows } = await database.owner.query(
      'select l.id, l.person_id as person, o."values"::text as mail from auth.links l join auth.persons p on p.id = l.person_id join outbox o on o.owner_id = p.id where p.email = $1',
      [email],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { id, person, mail } of rows) {
      expect(mail).not.toContain(link)
      expect((await reset(id)).status).toBe(404)
      expect(
        (
          await reset(
            signLink('another secret, 0123456789 abcdefghi', 'reset-password', {
              id,
              person,
              address: email,
            }),
          )
        ).status,
      ).toBe(404)
      expect(
        (await reset(signLink(testSecret, 'confirm-email', { id, person, address: email }))).status,
      ).toBe(404)
    }
  })

  test('A5 signs nobody in, and takes no second factor away', async () => {
    const person = await verified(app, database, await signUpSomebody(app))
    const { secret } = await setUpApp(app, person.token)
    const reply = await reset(await linkFor(person.email))
    expect(String(reply.headers['set-cookie'])).not.toContain('session=')
    const half = await logIn(person.email, 'a new set of words')
    expect(half.body.status).toBe('second_factor')
    const entered = await ask(app, 'POST', `${api}/login/second-factor`, {
      payload: { challenge: half.body.data.challenge, code: codeOf(secret) },
    })
    expect(entered.status).toBe(200)
  })

  test('A15 takes no password that signing up would not take, and the link is still good then', async () => {
    const { email } = await signUpSomebody(app)
    const link = await linkFor(email)
    expect((await reset(link, 'short')).body.fields).toEqual({
      newPassword: 'Password must be at least 6 characters',
    })
    expect((await reset(link, 'password123')).body.code).toBe('password_too_common')
    expect((await reset(link, 'one set of words', 'another set')).body.fields).toEqual({
      confirmPassword: 'Passwords do not match',
    })
    expect((await reset(link)).status).toBe(200)
  })

  test('A3 three mails an hour and no more go to one account, and the reply stays the same', async () => {
    const { email } = await signUpSomebody(app)
    for (let time = 0; time < 5; time++) {
      expect((await forgot(email)).body.message).toBe('Check your email for the reset link.')
      await answerLinkRequests(database.pool)
    }
    expect((await mailsTo(email)).filter((mail) => linkIn(mail) !== '')).toHaveLength(3)
  })

  test('A3 an address that asks for many is told to wait', async () => {
    const strict = await createTestApp(database, {
      policy: {
        ...livePolicy,
        playMoney: true,
        signUpsPerAddress: { count: 2, withinMs: 3_600_000 },
      },
    })
    const from = () =>
      ask(strict, 'POST', `${api}/forgot-password`, {
        payload: { email: `${randomUUID()}@people.example` },
        remoteAddress: '192.0.2.50',
      })
    expect([(await from()).status, (await from()).status, (await from()).status]).toEqual([
      200, 200, 429,
    ])
  })

  test('the sign-ins of the demonstration get no link', async () => {
    const { email, id } = await signUpSomebody(app)
    await database.owner.query('update owners set fixed = true where id = $1', [id])
    await forgot(email)
    await answerLinkRequests(database.pool)
    expect((await mailsTo(email)).map(linkIn).join('')).toBe('')
    expect(
      (await database.owner.query('select from auth.links where person_id = $1', [id])).rowCount,
    ).toBe(0)
  })
})

describe('I5 a link ends with the email and the password that it was mailed for', async () => {
  const policy = { ...demoPolicy, emailNeedsConfirmation: true }
  const live = await createTestApp(database, { policy })
  const strict = await createTestApp(database, {
    policy: { ...demoPolicy, secondApprovalAboveCents: 0n },
  })
  await createHouse(database).fund({ corrections: 1_000_00n })
  const [admin, second] = [await signUpSomebody(app), await signUpSomebody(app)]
  for (const { id } of [admin, second]) await setRole(database, id, 'admin')

  type Person = Awaited<ReturnType<typeof signUpSomebody>>
  const somewhere = () => `${randomUUID()}@people.example`
  const edit = (to: typeof app, { id }: Person, payload: Record<string, unknown>) =>
    ask(to, 'PATCH', `${api}/${id}`, {
      token: admin.token,
      payload: { reason: 'She asked by letter', ...payload },
    })
  const confirmLinkTo = async (email: string) =>
    /\/confirm-email\/([\w.-]+)/.exec((await mailsTo(email)).join(' '))?.[1] ?? ''
  const ok = (reply: Reply, status = 200) =>
    expect([reply.status, reply.body.code]).toEqual([status, undefined])

  /** Set by one administrator, approved by another, and confirmed by who has it. */
  async function setByTwo(person: Person, email: string): Promise<void> {
    const { body } = await edit(live, person, { email })
    ok(
      await ask(live, 'POST', `${api}/proposals/${body.data.proposal.id}/agreement`, {
        payload: { shown: body.data.proposal.facts },
        token: second.token,
      }),
    )
  }
  const confirm = async (email: string) =>
    ok(await ask(live, 'POST', `${api}/confirm-email/${await confirmLinkTo(email)}`))

  /** Every way by which an email or a password changes. */
  const ways: Record<string, (person: Person) => Promise<void>> = {
    async 'the settings set another password'({ token, user }) {
      ok(
        await ask(app, 'POST', '/api/user/update', {
          token,
          payload: {
            fullName: user.fullName,
            password: 'paper and glass',
            confirmPassword: 'paper and glass',
          },
        }),
      )
    },
    async 'staff set another email'(person) {
      ok(await edit(app, person, { email: somewhere() }))
    },
    async 'another email is confirmed'(person) {
      const email = somewhere()
      await setByTwo(person, email)
      await confirm(email)
      await finishAccessChanges(testContext(database, { policy }))
    },
    async 'a correction with another email is approved'(person) {
      const { status, body } = await edit(strict, person, { email: somewhere(), accountBalance: 5 })
      expect(status).toBe(202)
      ok(
        await ask(strict, 'POST', `${api}/proposals/${body.data.proposal.id}/agreement`, {
          payload: { shown: body.data.proposal.facts },
          token: second.token,
        }),
      )
    },
    async 'whatever else writes a password'({ id }) {
      await database.pool.query(
        `update auth.passwords set hash = hash || '.' where person_id = $1`,
        [id],
      )
    },
  }

  test.each(Object.entries(ways))('I5 %s: the link of before is dead', async (_what, change) => {
    const person = await signUpSomebody(app)
    const link = await linkFor(person.email)
    await change(person)
    expect((await reset(link)).body.code).toBe('link_ended')
  })

  test.each(Object.entries(ways))(
    'I5 %s: who had asked before and was not answered gets none',
    async (_what, change) => {
      const person = await signUpSomebody(app)
      await forgot(person.email)
      await change(person)
      await answerLinkRequests(database.pool)
      const { rows } = await database.owner.query(
        `select use from auth.links where person_id = $1 and use <> 'verify-email'`,
        [person.id],
      )
      expect(rows).toEqual([])
    },
  )

  test('I5 a mail that still waits to be sent carries a dead link', async () => {
    const person = await signUpSomebody(app)
    await forgot(person.email)
    await answerLinkRequests(database.pool)
    await database.owner.query(`update outbox set state = 'waiting' where owner_id = $1`, [
      person.id,
    ])
    await ways['staff set another email']!(person)
    const { rows } = await database.owner.query<{ link: string }>(
      `select "values"->>'link' as link from outbox where owner_id = $1 and template = 'reset-password'`,
      [person.id],
    )
    expect(rows).toHaveLength(1)
    expect(
      (
        await reset(
          signLink(testSecret, 'reset-password', {
            id: rows[0]!.link,
            person: person.id,
            address: person.email,
          }),
        )
      ).body.code,
    ).toBe('link_ended')
  })

  test('I5 the other way round, a link used first is used, and the change after it counts as well', async () => {
    const person = await signUpSomebody(app)
    expect((await reset(await linkFor(person.email))).status).toBe(200)
    const email = somewhere()
    ok(await edit(app, person, { email }))
    expect((await logIn(email, 'a new set of words')).status).toBe(200)
  })

  test('I5 a reset ends no link of another use, once the address was verified', async () => {
    const person = await verified(app, database, await signUpSomebody(app))
    const email = somewhere()
    await setByTwo(person, email)
    expect((await reset(await linkFor(person.email))).status).toBe(200)
    await confirm(email)
  })

  /** Resolves once a statement waits for somebody else's lock, or when `work` is done without: nothing depends on how long that takes. */
  async function waitsForLock(work: Promise<unknown>): Promise<void> {
    let done = false
    const end = () => void (done = true)
    work.then(end, end)
    while (!done) {
      const { rowCount } = await database.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (rowCount) return
    }
  }

  test.each([
    ['email', `update auth.persons set email = 'moved-' || email where id = $1`],
    ['password', `update auth.passwords set hash = hash || '.' where person_id = $1`],
  ])(
    'I5 raced, a request that is answered while the %s changes brings no link that outlives it',
    async (_what, change) => {
      const person = await signUpSomebody(app)
      await forgot(person.email)
      const other = await database.owner.connect()
      try {
        await other.query('begin')
        await other.query(change, [person.id])
        const answered = answerLinkRequests(database.pool)
        await waitsForLock(answered)
        await other.query('commit')
        await answered
      } finally {
        other.release()
      }
      const { rows } = await database.owner.query(
        `select use from auth.links where person_id = $1 and use <> 'verify-email'`,
        [person.id],
      )
      expect(rows).toEqual([])
    },
  )

  /** Runs `change` after the password, the code or the mark of `begun` was found right, and before its session begins. */
  async function meanwhile(
    begun: () => Promise<Reply>,
    change: () => Promise<unknown>,
  ): Promise<Reply> {
    const other = await database.owner.connect()
    try {
      await other.query('begin')
      // Failures are forgotten in between.
      await other.query('lock table auth.attempts in share mode')
      const reply = begun()
      await waitsForLock(reply)
      await change()
      await other.query('commit')
      return await reply
    } finally {
      other.release()
    }
  }
  const sessionsOf = async ({ id }: Person) =>
    (await database.owner.query('select from auth.sessions where person_id = $1', [id])).rowCount

  test('I5 raced, a sign-in whose password was right before the reset begins no session after it, and marks no browser', async () => {
    const person = await signUpSomebody(app)
    const cookie = [person.reply.headers['set-cookie'] ?? []]
      .flat()
      .find((one) => one.startsWith('known-browser='))!
      .split(';')[0]!
    const link = await linkFor(person.email)
    const late = await meanwhile(
      () =>
        ask(app, 'POST', `${api}/login`, {
          payload: { email: person.email, password: person.password },
          headers: { cookie },
        }),
      async () => ok(await reset(link)),
    )
    expect([late.status, late.body.code, await sessionsOf(person)]).toEqual([
      401,
      'wrong_credentials',
      0,
    ])
    expect(
      (
        await database.owner.query('select from auth.known_browsers where person_id = $1', [
          person.id,
        ])
      ).rowCount,
    ).toBe(1)
  })

  test.each(
    Object.entries({
      'staff set another email': async (person: Person) =>
        ok(await edit(app, person, { email: somewhere() })),
      'staff end the sessions': async ({ id }: Person) =>
        ok(await ask(app, 'DELETE', `${api}/users/${id}/sessions`, { token: admin.token })),
      'the recovery codes are renewed': async ({ token }: Person) =>
        ok(await ask(app, 'POST', `${api}/second-factors/recovery-codes`, { token })),
    }),
  )(
    'I5 %s: a sign-in that stands between password and second factor ends with the sessions',
    async (_what, change) => {
      const person = await signUpSomebody(app)
      const { secret } = await setUpApp(app, person.token)
      await database.owner.query(
        'update auth.authenticator_apps set last_step = 0 where person_id = $1',
        [person.id],
      )
      const { challenge } = (await logIn(person.email, person.password)).body.data
      await change(person)
      expect(
        (
          await ask(app, 'POST', `${api}/login/second-factor`, {
            payload: { challenge, code: codeOf(secret) },
          })
        ).body.code,
      ).toBe('challenge_ended')
    },
  )

  test('I5 raced, of a link and a change of the password both may come first, and none leaves a link', async () => {
    for (let time = 0; time < 5; time++) {
      const person = await signUpSomebody(app)
      const link = await linkFor(person.email)
      const [used] = await Promise.all([
        reset(link),
        ways['the settings set another password']!(person).catch(() => {}),
      ])
      expect([200, 404]).toContain(used.status)
      expect((await reset(link)).body.code).toBe('link_ended')
    }
  })
})
