/** Nobody is mailed without end because somebody else has typed their address: whichever call would do it. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fullPath, ofStaff, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, verified } from '../support/http.ts'
import { filesOf, root } from '../support/source.ts'
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
  call(who, 'POST', `${api}/investment-limit`, { amount })

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
    const capability = ofStaff(endpoint)
    const role = capability === 'draw-samples' ? 'auditor' : 'admin'
    await setRole(database, mailed.id, capability === null ? 'user' : role)
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
    'freezeOwnAccount',
    'sendVerification',
    'stopAccessChange',
    'stopClosing',
  ])
})

/** What anybody may call, signed in or not, and what bounds the mails that it can cause. */
const once = 'its link works once'
const nobody = 'it mails nobody'
const publicCalls = {
  acceptStaffInvitation: once,
  agreeToEmailChange: once,
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
  signUp: 'an email address has one account',
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
  const somebody = await signUpSomebody(app)
  const set = () => call(adam, 'PATCH', `${api}/${somebody.id}`, { email: typed })
  const invite = () =>
    call(adam, 'POST', `${api}/staff-invitations`, { email: typed, reason: 'She begins' })
  const statuses = []
  for (const one of [change, invite, change, invite, change, set])
    statuses.push((await one()).status)
  expect(statuses.slice(3)).toEqual([429, 429, 429])
  expect(await mailsTo(ada, typed)).toBeLessThanOrEqual(limit.count)
})

describe('J17: what staff do to one person', () => {
  const house = createHouse(database)
  const most = 60
  const wallet = {
    type: 'bank_transfer',
    walletName: 'Mine',
    walletAddress: 'of any kind',
  } as const
  const kindsTo = async ({ id }: Somebody) =>
    Object.fromEntries(
      (
        await database.owner.query<{ kind: string; count: number }>(
          `select case template when 'more-today' then 'more instead of ' || (values ->> 'instead') else template end as kind,
              count(*)::int as count from outbox where owner_id = $1 group by 1 order by 1`,
          [id],
        )
      ).rows.map(({ kind, count }) => [kind, count]),
    )
  const passADay = ({ id }: Somebody) =>
    database.owner.query(
      `update outbox set created_at = created_at - interval '1 day' where owner_id = $1`,
      [id],
    )
  let [admin, confirmed]: [string, Somebody] = ['', null as never]
  beforeAll(async () => {
    admin = await house.person({ role: 'admin' })
    confirmed = await verified(app, database, await signUpSomebody(app))
  })
  const flip = async ({ id: user }: Somebody, times: number) => {
    for (let n = 0; n < times; n += 1) {
      const kind = n % 2 === 0 ? 'FreezeUser' : 'UnfreezeUser'
      expect((await house.run(kind, { user, reason: 'A test' }, admin)).outcome).toBe('done')
    }
  }

  test('is never refused because of its mails, which end with one that says where all of it stands', async () => {
    const owner = confirmed.id
    await house.run('CreditPlayMoney', { owner, amount: 500_00n, asset: 'BTC' }, owner)
    const decide = async () => {
      const id = randomUUID()
      await house.run('RequestWithdrawal', { owner, amount: 1_00n, target: wallet }, owner, { id })
      const asked = { withdrawal: id, secondApprovalAbove: null }
      return (await house.run('ApproveWithdrawal', asked, admin)).outcome
    }
    for (let n = 0; n < most + 3; n += 1) expect(await decide()).toBe('done')
    const after = await kindsTo(confirmed)
    expect(after).toMatchObject({
      'withdrawal-decided': most,
      'more instead of withdrawal-decided': 1,
      // Of what they do themselves each is told: by it they stop what a thief has asked for.
      'withdrawal-requested': most + 3,
    })
    // No flood of one kind hides another.
    await flip(confirmed, 2)
    expect(await kindsTo(confirmed)).toEqual({ ...after, 'staff-change': 2 })
    await passADay(confirmed)
    await decide()
    expect(await kindsTo(confirmed)).toMatchObject({ 'withdrawal-decided': most + 1 })
  })

  test('mails an address that nobody has confirmed less, whatever they do', async () => {
    const stranger = await signUpSomebody(app)
    await flip(stranger, 34)
    for (let n = 0; n < 4; n += 1) await house.run('EndSessions', { user: stranger.id }, admin)
    expect(await mailsTo(stranger)).toBe(31)
    expect(await kindsTo(stranger)).toMatchObject({ 'more instead of staff-change': 1 })
  })

  test('has no other way into the outbox', () => {
    const writing = filesOf('src/**/*.ts').filter((file) =>
      /insert into outbox/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(writing).toEqual([
      // To whoever wants the hash of each day's proof: one a day, to a confirmed address.
      'src/domains/proofs/mails.ts',
      // Each asked for by its address: verificationMailsPerAccount, resetMailsPerAccount, one a day for a browser.
      'src/domains/sign-in/links.ts',
      'src/platform/mail/outbox.ts',
      'src/platform/mail/tell-once.ts',
    ])
    const telling = filesOf('src/**/*.ts').filter((file) =>
      /\btellOnce\(pool/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(telling).toEqual([
      // What waits for an administrator: one each morning, to a confirmed address.
      'src/domains/staff-work/daily-mail.ts',
      // To whoever is verified, a month before that ends: one an end, to an address that they have confirmed.
      'src/domains/verification/ends-soon.ts',
    ])
  })
})
