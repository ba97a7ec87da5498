/** How much people let themselves place: what it stops, when it rises, and that nobody but they set it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { dayMs, hourMs } from '../../src/lib/instant.ts'
import { times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import { investorsOf, type Investor } from '../support/investors.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const [app, app2] = await Promise.all([createTestApp(database), createTestApp(database)])
const house = createHouse(database)
const plans = await seedPlans(database)
beforeAll(() => house.fund({ returns: 1_000_000_00n }))

const { post, get, investor, invest } = investorsOf(app, plans.advanced)
type Somebody = Investor
type App = typeof app

const pass = (ms: number) =>
  database.owner.query(
    `update business_clock set advance = advance + $1 * interval '1 millisecond'`,
    [ms],
  )

describe('One’s own limit', () => {
  const set = (who: Somebody, amount: number | null, at: App = app) =>
    post(who, '/investment-limit', { amount }, at)
  const limitOf = async (who: Somebody) => (await get(who, '/investment-limit')).investmentLimit

  test('stops what is beyond it, and says what still fits', async () => {
    const ada = await investor()
    expect(await limitOf(ada)).toEqual({ amount: null, room: null, next: null })
    const reply = await set(ada, 1_500)
    expect([reply.status, reply.body.message]).toEqual([200, 'Your own limit is $1,500.00'])
    expect((await invest(ada)).status).toBe(201)
    expect(await limitOf(ada)).toEqual({ amount: 1_500, room: 500, next: null })
    const { status, body } = await invest(ada)
    expect([status, body.code, body.message]).toEqual([
      422,
      'beyond_own_limit',
      'Your own limit is $1,500.00 in plans at once, and $1,000.00 is invested: $500.00 still fits. Nothing was booked.',
    ])
    // What has come back makes room again.
    await moveDays(database, 16)
    await settleDue({ pool: database.pool, desk: house.desk })
    expect((await invest(ada)).status).toBe(201)
  })

  test('counts at once when it is lowered, and a day later when it rises or ends', async () => {
    const ada = await investor()
    await set(ada, 1_000)
    expect((await set(ada, 500)).body.data.investmentLimit).toEqual({
      amount: 500,
      room: 500,
      next: null,
    })
    const raised = await set(ada, 2_000)
    expect(raised.body.message).toMatch(
      /^Your own limit rises to \$2,000\.00 on .+ UTC; until then it is \$500\.00$/,
    )
    expect((await invest(ada)).body.code).toBe('beyond_own_limit')
    await pass(dayMs - hourMs)
    expect(await limitOf(ada)).toMatchObject({ amount: 500, next: { amount: 2_000 } })
    await pass(hourMs)
    expect(await limitOf(ada)).toEqual({ amount: 2_000, room: 2_000, next: null })
    expect((await invest(ada)).status).toBe(201)
    await set(ada, null)
    expect(await limitOf(ada)).toMatchObject({ amount: 2_000, next: { amount: null } })
    await pass(dayMs)
    expect(await limitOf(ada)).toEqual({ amount: null, room: null, next: null })
  })

  test('that is lowered takes a waiting raise back, and another raise waits anew', async () => {
    const ada = await investor()
    await set(ada, 1_000)
    await set(ada, 3_000)
    await pass(dayMs - hourMs)
    await set(ada, 4_000)
    await pass(hourMs)
    expect(await limitOf(ada)).toMatchObject({ amount: 1_000, next: { amount: 4_000 } })
    // The same again takes the raise back.
    await set(ada, 1_000)
    await pass(2 * dayMs)
    expect(await limitOf(ada)).toEqual({ amount: 1_000, room: 1_000, next: null })
  })

  test('that stays as it is, or waits already, is no change; 0 lets nothing be placed', async () => {
    const ada = await investor()
    expect((await set(ada, null)).body.code).toBe('limit_unchanged')
    await set(ada, 0)
    expect((await set(ada, 0)).body.code).toBe('limit_unchanged')
    expect((await invest(ada)).body.message).toContain('nothing more fits')
    await set(ada, 10)
    expect((await set(ada, 10)).body.code).toBe('limit_unchanged')
    for (const odd of [-1, 0.001, '5', undefined])
      expect((await set(ada, odd as number)).status).toBe(400)
  })

  test('holds where two tabs place at once, at two servers', async () => {
    const ada = await investor()
    await set(ada, 2_000)
    const replies = await Promise.all(times(5, (n) => invest(ada, n % 2 === 0 ? app : app2)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422, 422])
    expect(await limitOf(ada)).toMatchObject({ room: 0 })
  })

  test('is raised by nobody who writes into the database, but by what has waited', async () => {
    const ada = await investor()
    await set(ada, 1_000)
    const raise = (amount: string) =>
      database.pool.query(`update investment_limits set amount = ${amount} where owner_id = $1`, [
        ada.id,
      ])
    for (const amount of ['100001', 'null']) await expect(raise(amount)).rejects.toThrow()
    await set(ada, 3_000)
    await expect(raise('300001')).rejects.toThrow()
    await pass(dayMs)
    expect((await set(ada, 2_000)).body.data.investmentLimit).toMatchObject({ amount: 2_000 })
  })

  test('is set by its owner alone, told by mail and in the activity, and read by staff', async () => {
    const [ada, admin] = [await investor(), await signUpSomebody(app)]
    await setRole(database, admin.id, 'admin')
    await set(ada, 1_000)
    await set(ada, 2_000)
    const { activity } = await get(ada, '/activity')
    expect(activity.slice(0, 2)).toMatchObject([
      {
        kind: 'investment-limit-raised',
        by: 'you',
        changes: [{ field: 'investmentLimit', from: '$1,000.00', to: '$2,000.00' }],
      },
      { kind: 'investment-limit-set', changes: [{ from: 'none', to: '$1,000.00' }] },
    ])
    const { rows } = await database.owner.query(
      `select "values" ? 'from' as waits from outbox where owner_id = $1 and template = 'investment-limit' order by id`,
      [ada.id],
    )
    expect(rows).toEqual([{ waits: false }, { waits: true }])
    const path = `${api}/users/${ada.id}/investment-limit`
    expect(
      (await ask(app, 'GET', path, { token: admin.token })).body.data.investmentLimit,
    ).toMatchObject({ amount: 1_000, next: { amount: 2_000 } })
    expect((await ask(app, 'POST', path, { token: admin.token, payload: {} })).status).toBe(405)
    const { differences } = await auditState(database.pool)
    // Whom this file has made staff by hand.
    expect(differences.filter((one) => !one.includes('role is "admin"'))).toEqual([])
  })
})
