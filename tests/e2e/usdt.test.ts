/**
 * USDT, in and out, in a browser, on a simulated TRON: an account that two confirm, an address of one's own, payments that
 * are credited, and withdrawals that are paid by lists.
 *
 * @module-tag story
 */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { placeIn } from '../../src/lib/wallet-place.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
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
  startSite({
    env: {
      TRON_ACCOUNT: account.descriptor,
      TRON_API_URL: simulator.url,
      GLASSHOUSE_SECOND_APPROVAL_ABOVE: '100',
    },
  }),
  openBrowser(),
])
afterAll(stopServers)

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server.url, path, looks)
const section = (page: Page, title: string | RegExp): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const arrivals = (page: Page) => section(page, 'USDT that arrived').getByRole('listitem')

const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
async function expectReadable(page: Page): Promise<void> {
  for (const width of [375, 1280])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await inaccessible(page), `${width} px, ${colorScheme}`).toEqual([])
    }
  for (const width of [320, 768, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await wide(page), `${width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
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

describe('USDT that people ask for', { timeout: 120_000 }, () => {
  const elsewhere = tronAccount(9)
  const ownAddress = placeIn(elsewhere, 'people', 1).address
  const mine = { type: 'bank_transfer', bankName: 'My own wallet' }
  let investor: Client
  let admin: Client
  let second: Client
  /** Where it arrived. */
  let arrivedAt = ''
  let request = ''
  /** Of what no list pays yet. */
  let waiting = ''
  let listPath = ''

  beforeAll(async () => {
    ;[admin, second, investor] = await Promise.all([
      logInAsAdmin(server.url),
      logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second'),
      signUp(server.url, { fullName: 'Peter Payee' }),
    ])
    ;({ address: arrivedAt } = await investor.ok('POST', '/wallets/addresses', { coin: 'USDT' }))
    const amount = 1_500_000_000n
    simulator.produce(payment({ from: someAddress(random), to: onChain(arrivedAt), amount }))
    bury()
  })

  const state = (desk: Page) => section(desk, /^List [\da-f-]{36}$/).getByRole('status')
  const approve = async (id: string) => {
    for (const one of [second, admin]) await one.send('POST', `/withdrawals/${id}/approval`)
  }

  test('leaves the firm by a list, which whoever would record it by hand is told', async () => {
    const balance = async () => (await investor.me()).accountBalance
    await expect.poll(balance, { timeout: 30_000 }).toBe(1500)
    const page = await at('/dashboard/transfer?to=wallet', { as: investor, width: 375 })
    const form = page.getByRole('form', { name: 'Wallet transfer' })
    await form.getByLabel('Wallet name').fill('My own wallet')
    await form.getByLabel('Wallet address').fill(ownAddress)
    await form.getByText('A TRON address; its checksum is right.').waitFor()
    await form.getByLabel('Amount').fill('640')
    await button(page, 'Request withdrawal').click()
    await button(page, 'Request $640.00').click()
    await dialog(page, 'Request Submitted!').waitFor()
    const [asked] = await investor.withdrawals()
    request = asked!._id
    const other = placeIn(elsewhere, 'people', 2).address
    const later = { ...mine, amount: 75, bankNumber: other }
    waiting = (await investor.ok('POST', '/requestWithdrawal', later)).withdrawal._id
    for (const id of [request, waiting]) await approve(id)

    const desk = await at(`/admin/withdrawals?work=to-pay&request=${request}`, { as: admin })
    await desk.getByText('2 payouts to addresses on TRON to be put on a list.').waitFor()
    const panel = desk.getByRole('region', { name: 'Withdrawal details' })
    await button(panel, 'Record payout').click()
    const leaves = dialog(desk, 'It leaves on a list')
    await leaves.getByText('It goes to an address on TRON: put it on a list under').waitFor()
    await leaves.getByRole('link', { name: 'USDT payouts' }).waitFor()
    expect(await inaccessible(desk)).toEqual([])
    await desk.keyboard.press('Escape')
    await leaves.waitFor({ state: 'hidden' })
    await button(desk, 'Pay out in bulk').click()
    await dialog(desk, 'Pay out in bulk')
      .getByText('2 payouts go to addresses on TRON and leave on lists')
      .waitFor()
  })

  test('is put on a list on its page, which says what the paying address has', async () => {
    const desk = await at('/admin/payout-lists', { as: admin })
    const from = section(desk, 'Paying address')
    await from.getByText('0 USDT', { exact: true }).waitFor()
    expect((await from.locator('code').innerText()).replaceAll(/\s/g, '')).toBe(firstOnSigner)
    const list = section(desk, 'Waiting for a list')
    await list.getByText('2 payouts of $715.00 in all.').waitFor()
    await desk.getByText('No list was made yet.').waitFor()
    await button(desk, 'Make the list').click()
    await desk.getByText('Choose at least one withdrawal.').waitFor()
    await list.getByRole('checkbox', { name: 'Pay $640.00 to Peter Payee' }).click()
    await list.getByText('Chosen: 1 payout, $640.00.').waitFor()
    expect(await desk.getByText('Choose at least one withdrawal.').count()).toBe(0)
    await expectReadable(desk)
    await button(desk, 'Make the list').click()
    await desk.getByRole('heading', { name: 'List of USDT payouts' }).waitFor()
    listPath = new URL(desk.url()).pathname
    const facts = section(desk, /^List [\da-f-]{36}$/)
    for (const words of ['To be released', '$640.00', 'at $1 a USDT', '640 USDT', '0 of 1'])
      await facts.getByText(words, { exact: true }).waitFor()
    await section(desk, 'Step by step').getByText(`By ${admin.user.fullName}.`).waitFor()
    const row = section(desk, 'Recipients (1)').getByRole('row').nth(1)
    await row.getByRole('link', { name: 'Peter Payee' }).waitFor()
    expect(await row.locator('code').first().innerText()).toBe(ownAddress)
    expect(await button(desk, 'Download the CSV').count()).toBe(0)
    await expectReadable(desk)
  })

  test('is released by somebody else than whoever made the list', async () => {
    const desk = await at(listPath, { as: admin })
    await button(desk, 'Release it').click()
    const asked = dialog(desk, 'Release this list?')
    await asked.getByText('above the limit somebody else must release it').waitFor()
    await expectReadable(desk)
    await button(asked, 'Release 640 USDT').click()
    await asked
      .getByText('You have made this list. A second, different person must release it.')
      .waitFor()

    const auditor = await at(listPath, { who: 'Auditor' })
    await state(auditor).getByText('To be released').waitFor()
    for (const what of ['Release it', 'Cancel list', 'Download the CSV'])
      expect(await button(auditor, what).count()).toBe(0)

    const other = await at(listPath, { as: second, width: 375 })
    await button(other, 'Release it').click()
    await button(dialog(other, 'Release this list?'), 'Release 640 USDT').click()
    await state(other).getByText('Released, not sent yet').waitFor()
    const overtaken = dialog(desk, 'This list has changed')
    await overtaken.getByText(`${second.user.fullName} released this list.`).waitFor()
    await button(overtaken, 'Continue').click()
    await section(desk, 'Step by step').getByText(`By ${second.user.fullName}.`).waitFor()
    await state(auditor).getByText('Released, not sent yet').waitFor()
    expect(await button(auditor, 'Download the CSV').count()).toBe(0)
  })

  test('is signed elsewhere of a file, from an address that has to be filled first', async () => {
    const desk = await at(listPath, { as: admin })
    await desk
      .getByText(/had 0 USDT when the chain was last read, and 640 USDT are to be/)
      .waitFor()
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      button(desk, 'Download the CSV').click(),
    ])
    const id = listPath.split('/').at(-1)!
    expect(download.suggestedFilename()).toBe(`usdt-payouts-${id.slice(0, 8)}.csv`)
    expect((await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)).toEqual([
      'id,to_address,amount_usdt,contract',
      `${request},${ownAddress},640.000000,TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`,
    ])
    await desk.getByText('Your browser saves it.').waitFor()
    await expectReadable(desk)

    const from = onChain(arrivedAt)
    simulator.produce(payment({ from, to: onChain(firstOnSigner), amount: 700_000_000n }))
    bury()
    await expect.poll(() => desk.getByText(/had 0 USDT/).count(), { timeout: 30_000 }).toBe(0)
    const all = await at('/admin/payout-lists', { as: admin })
    await section(all, 'Paying address').getByText('700 USDT', { exact: true }).waitFor()
    await section(all, 'Lists').getByText('1 approved withdrawal is on a list').waitFor()
    await expectReadable(all)

    const page = await at(`/admin/withdrawals?work=to-pay&request=${request}`, { as: admin })
    await page
      .getByText('1 payout to addresses on TRON to be put on a list, 1 on a list.')
      .waitFor()
    await button(page.getByRole('region', { name: 'Withdrawal details' }), 'Record payout').click()
    const leaves = dialog(page, 'It leaves on a list')
    expect(await leaves.getByRole('link', { name: 'A list' }).getAttribute('href')).toBe(listPath)
    expect(await button(leaves, 'Record it by hand').count()).toBe(0)
  })

  test('is paid before everybody’s eyes once the chain keeps it', async () => {
    const desk = await at(listPath, { as: admin })
    const own = await at(`/dashboard/transfer/${request}`, { as: investor, width: 375 })
    await own.getByText('With the payout’s reference').waitFor()
    await state(desk).getByText('Released, not sent yet').waitFor()
    const sent = payment({
      from: onChain(firstOnSigner),
      to: onChain(ownAddress),
      amount: 640_000_000n,
    })
    simulator.produce(sent)
    bury()
    await state(desk).getByText('Paid', { exact: true }).waitFor({ timeout: 30_000 })
    await own.getByText(`By the system. Reference ${sent.txid}:0.`).waitFor()
    const steps = section(desk, 'Step by step').getByRole('listitem')
    expect(await steps.locator('strong').allInnerTexts()).toEqual(['Made', 'Released', 'Paid'])
    const row = section(desk, 'Recipients (1)').getByRole('row').nth(1)
    await row.getByText(`${sent.txid}:0`).waitFor()
    expect(await button(desk, 'Cancel list').count()).toBe(0)
    await expectReadable(desk)
    await expectReadable(own)
  })

  test('of a list that is cancelled after its release is kept for a day of blocks', async () => {
    const made = await admin.ok('POST', '/payout-lists', { withdrawals: [waiting] })
    const path = `/admin/payout-lists/${made.id}`
    const desk = await at(path, { as: admin })
    await button(desk, 'Cancel list').click()
    const early = dialog(desk, 'Cancel this list?')
    await early.getByText('It was never released. 1 payout waits for another list').waitFor()
    await button(early, 'Keep it').click()
    const shown = { amount: 75, payments: 1 }
    await admin.ok('POST', `/payout-lists/${made.id}/release`, shown)
    await state(desk).getByText('Released, not sent yet').waitFor()
    const auditor = await at(path, { who: 'Auditor', width: 375 })
    await button(desk, 'Cancel list').click()
    const asked = dialog(desk, 'Cancel this list?')
    await asked.getByText('Destroy everything that was exported or signed for it').waitFor()
    await expectReadable(desk)
    await button(asked, 'Cancel list').click()
    for (const page of [desk, auditor]) {
      await state(page)
        .getByText(/^Cancelled, kept for about 24 hours$/)
        .waitFor()
      await page.getByText('This list was cancelled after its release.').waitFor()
      expect(await button(page, 'Cancel list').count()).toBe(0)
    }
    await expectReadable(auditor)
    await desk.getByRole('link', { name: 'All USDT payouts' }).click()
    await desk.getByText('No approved withdrawals to TRON addresses are waiting').waitFor()
    await section(desk, 'Lists').getByRole('row').nth(2).getByText('Paid').waitFor()
    await expectReadable(desk)
  })
})
