/** Another e-mail, set by staff: who is told, when it counts, and what a mistyped one can't do. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answerResetRequests } from '../../src/domains/identity/reset.ts'
import { sign } from '../../src/platform/signed.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testSecret } from '../support/http.ts'

const database = await createTestDatabase()
const demo = await createTestApp(database)
const live = await createTestApp(database, { policy: { ...demoPolicy, emailNeedsConfirmation: true } })

await createHouse(database).fund({ corrections: 1_000_00n })
const admin = await signUpSomebody(demo)
await database.owner.query(`update owners set role = 'admin' where id = $1`, [admin.id])

const somewhere = () => `${randomUUID()}@people.example`
const setEmail = (app: typeof demo, { id }: { id: string }, email: string) =>
  ask(app, 'PATCH', `${api}/${id}`, { token: admin.token, payload: { email, reason: 'She asked by letter' } })
const me = (token: string) => ask(demo, 'GET', `${api}/me`, { token })
const logIn = (email: string, password: string) => ask(demo, 'POST', `${api}/login`, { payload: { email, password } })

/** Template and address of each mail of this person, in the order they were written; without the welcome. */
async function mailsOf({ id }: { id: string }): Promise<string[]> {
  const { rows } = await database.owner.query(
    `select template || coalesce(' ' || ("values"->>'change'), '') || ' to ' || coalesce(recipient, 'their address of now') as mail
       from outbox where owner_id = $1 and template <> 'welcome' order by id`, [id])
  return rows.map(({ mail }) => mail)
}

/** The link as the outbox of the demonstration shows it. */
async function confirmLinkTo(email: string): Promise<string> {
  const { text } = await ask(demo, 'GET', '/outbox')
  return /\/confirm-email\/([\w.-]+)/.exec(text.split('<article>').find((article) => article.includes(`To ${email} `)) ?? '')?.[1] ?? ''
}
const confirm = (link: string) => ask(live, 'POST', `${api}/confirm-email/${link}`)

describe('another e-mail in the demonstration', () => {
  test('A14 counts at once: the old address is told, all sessions end, and the hold begins', async () => {
    const person = await signUpSomebody(demo)
    const email = somewhere()
    expect((await setEmail(demo, person, email)).body.data.user.email).toBe(email)
    expect((await me(person.token)).status).toBe(401)
    expect((await logIn(email, person.password)).status).toBe(200)
    expect(await mailsOf(person)).toEqual([`security-change email-changed to ${person.email}`, 'staff-change to their address of now'])
    const { rows } = await database.owner.query('select security_changed_at is not null as holds from auth.persons where id = $1', [person.id])
    expect(rows).toEqual([{ holds: true }])
  })

  test('another name ends no session and holds nothing', async () => {
    const person = await signUpSomebody(demo)
    expect((await ask(demo, 'PATCH', `${api}/${person.id}`, { token: admin.token, payload: { fullName: 'Another Name', email: person.email, reason: 'Married' } })).status).toBe(200)
    expect((await me(person.token)).status).toBe(200)
    const { rows } = await database.owner.query('select security_changed_at from auth.persons where id = $1', [person.id])
    expect(rows).toEqual([{ security_changed_at: null }])
  })
})

