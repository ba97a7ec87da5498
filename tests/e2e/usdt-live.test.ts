/**
 * USDT in live, in a browser and over https: first coins by staff, then a customer's deposit and payout; at a desk and on a phone. The
 * node is a simulator under the main network's own first block and contract.
 *
 * @module-tag story
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { usdtContract } from '../../src/lib/tron-transfers.ts'
import { placeIn } from '../../src/lib/wallet-place.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import {
  becomeAdministrator,
  button,
  confirmAddress,
  openTheFirm,
  prepareLiveFirm,
  signUpBy,
  sitDownAtLive,
} from '../support/live-firm.ts'
import { honestPack } from '../support/live-pack.ts'
import { callFrom } from '../support/page-call.ts'
import { startRateServer } from '../support/rate-server.ts'
import { stopServers } from '../support/server.ts'
import { startTronSimulator } from '../support/tron-simulator/tron-simulator.ts'
import { payment, someAddress } from '../support/tron-simulator/transactions.ts'
import { tronAccount } from '../support/tron-wallets.ts'

const random = new Random(48)
const account = { ...tronAccount(4), network: 'tron' as const }
const own = placeIn(account, 'people', 0).address
const simulator = await startTronSimulator()
const long = { from: someAddress(random), to: someAddress(random), amount: 12_500_000n }
const longAgo = payment(long)
simulator.produce(longAgo)
simulator.produceEmpty(60)
const rates = [await startRateServer(), await startRateServer()]
for (const one of rates) one.says(1)

const browser = await openBrowser()
const firm = await prepareLiveFirm(browser, honestPack(), {
  TRON_ACCOUNT: account.descriptor,
  TRON_API_URL: simulator.url,
  TRON_KNOWN_PAYMENT: `${longAgo.txid} ${long.from} ${long.to} 12.5`,
  RATES_USDT_USD: rates.map(({ setting }) => setting).join('; '),
  GLASSHOUSE_SECURITY_HOLD: '0',
})
afterAll(stopServers)

const faults: string[] = []
const desk = () => sitDownAtLive(firm, faults)
const phone = () => sitDownAtLive(firm, faults, { width: 375, colorScheme: 'dark' })
const [adam, bea, tess, cara] = [await desk(), await desk(), await phone(), await phone()]
const go = (page: Page, path: string) => page.goto(firm.origin + path)
const section = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const pay = (from: string, to: string, dollars: number): string => {
  const one = payment({ from, to, amount: BigInt(dollars * 1_000_000) })
  simulator.produce(one)
  simulator.produceEmpty(19 + 20)
  return one.txid
}
const wallet = someAddress(random)
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Draws an address by the page, and answers it. */
async function drawn(page: Page): Promise<string> {
  await go(page, '/dashboard/fundaccount')
  const sheet = section(page, 'Your USDT (TRC20) address')
  await button(page, 'Get my USDT address').click()
  await sheet.getByRole('button', { name: 'Copy your USDT (TRC20) address:' }).waitFor()
  return (await sheet.locator('code').innerText()).replaceAll(/\s/g, '')
}

/** Asked for on the phone, approved, listed and released at two desks, signed elsewhere, and paid. */
async function paidOut(page: Page, amount: number, to: string): Promise<string> {
  const asked = await callFrom(page, '/requestWithdrawal', {
    ...{ type: 'bank_transfer', amount, bankName: 'My wallet', bankNumber: to },
  })
  expect(asked.status).toBe(201)
  const id: string = asked.body.data.withdrawal._id
  expect((await callFrom(adam, `/withdrawals/${id}/approval`, {})).status).toBe(200)
  const built = await callFrom(adam, '/payout-lists', { withdrawals: [id] })
  expect(built.status).toBe(201)
  const list: string = built.body.data.id
  await go(bea, `/admin/payout-lists/${list}`)
  await button(bea, 'Release it').click()
  await bea
    .getByRole('dialog')
    .getByRole('button', { name: /^Release \d/ })
    .click()
  const download = bea.waitForEvent('download')
  await bea.getByText('Download the CSV').click()
  const file = await (await download).createReadStream()
  const csv = (await file.toArray()).join('')
  expect(csv).toContain(`${id},${to},${amount}.000000,${usdtContract}`)
  const txid = pay(own, to, amount)
  await go(page, `/dashboard/transfer/${id}`)
  await page.getByText(txid).first().waitFor({ timeout: 30_000 })
  return txid
}

