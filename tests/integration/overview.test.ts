/** What home says beside the figures: whether anything began, a second factor, the hold, and what matures next. */
import { describe, expect, test } from 'vitest'
import type { HomeOverview } from '../../src/contract/overview.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { investorsOf, type Investor } from '../support/investors.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 1_000_00n })
const [app, holding] = await Promise.all([
  createTestApp(database),
  createTestApp(database, {
    policy: {
      ...demoPolicy,
      holdAfterSecurityChangeMs: livePolicy.holdAfterSecurityChangeMs,
    },
  }),
])

async function overviewOf({ token }: { token: string }, through = app): Promise<HomeOverview> {
  const { body } = await ask(through, 'GET', `${api}/overview`, { token })
  return body.data.overview
}
const credit = (owner: string, amount: bigint) =>
  house.run('CreditPlayMoney', { owner, amount, asset: 'BTC' }, owner)

const invest = (owner: string, planId: string, amount: bigint) =>
  house.run(
    'OpenInvestment',
    { owner, planId, amount, acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
    owner,
  )

describe('an account', () => {
  test('has not begun before any money has moved, and has for good when all of it is gone', async () => {
    const ada = await signUpSomebody(app)
    const ben = await signUpSomebody(app)
    expect((await overviewOf(ada)).begun).toBe(false)
    await credit(ada.id, 50_00n)
    expect((await overviewOf(ada)).begun).toBe(true)
    const target = { type: 'tradehub_transfer', recipientAccountId: ben.user.accountId } as const
    await house.run('RequestWithdrawal', { owner: ada.id, amount: 50_00n, target }, ada.id)
    expect((await overviewOf(ada)).begun).toBe(true)
    expect((await overviewOf(ben)).begun).toBe(false)
  })
})

describe('the next maturity', () => {
  test('is that of the first investment to mature, with its profit, and none where nothing runs', async () => {
    const [ada, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
    for (const { id } of [ada, ben]) await credit(id, 5_000_00n)
    await invest(ben.id, plans.starter, 100_00n)
    expect((await overviewOf(ada)).nextMaturity).toBeNull()
    await invest(ada.id, plans.advanced, 1_000_00n)
    await invest(ada.id, plans.starter, 100_01n)
    const { rows } = await database.owner.query<{ at: number }>(
      'select matures_at as at from investments where owner_id = $1 and plan_id = $2',
      [ada.id, plans.starter],
    )
    const { at, amount } = (await overviewOf(ada)).nextMaturity!
    expect([Date.parse(at), amount]).toEqual([rows[0]!.at, 110.01])
  })
})

describe('what was undone', () => {
  const { post, investor } = investorsOf(app, plans.starter)
  const place = async (who: Investor, amount: number): Promise<string> => {
    const { body } = await post(who, '/investments', {
      planId: plans.starter,
      amount,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    })
    return body.data.investment.id
  }

  test('is told of all that was ever invested, and of nobody else', async () => {
    const [ada, ben] = [await investor(), await investor()]
    const first = await place(ada, 200)
    expect((await overviewOf(ada)).undone).toBe(0)
    expect((await post(ada, `/investments/${first}/undoing`, {})).status).toBe(200)
    await place(ada, 150)
    await place(ben, 100)
    expect((await overviewOf(ada)).undone).toBe(200)
    expect((await overviewOf(ben)).undone).toBe(0)
  })
})

describe('what has matured', () => {
  const moveClock = async (days: number) => {
    await moveDays(database, days)
    await settleDue({ pool: database.pool, desk: house.desk })
  }

  test('is said for three days of business time, with its profit, to its owner', async () => {
    const [ada, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
    await credit(ada.id, 5_000_00n)
    await invest(ada.id, plans.starter, 100_01n)
    expect((await overviewOf(ada)).matured).toBeNull()
    await moveClock(8)
    expect((await overviewOf(ada)).matured).toEqual({ count: 1, amount: 110.01 })
    expect((await overviewOf(ben)).matured).toBeNull()
    await moveClock(3)
    expect((await overviewOf(ada)).matured).toBeNull()
  })
})

describe('a hold', () => {
  test('ends a day after the sign-in was changed, and is nobody else’s', async () => {
    const [ada, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
    expect((await overviewOf(ada, holding)).holdUntil).toBeNull()
    const { rows } = await database.owner.query<{ at: number }>(
      `update auth.persons set security_changed_at = clock_timestamp() where id = $1 returning security_changed_at as at`,
      [ada.id],
    )
    const until = (await overviewOf(ada, holding)).holdUntil!
    expect(Date.parse(until) - rows[0]!.at).toBe(livePolicy.holdAfterSecurityChangeMs)
    expect((await overviewOf(ben, holding)).holdUntil).toBeNull()
    expect((await overviewOf(ada)).holdUntil).toBeNull()
    await database.owner.query(
      `update auth.persons set security_changed_at = clock_timestamp() - interval '1 day' where id = $1`,
      [ada.id],
    )
    expect((await overviewOf(ada, holding)).holdUntil).toBeNull()
  })
})

test('is nobody’s who isn’t signed in', async () =>
  expect((await ask(app, 'GET', `${api}/overview`)).status).toBe(401))
