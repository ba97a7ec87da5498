/** After a restore, in a browser: the server that had seen more starts on the restored database, and two administrators deal with what was paid. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp } from '../support/client.ts'
import { copyOf, createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { schemes, staffWidths, windowOf, type Looks } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [first, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)

const client = await signUp(first.url, { fullName: 'Una Longstocking-Featherstonehaugh' })
await client.ok('POST', '/demo/deposits', { amount: 5_000, asset: 'BTC' })
async function requested(amount: number, by = client): Promise<string> {
  const target = { type: 'bank_transfer', bankName: 'Mine', bankNumber: 'cold-storage' }
  return (await by.ok('POST', '/requestWithdrawal', { ...target, amount })).withdrawal._id
}
const admin = await logInAsAdmin(first.url)
const known = await requested(120)
await admin.ok('POST', `/withdrawals/${known}/approval`)
const restored = await copyOf(database)

/** A transaction's hash: as long as a reference gets. */
const longReference = `0x${'7f3a'.repeat(16)}`
await admin.ok('POST', `/withdrawals/${known}/payout`, { reference: longReference })
const later = await requested(45.5)
await admin.ok('POST', `/withdrawals/${later}/approval`)
await admin.ok('POST', `/withdrawals/${later}/payout`, { reference: 'LATER-1' })
await first.stop()

const server = await startServer({ databaseUrl: restored.url, dataFolder: first.dataFolder })
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

const at = (path: string, looks: Looks & { as?: typeof second } = {}) =>
  windowOf(browser, server.url, path, { who: 'Admin', ...looks })
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const looksOfStaff: Looks[] = staffWidths.flatMap((width) =>
  schemes.map((colorScheme) => ({ width, colorScheme })),
)

describe('payouts after a restore', () => {
  test.each(looksOfStaff)('are listed with what is to be done about each: %o', async (looks) => {
    const page = await at('/admin/payout-block', looks)
    await page.getByRole('heading', { name: 'Payouts are blocked' }).waitFor()
    const table = page.getByRole('table', { name: 'Earlier payouts' })
    await table.getByText(longReference).waitFor()
    await table.getByRole('link', { name: 'Request, approved' }).waitFor()
    await table.getByText('Its request is not in the books any more').waitFor()
    expect([await wide(page), await inaccessible(page)]).toEqual([0, []])
  })

  test('are matched and explained, then go on when two have agreed', async () => {
    const queue = await at('/admin/withdrawals?work=payout')
    await queue.getByText('Payouts are blocked: the books were restored').waitFor()
    await queue.getByRole('link', { name: 'Payouts after a restore' }).click()
    const page = queue
    const propose = page.getByRole('button', { name: 'Propose that payouts go on' })
    expect(await propose.isDisabled()).toBe(true)

    const paid = await second.send('POST', `/withdrawals/${known}/payout`, { reference: 'ANOTHER' })
    expect([paid.status, paid.body.code]).toEqual([409, 'payouts_blocked'])
    await page.getByRole('button', { name: `Explain ${longReference}` }).click()
    const early = page.getByRole('dialog')
    await early.getByLabel('What was done').fill('It was paid.')
    await early.getByRole('button', { name: 'Explain' }).click()
    await early.getByText('record the payout again, with the same reference').waitFor()
    await early.getByRole('button', { name: 'Cancel' }).click()
    await second.ok('POST', `/withdrawals/${known}/payout`, { reference: longReference })
    await page.getByRole('button', { name: 'Explain LATER-1' }).click()
    const explain = page.getByRole('dialog', { name: 'Explain LATER-1?' })
    await explain.getByRole('button', { name: 'Explain' }).click()
    await explain.getByText('Please say what was done').waitFor()
    await explain.getByLabel('What was done').fill('The balance was corrected by two.')
    await explain.getByRole('button', { name: 'Explain' }).click()
    await page.getByText('The balance was corrected by two.').waitFor()

    await page.getByRole('button', { name: 'Add a payout' }).click()
    const add = page.getByRole('dialog', { name: 'Add a payout' })
    await add.getByLabel('Amount').fill('12.50')
    await add.getByLabel('Reference').fill('FOUND-1')
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Explain FOUND-1' }).click()
    const found = page.getByRole('dialog', { name: 'Explain FOUND-1?' })
    await found.getByLabel('What was done').fill('A test of the bank’s, taken back by it.')
    await found.getByRole('button', { name: 'Explain' }).click()
    await found.waitFor({ state: 'hidden' })

    await propose.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
    await page
      .getByText('1 proposal about the end of this block waits for somebody else.')
      .waitFor()
    const other = await at('/admin/payout-block', { as: second })
    await other.getByRole('link', { name: 'See what waits' }).click()
    await other.getByRole('button', { name: 'Agree' }).click()
    const dialog = other.getByRole('dialog')
    await dialog.getByText('whatever is missing here can be paid a second time').waitFor()
    await dialog.getByRole('button', { name: 'Agree' }).click()
    await other.getByText('No proposal waits for you.').waitFor()
    await other.goBack()
    await other.getByRole('heading', { name: 'Payouts go on' }).waitFor()
    const treasury = await at('/admin/treasury')
    await treasury.getByRole('link', { name: 'Payouts after a restore' }).waitFor()
    expect(await treasury.getByText('Payouts are blocked').count()).toBe(0)
  })
})
