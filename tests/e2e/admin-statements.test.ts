/** A statement of the bank in a browser: compared, recorded by one administrator, booked by another, and reconciled to zero. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, signUp } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { schemes, staffWidths, windowOf, type Looks, type SampleUser } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const secondAdmin = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

const at = (path: string, who: SampleUser, looks: Looks = {}) =>
  windowOf(browser, server.url, path, { ...looks, who })
const looksOfStaff: Looks[] = staffWidths.flatMap((width) =>
  schemes.map((colorScheme) => ({ width, colorScheme })),
)
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const agree = 'Nothing is left over: the statement and the books agree.'

async function trySample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sample statement' }).click()
  await page.getByRole('heading', { name: 'Result of the comparison' }).waitFor()
}

describe('a bank’s statement', () => {
  test.each(looksOfStaff)('is reconciled to zero by two: %o', async (looks) => {
    const page = await at('/admin/statements', 'Admin', looks)
    await trySample(page)
    const open = page.getByRole('table', { name: 'Differences' })
    expect(await open.getByText('Savings GH-').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Record as reconciled' }).count()).toBe(0)
    expect([await wide(page), await inaccessible(page)]).toEqual([0, []])

    await open.getByRole('button', { name: /^Record line/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Record a receipt' })
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('250')
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    // Compared again by itself.
    await open.getByText('To approve').waitFor()

    const second = await at('/admin/receipts', 'Admin', { ...looks, as: secondAdmin })
    await second.getByText('1 proposal about entries at the bank waits').waitFor()
    await second.getByRole('link', { name: 'See what waits' }).click()
    await second.getByRole('button', { name: 'Agree', exact: true }).click()
    const asked = second.getByRole('dialog', { name: 'Agree to this: Receipt of $250.00' })
    await asked.getByText('Clients’ account').waitFor()
    expect(await inaccessible(second)).toEqual([])
    await asked.getByRole('button', { name: 'Agree' }).click()
    await second.getByText('No proposal waits for you.').waitFor()
    await second.goto(new URL('/admin/receipts', second.url()).href)
    await second.getByText('Receipt of $250.00').first().waitFor()
    expect([await wide(second), await inaccessible(second)]).toEqual([0, []])

    await page.getByRole('button', { name: 'Compare with the books' }).click()
    await page.getByText(agree).waitFor()
    await page.getByRole('button', { name: 'Record as reconciled' }).click()
    const past = page.getByRole('table', { name: 'Reconciled so far' })
    await past.getByText('0 bookings').first().waitFor()
    const treasury = await at('/admin/treasury', 'Auditor', looks)
    await treasury.getByText(/^Clients’ account: until \d{4}-\d\d-\d\d, \$/).waitFor()
  })

  test('shows an auditor what differs, and nothing to record', async () => {
    const page = await at('/admin/statements', 'Auditor')
    await trySample(page)
    expect(await page.getByRole('button', { name: /^Record/ }).count()).toBe(0)
  })

  test('that can’t be read says why, and what to do', async () => {
    const page = await at('/admin/statements', 'Admin')
    const choose = page.getByLabel('Statement: camt.053, or CSV with named columns')
    const compare = page.getByRole('button', { name: 'Compare with the books' })
    await compare.click()
    await page.getByText('Please choose a file').waitFor()
    const chosen = (name: string, buffer: Buffer) =>
      choose.setInputFiles({ name, mimeType: 'text/csv', buffer })
    await chosen('latin.csv', Buffer.from([0x64, 0xe9]))
    await page.getByText('The file isn’t written in UTF-8').waitFor()
    await chosen('bank.csv', Buffer.from('day,sum\n1,2'))
    await compare.click()
    await page.getByText('No line names the columns.').waitFor()
    await chosen('bank.zip', Buffer.from([0x50, 0x4b, 3, 4]))
    await page.getByText('This is a ZIP file.').waitFor()
    await chosen('short.csv', Buffer.from('date,amount,reference\n2026-01-02,1.00,A'))
    await compare.click()
    await page.getByText('The file doesn’t say the closing balance: please enter it.').waitFor()
  })

  test('whose days could be read in two ways asks which is meant, and says when nothing is on it', async () => {
    const page = await at('/admin/statements', 'Admin')
    const choose = page.getByLabel('Statement: camt.053, or CSV with named columns')
    const compare = page.getByRole('button', { name: 'Compare with the books' })
    const file = 'date,amount,balance\n03/04/2026,1.00,1.00'
    await choose.setInputFiles({ name: 'us.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await compare.click()
    await page.getByText('March 4, 2026 or April 3, 2026?').waitFor()
    await page.getByLabel('Which comes first in the dates of this file').selectOption('day-first')
    await compare.click()
    await page.getByText('2026-04-03 to 2026-04-03: 1 entry').waitFor()
  })

  test('whose columns nobody else names so is read once they are said, and the next one by what was kept', async () => {
    const page = await at('/admin/statements', 'Admin')
    const file = 'Konto;Clients\nBuchungstag;Betrag;Saldo;Zweck\n31.01.2026;1,00;1,00;Miete'
    const give = async (text: string) => {
      await page.getByLabel('Statement: camt.053, or CSV with named columns').setInputFiles({
        ...{ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
      })
      await page.getByRole('button', { name: 'Compare with the books' }).click()
    }
    await give(file)
    const columns = page.getByRole('group', { name: 'Which column of the file is which' })
    await columns.getByLabel('Day of booking').selectOption('Buchungstag: 31.01.2026')
    await columns.getByLabel('Amount', { exact: true }).selectOption('Betrag: 1,00')
    await columns.getByLabel('Balance after it').selectOption('Saldo: 1,00')
    expect([await wide(page), await inaccessible(page)]).toEqual([0, []])
    await columns.getByRole('button', { name: 'Keep these columns' }).click()
    await columns.getByText('Please enter a name').waitFor()
    await columns.getByLabel('Keep them for the next file as').fill('Our bank in Köln')
    await columns.getByRole('button', { name: 'Keep these columns' }).click()
    await page.getByText('read as you kept them under “Our bank in Köln”').waitFor()
    await page.getByRole('button', { name: 'Compare with the books' }).click()
    await page.getByText('2026-01-31 to 2026-01-31: 1 entry').waitFor()
    await page.reload()
    await give(file.replace('31.01.', '28.02.'))
    await page.getByText('2026-02-28 to 2026-02-28: 1 entry').waitFor()
    const forget = page.getByRole('button', { name: 'Forget them' })
    await forget.click()
    await forget.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Compare with the books' }).click()
    await columns.waitFor()
  })

  test('that hasn’t got what the books have says so, and isn’t recorded', async () => {
    const page = await at('/admin/statements', 'Admin')
    await page.getByLabel('Account at the bank').selectOption('firm-bank')
    const today = new Date().toISOString().slice(0, 10)
    const file = Buffer.from(`date,amount,balance\n${today},1.00,1.00`)
    await page
      .getByLabel('Statement: camt.053, or CSV with named columns')
      .setInputFiles({ name: 'short.csv', mimeType: 'text/csv', buffer: file })
    await page.getByRole('button', { name: 'Compare with the books' }).click()
    const astray = page.getByRole('table', { name: 'In the books, and on no statement' })
    await astray.getByText('In transit for too long').first().waitFor()
    expect(await page.getByRole('button', { name: 'Record as reconciled' }).count()).toBe(0)
    expect([await wide(page), await inaccessible(page)]).toEqual([0, []])
  })

  test('of many receipts is recorded by one press and agreed to by another, after one look each', async () => {
    const page = await at('/admin/statements', 'Admin')
    const people = await Promise.all(Array.from({ length: 4 }, () => signUp(server.url)))
    const today = new Date().toISOString().slice(0, 10)
    const lines = people.map(
      ({ user }, n) => `${today},${n + 10}.00,MANY ${n},for ${user.accountId}`,
    )
    await page.getByLabel('Statement: camt.053, or CSV with named columns').setInputFiles({
      ...{ name: 'many.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(['date,amount,reference,text', ...lines].join('\n')),
    })
    await page.getByLabel('Closing balance, if the file doesn’t say it').fill('46')
    await page.getByRole('button', { name: 'Compare with the books' }).click()
    await page.getByText('by the account ID in the line').first().waitFor()
    await page.getByRole('button', { name: 'Record the 4 that are recognised' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record 4 receipts?' })
    await dialog.getByText('$13.00').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Record all' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('To approve').nth(3).waitFor()

    const second = await at('/admin/waiting', 'Admin', { as: secondAdmin })
    await second.getByRole('button', { name: 'Agree to 4 receipts' }).click()
    const asked = second.getByRole('dialog', { name: 'Agree to 4 receipts?' })
    await asked.getByText('MANY 3').waitFor()
    expect(await inaccessible(second)).toEqual([])
    await asked.getByRole('button', { name: 'Agree to all' }).click()
    await second.getByText('No proposal waits for you.').waitFor()

    await page.getByRole('button', { name: 'Compare with the books' }).click()
    await page.getByText('4 entries, of which the books have 4').waitFor()
  })

  test('in several files is read at once, whichever is chosen first', async () => {
    const page = await at('/admin/statements', 'Auditor')
    const choose = page.getByLabel('Statement: camt.053, or CSV with named columns')
    const day = (date: string, amount: string, balance: string) => ({
      ...{ name: `${date}.csv`, mimeType: 'text/csv' },
      buffer: Buffer.from(
        `date,amount,reference,balance\n${date},${amount},DAY ${date},${balance}`,
      ),
    })
    const [first, second] = [day('2026-01-05', '1.00', '1.00'), day('2026-01-06', '2.00', '3.00')]
    await choose.setInputFiles([second, first])
    const names = page.getByRole('listitem').filter({ hasText: '.csv' })
    expect(await names.allInnerTexts()).toEqual(['2026-01-06.csv', '2026-01-05.csv'])
    await page.getByRole('button', { name: 'Compare with the books' }).click()
    await page.getByText('2026-01-05 to 2026-01-06: 2 entries').waitFor()
    const open = page.getByRole('table', { name: 'Differences' })
    await open.getByText('2 of 1').waitFor()
    await open.getByText('2 of 2').waitFor()
    expect([await wide(page), await inaccessible(page)]).toEqual([0, []])
    await choose.setInputFiles([first, { ...second, buffer: Buffer.from([0x64, 0xe9]) }])
    await page.getByText('2026-01-06.csv: The file isn’t written in UTF-8').waitFor()
  })
})
