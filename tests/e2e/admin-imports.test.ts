/** A file of people from another system, checked in a browser before anything comes of it. */
import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { windowOf, type Looks } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const head = 'Reference;Full Name;E-Mail;Balance;Currency;Notes\r\n'
const file = (text: string, name = 'people.csv') => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from(`\uFEFF${text}`, 'utf16le'),
})
const inOrder = 'A-1;Ida Moving;ida@people.example;"1.234,50";USD;\r\n'
const wrong =
  'A-2;;investor@glasshouse.example;-5;EUR;\r\nA-3;Mo Twice;IDA@people.example;1e5;USD;\r\n'

const looks: Looks[] = [375, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

test.each(looks)('a file is checked, corrected and checked again: %o', async (look) => {
  const page = await windowOf(browser, server.url, '/admin/imports', { who: 'Admin', ...look })
  const press = () => page.getByRole('button', { name: 'Check file' }).click()
  await press()
  await page.getByText('Please choose a file').waitFor()
  await page.getByLabel('CSV with named columns').setInputFiles(file(head + inOrder + wrong))
  await press()
  await page.getByText('2 lines are wrong, of 3. Correct them').waitFor()
  await page.getByText('Left out: Notes.').waitFor()
  const faults = page.getByRole('table', { name: 'Wrong lines' })
  expect(await faults.getByRole('row').count()).toBe(1 + 6)
  await faults.getByText('Somebody here has this email address already.').waitFor()
  await faults.getByText('Line 2 has this email address too.', { exact: false }).waitFor()
  await page.getByText('In order: 1 person with $1,234.50 together.').waitFor()
  expect(await inaccessible(page)).toEqual([])
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)

  await page.getByLabel('CSV with named columns').setInputFiles(file(head + inOrder))
  await faults.waitFor({ state: 'hidden' })
  await press()
  await page.getByText('No line is wrong: 1 person with $1,234.50 together.').waitFor()
  await page.getByRole('cell', { name: 'Ida Moving' }).waitFor()
  await page.context().close()
})

test('a file that isn’t one is refused with what to do', async () => {
  const page = await windowOf(browser, server.url, '/admin/imports', { who: 'Admin' })
  const choose = page.getByLabel('CSV with named columns')
  await choose.setInputFiles({
    name: 'a.xlsx',
    mimeType: '',
    buffer: Buffer.from('PK\u0003\u0004'),
  })
  await page.getByText('This is a ZIP file.', { exact: false }).waitFor()
  await choose.setInputFiles(file('A-1;Ida;ida@people.example;5;USD'))
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('No line names the columns.', { exact: false }).waitFor()
  await page.context().close()
})

/** A file with so many people in order, each of this name. */
const moving = (tag: string) =>
  [
    'reference,full name,email,balance,currency',
    ...[1, 2, 3].map((n) => `${tag}-${n},Mo ${tag} ${n},${tag}-${n}@people.example,${n}00.50,USD`),
  ].join('\n')

test('a file is proposed, downloaded and agreed to by another, booked, and told of in the case file', async () => {
  const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')
  const page = await windowOf(browser, server.url, '/admin/imports', { who: 'Admin', width: 375 })
  await page.getByLabel('CSV with named columns').setInputFiles({
    ...{ name: 'people.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(moving('move')),
  })
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('No line is wrong: 3 people with $601.50 together.').waitFor()
  await page.getByRole('button', { name: 'Propose import…' }).click()
  const asked = page.getByRole('dialog', { name: 'Import 3 people with $601.50?' })
  expect(await inaccessible(page)).toEqual([])
  await asked.getByRole('button', { name: 'Propose' }).click()
  await page.getByRole('heading', { name: 'Proposed import' }).waitFor()

  const other = await windowOf(browser, server.url, '/admin/imports', {
    ...{ as: second, width: 1280, colorScheme: 'dark' },
  })
  const download = other.waitForEvent('download')
  await other.getByRole('link', { name: 'Download file' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe(moving('move'))
  expect(await inaccessible(other)).toEqual([])
  await other.goto(`${server.url}/admin/waiting`)
  await other.getByText('Importing 3 people').first().waitFor()
  await other.getByRole('button', { name: 'Agree', exact: true }).click()
  const dialog = other.getByRole('dialog', { name: /Importing 3 people/ })
  await dialog.getByRole('button', { name: 'Agree' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const row = page.getByRole('table', { name: 'Imports' }).getByRole('row').nth(1)
  await row.getByText('Money awaited').waitFor({ timeout: 60_000 })
  await row.getByText('3 of 3').waitFor()
  expect(await inaccessible(page)).toEqual([])
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await beyond()).toBe(0)
  await page.getByRole('button', { name: 'Record money that arrived…' }).click()
  await page.getByRole('dialog', { name: 'Record money of imported people' }).waitFor()
  await page.keyboard.press('Escape')

  await other.reload()
  await other.getByText('Customers are being imported.', { exact: false }).waitFor()

  await page.goto(`${server.url}/admin?search=move-1`)
  await page.getByRole('link', { name: 'Mo move 1' }).first().click()
  await page.getByText('with an opening balance of $100.50').waitFor()
  await page.getByRole('button', { name: 'Take back opening balance…' }).click()
  const back = page.getByRole('dialog', { name: 'Take back opening balance?' })
  await back.getByRole('textbox', { name: 'Amount' }).fill('0.50')
  await back.getByRole('textbox', { name: 'Reason' }).fill('A wrong line')
  expect(await inaccessible(page)).toEqual([])
  await back.getByRole('button', { name: 'Propose' }).click()
  await back.waitFor({ state: 'hidden' })
  expect(await beyond()).toBe(0)
})

test('wrong lines are kept as a file, and a PDF says what to do', async () => {
  const page = await windowOf(browser, server.url, '/admin/imports', { who: 'Admin' })
  const choose = page.getByLabel('CSV with named columns')
  await choose.setInputFiles({ name: 'a.pdf', mimeType: '', buffer: Buffer.from('%PDF-1.7') })
  await page.getByText('This is a PDF. Export the people as CSV from the other system.').waitFor()
  await choose.setInputFiles(file(head + inOrder + wrong))
  await page.getByRole('button', { name: 'Check file' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download wrong lines as CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('Line,Column,Code,What is wrong')
  expect(text).toContain('3,balance,balance-negative,')
  await page.context().close()
})
