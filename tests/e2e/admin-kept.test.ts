/** What the firm keeps about people, as its staff read it: every width, both schemes, by the keyboard, with long words. */
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

const kind = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const looks = [320, 375, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

describe.each(looks)('at $width px, $colorScheme', (look) => {
  test('every kind says what, why, until when, from what, how much and what is due', async () => {
    const page = await at('/admin/kept', look)
    const sessions = kind(page, 'How you sign in')
    await sessions.getByText(/^Sessions: [1-9]/).waitFor()
    await sessions.getByText(/ on that day, UTC$/).waitFor()
    await kind(page, 'Backups').getByText('No date is set in advance').waitFor()
    await page.getByText('Nothing is waiting to be erased.').waitFor()
    expect(await page.locator('dt').filter({ hasText: 'Counted from' }).count()).toBe(14)
    await expectItFits(page)
  })
})

test('what is due and a long law are shown without running out of the page', async () => {
  const law = `Section 8 of the Sample Act on ${'Verification'.repeat(12)}`
  const page = await at('/admin/live', { width: 320 })
  await page.route('**/kept-schedule', async (asked) => {
    const reply = await asked.fetch()
    const body = await reply.json()
    const sent = body.data.schedule.find((one: { kind: string }) => one.kind === 'verification')
    Object.assign(sent, {
      law,
      count: 1_234_567,
      due: { now: 1_234, next: { at: '2031-11-27T10:00:00.000Z', count: 3 } },
    })
    await asked.fulfill({ response: reply, json: body })
  })
  await page.goto(`${server.url}/admin/kept`)
  await page.getByText('1,234 waiting to be erased.').waitFor()
  const sent = kind(page, 'What you sent in to be verified')
  await sent.getByText(law, { exact: true }).waitFor()
  await sent.getByText('1,234 due now').waitFor()
  await sent.getByText('Submissions and files: 1,234,567').waitFor()
  await expectItFits(page)
})

test('the menu leads there by the keyboard', async () => {
  const page = await at('/admin/live', { width: 1280 })
  const link = page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'What is kept' })
  await press(link, 'keyboard')
  await page.getByRole('heading', { level: 1, name: 'What is kept, and until when' }).waitFor()
  await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
})
