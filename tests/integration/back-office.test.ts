/**
 * What staff do, over the API: every act is posted, shown to the person, and refused where the rules say so.
 *
 * @module-tag story
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { believe } from '../support/believe.ts'
import { createTestDatabase } from '../support/database.ts'
import { moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const plans = await seedPlans(database)
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let admin: Somebody
let second: Somebody
let auditor: Somebody

async function staff(role: 'admin' | 'auditor'): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await setRole(database, person.id, role)
  return person
}

const post = (who: Somebody, path: string, payload?: object, key: string = randomUUID()) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': key },
    ...(payload ? { payload } : {}),
  })
const edit = (who: Somebody, id: string, payload: object) =>
  ask(app, 'PATCH', `${api}/${id}`, { token: who.token, payload })
const close = (who: Somebody, id: string) =>
  ask(app, 'DELETE', `${api}/${id}`, { token: who.token })
const get = async (who: Somebody, path: string) =>
  (await ask(app, 'GET', api + path, { token: who.token })).body.data
const me = async (who: Somebody) => (await get(who, '/me')).user
const treasury = async () => (await get(admin, '/treasury')).treasury

async function investor(dollars = 0, fields: object = {}): Promise<Somebody> {
  const person = await signUpSomebody(app, { ...fields })
  if (dollars > 0) await post(person, '/demo/deposits', { amount: dollars, asset: 'USDT' })
  return person
}

async function requested(person: Somebody, amount: number): Promise<string> {
  const reply = await post(person, '/requestWithdrawal', {
    type: 'bank_transfer',
    amount,
    bankName: 'w',
    bankNumber: 'a',
  })
  return reply.body.data.withdrawal._id
}

beforeAll(async () => {
  admin = await staff('admin')
  second = await staff('admin')
  auditor = await staff('auditor')
})

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

describe('the treasury', () => {
  test('books capital under its reference once, and funds pools out of it with their asset', async () => {
    const before = await treasury()
    const paid = await post(admin, '/treasury/capital', { amount: 1_000_000, reference: 'wire 1' })
    expect(paid.body.data.treasury).toMatchObject({
      capital: before.capital + 1_000_000,
      assets: { firmBank: before.assets.firmBank + 1_000_000 },
    })
    const again = await post(admin, '/treasury/capital', { amount: 1_000_000, reference: 'wire 1' })
    expect([again.status, again.body.code]).toEqual([409, 'reference_used'])
    const funded = await post(admin, '/treasury/funding', { pool: 'returns', amount: 400_000 })
    expect(funded.body.data.treasury).toMatchObject({
      capital: before.capital + 600_000,
      pools: { returns: before.pools.returns + 400_000 },
      assets: {
        firmBank: before.assets.firmBank + 600_000,
        clientBank: before.assets.clientBank + 400_000,
      },
    })
    const short = await post(admin, '/treasury/funding', { pool: 'referral', amount: 600_000.01 })
    expect([short.status, short.body.code]).toEqual([422, 'capital_short'])
    expect(await treasury()).toMatchObject(funded.body.data.treasury)
  })
})

describe('a plan that the pool cannot cover', () => {
  test('is refused with what can be covered, is shown as sold out, and opens again when the pool is filled', async () => {
    const { pools } = await treasury()
    const big = await investor(1_000_000)
    for (let i = 0; i < 5; i += 1)
      await post(big, '/demo/deposits', { amount: 1_000_000, asset: 'BTC' })
    // Takes the pool down to $150: Platinum Pro promises 20%.
    const taken = await post(big, '/investments', {
      planId: plans.platinum,
      amount: (pools.returns - 150) * 5,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    })
    expect(taken.status).toBe(201)

    const person = await investor(5_000)
    const shown = (await get(person, '/plans')).plans
    expect(shown.find((plan: any) => plan.id === plans.advanced)).toMatchObject({
      available: true,
      largestCoverable: 1250.04,
    })
    expect(shown.find((plan: any) => plan.id === plans.elite)).toMatchObject({
      available: false,
      largestCoverable: 0,
    })

    const tooMuch = await post(person, '/investments', {
      planId: plans.advanced,
      amount: 1250.05,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    })
    expect([tooMuch.status, tooMuch.body.code]).toEqual([422, 'not_covered'])
    expect(tooMuch.body.message).toContain('$1,250.04')
    const rest = await post(person, '/investments', {
      planId: plans.advanced,
      amount: 1250.04,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    })
    expect(rest.status).toBe(201)
    const soldOut = await post(person, '/investments', {
      planId: plans.advanced,
      amount: 1000,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    })
    expect(soldOut.body).toMatchObject({
      code: 'not_covered',
      message: expect.stringContaining('sold out'),
    })
    expect(await me(person)).toMatchObject({ accountBalance: 3749.96, invested: 1250.04 })

    await post(admin, '/treasury/funding', { pool: 'returns', amount: 120 })
    expect(
      (
        await post(person, '/investments', {
          planId: plans.advanced,
          amount: 1000,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: 1,
        })
      ).status,
    ).toBe(201)
  })

  test('is not sold while it is withdrawn from sale', async () => {
    const person = await investor(5_000)
    await database.owner.query('update plans set on_sale = false where id = $1', [plans.starter])
    await believe(database.owner, 'plans')
    const refused = await post(person, '/investments', {
      planId: plans.starter,
      amount: 100,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    })
    await database.owner.query('update plans set on_sale = true where id = $1', [plans.starter])
    await believe(database.owner, 'plans')
    expect([refused.status, refused.body.code]).toEqual([422, 'plan_not_offered'])
  })
})

describe('an edit by staff', () => {
  beforeAll(async () => {
    await post(admin, '/treasury/capital', { amount: 10_000, reference: 'wire for corrections' })
    await post(admin, '/treasury/funding', { pool: 'corrections', amount: 10_000 })
  })

  test('posts the differences and shows the person who, when, why, and what was before', async () => {
    const person = await investor(100)
    const { version } = await me(person)
    const reply = await edit(admin, person.id, {
      userId: person.id,
      accountBalance: 175,
      totalProfit: 50,
      totalLoss: 10,
      reason: 'Booked short',
      version,
    })
    expect(reply.body).toMatchObject({
      message: 'User profile updated successfully',
      data: { user: { accountBalance: 175, totalProfit: 50, totalLoss: 10 } },
    })
    const { rows } = await database.owner.query(
      'select event, amount from ledger.postings where debit_owner = $1 or credit_owner = $1 order by at, line',
      [person.id],
    )
    expect(rows.slice(1)).toEqual([
      { event: 'profit-corrected', amount: 50_00n },
      { event: 'balance-corrected', amount: 35_00n },
      { event: 'loss-corrected', amount: 10_00n },
    ])
    const [entry] = (await get(person, '/activity')).activity
    expect(entry).toMatchObject({
      kind: 'correction-made',
      by: 'staff',
      staffName: admin.user.fullName,
      reason: 'Booked short',
      amount: 75,
      balanceAfter: 175,
      changes: [
        { field: 'accountBalance', from: '$100.00', to: '$175.00' },
        { field: 'totalProfit', from: '$0.00', to: '$50.00' },
        { field: 'totalLoss', from: '$0.00', to: '$10.00' },
      ],
    })
  })

  test('of a name and an email lets the person sign in with the new one only', async () => {
    const person = await investor()
    const email = `${randomUUID()}@people.example`
    expect((await edit(admin, person.id, { fullName: 'Zoë Ångström', email })).status).toBe(200)
    const old = await ask(app, 'POST', `${api}/login`, {
      payload: { email: person.email, password: person.password },
    })
    const now = await ask(app, 'POST', `${api}/login`, {
      payload: { email, password: person.password },
    })
    expect([old.status, now.status, now.body.data.user.fullName]).toEqual([
      401,
      200,
      'Zoë Ångström',
    ])
    const taken = await edit(admin, person.id, { email: second.email })
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
  })

  test('from a form that was opened before something else changed is told so and changes nothing', async () => {
    const person = await investor(100)
    const { version } = await me(person)
    await post(person, '/demo/deposits', { amount: 1, asset: 'BTC' })
    const stale = await edit(admin, person.id, { accountBalance: 100, version })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_version'])
    expect((await me(person)).accountBalance).toBe(101)
  })

  test('that changes nothing posts nothing and is no activity', async () => {
    const person = await investor(100)
    const before = await me(person)
    const reply = await edit(admin, person.id, {
      fullName: before.fullName,
      accountBalance: 100,
      totalProfit: 0,
      totalLoss: 0,
      version: before.version,
    })
    expect([reply.status, reply.body.data.user.version]).toEqual([200, before.version])
  })

  test.each([
    ['below zero', { accountBalance: -0.01 }, 422, 'balance_below_zero'],
    ['whose loss takes the balance below zero', { totalLoss: 100.01 }, 422, 'balance_below_zero'],
    ['of a profit below zero', { totalProfit: -1 }, 422, 'totals_below_zero'],
    ['beyond the corrections pool', { accountBalance: 1_000_000 }, 422, 'corrections_pool_short'],
  ])('%s is refused', async (_, payload, status, code) => {
    const person = await investor(100)
    const reply = await edit(admin, person.id, payload)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await me(person)).toMatchObject({ accountBalance: 100, totalProfit: 0, totalLoss: 0 })
  })
})

describe('a referral', () => {
  test('is credited with 10% out of the referral pool, any number of times', async () => {
    await post(admin, '/treasury/capital', { amount: 100, reference: 'wire for referrals' })
    await post(admin, '/treasury/funding', { pool: 'referral', amount: 100 })
    const referrer = await investor()
    const friend = await investor(500, { referralCode: referrer.user.referralCode })
    expect(await me(friend)).toMatchObject({
      referredBy: referrer.user.fullName,
      referredById: referrer.id,
    })
    const beyond =
      '. Credits come to $100.00 for this friend, more than 10% of the $500.00 that they have funded (deposits less withdrawals).'
    for (const [balance, warned] of [
      [50, ''],
      [100, beyond],
    ] as const) {
      const reply = await post(admin, '/credit-referrer', { userId: friend.id, fundingAmount: 500 })
      expect(reply.body).toMatchObject({
        message: `Referrer credited successfully${warned}`,
        data: { credited: 50, referrer: { id: referrer.id, fullName: referrer.user.fullName } },
      })
      expect((await me(referrer)).accountBalance).toBe(balance)
    }
    expect(await me(friend)).toMatchObject({ accountBalance: 500 })
    const short = await post(admin, '/credit-referrer', { userId: friend.id, fundingAmount: 500 })
    expect([short.status, short.body.code]).toEqual([422, 'referral_pool_short'])
    const tiny = await post(admin, '/credit-referrer', { userId: friend.id, fundingAmount: 0.05 })
    expect([tiny.status, tiny.body.code]).toEqual([422, 'credit_rounds_to_zero'])
  })

  test('of somebody who was not referred, or who doesn’t exist, is refused', async () => {
    const person = await investor()
    const none = await post(admin, '/credit-referrer', { userId: person.id, fundingAmount: 500 })
    expect(none.body).toMatchObject({
      status: 422,
      code: 'not_referred',
      message: 'This user was not referred',
    })
    expect(
      (await post(admin, '/credit-referrer', { userId: randomUUID(), fundingAmount: 500 })).body
        .code,
    ).toBe('unknown_user')
  })
})

describe('a frozen account', () => {
  test('keeps money in, lets money come, and says so; staff lift it', async () => {
    const person = await investor(2_000)
    const waiting = await requested(person, 10)
    await post(admin, '/treasury/capital', { amount: 100, reference: randomUUID() })
    await post(admin, '/treasury/funding', { pool: 'returns', amount: 100 })
    expect(
      (
        await post(person, '/investments', {
          planId: plans.starter,
          amount: 100,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: 1,
        })
      ).status,
    ).toBe(201)
    expect(
      (await post(admin, `/users/${person.id}/freeze`, { reason: 'A call is awaited' })).body.data
        .user.status,
    ).toBe('frozen')
    expect((await post(admin, `/users/${person.id}/freeze`, { reason: 'again' })).body.code).toBe(
      'already_frozen',
    )

    const out = await post(person, '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 1,
      bankName: 'w',
      bankNumber: 'a',
    })
    expect([out.status, out.body.code]).toEqual([403, 'account_frozen'])
    expect(
      (
        await post(person, '/investments', {
          planId: plans.starter,
          amount: 100,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: 1,
        })
      ).body.code,
    ).toBe('account_frozen')
    expect((await post(admin, `/withdrawals/${waiting}/approval`)).body.code).toBe('account_frozen')
    expect((await post(person, '/demo/deposits', { amount: 5, asset: 'BTC' })).status).toBe(201)
    await moveDays(database, 8)
    const moved = await post(admin, '/demo/clock', { days: 1 })
    expect(moved.status).toBe(200)
    expect(await me(person)).toMatchObject({
      status: 'frozen',
      accountBalance: 2_005,
      held: 10,
      totalProfit: 10,
    })
    expect((await get(person, '/activity?kind=account-frozen')).activity[0]).toMatchObject({
      reason: 'A call is awaited',
      staffName: admin.user.fullName,
    })

    expect((await post(admin, `/users/${person.id}/unfreeze`, { reason: 'Called' })).status).toBe(
      200,
    )
    expect(
      (await post(admin, `/users/${person.id}/unfreeze`, { reason: 'Called' })).body.code,
    ).toBe('not_frozen')
    expect((await post(admin, `/withdrawals/${waiting}/approval`)).status).toBe(200)
  })
})

describe('deciding on withdrawals', () => {
  test('happens once: later decisions are told what was decided and by whom', async () => {
    const person = await investor(100)
    const id = await requested(person, 40)
    expect(
      (await post(admin, `/withdrawals/${id}/rejection`, { reason: 'Wrong network' })).body.data
        .withdrawal,
    ).toMatchObject({ status: 'rejected', reason: 'Wrong network' })
    expect(await me(person)).toMatchObject({ accountBalance: 100, held: 0 })
    const late = await post(second, `/withdrawals/${id}/approval`)
    expect([late.status, late.body.code]).toEqual([409, 'already_decided'])
    expect(late.body.message).toContain(`rejected by ${admin.user.fullName}`)
    const cancel = await ask(app, 'DELETE', `${api}/withdrawals/${id}`, { token: person.token })
    expect([cancel.status, cancel.body.code]).toEqual([409, 'not_pending'])
  })

  test('can be cancelled by the person while pending', async () => {
    const person = await investor(100)
    const id = await requested(person, 40)
    const cancelled = await ask(app, 'DELETE', `${api}/withdrawals/${id}`, { token: person.token })
    expect(cancelled.body.data.withdrawal.status).toBe('cancelled')
    expect((await post(admin, `/withdrawals/${id}/approval`)).body).toMatchObject({
      code: 'already_decided',
      message: expect.stringContaining('cancelled by the user'),
    })
  })

  test('an approved one is owed until its payout is recorded, once, under a reference used once', async () => {
    const person = await investor(100)
    const [one, two] = [await requested(person, 40), await requested(person, 10)]
    expect(
      (await post(admin, `/withdrawals/${one}/payout`, { reference: 'early' })).body.code,
    ).toBe('not_approved')
    for (const id of [one, two]) await post(admin, `/withdrawals/${id}/approval`)
    expect(await me(person)).toMatchObject({ accountBalance: 50, held: 50 })
    const reference = randomUUID()
    expect(
      (await post(admin, `/withdrawals/${one}/payout`, { reference })).body.data.withdrawal,
    ).toMatchObject({ status: 'paid', approvals: [{ by: admin.user.fullName }] })
    expect(
      (await post(admin, `/withdrawals/${one}/payout`, { reference: 'other' })).body.code,
    ).toBe('not_approved')
    expect((await post(admin, `/withdrawals/${two}/payout`, { reference })).body.code).toBe(
      'reference_used',
    )
    expect(
      (await post(admin, `/withdrawals/${two}/return`, { reason: 'Bounced' })).body.data.withdrawal,
    ).toMatchObject({ status: 'returned', reason: 'Bounced' })
    expect(await me(person)).toMatchObject({ accountBalance: 60, held: 0 })
  })

  test('an approved account transfer arrives at once, and both see it', async () => {
    const [from, to] = [await investor(100), await investor()]
    const reply = await post(from, '/requestWithdrawal', {
      type: 'tradehub_transfer',
      amount: 30,
      recipientAccountId: to.user.accountId,
    })
    const id = reply.body.data.withdrawal._id
    expect(await me(to)).toMatchObject({ accountBalance: 0 })
    expect((await post(admin, `/withdrawals/${id}/approval`)).body.data.withdrawal.status).toBe(
      'approved',
    )
    expect([
      (await me(from)).accountBalance,
      (await me(from)).held,
      (await me(to)).accountBalance,
    ]).toEqual([70, 0, 30])
    expect((await get(to, '/activity')).activity[0]).toMatchObject({
      kind: 'transfer-received',
      amount: 30,
      balanceAfter: 30,
    })
    expect((await get(from, `/recipients/${to.user.accountId}`)).maskedName).toMatch(/^S\*+/)
  })

  test('an unknown one is refused', async () => {
    expect((await post(admin, `/withdrawals/${randomUUID()}/approval`)).body.code).toBe(
      'unknown_withdrawal',
    )
  })
})

describe('closing an account', () => {
  test('is refused while money is left, saying what; then it erases the person and keeps the books', async () => {
    const [person, friend] = [await investor(100), await investor()]
    const id = await requested(person, 40)
    const refused = await close(admin, person.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'money_left'])
    expect(refused.body.message).toContain('$60.00 balance, $40.00 held for withdrawals')
    await post(admin, `/withdrawals/${id}/approval`)
    await post(admin, `/withdrawals/${id}/payout`, { reference: randomUUID() })
    const transfer = await post(person, '/requestWithdrawal', {
      type: 'tradehub_transfer',
      amount: 60,
      recipientAccountId: friend.user.accountId,
    })
    await post(admin, `/withdrawals/${transfer.body.data.withdrawal._id}/approval`)

    expect((await close(admin, person.id)).body).toEqual({
      status: 'success',
      message: 'User deleted successfully',
    })
    expect((await ask(app, 'GET', `${api}/me`, { token: person.token })).status).toBe(401)
    expect((await get(admin, `/users/${person.id}`)).user).toMatchObject({
      status: 'closed',
      fullName: 'Closed account',
      email: '',
    })
    const ids = async (query: string) =>
      (await get(admin, `/users?search=${person.user.accountId}${query}`)).users.map(
        (user: any) => user.id,
      )
    expect([await ids(''), await ids('&status=closed')]).toEqual([[], [person.id]])
    const { rows } = await database.owner.query(
      `select count(*)::int as found from (
      select full_name as value from auth.persons union all select email from auth.persons
      union all select wallet_address from withdrawals where owner_id = $1 union all select texts::text || reply from desk.particulars
      union all select input::text from desk.commands) v where value like '%' || $2 || '%' or value like '%' || $3 || '%'`,
      [person.id, person.email, person.user.fullName + '"'],
    )
    expect(rows[0].found).toBe(0)
    expect((await close(admin, person.id)).body.code).toBe('account_closed')
    const late = await post(friend, '/requestWithdrawal', {
      type: 'tradehub_transfer',
      amount: 1,
      recipientAccountId: person.user.accountId,
    })
    expect([late.status, late.body.code]).toEqual([422, 'recipient_closed'])
  })
})

describe('staff', () => {
  test.each<[string, (who: Somebody) => Promise<{ status: number; body: any }>]>([
    ['correct', (who) => edit(who, who.id, { accountBalance: 5 })],
    ['freeze', (who) => post(who, `/users/${who.id}/freeze`, { reason: 'x' })],
    ['delete', (who) => close(who, who.id)],
    [
      'approve a request of',
      async (who) => {
        await post(who, '/demo/deposits', { amount: 5, asset: 'BTC' })
        return post(who, `/withdrawals/${await requested(who, 5)}/approval`)
      },
    ],
    [
      'credit as a referrer',
      async (who) =>
        post(who, '/credit-referrer', {
          userId: (await investor(0, { referralCode: who.user.referralCode })).id,
          fundingAmount: 10,
        }),
    ],
  ])('cannot %s themselves', async (_, act) => {
    const reply = await act(second)
    expect([reply.status, reply.body.code]).toEqual([403, 'not_on_yourself'])
  })

  test('who audit read everything that staff read and change nothing', async () => {
    const person = await investor(10)
    for (const path of [
      '/users',
      `/users/${person.id}`,
      `/users/${person.id}/activity`,
      '/getAllWithdrawals',
      '/treasury',
    ]) {
      expect((await ask(app, 'GET', api + path, { token: auditor.token })).status).toBe(200)
    }
    const changes = [
      await edit(auditor, person.id, { accountBalance: 1 }),
      await close(auditor, person.id),
      await post(auditor, '/demo/clock', { days: 1 }),
      await post(auditor, '/demo/deposits', { amount: 1, asset: 'BTC' }),
      await post(auditor, '/requestWithdrawal', { amount: 1 }),
      await post(auditor, '/investments', { amount: 1 }),
      await ask(app, 'DELETE', `${api}/withdrawals/${randomUUID()}`, { token: auditor.token }),
    ]
    for (const reply of changes) {
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    }
  })

  test('find people by name, email and account ID, page by page, in every order', async () => {
    const mark = randomUUID().slice(0, 8)
    const people = []
    for (const n of [3, 1, 2]) people.push(await investor(n, { fullName: `Zz${mark} ${n}` }))
    for (const [sort, expected] of [
      ['fullName', [1, 2, 3]],
      ['-fullName', [3, 2, 1]],
      ['createdAt', [3, 1, 2]],
      ['accountBalance', [1, 2, 3]],
      ['-accountBalance', [3, 2, 1]],
    ] as const) {
      const found: number[] = []
      let cursor = ''
      do {
        const page = await get(
          admin,
          `/users?search=zz${mark}&sort=${sort}&limit=1${cursor ? `&cursor=${cursor}` : ''}`,
        )
        found.push(...page.users.map((user: any) => user.accountBalance))
        cursor = page.nextCursor
      } while (cursor)
      expect([sort, found]).toEqual([sort, expected])
    }
    const byId = await get(admin, `/users?search=${people[0]!.user.accountId.toLowerCase()}`)
    expect(byId.users.map((user: any) => user.id)).toEqual([people[0]!.id])
    expect((await get(admin, '/users?search=%25_')).users).toEqual([])
    expect((await get(admin, '/users')).total).toBeGreaterThan(3)
  })
})

describe('the clock', () => {
  test('moves once for one key, and its reply is the same byte for byte', async () => {
    const key = randomUUID()
    const [first, again] = [
      await post(admin, '/demo/clock', { days: 3 }, key),
      await post(admin, '/demo/clock', { days: 3 }, key),
    ]
    expect(again.text).toBe(first.text)
    const next = await post(admin, '/demo/clock', { days: 1 })
    expect(Date.parse(next.body.data.now) - Date.parse(first.body.data.now)).toBeLessThan(
      86_400_000 + 60_000,
    )
  })

  test('is not said to stand still when the settling after it breaks off; the same key goes on', async () => {
    // Settling takes a connection of its own; everything else asks the pool.
    const connect = () =>
      Promise.reject(
        Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }),
      )
    const pool = new Proxy(database.pool, {
      get: (target, name) =>
        name === 'connect'
          ? connect
          : typeof target[name as never] === 'function'
            ? (target[name as never] as () => void).bind(target)
            : target[name as never],
    })
    const broken = await createTestApp(database, { pool })
    const key = randomUUID()
    const asked = { token: admin.token, headers: { 'idempotency-key': key }, payload: { days: 2 } }
    const reply = await ask(broken, 'POST', `${api}/demo/clock`, asked)
    expect([reply.status, reply.body.code]).toEqual([503, 'outcome_unknown'])
    expect((await ask(app, 'POST', `${api}/demo/clock`, asked)).status).toBe(200)
  })

  test.each([0, -1, 366, 1.5, '1'])('refuses %s days', async (days) => {
    const reply = await post(admin, '/demo/clock', { days })
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed'])
  })
})
