/** What a loan would cost, before anybody applies for one: on a phone and at a desk, in both schemes. */
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { signUp } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { windowOf } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const looks = [375, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

describe.each(looks)('at $width px, $colorScheme', (look) => {
  test('the page says the effective rate beside the 5%, and reckons every payment', async () => {
    const client = await signUp(server.url, { fullName: `Lea ${look.width} ${look.colorScheme}` })
    const page = await windowOf(browser, server.url, '/dashboard/loan', { as: client, ...look })
    await page.getByText('5% annually').waitFor()
    await page.getByText('effective yearly rate: 7.09% over 12 months').waitFor()
    await page.getByLabel('Amount').fill('10000')
    await page.getByLabel('Months').selectOption('36')
    for (const figure of ['$8,500.00', '$1,500.00', '$299.71', '$299.69', '$789.54'])
      await page.getByText(figure, { exact: true }).first().waitFor()
    await page.getByText('All 36 payments').click()
    expect(await page.getByRole('table', { name: 'Payments' }).getByRole('row').count()).toBe(37)
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([wider, await inaccessible(page, { parts: ['main'] })]).toEqual([0, []])

    await page.getByLabel('Amount').fill('60000')
    await page.getByText('Please enter an amount from $5,000.00 to $50,000.00').waitFor()
    await page.getByRole('link', { name: 'Apply for Loan' }).waitFor()
  })
})
