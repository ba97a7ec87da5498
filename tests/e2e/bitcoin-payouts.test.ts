/**
 * From the first coin to the paid withdrawal, in a browser: a real node, and Debian’s Electrum as the signer.
 *
 * @module-tag story
 */
import { readFile } from 'node:fs/promises'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { inaccessible } from '../support/axe.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { garble } from '../support/bitcoin-node/garbled.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { electrumOfOne, noElectrum, type ElectrumSigner } from '../support/electrum.ts'
import { skippedBy } from '../support/outside.ts'
import { signedBy } from '../support/payouts.ts'
import { answerOnPage } from '../support/questions.ts'
import { scan } from '../support/scan.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { windowOf, type Looks, type SampleUser } from '../support/visitor.ts'
import { regtestWallet } from '../support/wallets.ts'

const missing = noBitcoinNode ?? noElectrum
const { wallet, master } = regtestWallet()
/** The investor's own, elsewhere. */
const elsewhere = regtestWallet(9).wallet
const { address: ownAddress, script: ownScript } = placeAt(elsewhere, 'people', 1)

const node = missing ? null : await startBitcoinNode()
// Before, it refuses to spend what has a witness.
for (let blocks = 0; node && blocks < 440; blocks += 55) await node.mine(55)
/** It has seen too little to propose a fee rate: what Bitcoin Core would say is put in its place, of two of the three times. */
const estimating = node && (await garble(node.url))
const estimates: Record<number, object> = { 2: { feerate: 0.00011002 }, 6: { feerate: 0.00003 } }
estimating?.lies((method, answer, [blocks]) =>
  method === 'estimatesmartfee'
    ? { error: null, result: { ...estimates[blocks as number], blocks } }
    : answer,
)
const [server, browser] = await Promise.all([
  node &&
    startSite({
      env: {
        BITCOIN_DESCRIPTOR: wallet.descriptor,
        BITCOIN_RPC_URL: estimating!.url,
        GLASSHOUSE_SECOND_APPROVAL_ABOVE: '100',
      },
    }),
  openBrowser(),
])
afterAll(stopServers)

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server!.url, path, looks)
const section = (page: Page, title: string | RegExp): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** On a phone and at a desk, in both schemes; nothing has to be scrolled sideways. */
async function expectReadable(page: Page): Promise<void> {
  for (const width of [375, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await inaccessible(page), `${width} px, ${colorScheme}`).toEqual([])
      expect(await wide(page), `${width} px, ${colorScheme}`).toBe(0)
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await wide(page), '320 px').toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
}

