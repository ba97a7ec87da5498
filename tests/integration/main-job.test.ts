/** The main job by API calls alone: with the embedded database, and with one given by DATABASE_URL. */
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { thorough } from '../support/extent.ts'
import { logInAsAdmin, signUp } from '../support/client.ts'
import { startServer, stopServers } from '../support/server.ts'

const database = await createTestDatabase({ world: true })
afterAll(stopServers)

describe.each([
  { what: 'an embedded database', tags: [thorough], starting: {} },
  { what: 'a database given by DATABASE_URL', tags: [], starting: { databaseUrl: database.url } },
])('with $what', ({ tags, starting }) => {
  test('a person funds, invests, sees it mature, withdraws, and is paid', { tags }, async () => {
    const { url } = await startServer(starting)
    const nora = await signUp(url)
    const admin = await logInAsAdmin(url)

    await nora.ok('POST', '/demo/deposits', { amount: 1000, asset: 'BTC' })
    expect(await nora.me()).toMatchObject({
      accountBalance: 1000,
      totalProfit: 0,
      totalInvestment: 0,
    })

    const plan = await nora.plan('Advanced Wealth Builder')
    expect(plan).toMatchObject({ profitPercent: 12, durationDays: 16, available: true })
    const opened = await nora.invest(plan, 1000)
    expect(opened.investment).toMatchObject({ amount: 1000, profit: 120, status: 'running' })
    expect(opened.user).toMatchObject({ accountBalance: 0, invested: 1000, totalInvestment: 1000 })

    const moved = await admin.ok('POST', '/demo/clock', { days: 16 })
    expect(moved.settled).toBeGreaterThanOrEqual(1)
    expect(await nora.me()).toMatchObject({
      accountBalance: 1120,
      invested: 0,
      totalProfit: 120,
      totalInvestment: 1000,
      accruedProfit: 0,
    })

    const wallet = {
      type: 'bank_transfer',
      amount: 500,
      bankName: 'My wallet',
      bankNumber: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    }
    const { withdrawal } = await nora.ok('POST', '/requestWithdrawal', wallet)
    expect(withdrawal).toMatchObject({ status: 'pending', amount: 500, method: 'Wallet transfer' })
    expect(await nora.me()).toMatchObject({ accountBalance: 620, held: 500 })

    await admin.ok('POST', `/withdrawals/${withdrawal._id}/approval`)
    expect((await nora.withdrawals())[0]).toMatchObject({
      status: 'approved',
      decidedBy: admin.user.fullName,
    })
    expect(await nora.me()).toMatchObject({ accountBalance: 620, held: 500 })
    await admin.ok('POST', `/withdrawals/${withdrawal._id}/payout`, {
      reference: `tx ${withdrawal._id}`,
    })
    expect((await nora.withdrawals())[0]).toMatchObject({
      status: 'paid',
      payoutReference: `tx ${withdrawal._id}`,
    })
    expect(await nora.me()).toMatchObject({ accountBalance: 620, held: 0, totalProfit: 120 })

    const story = await nora.activity()
    expect(
      story.map(({ kind, amount, balanceAfter, by }) => [kind, amount, balanceAfter, by]),
    ).toEqual([
      ['withdrawal-paid', null, 620, 'staff'],
      ['withdrawal-approved', null, 620, 'staff'],
      ['withdrawal-requested', -500, 620, 'you'],
      ['investment-matured', 1120, 1120, 'system'],
      ['investment-opened', -1000, 0, 'you'],
      ['deposit', 1000, 1000, 'you'],
      ['account-opened', null, 0, 'you'],
    ])
    expect(story[0]).toMatchObject({
      staffName: admin.user.fullName,
      details: { amount: '$500.00' },
    })
  })
})
