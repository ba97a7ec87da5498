/** USDT on its way in, in a browser, on a simulated TRON: an account that two confirm, an address of one's own, and payments that are credited. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { placeIn } from '../../src/lib/wallet-place.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, signUp, type Client } from '../support/client.ts'
import { scan } from '../support/scan.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { payment, someAddress } from '../support/tron-simulator/transactions.ts'
import { onChain, startTron, tronAccount } from '../support/tron-wallets.ts'
import { windowOf, type Looks, type SampleUser } from '../support/visitor.ts'

const account = tronAccount()
const firstOnSigner = placeIn(account, 'people', 0).address
const { address } = placeIn(account, 'people', 1)
const { simulator, bury } = await startTron()
const [server, browser] = await Promise.all([
  startSite({ env: { TRON_ACCOUNT: account.descriptor, TRON_API_URL: simulator.url } }),
  openBrowser(),
])
afterAll(stopServers)

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server.url, path, looks)
const section = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const arrivals = (page: Page) => section(page, 'USDT that arrived').getByRole('listitem')

const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
async function expectReadable(page: Page): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await inaccessible(page)).toEqual([])
  }
  for (const width of [320, 768, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await wide(page), `${width} px`).toBe(0)
  }
}

const random = new Random(3)
const paying = (dollars: number) =>
  payment({
    from: someAddress(random),
    to: onChain(address),
    amount: BigInt(Math.round(dollars * 1e6)),
  })

describe('USDT on a simulated TRON', { timeout: 120_000 }, () => {
  let investor: Client

  test('has no address before two administrators have held the account against their signers', async () => {
    investor = await signUp(server.url, { fullName: 'Nora Newcomer' })
    const page = await at('/dashboard/fundaccount', { as: investor, width: 375 })
    const own = section(page, 'Your USDT (TRC20) address')
    await own.getByText('has not been confirmed by two of our staff').waitFor()
    await page.getByRole('article', { name: 'BTC deposit address' }).waitFor()
    expect(await page.getByRole('article', { name: 'USDT (TRC20) deposit address' }).count()).toBe(
      0,
    )
    const staff = [
      await at('/admin/wallet', { who: 'Admin' }),
      await at('/admin/wallet', {
        as: await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second'),
      }),
    ]
    for (const admin of staff) {
      await admin.getByLabel('The first receiving address on your signer').fill(firstOnSigner)
      await admin.getByRole('button', { name: 'Compare', exact: true }).click()
      await section(admin, 'The account of the settings')
        .getByText(/^(Compared by one of two|Confirmed by two)$/)
        .waitFor()
    }
    await section(staff[1]!, 'The account of the settings').getByText('Confirmed by two').waitFor()
    await section(staff[1]!, 'How TRON is watched').getByText('$1.00 a USDT').waitFor()
    await expectReadable(staff[1]!)
    await own.getByRole('button', { name: 'Get my USDT address' }).waitFor()
  })

  test('is credited once it stays, before one’s eyes', async () => {
    const page = await at('/dashboard/fundaccount', { as: investor })
    const own = section(page, 'Your USDT (TRC20) address')
    await own.getByRole('button', { name: 'Get my USDT address' }).click()
    await own.getByRole('button', { name: 'Copy your USDT (TRC20) address:' }).waitFor()
    expect((await own.locator('code').innerText()).replaceAll(/\s/g, '')).toBe(address)
    expect(await scan(own.getByRole('img', { name: /^QR code of your USDT/ }))).toBe(address)
    for (const words of ['simulated: its coins have no value', '10 USDT', '20 confirmations'])
      await own.getByText(words, { exact: true }).waitFor()
    await page.getByText('Nothing has arrived yet.').waitFor()

    const small = paying(4)
    simulator.produce(small)
    bury()
    const first = arrivals(page).filter({ hasText: '4 USDT' })
    await first.getByText('Below the smallest amount: it is kept').waitFor()
    await first.getByText(`transaction ${small.txid}`).waitFor()
    simulator.produce(paying(6.5))
    bury()
    await first.getByText('Credited as $4.00 at $1.00 a USDT').waitFor()
    await page.getByRole('region', { name: 'Account Balance' }).getByText('$10.50').waitFor()
    await expectReadable(page)
    await page.goto(`${server.url}/dashboard/activity`)
    await page.getByText('Deposit in coins received').first().waitFor()
  })

  test('is held against the chain for staff', async () => {
    const page = await at('/admin/coins', { who: 'Auditor' })
    const sheet = section(page, 'USDT: books and chain')
    await sheet.getByText('They agree').waitFor()
    expect(await sheet.getByText('10.5 USDT').count()).toBe(2)
    await expectReadable(page)
  })

  test('is not asked for while the node can’t be read', async () => {
    const page = await at('/dashboard/fundaccount', { as: investor, width: 375 })
    const copier = page.getByRole('button', { name: 'Copy your USDT (TRC20) address:' })
    await copier.waitFor()
    simulator.setLie(() => '{"Error": "busy"}')
    await page.getByText('We can’t see the TRON network at the moment.').waitFor()
    expect(await copier.count()).toBe(0)
    simulator.setLie(null)
    await copier.waitFor()
  })
})
