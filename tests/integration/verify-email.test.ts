/** The address of a new account: confirmed by its mail and its password, and what waits for that in live mode. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { followState } from '../../src/domains/audit-state.ts'
import { finishAccessChanges } from '../../src/domains/access-changes/due.ts'
import { endUnverified, tellUnverified } from '../../src/domains/users/unverified.ts'
import { answerLinkRequests } from '../../src/domains/sign-in/links.ts'
import { tellSecurityChanges } from '../../src/domains/sign-in/security-change.ts'
import { signLink } from '../../src/platform/signed.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { setUpApp } from '../support/authenticator.ts'
import { agreementTo, waiting } from '../support/agreements.ts'
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
  verifyLinkOf,
} from '../support/http.ts'
import { setRole, testMacKeys, testSecret } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const context = testContext(database)
const demo = await createTestApp(database)
const live = await createTestApp(database, { policy: { ...demoPolicy, emailMustBeVerified: true } })

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
const post = (path: string, payload: object, token?: string, app = demo) =>
  ask(app, 'POST', `${api}${path}`, { payload, ...(token ? { token } : {}) })
const me = async (token: string) => (await ask(demo, 'GET', `${api}/me`, { token })).body.data?.user
const verify = (link: string, password: string) => post(`/verify-email/${link}`, { password })
const logIn = ({ email, password }: { email: string; password: string }) =>
  post('/login', { email, password })

async function resetPassword({ email, id }: Somebody, newPassword: string): Promise<void> {
  await post('/forgot-password', { email })
  await answerLinkRequests(database.pool)
  const { rows } = await database.owner.query(
    `select id from auth.links where person_id = $1 and use = 'reset-password'`,
    [id],
  )
  const link = signLink(testSecret, 'reset-password', {
    id: rows[0].id,
    person: id,
    address: email,
  })
  const reply = await post(`/reset-password/${link}`, { newPassword, confirmPassword: newPassword })
  expect(reply.status).toBe(200)
}

/** What of a sign-in is there: sessions, links, apps, passkeys, codes, additions to undo. */
async function leftOf({ id }: { id: string }): Promise<Record<string, number>> {
  const tables = ['sessions', 'links', 'authenticator_apps', 'passkeys', 'recovery_codes']
  const counts = [...tables, 'added_factors', 'known_browsers'].map(
    (table) => `(select count(*)::int from auth.${table} where person_id = $1) as ${table}`,
  )
  const { rows } = await database.owner.query(`select ${counts.join(', ')}`, [id])
  return rows[0]
}

async function addPasskeyRow({ id }: { id: string }): Promise<void> {
  await database.owner.query(
    `insert into auth.passkeys (mac, id, person_id, public_key, counter, name) values ('', $1, $2, '', 0, 'A key')`,
    [randomUUID(), id],
  )
}

