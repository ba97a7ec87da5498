/** Another email address, asked for by the person: who must confirm it, who can stop it, and what it tells nobody. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { finishAccessChanges } from '../../src/domains/access-changes/due.ts'
import { answerLinkRequests } from '../../src/domains/sign-in/links.ts'
import type { SignedUse } from '../../src/platform/signed.ts'
import { setUpApp } from '../support/authenticator.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testContext, verified } from '../support/http.ts'
import { mailedLink } from '../support/mailed-links.ts'
import { testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const house = createHouse(database)
const finish = () => finishAccessChanges(testContext(database))

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
const post = (path: string, payload: object = {}, token?: string) =>
  ask(app, 'POST', `${api}${path}`, { payload, ...(token ? { token } : {}) })
const somewhere = () => `${randomUUID()}@people.example`
const somebody = async () => verified(app, database, await signUpSomebody(app))
const change = ({ token }: { token: string }, email: string) => post('/me/email', { email }, token)

/** The links that were mailed for the newest change. */
async function linksOf({ id: person }: { id: string }) {
  const { rows } = await database.owner.query(
    `select id from access_changes where owner_id = $1 order by proposed_at desc, id desc limit 1`,
    [person],
  )
  const to = (use: SignedUse) => mailedLink(database, use, { id: rows[0].id, person })
  return {
    agree: await to('agree-email'),
    confirm: await to('confirm-own-email'),
    stop: await to('stop-change'),
  }
}
const agree = (link: string) => post(`/agree-email/${link}`)
const confirm = (link: string, password = 'correct horse battery') =>
  post(`/confirm-own-email/${link}`, { password })
const emailOf = async ({ id }: { id: string }) =>
  (await database.owner.query('select email from auth.persons where id = $1', [id])).rows[0].email
const statusesOf = async ({ id }: { id: string }) =>
  (
    await database.owner.query(
      'select status from access_changes where owner_id = $1 order by proposed_at, id',
      [id],
    )
  ).rows.map(({ status }) => status)
const passHours = ({ id }: { id: string }, hours: number) =>
  database.owner.query(`begin; set local session_replication_role = replica;
  update access_changes set effective_from = effective_from - interval '${hours} hours' where owner_id = '${id}'; commit`)
const logIn = ({ password }: Somebody, email: string) => post('/login', { email, password })