describe.skipIf(missing !== null)(
  `bitcoin, in and out${skippedBy(missing)}`,
  { timeout: 180_000 },
  () => {
    let investor: Client
    let admin: Client
    let second: Client
    let electrum: ElectrumSigner
    let batchPath = ''
    let psbt = ''
    let txid = ''
    let request = ''
    /** Of what nobody pays yet. */
    let waiting = ''

    beforeAll(async () => {
      if (missing !== null) return
      const { url } = server!
      ;[admin, second, investor, electrum] = await Promise.all([
        logInAsAdmin(url),
        logIn(url, 'second-admin@glasshouse.example', 'glasshouse-second'),
        signUp(url, { fullName: 'Nora Newcomer' }),
        electrumOfOne(master.derive("m/84'/1'/0'")),
      ])
      const { address } = placeAt(wallet, 'people', 0)
      for (const one of [admin, second]) await one.ok('POST', '/wallets/comparisons', { address })
    })

    /** Until the server has read the blocks, too. */
    async function mineAndBeRead(blocks: number): Promise<void> {
      await node!.mine(blocks)
      const reached = async () => (await admin.ok('GET', '/wallets')).watching.height
      await expect.poll(reached, { timeout: 20_000 }).toBe(await node!.rpc('getblockcount'))
    }

    test('coins come to one’s own address, and are credited step by step', async () => {
      const page = await at('/dashboard/fundaccount', { as: investor, width: 375 })
      const own = section(page, 'Your Bitcoin address')
      await button(own, 'Get my address').click()
      await own.getByRole('button', { name: 'Copy your Bitcoin address:' }).waitFor()
      const shown = (await own.locator('code').innerText()).replaceAll(/\s/g, '')
      expect(await scan(own.getByRole('img', { name: 'QR code of your Bitcoin address' }))).toBe(
        `bitcoin:${shown}`,
      )
      const { script, address } = placeAt(wallet, 'people', 1)
      expect(shown).toBe(address)
      await node!.send({ script, amount: 5_000_000n })
      const arrival = section(page, 'Bitcoin on its way').getByRole('listitem')
      await arrival.getByText('Seen, not in a block yet').waitFor()
      await node!.mine()
      await arrival.getByText('1 of 3 confirmations').waitFor()
      await node!.mine(2)
      await arrival.getByText('Credited as $3,200.00 at $64,000.00 a bitcoin').waitFor()
    })

    test('are invested in part, and withdrawn to a Bitcoin address', async () => {
      const page = await at('/dashboard/invest', { as: investor, width: 375 })
      await page.getByLabel('Amount').fill('500')
      await page.getByLabel(/I have read the risk warning/).check()
      await button(page, 'Review').click()
      await answerOnPage(page)
      await button(page, 'Invest $500.00').click()
      await page.getByText('Investment opened').first().waitFor()

      await page.goto(`${server!.url}/dashboard/transfer?to=wallet`)
      const form = page.getByRole('form', { name: 'Wallet transfer' })
      await form.getByLabel('Wallet name').fill('My own wallet')
      await form.getByLabel('Wallet address').fill(ownAddress)
      await form.getByLabel('Amount').fill('640')
      await button(page, 'Request withdrawal').click()
      await button(page, 'Request $640.00').click()
      await dialog(page, 'Request Submitted!').waitFor()
      const [asked] = await investor.withdrawals()
      request = asked!._id
      expect(asked).toMatchObject({ status: 'pending', bankNumber: ownAddress, amount: 640 })
    })

    test('are approved by two, and wait for a batch', async () => {
      for (const who of [admin, second]) {
        const page = await at(`/admin/withdrawals?request=${request}`, { as: who })
        const panel = page.getByRole('region', { name: 'Withdrawal details' })
        const isSecond = who === second
        await button(panel, isSecond ? 'Approve (2 of 2)' : 'Approve (1 of 2)').click()
        const asked = page.getByRole('dialog')
        await asked.getByRole('checkbox', { name: 'I have looked at this' }).click()
        await button(
          asked,
          isSecond ? 'Give the second of two approvals' : 'Give the first of two approvals',
        ).click()
        await asked.waitFor({ state: 'hidden' })
      }
      const later = placeAt(elsewhere, 'people', 2).address
      const { withdrawal } = await investor.ok('POST', '/requestWithdrawal', {
        type: 'bank_transfer',
        amount: 75,
        bankName: 'My own wallet',
        bankNumber: later,
      })
      waiting = withdrawal._id
      for (const one of [admin, second]) await one.send('POST', `/withdrawals/${waiting}/approval`)
      const page = await at(`/admin/withdrawals?work=to-pay&request=${request}`, { as: admin })
      await page.getByText('2 payouts to Bitcoin addresses to be put into a batch.').waitFor()
      await button(
        page.getByRole('region', { name: 'Withdrawal details' }),
        'Record payout',
      ).click()
      const leaves = dialog(page, 'It leaves in a batch')
      await leaves.getByText('It goes to a Bitcoin address: put it into a batch under').waitFor()
      expect(await leaves.getByLabel('Reference of the payout').count()).toBe(0)
      expect(await inaccessible(page)).toEqual([])
      await button(leaves, 'Record it by hand').click()
      await dialog(page, 'Record the payout?').getByLabel('Reference of the payout').waitFor()
      await page.keyboard.press('Escape')
      await button(page, 'Pay out in bulk').click()
      await dialog(page, 'Pay out in bulk')
        .getByText('2 payouts go to Bitcoin addresses and leave in batches')
        .waitFor()
    })

    test('are put into a batch on its page, whose fee has to be said', async () => {
      const desk = await at('/admin/payout-batches', { as: admin })
      const list = section(desk, 'Waiting for a batch')
      await list.getByText('2 payouts of $715.00 in all.').waitFor()
      await desk.getByText('No batch was built yet.').waitFor()
      await button(desk, 'Build the batch').click()
      await desk.getByText('Please enter whole satoshi per virtual byte, from 1 to 1000').waitFor()
      await desk.getByText('Choose at least one withdrawal.').waitFor()
      const fee = desk.getByLabel('Fee rate, in satoshi per virtual byte')
      const proposed = desk.getByRole('group', { name: 'Fee rates that your node proposes' })
      await proposed.getByText('12 for a block within about 20 minutes').waitFor()
      await proposed.getByText('It drops whatever pays less than 1.').waitFor()
      expect(await fee.inputValue()).toBe('')
      await button(proposed, 'Use 12').click()
      expect(await fee.inputValue()).toBe('12')
      await button(proposed, 'Use 3').click()
      expect(await fee.inputValue()).toBe('3')
      await list.getByRole('checkbox', { name: 'All 2' }).click()
      await list.getByText('Chosen: 2 payouts, $715.00.').waitFor()
      await list.getByRole('checkbox', { name: 'Pay $75.00 to Nora Newcomer' }).click()
      expect(await list.getByRole('checkbox', { name: 'All 2' }).isChecked()).toBe(false)
      await list.getByText('Chosen: 1 payout, $640.00.').waitFor()
      expect(await desk.getByText('Choose at least one withdrawal.').count()).toBe(0)
      await expectReadable(desk)
      await fee.press('Enter')
      await desk.getByText(/0 BTC of the wallet’s coins are 6 blocks deep/).waitFor()
      await mineAndBeRead(3)
      await fee.press('Enter')
      await desk.getByRole('heading', { name: 'Batch of Bitcoin payouts' }).waitFor()
      batchPath = new URL(desk.url()).pathname
      const facts = section(desk, /^Batch [\da-f]{64}$/)
      for (const words of [
        'To be signed',
        '$640.00',
        'at $64,000 a bitcoin',
        '0.01 BTC',
        '3 satoshi per virtual byte',
        'your node now proposes 12 (about 20 minutes), 3 (about an hour)',
        '1 confirmation',
      ])
        await facts.getByText(words, { exact: true }).waitFor()
      await section(desk, 'Step by step').getByText(`By ${admin.user.fullName}.`).waitFor()
      const row = section(desk, 'Recipients (1)').getByRole('row').nth(1)
      await row.getByRole('link', { name: 'Nora Newcomer' }).waitFor()
      expect(await row.locator('code').first().innerText()).toBe(ownAddress)
      await expectReadable(desk)
    })

    const upload = (desk: Page) => button(desk, 'Upload signed file')
    const state = (desk: Page) => section(desk, /^Batch [\da-f]{64}$/).getByRole('status')

    test('go to a signer as a file, and nothing comes back that pays anybody else', async () => {
      const desk = await at(batchPath, { as: admin })
      const field = desk.getByLabel('Or paste the text (base64 or hex)')
      const [download] = await Promise.all([
        desk.waitForEvent('download'),
        button(desk, 'Download the PSBT').click(),
      ])
      const bytes = new Uint8Array(await readFile(await download.path()))
      const transaction = Transaction.fromPSBT(bytes)
      txid = transaction.id
      expect(download.suggestedFilename()).toBe(`payouts-${txid.slice(0, 8)}.psbt`)
      expect(transaction.getOutput(0)).toMatchObject({
        amount: 1_000_000n,
        script: hex.decode(ownScript),
      })
      psbt = base64.encode(bytes)

      await upload(desk).click()
      await desk.getByText('Choose the signer’s file, or paste its text.').waitFor()
      transaction.updateOutput(0, { script: hex.decode(placeAt(elsewhere, 'people', 7).script) })
      const changed = signedBy(base64.encode(transaction.toPSBT()), master)
      await field.fill(changed)
      await upload(desk).click()
      await desk
        .getByRole('alert')
        .getByText(/The file isn’t this batch: the script of output 0 is/)
        .waitFor()
      expect(await field.inputValue()).toBe(changed)
      await field.fill(psbt)
      await upload(desk).click()
      await desk.getByRole('alert').getByText('Nobody has signed the file.').waitFor()
      await field.fill('')
      await expectReadable(desk)
    })

    test('are signed by Electrum, and sent by somebody else than whoever built it', async () => {
      const desk = await at(batchPath, { as: admin })
      const signed = await electrum(psbt)
      await desk
        .getByLabel('File of the signer')
        .setInputFiles({ name: 'signed.txt', mimeType: 'text/plain', buffer: Buffer.from(signed) })
      await upload(desk).click()
      await desk.getByText('The batch is signed. It can be sent.').waitFor()
      await state(desk).getByText('Signed, to be sent').waitFor()
      await button(desk, 'Send it').click()
      const asked = dialog(desk, 'Send this batch?')
      expect((await asked.locator('code').innerText()).replaceAll(/\s/g, '')).toBe(txid)
      expect(await inaccessible(desk)).toEqual([])
      await button(asked, 'Send 0.01 BTC').click()
      await asked
        .getByText('You have built this batch. A second, different person must send it.')
        .waitFor()

      const auditor = await at(batchPath, { who: 'Auditor' })
      await state(auditor).getByText('Signed, to be sent').waitFor()
      for (const what of ['Send it', 'Rebuild batch', 'Cancel batch', 'Download the PSBT'])
        expect(await button(auditor, what).count()).toBe(0)

      const other = await at(batchPath, { as: second, width: 375 })
      await button(other, 'Send it').click()
      expect(await wide(other)).toBeLessThanOrEqual(0)
      expect(await inaccessible(other)).toEqual([])
      await button(dialog(other, 'Send this batch?'), 'Send 0.01 BTC').click()
      await other.getByText('Each payout is booked once the chain has it deep enough.').waitFor()
      await dialog(desk, 'This batch has changed')
        .getByText(`${second.user.fullName} sent this batch.`)
        .waitFor()
      await button(dialog(desk, 'This batch has changed'), 'Continue').click()
      await state(desk).getByText('Sent, not in a block yet').waitFor()
      expect(await node!.rpc<string[]>('getrawmempool')).toEqual([txid])
    })

    test('are asked to be rebuilt only with more, while they are on their way', async () => {
      const desk = await at(batchPath, { as: admin })
      await button(desk, 'Rebuild batch with a higher fee').click()
      const asked = dialog(desk, 'Rebuild this batch?')
      await asked.getByLabel('Fee rate, in satoshi per virtual byte').fill('3')
      await button(asked, 'Rebuild batch').click()
      await asked.getByText('must pay more than what was sent before: above 3').waitFor()
      expect(await inaccessible(desk)).toEqual([])
      await button(asked, 'Cancel').click()
    })

    test('are paid at their depth before everybody’s eyes, with a link to the explorer', async () => {
      const desk = await at(batchPath, { as: admin })
      const own = await at(`/dashboard/transfer/${request}`, { as: investor, width: 375 })
      const auditor = await at('/admin/payout-batches', { who: 'Auditor' })
      await own.getByText('With the payout’s reference').waitFor()
      expect(await own.getByText('explorer').count()).toBe(0)
      await state(desk).getByText('Sent, not in a block yet').waitFor()
      await node!.mine()
      await state(desk).getByText('Paid', { exact: true }).waitFor()
      const steps = section(desk, 'Step by step').getByRole('listitem')
      expect(await steps.locator('strong').allInnerTexts()).toEqual([
        'Built',
        'Signed',
        'Sent',
        'Paid',
        'Network fee booked',
      ])
      expect(await button(desk, 'Rebuild batch with a higher fee').count()).toBe(0)

      await own.getByText(`By the system. Reference ${txid}:0.`).waitFor()
      const link = own.getByRole('link', { name: 'Look at the payment in a block explorer' })
      expect(await link.getAttribute('href')).toBe(`https://explorer.glasshouse.example/tx/${txid}`)
      expect(await link.getAttribute('rel')).toBe('noopener')
      await expectReadable(own)

      const row = auditor.getByRole('table', { name: 'Batches' }).getByRole('row').nth(1)
      await row.getByText('Paid', { exact: true }).waitFor()
      await row.getByRole('link', { name: `Batch ${txid}` }).click()
      await section(auditor, 'Step by step').getByText('Network fee booked').waitFor()
      expect(
        await desk.getByRole('link', { name: 'Look at it in an explorer' }).getAttribute('href'),
      ).toBe(`https://explorer.glasshouse.example/tx/${txid}`)
    })

    test('are rebuilt without having been sent, and cancelled, before the eyes of others', async () => {
      await mineAndBeRead(5)
      const { id } = await admin.ok('POST', '/payout-batches', {
        withdrawals: [waiting],
        feeRate: 2,
      })
      const path = `/admin/payout-batches/${id}`
      const others = await at(path, { who: 'Auditor', width: 375 })
      await state(others).getByText('To be signed').waitFor()
      const desk = await at(path, { as: admin })
      await button(desk, 'Rebuild batch').click()
      const asked = dialog(desk, 'Rebuild this batch?')
      await asked.getByRole('checkbox', { name: 'Nora Newcomer, $75.00', checked: true }).waitFor()
      await asked.getByLabel('Fee rate, in satoshi per virtual byte').fill('7')
      await button(asked, 'Rebuild batch').click()
      await desk.getByText('It was built instead of').waitFor()
      await section(desk, /^Batch [\da-f]{64}$/)
        .getByText('7 satoshi per virtual byte')
        .waitFor()
      await state(others).getByText('Cancelled').waitFor()
      await others.getByText('Another batch was built instead of it.').waitFor()
      await expectReadable(others)

      await button(desk, 'Cancel batch').click()
      const giving = dialog(desk, 'Cancel this batch?')
      await giving.getByText('1 payout waits for another batch then').waitFor()
      await button(giving, 'Cancel batch').click()
      await state(desk).getByText('Cancelled').waitFor()
      await section(desk, 'Step by step').getByText(`By ${admin.user.fullName}.`).nth(1).waitFor()
      expect(await button(desk, 'Download the PSBT').count()).toBe(0)
      await desk.getByRole('link', { name: 'All Bitcoin payouts' }).click()
      await section(desk, 'Waiting for a batch').getByText('1 payout of $75.00 in all.').waitFor()
      await expectReadable(desk)
    })
  },
)