describe('another e-mail of a live firm', () => {
  test('A14 counts when its owner has confirmed it, and not before', async () => {
    const person = await signUpSomebody(demo)
    const email = somewhere()
    expect((await setEmail(live, person, email)).body.data.user.email).toBe(person.email)
    expect((await me(person.token)).status).toBe(200)
    expect((await logIn(email, person.password)).status).toBe(401)
    expect(await mailsOf(person)).toEqual([`security-change email-to-confirm to ${person.email}`, `confirm-email to ${email}`, 'staff-change to their address of now'])
    const { activity } = (await ask(demo, 'GET', `${api}/activity`, { token: person.token })).body.data
    expect(activity[0]).toMatchObject({ kind: 'staff-edit', changes: [{ field: 'newEmail', from: person.email, to: email }] })

    expect((await confirm(await confirmLinkTo(email))).body).toEqual({ status: 'success', message: 'Your new e-mail is confirmed' })
    expect((await me(person.token)).status).toBe(401)
    const entered = await logIn(email, person.password)
    expect((await ask(demo, 'GET', `${api}/activity`, { token: entered.body.token })).body.data.activity[0])
      .toMatchObject({ kind: 'email-changed', by: 'you', changes: [{ field: 'email', from: person.email, to: email }] })
    expect((await mailsOf(person)).at(-1)).toBe(`security-change email-changed to ${person.email}`)
  })

  test('A14 a mistyped address resets no password: the stranger who has it is nobody here', async () => {
    const person = await signUpSomebody(demo)
    const mistyped = somewhere()
    await setEmail(live, person, mistyped)
    await ask(demo, 'POST', `${api}/forgot-password`, { payload: { email: mistyped } })
    await answerResetRequests(database.pool)
    expect((await mailsOf(person)).filter((mail) => mail.startsWith('reset-password'))).toEqual([])
  })

  test('A5 of twenty uses of the link at once, one changes something; it is good for a day, and a new one ends it', async () => {
    const person = await signUpSomebody(demo)
    const [first, second] = [somewhere(), somewhere()]
    await setEmail(live, person, first)
    const old = await confirmLinkTo(first)
    await setEmail(live, person, second)
    expect((await confirm(old)).body.code).toBe('link_ended')
    const link = await confirmLinkTo(second)
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => confirm(link)))).map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true)
    const { rows } = await database.owner.query(`select count(*)::int as changed from desk.activity where owner_id = $1 and kind = 'email-changed'`, [person.id])
    expect(rows).toEqual([{ changed: 1 }])
    expect((await confirm(link)).body.code).toBe('link_ended')
  })

  test('A5 a link of another use, of another person or from the database opens nothing', async () => {
    const person = await signUpSomebody(demo)
    const email = somewhere()
    await setEmail(live, person, email)
    const { rows } = await database.owner.query('select id from auth.links where person_id = $1', [person.id])
    for (const text of [rows[0].id, sign(testSecret, 'reset-password', rows[0].id), sign(testSecret, 'confirm-email', randomUUID())]) {
      expect((await confirm(text)).body.code).toBe('link_ended')
    }
    await database.owner.query(`update auth.links set expires_at = expires_at - interval '1 day' where person_id = $1`, [person.id])
    expect((await confirm(await confirmLinkTo(email))).body.code).toBe('link_ended')
  })

  test('an address that somebody else took meanwhile is refused, and nothing changes', async () => {
    const [person, email] = [await signUpSomebody(demo), somewhere()]
    await setEmail(live, person, email)
    const link = await confirmLinkTo(email)
    await signUpSomebody(demo, { email })
    expect((await confirm(link)).body.code).toBe('email_taken')
    expect((await me(person.token)).body.data.user.email).toBe(person.email)
  })

  test('a correction that two administrators made asks for it as well', async () => {
    const strict = await createTestApp(database, { policy: { ...demoPolicy, emailNeedsConfirmation: true, secondApprovalAboveCents: 0n } })
    const [person, second, email] = [await signUpSomebody(demo), await signUpSomebody(demo), somewhere()]
    await database.owner.query(`update owners set role = 'admin' where id = $1`, [second.id])
    const proposed = await ask(strict, 'PATCH', `${api}/${person.id}`, { token: admin.token, payload: { email, accountBalance: 5, reason: 'As asked' } })
    expect([proposed.status, await mailsOf(person)]).toEqual([202, []])
    const approved = await ask(strict, 'POST', `${api}/corrections/${proposed.body.data.correction.id}/approval`, { token: second.token })
    expect(approved.body.data.user).toMatchObject({ email: person.email, accountBalance: 5 })
    expect(await mailsOf(person)).toContain(`confirm-email to ${email}`)
  })
})