describe('another address of one’s own', () => {
  test.each([
    ['the present one first', ['agree', 'confirm']],
    ['the new one first', ['confirm', 'agree']],
  ] as const)('A14 is the account’s once both have confirmed, %s', async (_what, order) => {
    const person = await somebody()
    const email = somewhere()
    expect((await change(person, email)).status).toBe(202)
    const links = await linksOf(person)
    const acts = { agree, confirm }
    const [first, second] = order.map((name) => () => acts[name](links[name]))
    expect((await first!()).body.message).toMatch(/Now use the link/)
    await finish()
    expect(await emailOf(person)).toBe(person.email)
    expect((await first!()).body.code).toBe('link_ended')
    expect((await second!()).body.message).toMatch(/^Both addresses have confirmed/)
    expect(await emailOf(person)).toBe(email)
    // Sessions end, new destinations wait, and the address of before hears of it.
    expect((await ask(app, 'GET', `${api}/me`, { token: person.token })).status).toBe(401)
    const { rows } = await database.owner.query(
      `select person.security_changed_at > clock_timestamp() - interval '1 minute' as holds,
          exists (select from outbox where owner_id = person.id and recipient = $2 and "values" ->> 'change' = 'email-changed') as told
        from auth.persons person where id = $1`,
      [person.id, person.email],
    )
    expect(rows).toEqual([{ holds: true, told: true }])
    expect((await logIn(person, email)).body.data.user).toMatchObject({
      email,
      emailVerified: true,
    })
    expect((await logIn(person, person.email)).status).toBe(401)
  })

  test('is confirmed by nobody who reads the mails of the new one and does not know the password', async () => {
    const [thief, victim] = [await somebody(), somewhere()]
    await change(thief, victim)
    const links = await linksOf(thief)
    await agree(links.agree)
    // One press in an unexpected mail would give the thief's account, factors and all, the address of another person.
    expect((await post(`/confirm-own-email/${links.confirm}`)).status).toBe(400)
    expect((await confirm(links.confirm, 'a guess of the victim')).body.code).toBe(
      'wrong_credentials',
    )
    // Nor by the link that is enough where two administrators have set the address.
    const { rows } = await database.owner.query(
      'select id, owner_id as person from access_changes where owner_id = $1',
      [thief.id],
    )
    const staffs = await mailedLink(database, 'confirm-email', rows[0])
    expect((await post(`/confirm-email/${staffs}`)).body.code).toBe('link_ended')
    await finish()
    expect([await emailOf(thief), await statusesOf(thief)]).toEqual([thief.email, ['waiting']])
  })

  test('A14 takes no factor of a verified account away', async () => {
    const person = await somebody()
    await setUpApp(app, person.token)
    const email = somewhere()
    expect((await change(person, email)).status).toBe(202)
    const links = await linksOf(person)
    await agree(links.agree)
    await confirm(links.confirm)
    expect((await logIn(person, email)).body.status).toBe('second_factor')
  })

  test('A14 asks for the password again in a session that is not fresh', async () => {
    const person = await somebody()
    await database.owner.query(
      `update auth.sessions set created_at = clock_timestamp() - interval '11 minutes' where person_id = $1`,
      [person.id],
    )
    expect((await change(person, somewhere())).body.code).toBe('fresh_sign_in_needed')
  })

  test('is stopped by the present address, by the new one, and by whoever is signed in', async () => {
    for (const by of ['link', 'session'] as const) {
      const person = await somebody()
      expect((await change(person, somewhere())).status).toBe(202)
      const links = await linksOf(person)
      await confirm(links.confirm)
      if (by === 'link') expect((await post(`/stop-change/${links.stop}`)).status).toBe(200)
      else {
        const own = await ask(app, 'GET', `${api}/me/access-changes`, { token: person.token })
        const [{ id, agreed, confirmed }] = own.body.data.accessChanges
        expect([agreed, confirmed]).toEqual([false, true])
        await ask(app, 'DELETE', `${api}/me/access-changes/${id}`, { token: person.token })
      }
      expect((await agree(links.agree)).body.code).toBe('link_ended')
      await finish()
      expect([await emailOf(person), await statusesOf(person)]).toEqual([person.email, ['stopped']])
    }
  })

  test('ends after a day, and with the next one', async () => {
    const person = await somebody()
    await change(person, somewhere())
    const first = await linksOf(person)
    await change(person, somewhere())
    expect((await agree(first.agree)).body.code).toBe('link_ended')
    const { agree: second } = await linksOf(person)
    await agree(second)
    await passHours(person, 23)
    await finish()
    expect(await statusesOf(person)).toEqual(['stopped', 'waiting'])
    await passHours(person, 1)
    await finish()
    expect(await statusesOf(person)).toEqual(['stopped', 'lapsed'])
    expect(await emailOf(person)).toBe(person.email)
  })

  test('I1 raced, the two links change it once', async () => {
    const person = await somebody()
    const email = somewhere()
    await change(person, email)
    const links = await linksOf(person)
    await Promise.all([
      agree(links.agree),
      confirm(links.confirm),
      confirm(links.confirm),
      finish(),
    ])
    await finish()
    expect([await emailOf(person), await statusesOf(person)]).toEqual([email, ['done']])
  })

  test('A1 that is another account’s is answered alike, and lapses', async () => {
    const [person, other, third] = [await somebody(), await somebody(), await somebody()]
    const plain = async (reply: ReturnType<typeof change>) => {
      const { status, body } = await reply
      return { status, body }
    }
    expect(await plain(change(person, other.email))).toEqual(
      await plain(change(third, somewhere())),
    )
    const links = await linksOf(person)
    await agree(links.agree)
    expect((await confirm(links.confirm)).body.code).toBe('email_taken')
    await passHours(person, 24)
    await finish()
    expect([await emailOf(person), await statusesOf(person)]).toEqual([person.email, ['lapsed']])
  })

  test('J25: that another account had is confirmed by the same link once that account has another', async () => {
    const [person, other] = [await somebody(), await somebody()]
    await change(person, other.email)
    const links = await linksOf(person)
    await agree(links.agree)
    for (const _ of [1, 2]) expect((await confirm(links.confirm)).body.code).toBe('email_taken')
    await change(other, somewhere())
    const others = await linksOf(other)
    await agree(others.agree)
    await confirm(others.confirm)
    expect((await confirm(links.confirm)).status).toBe(200)
    expect(await emailOf(person)).toBe(other.email)
    expect((await confirm(links.confirm)).body.code).toBe('link_ended')
  })

  test('is asked for five times a day at most', async () => {
    const person = await somebody()
    for (let times = 0; times < 5; times += 1)
      expect((await change(person, somewhere())).status).toBe(202)
    expect((await change(person, somewhere())).status).toBe(429)
  })

  test('is asked for one address five times a day at most, by however many accounts', async () => {
    const victim = somewhere()
    for (let times = 0; times < 5; times += 1)
      expect((await change(await signUpSomebody(app), victim)).status).toBe(202)
    const sixth = await signUpSomebody(app)
    const refused = await change(sixth, victim)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(await statusesOf(sixth)).toEqual([])
    expect((await change(sixth, somewhere())).status).toBe(202)
  })

  test('is none where it is the present one, the account is frozen, or the sign-in is fixed', async () => {
    const person = await somebody()
    expect((await change(person, person.email)).body.code).toBe('nothing_to_change')
    await post('/me/freeze', {}, person.token)
    expect((await change(person, somewhere())).body.code).toBe('account_frozen')
  })

  test('A14 waits while staff take away a factor that is said to be a thief’s', async () => {
    const person = await somebody()
    await setUpApp(app, person.token)
    const { rows } = await database.owner.query(
      'select id from auth.authenticator_apps where person_id = $1',
      [person.id],
    )
    const factor = { what: 'app', id: rows[0].id } as const
    await house.run(
      'ProposeFactorRemoval',
      { user: person.id, factor, hostile: true, reason: 'He called' },
      await house.person({ role: 'admin' }),
    )
    expect((await change(person, somewhere())).body.code).toBe('link_needed')
  })
})