describe('a new account', () => {
  test('gets a mail whose link, with the password, confirms the address and signs in', async () => {
    const person = await signUpSomebody(demo)
    expect(person.user.emailVerified).toBe(false)
    await answerLinkRequests(database.pool)
    const mail = (await readOutbox(demo)).text
      .split('<article>')
      .find((one) => one.includes(`To ${person.email}<`) && one.includes('Confirm your email'))!
    const link = /\/verify-email\/([\w.-]+)/.exec(mail)![1]!
    expect(mail).toContain('Hello there')
    const reply = await verify(link, person.password)
    expect([reply.status, reply.body.data.user.emailVerified]).toEqual([200, true])
    expect((await me(reply.body.token)).emailVerified).toBe(true)
    expect(await me(person.token)).toBeUndefined()
    const { activity } = (await ask(demo, 'GET', `${api}/activity`, { token: reply.body.token }))
      .body.data
    expect(activity[0]).toMatchObject({ kind: 'email-verified', by: 'you' })
    expect((await verify(link, person.password)).body.code).toBe('link_ended')
  })

  test('is confirmed by nobody who reads its mails and does not know its password', async () => {
    const person = await signUpSomebody(demo)
    const link = await verifyLinkOf(database, person)
    expect((await verify(link, 'some other words')).body.code).toBe('wrong_credentials')
    expect((await me(person.token)).emailVerified).toBe(false)
    expect((await verify(link, person.password)).status).toBe(200)
  })

  test('I1 is confirmed once, of ten presses at the same time', async () => {
    const person = await signUpSomebody(demo)
    const link = await verifyLinkOf(database, person)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => verify(link, person.password)),
    )
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status, body } of replies)
      if (status !== 200) expect(body.code).toMatch(/^(link_ended|wrong_credentials)$/)
    const { rows } = await database.owner.query(
      `select count(*)::int as times from desk.commands where subject = $1 and kind = 'VerifyEmail'`,
      [person.id],
    )
    expect(rows).toEqual([{ times: 1 }])
  })

  test('is confirmed by no link of another use, of another person, or that expired', async () => {
    const [person, other] = [await signUpSomebody(demo), await signUpSomebody(demo)]
    const { rows } = await database.owner.query(
      `select id from auth.links where person_id = $1 and use = 'verify-email'`,
      [(await verifyLinkOf(database, person), person.id)],
    )
    const { id } = rows[0]
    for (const wrong of [
      signLink(testSecret, 'reset-password', { id, person: person.id, address: person.email }),
      signLink(testSecret, 'verify-email', { id, person: other.id, address: other.email }),
      signLink('another secret of 32 letters at least', 'verify-email', {
        id,
        person: person.id,
        address: person.email,
      }),
    ])
      expect((await verify(wrong, person.password)).body.code).toBe('link_ended')
    const right = signLink(testSecret, 'verify-email', {
      id,
      person: person.id,
      address: person.email,
    })
    const { rows: validity } = await database.owner.query(
      `update auth.links set expires_at = clock_timestamp() where id = $1 returning (select expires_at from auth.links old where old.id = links.id) - clock_timestamp() > interval '6 days 23 hours' as week`,
      [id],
    )
    expect(validity).toEqual([{ week: true }])
    expect((await verify(right, person.password)).body.code).toBe('link_ended')
    expect((await me(person.token)).emailVerified).toBe(false)
  })

  test('I4 is confirmed by no link that was mailed to an earlier address', async () => {
    const person = await signUpSomebody(demo)
    const link = await verifyLinkOf(database, person)
    const admin = await signUpSomebody(demo)
    await setRole(database, admin.id, 'admin')
    const email = `${randomUUID()}@people.example`
    await ask(demo, 'PATCH', `${api}/${person.id}`, { token: admin.token, payload: { email } })
    expect((await verify(link, person.password)).body.code).toBe('link_ended')
    // Nor when the link was found while the address still was that one.
    const late = { owner: person.id, email: person.email }
    expect((await house.run('VerifyEmail', late, person.id)).outcome).toBe('link_ended')
    const { body } = await logIn({ ...person, email })
    expect(body.data.user.emailVerified).toBe(false)
  })

  test('is sent the link again, five times a day at most, and the last one counts', async () => {
    const person = await signUpSomebody(demo)
    const first = await verifyLinkOf(database, person)
    const again = () => post('/me/verification', {}, person.token)
    expect((await again()).body.message).toBe('Check your email for the link.')
    const second = await verifyLinkOf(database, person)
    expect((await verify(first, person.password)).body.code).toBe('link_ended')
    for (let times = 2; times <= 5; times += 1) expect((await again()).status).toBe(200)
    const refused = await again()
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600)
    const last = await verifyLinkOf(database, person)
    expect(last).not.toBe(second)
    const { token } = (await verify(last, person.password)).body
    const done = await post('/me/verification', {}, token)
    expect([done.status, done.body.message]).toEqual([
      200,
      'Your email address is already confirmed.',
    ])
    expect((await answerLinkRequests(database.pool), await leftOf(person)).links).toBe(0)
  })
})

