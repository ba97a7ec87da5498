/** The firm's own accounts as staff read them: every width, both schemes, by the keyboard, empty and with large amounts. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { windowOf, type Looks, type SampleUser } from '../support/visitor.ts'

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
