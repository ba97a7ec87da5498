/** What a withdrawal to a Bitcoin address is estimated by, once more before it is asked for: a rate with its age, and none that is older than a minute. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { getCoinDeposits, type CoinsForMe } from '../../src/contract/coin-deposit.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { sitDownAsNewcomer } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
type Rate = NonNullable<CoinsForMe['rate']>
const read: Rate = {
  dollars: 64_000,
  at: '2026-01-05T11:59:58.000Z',
  ageMs: 2_000,
  sources: 'one, two',
}

/** As a firm that takes bitcoin answers. */
const replyWith = (rate: Rate | null) =>
  getCoinDeposits.reply.parse({
    status: 'success',
    data: {
      bitcoin: {
        network: 'regtest',
        address: null,
        closed: null,
        minimum: '0.0001',
        steps: [{ below: null, blocks: 1 }],
        rate,
        deposits: [],
      },
      usdt: null,
    },
  })

const review = (page: Page) => page.getByRole('dialog', { name: 'Withdraw $640.00?' })
const request = (page: Page) =>
  review(page).getByRole('button', { name: 'Request $640.00', exact: true })

/** Somebody who is about to ask for $640.00 at an address; `say`: what the server answers from then on, null: nothing. */
async function atTheReview(rate: Rate) {
  const { page } = await sitDownAsNewcomer(browser, server.url, {
    width: 375,
    path: '/dashboard/transfer?to=wallet',
    prepare: (client) => client.ok('POST', '/demo/deposits', { amount: 1_000, asset: 'BTC' }),
  })
  const sent: unknown[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/requestWithdrawal')) sent.push(one.postDataJSON())
  })
  let said: Rate | null = rate
  await page.route('**/coin-deposits', (route) =>
    said === null ? route.abort() : route.fulfill({ json: replyWith(said) }),
  )
  const form = page.getByRole('form', { name: 'Wallet transfer' })
  await form.getByLabel('Wallet name').fill('My own wallet')
  await form.getByLabel('Wallet address').fill(address)
  await form.getByLabel('Amount').fill('640')
  // From here on only what a test lets pass makes the rate older.
  await page.clock.install()
  await form.getByRole('button', { name: 'Request withdrawal' }).click()
  await review(page).getByText('Arrives, at the current rate').waitFor()
  return { page, sent, say: (next: Rate | null) => void (said = next) }
}

async function expectReadable(page: Page): Promise<void> {
  for (const width of [320, 375, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await inaccessible(page), `${width} px, ${colorScheme}`).toEqual([])
      const isWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
      expect(isWide, `${width} px`).toBe(false)
    }
}

describe('the review of a withdrawal in coins', { timeout: 90_000 }, () => {
  test('says how old its rate is, and asks again once that is older than a minute', async () => {
    const { page, sent, say } = await atTheReview(read)
    await review(page)
      .getByText(/^\$64,000\.00 a bitcoin, one, two, read \d+ s ago$/)
      .waitFor()
    await review(page).getByText('about 0.01 BTC', { exact: true }).waitFor()
    await expectReadable(page)
    say(null)
    await page.clock.fastForward(61_000)
    await review(page)
      .getByText(/^at the rate when it is paid; the last one we have: .* read 1 min ago$/)
      .waitFor()
    expect(await review(page).getByText('about 0.01 BTC').count()).toBe(0)
    await request(page).click()
    await review(page).getByText('Nothing was sent: the rate is more than a minute old').waitFor()
    await expectReadable(page)
    say({ ...read, dollars: 80_000, at: '2026-01-05T12:01:20.000Z' })
    await page.clock.runFor(10_000)
    await review(page).getByText('This is the current one.').waitFor()
    await review(page).getByText('about 0.008 BTC', { exact: true }).waitFor()
    expect(sent).toEqual([])
    await request(page).click()
    await page.getByRole('dialog', { name: 'Request Submitted!' }).waitFor()
    // Dollars, and no rate: that of the payout counts.
    expect(sent).toEqual([
      {
        userId: expect.any(String),
        type: 'bank_transfer',
        bankName: 'My own wallet',
        bankNumber: address,
        amount: 640,
      },
    ])
  })

  test('holds no money back where there is no newer rate', async () => {
    const { page, sent, say } = await atTheReview(read)
    say({ ...read, ageMs: 3_600_000 })
    await page.clock.runFor(10_000)
    await review(page)
      .getByText(/read 1 h ago$/)
      .waitFor()
    await request(page).click()
    await review(page).getByText('You can still request the withdrawal.').waitFor()
    expect(sent).toEqual([])
    await request(page).click()
    await page.getByRole('dialog', { name: 'Request Submitted!' }).waitFor()
    expect(sent).toHaveLength(1)
  })
})
