/** The firm's position in coins, in a browser: what is between books and chain, why payouts stop, and how two administrators close it. */
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatBitcoin, satoshiFromBitcoin } from '../../src/lib/bitcoin-amount.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { inaccessible } from '../support/axe.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { garble, saysOfItself } from '../support/bitcoin-node/garbled.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { startRateServer } from '../support/rate-server.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  press,
  staffWalks,
  windowOf,
  type Hand,
  type Looks,
  type SampleUser,
} from '../support/visitor.ts'
import { regtestWallet } from '../support/wallets.ts'

const { wallet, master } = regtestWallet()
const real = noBitcoinNode ? null : await startBitcoinNode()
// Before, the node refuses to spend what has a witness.
await real?.mine(440)
const node = real && (await garble(real.url))
const [one, two] = [await startRateServer(), await startRateServer()]
const [server, browser] = await Promise.all([
  node &&
    startSite({
      env: {
        BITCOIN_DESCRIPTOR: wallet.descriptor,
        BITCOIN_RPC_URL: node.url,
        RATES_BTC_USD: `${one.setting}; ${two.setting}`,
      },
    }),
  openBrowser(),
])
afterAll(stopServers)

const within = { timeout: 30_000, interval: 200 }
const coin = 100_000_000n
const firms = placeAt(wallet, 'people', 0)
const investors = placeAt(wallet, 'people', 1)

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server!.url, path, looks)
const section = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
/** By how much it has to be scrolled sideways; a question takes the scroll bar's room away. */
const wide = (page: Page) =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  )

/** On a phone and at a desk in both schemes; narrower and wider nothing has to be scrolled sideways. */
async function expectReadable(page: Page): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await inaccessible(page), `${width} px, ${colorScheme}`).toEqual([])
    }
  }
  for (const width of [320, 768, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await wide(page), `${width} px`).toBe(0)
  }
}

/** Deep enough for any amount. */
async function arrive(...amounts: bigint[]): Promise<string> {
  const txid = await real!.send(...amounts.map((amount) => ({ script: investors.script, amount })))
  await real!.mine(6)
  return txid
}

/** Whoever has the keys spends what came by this transaction beside the software; `keep` stays with the firm. Answers its id. */
async function spendBeside(txid: string, amount: bigint, keep: bigint): Promise<string> {
  const made = new Transaction()
  const script = hex.decode(investors.script)
  made.addInput({ txid, index: 0, witnessUtxo: { script, amount } })
  made.addOutput({ script: hex.decode(firms.script), amount: keep })
  made.addOutput({
    script: hex.decode(placeAt(regtestWallet(9).wallet, 'people', 0).script),
    amount: amount - keep - 1_000n,
  })
  made.sign(master.derive("m/84'/1'/0'/0/1").privateKey!)
  made.finalize()
  await real!.handIn(made.id, made.hex)
  await real!.mine()
  return made.id
}