describe('of an account that was never verified', () => {
  test('the new address confirms alone, and the present one has a day to stop it', async () => {
    const person = await signUpSomebody(app)
    const email = somewhere()
    expect((await change(person, email)).body.message).toContain('after a day')
    const links = await linksOf(person)
    expect((await agree(links.agree)).body.code).toBe('link_ended')
    expect((await confirm(links.confirm)).status).toBe(200)
    await passHours(person, 23)
    await finish()
    expect(await emailOf(person)).toBe(person.email)
    await passHours(person, 1)
    await finish()
    expect(await emailOf(person)).toBe(email)
    expect((await logIn(person, email)).body.data.user.emailVerified).toBe(true)
  })

  test.each(['the link and the password', 'a new password'])(
    'whoever proves the present mailbox by %s ends it: nobody takes the account along',
    async (proof) => {
      const person = await signUpSomebody(app)
      const email = somewhere()
      await change(person, email)
      const { confirm: theirs } = await linksOf(person)
      expect((await confirm(theirs)).status).toBe(200)
      if (proof === 'the link and the password') await verified(app, database, person)
      else {
        await post('/forgot-password', { email: person.email })
        await answerLinkRequests(database.pool)
        const { rows } = await database.owner.query(
          `select id from auth.links where person_id = $1 and use = 'reset-password'`,
          [person.id],
        )
        const link = await mailedLink(database, 'reset-password', {
          id: rows[0].id,
          person: person.id,
        })
        const words = 'the words of the holder'
        await post(`/reset-password/${link}`, { newPassword: words, confirmPassword: words })
      }
      await passHours(person, 48)
      await finish()
      expect([await emailOf(person), await statusesOf(person)]).toEqual([person.email, ['stopped']])
    },
  )
})

test('the database lets no change of one’s own take effect before both have confirmed, nor a removal by oneself', async () => {
  const person = await somebody()
  await change(person, somewhere())
  const write = (text: string) =>
    database.pool.query(text, [person.id]).then(
      () => 'written',
      ({ code }) => code,
    )
  const made = `update access_changes set status = 'done' where owner_id = $1`
  expect(await write(made)).toBe('GH004')
  await confirm((await linksOf(person)).confirm)
  expect(await write(made)).toBe('GH004')
  expect(
    await write(
      `insert into access_changes (id, owner_id, what, status, hostile, confirmed, wait_ms, proposed_at, proposed_by)
        values (gen_random_uuid(), $1, 'app', 'waiting', false, false, 0, now(), $1)`,
    ),
  ).toBe('23514')
})

test('I6 decided again, the journal comes to the same', async () => {
  expect((await auditState(database.owner, testMacKeys)).differences).toEqual([])
})
