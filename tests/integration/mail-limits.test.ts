/** Nobody is mailed without end because somebody else has typed their address: whichever call would do it. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody, verified } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const limit = { count: 3, withinMs: 86_400_000 }
// A demonstration with a mail server: what people are mailed is limited as in live mode.
const policy = { ...demoPolicy, mailsToUnconfirmed: limit, mailsToTyped: limit }
const app = await createTestApp(database, { policy })

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
const call = (who: Somebody, method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  ask(app, method, path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const setLimit = (who: Somebody, amount: number) =>
  call(who, 'POST', `${api}/placing-limit`, { amount })

const mailsTo = async ({ id }: Somebody, recipient: string | null = null) =>
  (
    await database.owner.query<{ count: number }>(
      `select count(*)::int as count from outbox where ($2::text is null and owner_id = $1) or recipient = $2`,
      [id, recipient],
    )
  ).rows[0]!.count

const changing = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method !== 'GET')
const ofThose = (fits: (endpoint: Endpoint) => boolean) =>
  changing.filter(([, endpoint]) => fits(endpoint))
const namesOf = (of: typeof changing) => of.map(([name]) => name).toSorted()

describe('J17: an address that nobody has confirmed', () => {
  let mailed: Somebody
  beforeAll(async () => {
    mailed = await signUpSomebody(app)
    for (let amount = 100; (await mailsTo(mailed)) < limit.count; amount -= 10)
      expect((await setLimit(mailed, amount)).status).toBe(200)
  })

  test('is mailed so often a day, and what would mail it again is refused', async () => {
    const { status, body, headers } = await setLimit(mailed, 1)
    expect([status, body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(86_000)
    expect(await mailsTo(mailed)).toBe(limit.count)
  })

  const refused = ofThose(({ access, evenMailed }) => access !== 'public' && !evenMailed)
  test.each(refused)('is not mailed by %s either', async (_, endpoint) => {
    if (endpoint.access === 'staff' || endpoint.access === 'admin')
      await setRole(database, mailed.id, 'admin')
    else await setRole(database, mailed.id, 'user')
    const path = fullPath(endpoint).replaceAll(/:\w+/g, randomUUID())
    const { status, body } = await call(mailed, endpoint.method as 'POST', path, {})
    expect([status, body.code]).toEqual([429, 'too_many_requests'])
    expect(await mailsTo(mailed)).toBe(limit.count)
  })

  test('is mailed again once its owner has confirmed it, and that of others meanwhile', async () => {
    expect((await setLimit(await signUpSomebody(app), 50)).status).toBe(200)
    await setRole(database, mailed.id, 'user')
    const confirmed = await verified(app, database, mailed)
    expect((await setLimit(confirmed, 2)).status).toBe(200)
  })
})

test('J17: the only changes that don’t count have a count of their own, or end what others could do', () => {
  expect(namesOf(ofThose(({ evenMailed }) => evenMailed === true))).toEqual([
    'endOtherSessions',
    'endSession',
    'freezeMyself',
    'sendVerification',
    'stopAccessChange',
  ])
})

/** What anybody may call, signed in or not, and what bounds the mails that it can cause. */
const once = 'its link works once'
const nobody = 'it mails nobody'
const publicCalls = {
  acceptStaffInvitation: once,
  agreeToEmail: once,
  askInvitation: nobody,
  beginPasskeyLogIn: nobody,
  cancelByLink: once,
  confirmEmail: once,
  confirmOwnEmail: once,
  forgotPassword: 'resetMailsPerAccount',
  freezeByLink: once,
  giveSecondFactor: 'mailsOfFailuresPerAccount',
  knowBrowser: nobody,
  logIn: 'mailsOfFailuresPerAccount, and one mail a day to know a browser by',
  logInByPasskey: 'mailsOfFailuresPerAccount',
  logOut: nobody,
  resetPassword: once,
  signUp: 'an e-mail address has one account',
  stopByLink: once,
  undoFactor: once,
  verifyEmail: once,
}

test('J17: each public change says what bounds the mails that it causes', () => {
  expect(namesOf(ofThose(({ access }) => access === 'public'))).toEqual(
    Object.keys(publicCalls).toSorted(),
  )
})

test('J17: an address that several people type is mailed so often a day, whatever they ask for', async () => {
  const typed = `${randomUUID()}@typed.example`
  const [ada, adam] = [
    await verified(app, database, await signUpSomebody(app)),
    await verified(app, database, await signUpSomebody(app)),
  ]
  await setRole(database, adam.id, 'admin')
  const change = () => call(ada, 'POST', `${api}/me/email`, { email: typed })
  const invite = () =>
    call(adam, 'POST', `${api}/staff-invitations`, { email: typed, reason: 'She begins' })
  const statuses = []
  for (const one of [change, invite, change, invite, change]) statuses.push((await one()).status)
  expect(statuses.slice(3)).toEqual([429, 429])
  expect(await mailsTo(ada, typed)).toBeLessThanOrEqual(limit.count)
})
