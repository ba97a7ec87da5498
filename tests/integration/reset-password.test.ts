/** A forgotten password: asked for by anybody, answered by mail, redeemed once. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answerResetRequests } from '../../src/domains/identity/reset.ts'
import { sign } from '../../src/platform/signed.ts'
import { livePolicy } from '../../src/platform/policy.ts'
import { codeOf, setUpApp } from '../support/authenticator.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody, testSecret, type Reply } from '../support/http.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

const forgot = (email: string, options: Parameters<typeof ask>[3] = {}) => ask(app, 'POST', `${api}/forgot-password`, { payload: { email }, ...options })
const reset = (link: string, newPassword = 'a new set of words', confirmPassword = newPassword) =>
  ask(app, 'POST', `${api}/reset-password/${link}`, { payload: { newPassword, confirmPassword } })
const logIn = (email: string, password: string) => ask(app, 'POST', `${api}/login`, { payload: { email, password } })

/** What the mails to this person say, newest first; read where the demonstration shows them. */
async function mailsTo(email: string): Promise<string[]> {
  const { text } = await ask(app, 'GET', '/outbox')
  return text.split('<article>').slice(1).filter((article) => article.includes(`To ${email} `))
}

const linkIn = (mail: string | undefined) => /\/reset-password\/([\w.-]+)/.exec(mail ?? '')?.[1] ?? ''

async function linkFor(email: string): Promise<string> {
  expect((await forgot(email)).status).toBe(200)
  await answerResetRequests(database.pool)
  return linkIn((await mailsTo(email))[0])
}

