/** Times of the back office: each with its zone, in the reader's own or in the firm's. */
import { afterAll, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { schemes, windowOf } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

test('a time names its zone and says the firm’s, which one press shows everywhere, after a reload too', async () => {
  const page = await windowOf(browser, server.url, '/admin/audit', { timezone: 'Asia/Kolkata' })
  const at = await page.locator('main time').first().getAttribute('datetime')
  // What is listed comes in parts: it is the same moment that is read each time.
  const first = page.locator(`main time[datetime="${at}"]`).first()
  const read = () =>
    first.evaluate((time) => ({
      text: time.textContent,
      zone: getComputedStyle(time, '::after').content,
      title: (time as HTMLElement).title,
      at: (time as HTMLTimeElement).dateTime,
    }))
  const own = await read()
  expect(own.zone).toContain('UTC+5:30')
  expect(own.title).toMatch(/ UTC, in the firm’s zone$/)
  expect(own.title).not.toContain(own.text)
  await page.getByRole('button', { name: 'Show the firm’s zone, UTC' }).click()
  await page.getByText('Times are in UTC, the firm’s zone.').waitFor()
  const firms = await read()
  expect(own.title).toContain(firms.text)
  expect(firms.title).toMatch(/UTC\+5:30, in your zone$/)
  await page.reload()
  await page.getByText('Times are in UTC, the firm’s zone.').waitFor()
  await first.waitFor()
  expect((await read()).text).toBe(
    new Date(firms.at)
      .toLocaleString('en-US', {
        ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
        timeZone: 'UTC',
      })
      .replace('\u202f', ' '),
  )
})

test.each(schemes)('in the %s scheme the line of zones can be read and reached', async (scheme) => {
  const page = await windowOf(browser, server.url, '/admin/treasury', {
    timezone: 'America/New_York',
    width: 320,
    colorScheme: scheme,
  })
  await page.getByRole('button', { name: 'Show the firm’s zone, UTC' }).waitFor()
  await page.locator('main time').first().waitFor()
  expect(await inaccessible(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
