/** The firm's own accounts as staff read them: every width, both schemes, by the keyboard, empty and with large amounts. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { press, windowOf, type Looks, type SampleUser } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server.url, path, { who: 'Auditor', ...looks })

async function expectItFits(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect([wider, await inaccessible(page)]).toEqual([0, []])
}

const looks = [320, 375, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
const books = [
  ['balance-sheet', 'Balance sheet, ', 'In dollars'],
  ['profit-and-loss', 'Profit and loss, ', 'By month'],
  ['flows', 'Flows by day, ', 'In and out by day'],
  ['maturities', 'Maturities and cash, ', 'Maturities by week'],
] as const

describe.each(looks)('at $width px, $colorScheme', (look) => {
  test.each(books)('%s has its picture and the same as a table', async (book, title, table) => {
    const page = await at(`/admin/books?book=${book}`, look)
    await page.getByRole('heading', { level: 2, name: title }).waitFor()
    await page.getByRole('table', { name: table, exact: true }).waitFor()
    await page.locator('figure').first().waitFor()
    await expectItFits(page)
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/${book}-${look.width}-${look.colorScheme}.png`,
        fullPage: true,
      })
  })
})

test('a picture is read column by column with the arrows, and says what its table does', async () => {
  const page = await at('/admin/books?book=profit-and-loss', { width: 1280 })
  const chart = page.getByRole('slider', { name: 'Gains and costs by month' })
  await chart.focus()
  await chart.press('Home')
  const first = (await chart.getAttribute('aria-valuetext'))!
  const row = page.getByRole('table', { name: 'By month' }).getByRole('row').nth(1)
  const [month, gains, costs] = await row.getByRole('cell').allInnerTexts()
  expect(first).toBe(`${month}: Gains ${gains}, Costs ${costs}`)
  await chart.press('ArrowRight')
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(first)
})

test('what is chosen stands in the address, and a month leads to its own profit and loss', async () => {
  const page = await at('/admin/books', { width: 1280 })
  await page.getByLabel('Compared with').selectOption('day')
  await page.waitForURL('**/admin/books?compare=day')
  await page.getByRole('navigation', { name: 'Books', exact: true }).getByText('Flows').click()
  await page.getByLabel('By', { exact: true }).selectOption('month')
  await page.getByRole('heading', { level: 2, name: 'Flows by month, ' }).waitFor()
  await page.getByRole('navigation', { name: 'Books', exact: true }).getByText('Profit').click()
  const months = page.getByRole('table', { name: 'By month' })
  const last = months.getByRole('link').last()
  const name = await last.innerText()
  await press(last, 'keyboard')
  await page.getByRole('heading', { level: 2, name: `Profit and loss, ${name}` }).waitFor()
})

test('a firm without a posting has nothing to draw, and all its zeros as a table', async () => {
  const page = await at('/admin/live', { width: 375 })
  await page.route('**/books/balance-sheet?*', async (asked) => {
    const reply = await asked.fetch()
    const body = await reply.json()
    for (const line of body.data.balanceSheet.lines) Object.assign(line, { amount: 0, before: 0 })
    await asked.fulfill({ response: reply, json: body })
  })
  await page.goto(`${server.url}/admin/books`)
  await page.getByText('Nothing to draw: every amount is zero in this time.').waitFor()
  expect(await page.getByRole('table', { name: 'In dollars' }).getByRole('row').count()).toBe(23)
  await expectItFits(page)
})

test.each([320, 1280])('amounts of billions fit, at %i px', async (width) => {
  const page = await at('/admin/live', { width })
  await page.route('**/books/flows?*', async (asked) => {
    const reply = await asked.fetch()
    const body = await reply.json()
    for (const one of body.data.flows.spans)
      Object.assign(one, { in: 98_765_432_109.87, out: 12_345_678_901.23, net: 86_419_753_208.64 })
    await asked.fulfill({ response: reply, json: body })
  })
  await page.goto(`${server.url}/admin/books?book=flows`)
  await page.getByText('$98,765,432,109.87').first().waitFor()
  await expectItFits(page)
})