describe('the first proof of a mailbox ends what was there before', () => {
  test('by the link: every session, factor, browser and link; afterwards only the password signs in', async () => {
    const person = await signUpSomebody(demo)
    await setUpApp(demo, person.token)
    await addPasskeyRow(person)
    await post('/forgot-password', { email: person.email })
    const link = await verifyLinkOf(database, person)
    const before = await leftOf(person)
    for (const [what, count] of Object.entries(before))
      expect(count, `${what} of before`).toBeGreaterThan(0)
    const { token } = (await verify(link, person.password)).body
    expect(await leftOf(person)).toEqual({
      sessions: 1,
      links: 0,
      authenticator_apps: 0,
      passkeys: 0,
      recovery_codes: 0,
      added_factors: 0,
      known_browsers: 1,
    })
    expect((await me(token)).emailVerified).toBe(true)
    expect((await logIn(person)).body.status).toBe('success')
  })

  test('by the first reset: who opened the account is locked out, factors and all', async () => {
    const person = await signUpSomebody(demo)
    await setUpApp(demo, person.token)
    await addPasskeyRow(person)
    const link = await verifyLinkOf(database, person)
    await resetPassword(person, 'the words of the holder')
    expect(await leftOf(person)).toMatchObject({
      sessions: 0,
      links: 0,
      authenticator_apps: 0,
      passkeys: 0,
      recovery_codes: 0,
      added_factors: 0,
    })
    expect((await verify(link, person.password)).body.code).toBe('link_ended')
    expect((await logIn(person)).status).toBe(401)
    const entered = await logIn({ ...person, password: 'the words of the holder' })
    expect([entered.body.status, entered.body.data.user.emailVerified]).toEqual(['success', true])
  })

  test('a later reset takes no factor away', async () => {
    const person = await verified(demo, database, await signUpSomebody(demo))
    await setUpApp(demo, person.token)
    await resetPassword(person, 'other words than before')
    const entered = await logIn({ ...person, password: 'other words than before' })
    expect(entered.body.status).toBe('second_factor')
  })

  test('what staff were taking away of the factors ends with them', async () => {
    const person = await signUpSomebody(demo)
    await setUpApp(demo, person.token)
    const admin = await house.person({ role: 'admin' })
    const { rows } = await database.owner.query(
      'select id from auth.authenticator_apps where person_id = $1',
      [person.id],
    )
    const factor = { what: 'app', id: rows[0].id } as const
    await house.run(
      'ProposeFactorRemoval',
      { user: person.id, factor, hostile: false, reason: 'Lost' },
      admin,
    )
    await verified(demo, database, person)
    const { rows: changes } = await database.owner.query(
      'select status from access_changes where owner_id = $1',
      [person.id],
    )
    expect(changes).toEqual([{ status: 'stopped' }])
  })

  test('a reset whose note came late verifies when it is told', async () => {
    const person = await signUpSomebody(demo)
    await database.owner.query(
      `insert into auth.security_changes (id, person_id, change) values (gen_random_uuid(), $1, 'password-reset')`,
      [person.id],
    )
    await tellSecurityChanges(context)
    expect((await me(person.token)).emailVerified).toBe(true)
  })
})

describe('A13 until then, in live', () => {
  const inLive = (path: string, payload: object, token: string) => post(path, payload, token, live)
  const request = { type: 'bank_transfer', amount: 5, bankName: 'Mine', bankNumber: 'a wallet' }
  const place = { type: 'bank_transfer', name: 'Mine', bankNumber: 'a wallet of mine' }

  test('no second factor, passkey or saved destination, and no money out by wallet or transfer', async () => {
    const person = await signUpSomebody(live)
    const friend = await signUpSomebody(live)
    await house.run('CreditPlayMoney', { owner: person.id, amount: 100_00n, asset: 'BTC' }, null)
    const { accountId: recipientAccountId } = friend.user
    const asked = [
      ['/requestWithdrawal', request],
      ['/requestWithdrawal', { type: 'tradehub_transfer', amount: 5, recipientAccountId }],
      ['/destinations', place],
      ['/second-factors/app', {}],
      ['/second-factors/passkeys/options', {}],
    ] as const
    for (const [path, body] of asked) {
      const { status, body: refused } = await inLive(path, body, person.token)
      expect([path, status, refused.code]).toEqual([path, 403, 'email_unverified'])
    }
    const { token } = await verified(live, database, person)
    for (const [path, body] of asked)
      expect((await inLive(path, body, token)).status, path).toBeLessThan(300)
  })

  test('an app that was begun before is confirmed by nobody', async () => {
    const person = await signUpSomebody(demo)
    await post('/second-factors/app', {}, person.token)
    const { body } = await inLive(
      '/second-factors/app/confirmation',
      { code: '123456' },
      person.token,
    )
    expect(body.code).toBe('email_unverified')
  })

  test('money comes in, and the password can be changed', async () => {
    const person = await signUpSomebody(live)
    const paid = await inLive('/demo/deposits', { amount: 50, asset: 'BTC' }, person.token)
    expect(paid.status).toBeLessThan(300)
    const fullName = 'Another Name'
    const changed = {
      fullName,
      password: 'a set of new words',
      confirmPassword: 'a set of new words',
    }
    const reply = await ask(live, 'POST', '/api/user/update', {
      token: person.token,
      payload: changed,
    })
    expect(reply.status).toBe(200)
  })

  test('the demonstration restricts nothing', async () => {
    const person = await signUpSomebody(demo)
    await house.run('CreditPlayMoney', { owner: person.id, amount: 100_00n, asset: 'BTC' }, null)
    expect((await post('/requestWithdrawal', request, person.token)).status).toBe(201)
    expect((await post('/destinations', place, person.token)).status).toBe(201)
    expect((await post('/second-factors/app', {}, person.token)).status).toBe(200)
  })

  test('the policies say so', () => {
    expect([livePolicy.emailMustBeVerified, demoPolicy.emailMustBeVerified]).toEqual([true, false])
  })
})

