/** A file of people from another system, checked in a browser before anything comes of it. */
import { afterAll, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
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