beforeAll(async () => {
  await firm.start()
  await becomeAdministrator(firm, adam, 'Adam')
  await becomeAdministrator(firm, bea, 'Bea')
  await becomeAdministrator(firm, tess, 'Tess')
  await firm.rehearse()
  await openTheFirm(adam, bea)
}, 180_000)

describe('USDT in live', { timeout: 120_000 }, () => {
  let deposit = ''

  test('is compared at two desks, and closed to customers while staff try it', async () => {
    for (const page of [adam, bea]) {
      await go(page, '/admin/wallet')
      await page.getByLabel('The first receiving address on your signer').fill(own)
      await button(page, 'Compare').click()
      await page
        .getByText(/^(Compared by one of two|Confirmed by two)$/)
        .first()
        .waitFor()
    }
    await signUpBy(cara, firm.origin, { fullName: 'Cara Customer', email: 'cara@people.example' })
    await confirmAddress(firm, cara, 'cara@people.example')
    await go(cara, '/dashboard/fundaccount')
    await cara.getByText('We don’t take USDT yet: our staff are trying it').waitFor()
    expect(await button(cara, 'Get my USDT address').count()).toBe(0)
  })

  test('comes to one of staff on a phone, below the smallest amount', async () => {
    const address = await drawn(tess)
    expect(address).toMatch(/^T/)
    deposit = pay(wallet, address, 5)
    await tess
      .getByText('Credited as $5.00 at $1.00 a USDT', { exact: true })
      .waitFor({ timeout: 30_000 })
    expect(await inaccessible(tess)).toEqual([])
    pay(address, own, 5)
  })

  test('leaves by a released list, and both are confirmed at two desks', async () => {
    const payout = await paidOut(tess, 5, someAddress(random))
    await go(adam, '/admin/wallet')
    const sheet = section(adam, 'First coins in USDT')
    await sheet.getByText('Staff only').waitFor()
    await sheet.getByLabel('Transaction of the deposit').fill('not one')
    await sheet.getByLabel('Transaction of the payout').fill(payout)
    await button(adam, 'Propose to confirm').click()
    await sheet.getByText('The ID of a transaction has 64 hexadecimal digits').waitFor()
    await sheet.getByLabel('Transaction of the deposit').fill(deposit)
    await button(adam, 'Propose to confirm').click()
    await sheet.getByText('1 proposal about first coins in USDT waits for somebody else.').waitFor()
    expect(await inaccessible(adam)).toEqual([])
    for (const width of [320, 375]) {
      await adam.setViewportSize({ width, height: 900 })
      expect(await wide(adam), `${width} px`).toBeLessThanOrEqual(0)
    }
    await adam.setViewportSize({ width: 1280, height: 900 })
    await go(bea, '/admin/waiting')
    await bea.getByText('First coins in USDT').first().waitFor()
    await button(bea, 'Agree').click()
    const question = bea.getByRole('dialog')
    await question.getByText(deposit).waitFor()
    await question.getByText(payout).waitFor()
    await question.getByRole('button', { name: 'Agree' }).click()
    await bea.getByText('No proposal waits for you.').waitFor()
    await go(adam, '/admin/wallet')
    await sheet.getByText('Open to customers').waitFor()
  })

  test('comes to a customer on a phone, and leaves again', async () => {
    const address = await drawn(cara)
    pay(wallet, address, 40)
    await cara
      .getByText('Credited as $40.00 at $1.00 a USDT', { exact: true })
      .waitFor({ timeout: 30_000 })
    pay(address, own, 40)
    await paidOut(cara, 25, someAddress(random))
    expect(faults).toEqual([])
  })
})