describe('a forgotten password', () => {
  test('is reset by the link of a mail, and the old one is none any more', async () => {
    const { email, password, token } = await signUpSomebody(app)
    const asked = await forgot(` ${email.toUpperCase()}`)
    expect(asked.body).toEqual({ status: 'success', message: 'Check your email for the reset link.' })
    await answerResetRequests(database.pool)
    const link = linkIn((await mailsTo(email))[0])
    expect((await reset(link)).body).toEqual({ status: 'success', message: 'Password reset successful' })
    expect((await logIn(email, password)).status).toBe(401)
    const entered = await logIn(email, 'a new set of words')
    expect(entered.status).toBe(200)
    expect((await ask(app, 'GET', `${api}/me`, { token })).status).toBe(401)
    const { activity } = (await ask(app, 'GET', `${api}/activity`, { token: entered.body.token })).body.data
    expect(activity[0]).toMatchObject({ kind: 'password-reset', by: 'you' })
    expect((await mailsTo(email))[0]).toContain('Your password was reset')
  })

  test('A1 an unknown e-mail gets the same bytes and headers, and nothing is sent', async () => {
    const plain = ({ text, headers: { 'x-request-id': _, date: _date, ...headers } }: Reply) => ({ text, headers })
    const { email } = await signUpSomebody(app)
    const unknown = `${randomUUID()}@people.example`
    expect(plain(await forgot(unknown))).toEqual(plain(await forgot(email)))
    await answerResetRequests(database.pool)
    expect(await mailsTo(unknown)).toEqual([])
  })

  test('A2 the same is written for a known and an unknown e-mail, so that its time tells nothing', async () => {
    const { email } = await signUpSomebody(app)
    const written = async (address: string) => {
      await database.owner.query('delete from auth.reset_requests')
      await forgot(address)
      const { rows } = await database.owner.query('select (select count(*)::int from auth.reset_requests) as asked, (select count(*)::int from auth.links l join auth.persons p on p.id = l.person_id where p.email = $1) as links', [address])
      return rows[0]
    }
    expect([await written(email), await written(`${randomUUID()}@people.example`)]).toEqual([{ asked: 1, links: 0 }, { asked: 1, links: 0 }])
    await database.owner.query('delete from auth.reset_requests')
  })

  test('A4 no header of the request gets into the link', async () => {
    const { email } = await signUpSomebody(app)
    await forgot(email, { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' } })
    expect((await forgot(email, { headers: { host: 'evil.example' } })).status).toBe(421)
    await answerResetRequests(database.pool)
    const mail = (await mailsTo(email))[0]!
    expect(mail).toContain('http://localhost:3000/reset-password/')
    expect(mail).not.toContain('evil')
  })

  test('A5 of twenty uses of one link at once, one counts', async () => {
    const { email } = await signUpSomebody(app)
    const link = await linkFor(email)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, number) => reset(link, `a new set of words ${number}`)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(404)])
    expect(replies.find(({ status }) => status === 404)!.body.code).toBe('link_ended')
    const winner = replies.findIndex(({ status }) => status === 200)
    expect((await logIn(email, `a new set of words ${winner}`)).status).toBe(200)
  })

  test('A5 a new link ends the one before, and an hour ends every one', async () => {
    const { email, id } = await signUpSomebody(app)
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect((await reset(first)).body.code).toBe('link_ended')
    await database.owner.query(`update auth.links set expires_at = expires_at - interval '1 hour' where person_id = $1`, [id])
    expect((await reset(second)).body.code).toBe('link_ended')
  })

  test('A5 a copy of the database holds nothing that opens an account', async () => {
    const { email } = await signUpSomebody(app)
    const link = await linkFor(email)
    const { rows } = await database.owner.query('select l.id, o."values"::text as mail from auth.links l join auth.persons p on p.id = l.person_id join outbox o on o.owner_id = p.id where p.email = $1', [email])
    expect(rows.length).toBeGreaterThan(0)
    for (const { id, mail } of rows) {
      expect(mail).not.toContain(link)
      expect((await reset(id)).status).toBe(404)
      expect((await reset(sign('another secret, 0123456789 abcdefghi', 'reset-password', id))).status).toBe(404)
      expect((await reset(sign(testSecret, 'confirm-email', id))).status).toBe(404)
    }
  })

  test('A5 signs nobody in, and takes no second factor away', async () => {
    const person = await signUpSomebody(app)
    const { secret } = await setUpApp(app, person.token)
    const reply = await reset(await linkFor(person.email))
    expect(reply.headers['set-cookie']).toBeUndefined()
    const half = await logIn(person.email, 'a new set of words')
    expect(half.body.status).toBe('second_factor')
    const entered = await ask(app, 'POST', `${api}/login/second-factor`, { payload: { challenge: half.body.data.challenge, code: codeOf(secret) } })
    expect(entered.status).toBe(200)
  })

  test('A15 takes no password that signing up would not take, and the link is still good then', async () => {
    const { email } = await signUpSomebody(app)
    const link = await linkFor(email)
    expect((await reset(link, 'short')).body.fields).toEqual({ newPassword: 'Password must be at least 6 characters' })
    expect((await reset(link, 'password123')).body.code).toBe('password_too_common')
    expect((await reset(link, 'one set of words', 'another set')).body.fields).toEqual({ confirmPassword: 'Passwords do not match' })
    expect((await reset(link)).status).toBe(200)
  })

  test('A3 three mails an hour and no more go to one account, and the reply stays the same', async () => {
    const { email } = await signUpSomebody(app)
    for (let time = 0; time < 5; time++) {
      expect((await forgot(email)).body.message).toBe('Check your email for the reset link.')
      await answerResetRequests(database.pool)
    }
    expect((await mailsTo(email)).filter((mail) => linkIn(mail) !== '')).toHaveLength(3)
  })

  test('A3 an address that asks for many is told to wait', async () => {
    const strict = await createTestApp(database, { policy: { ...livePolicy, playMoney: true, signUpsPerAddress: { count: 2, withinMs: 3_600_000 } } })
    const from = () => ask(strict, 'POST', `${api}/forgot-password`, { payload: { email: `${randomUUID()}@people.example` }, remoteAddress: '192.0.2.50' })
    expect([(await from()).status, (await from()).status, (await from()).status]).toEqual([200, 200, 429])
  })

  test('the sign-ins of the demonstration get no link', async () => {
    const { email, id } = await signUpSomebody(app)
    await database.owner.query('update owners set fixed = true where id = $1', [id])
    await forgot(email)
    await answerResetRequests(database.pool)
    expect((await mailsTo(email)).map(linkIn).join('')).toBe('')
    expect((await database.owner.query('select from auth.links where person_id = $1', [id])).rowCount).toBe(0)
  })
})
