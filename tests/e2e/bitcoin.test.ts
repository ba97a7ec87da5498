/**
 * Bitcoin on its way in, in a browser: a wallet that two confirm, an address of one's own, and coins of a real node that
 * are seen to arrive.
 *
 * @module-tag story
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { inaccessible } from '../support/axe.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, signUp, type Client } from '../support/client.ts'
import { scan } from '../support/scan.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { fingerprintOf, regtestWallet } from '../support/wallets.ts'
import { windowOf, type Looks, type SampleUser } from '../support/visitor.ts'

const { wallet, master } = regtestWallet()
/** As the signers of both administrators show it. */
const { address: firstOnSigner } = placeAt(wallet, 'people', 0)

const node = noBitcoinNode ? null : await startBitcoinNode()
await node?.mine(110)
const [server, browser] = await Promise.all([
  node && startSite({ env: { BITCOIN_DESCRIPTOR: wallet.descriptor, BITCOIN_RPC_URL: node.url } }),
  openBrowser(),
])
afterAll(stopServers)

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server!.url, path, looks)

const section = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const ownAddress = (page: Page) => section(page, 'Your Bitcoin address')
const arrivals = (page: Page) => section(page, 'Bitcoin on its way').getByRole('listitem')

const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** On a phone and at a desk; narrower and wider nothing has to be scrolled sideways. */
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

const satoshi = (coins: number) => BigInt(Math.round(coins * 1e8))