describe.skipIf(!node || !server)(
  `the firm’s coins${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 240_000 },
  () => {
    let first: Client
    let second: Client
    const position = async () => (await first.ok('GET', '/coin-position')).position
    const booksAre = (coins: string) =>
      expect.poll(async () => (await position()).books, within).toBe(coins)

    beforeAll(async () => {
      first = await logInAsAdmin(server!.url)
      second = await logIn(server!.url, 'second-admin@glasshouse.example', 'glasshouse-second')
      for (const admin of [first, second])
        await admin.ok('POST', '/wallets/comparisons', { address: firms.address })
    }, 120_000)

    test('are none at first, and the page says so and what comes next', async () => {
      const investor = await signUp(server!.url)
      await expect
        .poll(
          async () => (await investor.send('POST', '/wallets/addresses', {})).body.data?.address,
          within,
        )
        .toBe(investors.address)
      const page = await at('/admin/treasury')
      await section(page, 'Bitcoin')
        .getByText(
          '0 BTC in the books, $0.00 owed against it; open position $0.00; limit $500,000.00; books and chain agree.',
        )
        .waitFor()
      await page.getByRole('link', { name: 'Coins: position, sales, purchases and covers' }).click()
      await section(page, 'Books and chain').getByText('Payouts go on').waitFor()
      await section(page, 'Books and chain')
        .getByText('Books and chain agree, and nothing is on its way.')
        .waitFor()
      await page
        .getByText('No coins were sold or bought yet, and no position was covered.')
        .waitFor()
      await expectReadable(page)
    })

    test('that arrive are named until they are credited, and are then worth what is owed', async () => {
      const page = await at('/admin/coins', { who: 'Auditor' })
      await real!.send({ script: investors.script, amount: coin / 20n })
      await real!.mine()
      const books = section(page, 'Books and chain')
      await books.getByText('0.05 BTC arrived and is not deep enough in the chain yet.').waitFor()
      await real!.mine(6)
      await books.getByText('Books and chain agree, and nothing is on its way.').waitFor()
      await section(page, 'Open position').getByText('at $64,000.00 a bitcoin').waitFor()
      expect(await section(page, 'Open position').innerText()).toContain('3,200.00')
      // An auditor reads all of it, and is offered nothing to change.
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    })

    const fill = async (dialog: Locator, values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values))
        await dialog.getByLabel(label, { exact: true }).fill(value)
    }
    /** What is said at a field, which has the focus. */
    const saidAt = async (dialog: Locator, label: string, says: string) => {
      await dialog.getByText(says).waitFor()
      const field = dialog.getByLabel(label, { exact: true })
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(await field.evaluate((box) => box === document.activeElement)).toBe(true)
    }

    async function recordSale(page: Page, hand: Hand, txid: string, reference: string) {
      await press(page.getByRole('button', { name: 'Record a sale' }), hand)
      const dialog = page.getByRole('dialog', { name: 'Record a sale' })
      const send = () => press(dialog.getByRole('button', { name: 'Record', exact: true }), hand)
      await send()
      await saidAt(dialog, 'Bitcoin', 'Please enter an amount of bitcoin such as 0.25')
      await fill(dialog, {
        Bitcoin: '0.019',
        Transaction: txid,
        Dollars: '1000',
        Reference: reference,
      })
      await dialog
        .getByText('Rate by these figures: $52,631.57 a bitcoin; the last rate is $64,000.00.')
        .waitFor()
      await send()
      await saidAt(dialog, 'Bitcoin', 'By this transaction 0.02 BTC left the wallet')
      await fill(dialog, { Bitcoin: '0.02' })
      await send()
      await saidAt(dialog, 'Reason', 'This is more than 10% off the last rate')
      expect(await dialog.getByLabel('Reference').inputValue()).toBe(reference)
      await fill(dialog, { Reason: 'Sold in a hurry' })
      await send()
      await page.getByText('A second, different person must agree.').waitFor()
      await dialog.waitFor({ state: 'hidden' })
    }

    test.each(staffWalks)(
      'that left beside the software stop payouts, until two have booked them as a sale: %o',
      async ({ width, colorScheme, hand }) => {
        const reference = `EX ${width} ${colorScheme} ${hand}`
        const before = (await position()).books
        const txid = await spendBeside(
          await arrive(coin / 20n),
          coin / 20n,
          coin / 20n - coin / 50n,
        )
        const page = await at('/admin/coins', { width, colorScheme })
        const books = section(page, 'Books and chain')
        await books.getByText('Payouts are stopped').waitFor()
        await books.getByRole('alert').getByText(`0.02 BTC left the wallet by ${txid}`).waitFor()
        await books
          .getByRole('list', { name: 'What to do' })
          .getByText('was it a sale? Then record it below')
          .waitFor()
        expect([await wide(page), await inaccessible(page)]).toEqual([0, []])
        const treasury = await at('/admin/treasury', { who: 'Auditor', width })
        await treasury.getByRole('alert').getByText('Payouts in bitcoin are stopped.').waitFor()

        await recordSale(page, hand, txid, reference)
        await page.getByText('1 proposal about coins waits for somebody else.').waitFor()
        await press(page.getByRole('link', { name: 'See what waits' }), hand)
        const own = section(page, 'Begun by you')
        await own.getByText('Sale of 0.02 BTC for $1,000.00').waitFor()
        expect(await own.getByRole('button', { name: 'Agree' }).count()).toBe(0)
        expect(await own.getByRole('button', { name: 'Withdraw' }).count()).toBe(1)

        const other = await at('/admin/waiting', { as: second, width, colorScheme })
        await press(other.getByRole('button', { name: 'Agree', exact: true }), hand)
        const dialog = other.getByRole('dialog', { name: 'Agree to this: Sale of 0.02 BTC' })
        await dialog.getByText('Sold in a hurry').waitFor()
        await dialog.getByText(reference).waitFor()
        await dialog.getByText('There is no way back').waitFor()
        const after = formatBitcoin(satoshiFromBitcoin(before)! + 3_000_000n)
        await dialog.getByText(`→ ${after}`).waitFor()
        await dialog.getByText('21.8% below the last rate of $64,000.00').waitFor()
        expect([await wide(other), await inaccessible(other)]).toEqual([0, []])
        await press(dialog.getByRole('button', { name: 'Agree' }), hand)
        await other.getByText('Agreed, and done.').waitFor()
        await other.getByText('No proposal waits for you.').waitFor()
        await other.goto(`${server!.url}/admin/coins`)
        const booked = other.getByRole('listitem').filter({ hasText: reference })
        await booked.getByText('“Sold in a hurry”').waitFor()
        await section(other, 'Books and chain').getByText('Payouts go on').waitFor()
        expect([await wide(other), await inaccessible(other)]).toEqual([0, []])
      },
    )

    test('that were sold too cheap are covered from capital; what is refused is said, and what was typed stays', async () => {
      const page = await at('/admin/coins')
      await page.getByText('The coins are worth less than is owed against them.').waitFor()
      await page.getByRole('button', { name: 'Cover from capital' }).click()
      const dialog = page.getByRole('dialog', { name: 'Cover from capital' })
      await fill(dialog, { Dollars: '900000', Reference: 'COVER 1' })
      const send = dialog.getByRole('button', { name: 'Record', exact: true })
      await send.click()
      await saidAt(dialog, 'Dollars', 'Capital covers at most what is owed against coins')
      expect(await dialog.getByLabel('Reference').inputValue()).toBe('COVER 1')
      await fill(dialog, { Dollars: '280' })
      await send.click()
      await dialog.waitFor({ state: 'hidden' })
      // Its reference counts once, among everything at the bank.
      await page.getByRole('button', { name: 'Cover from capital' }).click()
      await fill(dialog, { Dollars: '1', Reference: 'cover-1' })
      await send.click()
      await saidAt(dialog, 'Reference', 'Something with this reference or transaction is proposed')
      await page.keyboard.press('Escape')

      const other = await at('/admin/waiting', { as: second, width: 375 })
      await other.getByRole('button', { name: 'Agree', exact: true }).click()
      const asked = other.getByRole('dialog', { name: 'Agree to this: Cover of $280.00' })
      for (const label of [
        'Capital',
        'Firm’s bank account',
        'Clients’ bank account',
        'Owed against coins',
      ])
        await asked.getByText(label, { exact: true }).waitFor()
      await asked.getByRole('button', { name: 'Agree' }).click()
      await other.getByText('No proposal waits for you.').waitFor()
    })

    test('that came to the firm’s own address are bought by two, or refused with a reason', async () => {
      const txid = await real!.send({ script: firms.script, amount: coin / 100n })
      await real!.mine()
      const page = await at('/admin/coins')
      await section(page, 'Books and chain')
        .getByText(
          '0.01 BTC arrived at addresses of the firm’s own, and no purchase of it is booked.',
        )
        .waitFor()
      await page.getByRole('button', { name: 'Record a purchase' }).click()
      const dialog = page.getByRole('dialog', { name: 'Record a purchase' })
      await fill(dialog, { Bitcoin: '0.01', Transaction: txid, Dollars: '640', Reference: 'BUY 1' })
      await dialog.getByRole('button', { name: 'Record', exact: true }).press('Enter')
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Record a purchase' }).click()
      await fill(dialog, { Bitcoin: '0.01', Transaction: txid, Dollars: '640', Reference: 'BUY 2' })
      await dialog.getByRole('button', { name: 'Record', exact: true }).click()
      await saidAt(dialog, 'Reference', 'Something with this reference or transaction is proposed')
      await page.keyboard.press('Escape')

      const other = await at('/admin/waiting', { as: second })
      await other.getByRole('button', { name: 'Refuse' }).click()
      const refusal = other.getByRole('dialog', { name: 'Refuse this proposal?' })
      await refusal.getByText('Purchase of 0.01 BTC for $640.00').waitFor()
      await refusal.getByRole('button', { name: 'Refuse' }).click()
      await refusal.getByText('Please enter a reason').waitFor()
      await refusal.getByLabel('Reason').fill('Not on the bank’s statement')
      await refusal.getByRole('button', { name: 'Refuse' }).click()
      await other.getByText('No proposal waits for you.').waitFor()
      const { proposals } = await first.ok('GET', '/proposals?decided=true')
      expect(proposals[0].refusal.reason).toBe('Not on the bank’s statement')
    })

    test('beyond the limit let new deposits wait, and say that payouts go on', async () => {
      const page = await at('/admin/coins', { width: 375 })
      await arrive(7n * coin, coin)
      const beyond = 'The position is at its limit: new deposits wait, payouts continue.'
      await section(page, 'Open position').getByText(beyond).waitFor()
      await section(page, 'Books and chain')
        .getByText('1 BTC arrived and waits until the firm has sold coins')
        .waitFor()
      await section(page, 'Books and chain').getByText('Payouts go on').waitFor()
      const treasury = await at('/admin/treasury')
      await section(treasury, 'Bitcoin').getByText(beyond).waitFor()
    })

    test('are not believed by a bad node or a bad rate: the treasury says which, until it is over', async () => {
      const page = await at('/admin/treasury', { who: 'Auditor' })
      const says = (words: string) => section(page, 'Bitcoin').getByRole('alert').getByText(words)
      const { books } = await position()
      node!.lies(saysOfItself(() => ({ chain: 'main' })))
      await says('The Bitcoin node is on the network main, and the settings say regtest.').waitFor()
      node!.lies(() => 'gone')
      await says('The Bitcoin node can’t be reached: getblockchaininfo failed.').waitFor()
      await says('nothing is lost').waitFor()
      const coins = await at('/admin/coins', { width: 375 })
      await coins.getByRole('alert').getByText('The Bitcoin node can’t be reached').waitFor()
      expect([await wide(coins), await inaccessible(coins)]).toEqual([0, []])
      node!.isHonest()
      await says('The Bitcoin node').waitFor({ state: 'detached' })
      two.says(70_400)
      await says('The sources are more than 1% apart').waitFor({ timeout: 60_000 })
      await section(page, 'Bitcoin').getByText('open position unknown without a rate').waitFor()
      expect(await inaccessible(page, { without: ['table'] })).toEqual([])
      two.says(64_000)
      await says('There is no rate').waitFor({ state: 'detached' })
      await booksAre(books)
    })
  },
)