describe('an account that nobody has confirmed', () => {
  const wait = (people: { id: string }[], days: number) =>
    database.owner.query(
      `update auth.persons set unverified_until = unverified_until - make_interval(days => $2), told_of_end_at = told_of_end_at - make_interval(days => $2) where id = any ($1)`,
      [people.map(({ id }) => id), days],
    )
  /** What the house does every hour. */
  const end = async () => {
    while (await tellUnverified(context)) continue
    while (await endUnverified(context)) continue
  }
  const mailsOf = async ({ id }: { id: string }) =>
    (
      await database.owner.query(
        `select (values ->> 'endsAt')::timestamptz - clock_timestamp() as left from outbox where owner_id = $1 and template = 'unverified-ends'`,
        [id],
      )
    ).rows.map(({ left }) => Math.round(left.days + (left.hours ?? 0) / 24))
  const statusOf = async ({ id }: { id: string }) =>
    (
      await database.owner.query(
        `select status, exists (select from auth.persons where id = $1) as known from owners where id = $1`,
        [id],
      )
    ).rows[0]

  test('ends after 30 days, with everything about the person, and its address is free again', async () => {
    const person = await signUpSomebody(demo)
    await wait([person], 23)
    await end()
    await wait([person], 6)
    await end()
    expect(await statusOf(person)).toEqual({ status: 'active', known: true })
    await wait([person], 1)
    await Promise.all([end(), end()])
    expect(await statusOf(person)).toEqual({ status: 'closed', known: false })
    expect((await ask(demo, 'GET', `${api}/me`, { token: person.token })).status).toBe(401)
    const { rows } = await database.owner.query(
      `select command.actor, command.input from desk.commands command where subject = $1 and kind = 'CloseUser'`,
      [person.id],
    )
    expect(rows).toEqual([{ actor: null, input: { unverified: true } }])
    const another = await signUpSomebody(demo, { email: person.email })
    expect(another.user.email).toBe(person.email)
  })

  test('is told once, a week before, by a mail whose link keeps it', async () => {
    const person = await signUpSomebody(demo)
    const before = await verifyLinkOf(database, person)
    await wait([person], 22)
    await end()
    expect(await mailsOf(person)).toEqual([])
    await wait([person], 1)
    await Promise.all([end(), end()])
    await end()
    expect(await mailsOf(person)).toEqual([7])
    const mail = (await readOutbox(demo)).text
      .split('<article>')
      .find((one) => one.includes(`To ${person.email}<`) && one.includes('is about to end'))!
    expect(mail).toContain('Hello there')
    const link = /\/verify-email\/([\w.-]+)/.exec(mail)![1]!
    expect((await verify(before, person.password)).body.code).toBe('link_ended')
    expect((await verify(link, person.password)).status).toBe(200)
    await wait([person], 8)
    await end()
    expect(await statusOf(person)).toEqual({ status: 'active', known: true })
  })

  test('that nobody could be told of, while no worker ran, has a week from the mail on', async () => {
    const person = await signUpSomebody(demo)
    await wait([person], 40)
    await end()
    expect([await mailsOf(person), (await statusOf(person)).status]).toEqual([[7], 'active'])
    await wait([person], 6)
    await end()
    expect((await statusOf(person)).status).toBe('active')
    await wait([person], 1)
    await end()
    expect((await statusOf(person)).status).toBe('closed')
  })

  test('ends though twenty that had money, and stay, were opened before it', async () => {
    const admin = await house.person({ role: 'admin' })
    await house.fund({ corrections: 100_00n })
    const others = await Promise.all(
      Array.from({ length: 20 }, async () => ({ id: await house.person() })),
    )
    for (const { id: user } of others)
      for (const accountBalance of [1_00n, 0n])
        await house.run('CorrectUser', { user, accountBalance, reason: 'Counted' }, admin)
    const person = await signUpSomebody(demo)
    await wait(others, 60)
    await wait([person], 40)
    await end()
    await wait([...others, person], 7)
    await end()
    expect((await statusOf(person)).status).toBe('closed')
  })

  test('stays where it was confirmed, is frozen, or has or ever had money', async () => {
    const confirmed = await verified(demo, database, await signUpSomebody(demo))
    const frozen = await signUpSomebody(demo)
    await post('/me/freeze', {}, frozen.token)
    const [funded, spent, corrected] = [
      await signUpSomebody(demo),
      await signUpSomebody(demo),
      await signUpSomebody(demo),
    ]
    for (const { id: owner } of [funded, spent])
      await house.run('CreditPlayMoney', { owner, amount: 10_00n, asset: 'BTC' }, owner)
    await house.fund({ corrections: 100_00n })
    const admin = await house.person({ role: 'admin' })
    const set = (user: string, accountBalance: bigint) =>
      house.run('CorrectUser', { user, accountBalance, reason: 'Counted again' }, admin)
    await set(spent.id, 0n)
    await set(corrected.id, 5_00n)
    await set(corrected.id, 0n)
    const all = [confirmed, frozen, funded, spent, corrected]
    await wait(all, 23)
    await end()
    await wait(all, 8)
    await end()
    expect((await Promise.all(all.map(mailsOf))).flat()).toEqual([])
    expect((await Promise.all(all.map(statusOf))).map(({ status }) => status)).toEqual([
      'active',
      'frozen',
      'active',
      'active',
      'active',
    ])
  })

  test('the application’s role moves no end forward', async () => {
    const moved = database.pool.query('update auth.persons set unverified_until = now()')
    await expect(moved).rejects.toMatchObject({ code: '42501' })
  })
})