describe.skipIf(!node || !server)(
  `bitcoin${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 120_000 },
  () => {
    let investor: Client

    test('has no address before two administrators have held the wallet against their signers', async () => {
      investor = await signUp(server!.url, { fullName: 'Nora Newcomer' })
      const page = await at('/dashboard/fundaccount', { as: investor, width: 375 })
      await ownAddress(page).getByText('has not been confirmed by two of our staff').waitFor()
      expect(await page.getByRole('button', { name: 'Get my address' }).count()).toBe(0)
      expect(await page.getByRole('article', { name: 'BTC deposit address' }).count()).toBe(0)
      await page.getByRole('article', { name: 'USDT (TRC20) deposit address' }).waitFor()
    })

    test('is compared by one, whose mistake is told at the field', async () => {
      const page = await at('/admin/treasury', { who: 'Admin' })
      await section(page, 'Bitcoin').getByText('Not compared yet').waitFor()
      await section(page, 'Bitcoin').getByRole('link', { name: 'Wallets for coins' }).click()
      const facts = section(page, 'The wallet of the settings')
      await facts.getByText('1 key signs').waitFor()
      await facts.getByText(`${fingerprintOf(master)} 84h/1h/0h`).waitFor()
      await facts.getByRole('button', { name: `Copy descriptor: ${wallet.descriptor}` }).waitFor()
      await section(page, 'How the chain is watched').getByText('$64,000.00 a bitcoin').waitFor()
      expect(await page.content()).not.toContain(firstOnSigner)

      const field = page.getByLabel('The first receiving address on your signer')
      await field.press('Enter')
      await page.getByText('Please enter the address that your signer shows').waitFor()
      await field.fill(placeAt(wallet, 'people', 1).address)
      await field.press('Enter')
      await page
        .getByText('This is not the address that the server makes of its settings')
        .waitFor()
      expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      await expectReadable(page)

      await field.fill(firstOnSigner.replaceAll(/.{4}/g, '$& '))
      await field.press('Enter')
      await page.getByText('A second, different person must compare it').waitFor()
      await facts.getByText('Compared by one of two').waitFor()
      await field.fill(firstOnSigner)
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await page.getByRole('alert').getByText('You have already approved this').waitFor()
    })

    test('is read by auditors, who are offered nothing to change', async () => {
      const page = await at('/admin/wallet', { who: 'Auditor' })
      await section(page, 'The wallet of the settings')
        .getByText('Compared by one of two')
        .waitFor()
      expect(await page.getByLabel('The first receiving address on your signer').count()).toBe(0)
    })

    test('is confirmed by another, and the investor’s page offers an address by itself', async () => {
      const waiting = await at('/dashboard/fundaccount', { as: investor, width: 375 })
      await ownAddress(waiting).getByText('has not been confirmed by two').waitFor()
      const second = await logIn(
        server!.url,
        'second-admin@glasshouse.example',
        'glasshouse-second',
      )
      const page = await at('/admin/wallet', { as: second, width: 375 })
      await page.getByText(/has compared it\. A second, different person/).waitFor()
      await page.getByLabel('The first receiving address on your signer').fill(firstOnSigner)
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await section(page, 'The wallet of the settings').getByText('Confirmed by two').waitFor()
      expect(await page.getByLabel('The first receiving address on your signer').count()).toBe(0)
      await expectReadable(page)
      await ownAddress(waiting).getByRole('button', { name: 'Get my address' }).waitFor()
    })

    const scriptOf = () => placeAt(wallet, 'people', 1).script

    test('arrives at an address of one’s own, step by step before one’s eyes', async () => {
      const { address } = placeAt(wallet, 'people', 1)
      const page = await at('/dashboard/fundaccount', { as: investor })
      const own = ownAddress(page)
      await own.getByRole('button', { name: 'Get my address' }).click()
      await own.getByRole('button', { name: 'Copy your Bitcoin address:' }).waitFor()
      expect((await own.locator('code').innerText()).replaceAll(/\s/g, '')).toBe(address)
      expect(await scan(own.getByRole('img', { name: 'QR code of your Bitcoin address' }))).toBe(
        `bitcoin:${address}`,
      )
      for (const words of [
        'regtest: its coins have no value',
        '0.0001 BTC',
        '1 confirmation below $1,000, 3 below $10,000, 6 above',
        '$64,000.00 a bitcoin',
        'Sample rate',
      ])
        await own.getByText(words, { exact: true }).waitFor()
      await page.getByText('Nothing has arrived yet.').waitFor()

      const txid = await node!.send({ script: scriptOf(), amount: satoshi(0.02) })
      const arrival = arrivals(page)
      await arrival.getByText('Seen, not in a block yet').waitFor()
      await arrival.getByText('0.02 BTC').waitFor()
      const link = arrival.getByRole('link', { name: `transaction ${txid} (opens a new tab)` })
      expect([
        await link.getAttribute('href'),
        await link.getAttribute('target'),
        await link.getAttribute('rel'),
      ]).toEqual([`https://explorer.glasshouse.example/tx/${txid}`, '_blank', 'noopener'])
      await node!.mine()
      await arrival.getByText('1 of 3 confirmations').waitFor()
      await node!.mine(2)
      await arrival.getByText('Credited as $1,280.00 at $64,000.00 a bitcoin').waitFor()
      await page.getByRole('status').getByText('0.02 BTC: Credited as $1,280.00').waitFor()
      await page.getByRole('region', { name: 'Account Balance' }).getByText('$1,280.00').waitFor()
      await section(page, 'Latest deposits').getByText('$1,280.00').waitFor()
      await expectReadable(page)
      await page.goto(`${server!.url}/dashboard/activity`)
      await page.getByText('Deposit in coins received').waitFor()
    })

    test('is coins in the treasury’s books', async () => {
      const page = await at('/admin/treasury', { who: 'Auditor' })
      const row = page.getByRole('row').filter({ hasText: 'Clients’ bitcoin wallet' })
      await row.getByRole('cell', { name: '\u22120.02 BTC' }).waitFor()
      await section(page, 'Bitcoin').getByText('1 address was given to people.').waitFor()
    })

    test('below the smallest amount is kept until more has come', async () => {
      const page = await at('/dashboard/fundaccount', { as: investor, width: 320 })
      await node!.send({ script: scriptOf(), amount: 9_000n })
      await node!.mine(3)
      const small = arrivals(page).filter({ hasText: '0.00009 BTC' })
      await small.getByText('Below the smallest amount: it is kept').waitFor()
      await node!.send({ script: scriptOf(), amount: 9_100n })
      await node!.mine(3)
      await small.getByText('Credited as $5.76 at').waitFor()
      expect(await wide(page)).toBe(0)
    })

    test('is not asked for while the node is gone, and goes on when it is back', async () => {
      const page = await at('/dashboard/fundaccount', { as: investor, width: 375 })
      const staff = await at('/admin/wallet', { who: 'Auditor' })
      const copier = ownAddress(page).getByRole('button', { name: 'Copy your Bitcoin address:' })
      await copier.waitFor()
      await node!.kill9()
      await ownAddress(page).getByText('We can’t see the Bitcoin network at the moment.').waitFor()
      expect(await copier.count()).toBe(0)
      await staff.getByRole('alert').getByText('Until it can be read again no address').waitFor()
      await node!.restart()
      await copier.waitFor()
      await node!.send({ script: scriptOf(), amount: satoshi(0.001) })
      await arrivals(page).getByText('Seen, not in a block yet').waitFor()
      await staff.getByRole('alert').waitFor({ state: 'detached' })
    })
  },
)
