/** Figures about the firm: what the books say, with its time, and nothing that would tell of a few people. */
import { describe, expect, test } from 'vitest'
import { claim, type ClaimName } from '../../src/contract/claims.ts'
import { readClaims, roundedDown } from '../../src/domains/claims/read.ts'
import { createOlderReads } from '../../src/platform/older-reads.ts'
import { livePolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp } from '../support/http.ts'

/** An empty firm with plans and cover. */
async function newFirm() {
  const database = await createTestDatabase()
  const plans = await seedPlans(database)
  const house = createHouse(database)
  const older = createOlderReads({
    primary: database.pool as never,
    standby: null,
    log: { warn() {} } as never,
  })
  const claims = async () =>
    Object.fromEntries(
      (await readClaims(older, false)).map(({ name, value }) => [name, value]),
    ) as Partial<Record<ClaimName, number>>
  const invest = async (amount: bigint) => {
    const owner = await house.person({ cash: 20_000_00n })
    const reply = await house.run(
      'OpenInvestment',
      {
        owner,
        planId: plans.starter,
        amount,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      owner,
    )
    expect(reply.outcome).toBe('done')
    return owner
  }
  const admin = await house.person({ role: 'admin' })
  let payouts = 0
  const payOut = async (owner: string, minutes: number) => {
    payouts += 1
    const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'any kind' } as const
    const asked = await house.run('RequestWithdrawal', { owner, amount: 10_00n, target }, owner)
    const withdrawal = JSON.parse(asked.text).data.withdrawal._id as string
    await house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin)
    await database.owner.query(
      'update business_clock set advance = advance + make_interval(mins => $1)',
      [minutes],
    )
    const paid = await house.run('PayWithdrawal', { withdrawal, reference: `tx-${payouts}` }, admin)
    expect(paid.outcome).toBe('done')
  }
  return { database, house, claims, invest, payOut }
}

describe('the figures of a firm', () => {
  test('are none before anything was booked; the days run from the first booking', async () => {
    const { database, house, claims } = await newFirm()
    expect(await claims()).toEqual({})
    await moveDays(database, 3)
    await house.fund({ returns: 100_000_00n })
    expect(await claims()).toEqual({ daysRunning: 0 })
    await moveDays(database, 40)
    await house.person({ cash: 5_00n })
    expect(await claims()).toEqual({ daysRunning: 40 })
  })
  test('tell of sums only when five people stand behind them, rounded down', async () => {
    const { house, claims, invest } = await newFirm()
    await house.fund({ returns: 100_000_00n })
    await invest(123_45n)
    for (let n = 0; n < 3; n += 1) await invest(700_00n)
    expect(Object.keys(await claims())).toEqual(['daysRunning'])
    await invest(987_65n)
    expect(await claims()).toEqual({ investors: 5, invested: 3210, daysRunning: 0 })
    await house.person({ cash: 1_00n })
    expect((await claims()).investors).toBe(5)
  })
  test('say how long payouts take from five people and twenty payouts on, of the last 90 days', async () => {
    const { database, house, claims, invest, payOut } = await newFirm()
    await house.fund({ returns: 100_000_00n })
    const people: string[] = []
    for (let n = 0; n < 5; n += 1) people.push(await invest(100_00n))
    // One greedy person among many: however often they are paid, nothing is said.
    for (let n = 0; n < 15; n += 1) await payOut(people[0]!, 1)
    for (const one of people.slice(1, 4)) await payOut(one, 600)
    expect(await claims()).not.toHaveProperty('withdrawalMinutesMedian')
    await payOut(people[4]!, 600)
    const nineteen = await claims()
    expect([nineteen.withdrawalMinutesMedian, nineteen.withdrawalMinutesP95]).toEqual([
      expect.toSatisfy((minutes: number) => minutes <= 3),
      undefined,
    ])
    await payOut(people[4]!, 3000)
    const twenty = await claims()
    expect([twenty.withdrawn, twenty.withdrawalMinutesP95]).toEqual([
      200,
      expect.toSatisfy((minutes: number) => minutes >= 600 && minutes <= 602),
    ])
    await moveDays(database, 91)
    const later = await claims()
    expect(later).not.toHaveProperty('withdrawalMinutesMedian')
    expect(later).not.toHaveProperty('withdrawalMinutesP95')
    expect(later.withdrawn).toBe(200)
  })
})

test.each([
  [0n, 0n],
  [999_99n, 999_00n],
  [1_234_56n, 1_230_00n],
  [11_456_789_00n, 11_400_000_00n],
])('%s cents are said as %s', (amount, said) => expect(roundedDown(amount)).toBe(said))

test('everybody may ask, a reply may be kept for a minute, and within it the books are read once', async () => {
  const { database, house } = await newFirm()
  await house.fund({ returns: 1_00n })
  const app = await createTestApp(database, { policy: livePolicy })
  const reply = await ask(app, 'GET', `${api}/claims`)
  expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  const [only, ...others] = reply.body.data.claims
  expect(others).toEqual([])
  expect(claim.parse(only)).toMatchObject({ name: 'daysRunning', value: 0, sample: false })
  await moveDays(database, 5)
  expect((await ask(app, 'GET', `${api}/claims`)).text).toBe(reply.text)
  const wrong = await ask(app, 'POST', `${api}/claims`, { payload: {} })
  expect([wrong.status, wrong.headers['cache-control']]).toEqual([405, 'no-store'])
})