test('who is opened by the firm is vouched for; who opens an account is not', async () => {
  const { rows } = await database.owner.query(
    'select role, email_verified from owners where id = any ($1) order by role',
    [
      [
        await house.person({ role: 'admin' }),
        await house.person({ role: 'auditor' }),
        await house.person(),
      ],
    ],
  )
  expect(rows).toEqual([
    { role: 'admin', email_verified: true },
    { role: 'auditor', email_verified: true },
    { role: 'user', email_verified: false },
  ])
})

test('a new address that staff set and its holder confirmed is verified, and factors of before end', async () => {
  const person = await signUpSomebody(demo)
  await setUpApp(demo, person.token)
  const [proposer, approver] = [
    await house.person({ role: 'admin' }),
    await house.person({ role: 'admin' }),
  ]
  const change = randomUUID()
  const emailWait = { waitMs: 0, earlierForMs: 60_000 }
  const email = `${change}@people.example`
  const proposed = await house.run('CorrectUser', { user: person.id, email, emailWait }, proposer)
  const agreement = agreementTo(proposed, waiting(0, 60_000))
  await house.run('AgreeToProposal', agreement, approver, { id: change })
  await house.run('ConfirmEmail', { change, owner: person.id }, person.id)
  await finishAccessChanges(context)
  const { body } = await logIn({ ...person, email })
  expect([body.status, body.data.user.emailVerified]).toEqual(['success', true])
})

test('I6 decided again, the journal comes to the same, and a flag set by hand is found', async () => {
  const other = await createTestDatabase()
  const app = await createTestApp(other)
  await verified(app, other, await signUpSomebody(app))
  await signUpSomebody(app)
  async function differencesAfter(tampering: string): Promise<string[]> {
    const client = await other.owner.connect()
    try {
      await client.query('begin; set local session_replication_role = replica')
      await client.query(tampering)
      return (await followState(client, testMacKeys)).differences
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await differencesAfter('select')).toEqual([])
  const flagged = await differencesAfter(
    `update owners set email_verified = true where role = 'user' and not email_verified`,
  )
  expect(flagged.join()).toContain('emailVerified is true, and must be false')
})
