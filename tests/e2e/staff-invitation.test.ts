/** An invitation to work here, in a browser: sent on the page Staff, used by its link, taken back. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { startServer, stopServers } from '../support/server.ts'
import { sitDown, windowOf, type Looks } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)

const longest = () => `${'maximiliana'.repeat(5)}-${randomUUID()}@a-long-name-of-a-firm.example`
const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByText('Please enter a reason').waitFor()
  await page.getByLabel('Reason, kept in the audit').fill('She keeps the books')
  await page.keyboard.press('Enter')
  await page.getByText('The invitation was sent.').first().waitFor()
  await page.getByRole('listitem').filter({ hasText: email }).waitFor()
}

/** The link of the mail to this address. */
async function linkOf(email: string): Promise<string> {
  const { context, page } = await sitDown(browser, {})
  await page.goto(server.outboxUrl)
  const mail = page.getByRole('article').filter({ hasText: email }).first()
  await mail.waitFor()
  if ((await mail.locator('details[open]').count()) === 0)
    await mail.locator('summary').first().click()
  const link = await mail.getByRole('link', { name: 'Open your account' }).getAttribute('href')
  await context.close()
  return link!
}

const looks: Looks[] = extent<Looks>(
  [
    { width: 320, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ],
  [{ width: 2560, colorScheme: 'dark' }],
)

test.each(looks)(
  'it is sent, opens an account once, and leads to a second factor: $width px, $colorScheme',
  async (how) => {
    const email = longest()
    const office = await windowOf(browser, server.url, '/admin/staff', how)
    await invite(office, email)
    expect([await scrollWidth(office), await inaccessible(office)]).toEqual([how.width, []])
    const link = await linkOf(email)
    const { context, page } = await sitDown(browser, how)
    await page.goto(link)
    // The secret leaves the address.
    await page.waitForURL('**/staff-invitation')
    await page.getByText(email).waitFor()
    expect([await scrollWidth(page), await inaccessible(page)]).toEqual([how.width, []])
    await page.getByLabel('Full name').fill('Gia Given')
    await page.getByLabel('Password', { exact: true }).fill('123456')
    await page.getByLabel('Confirm password').fill('123456')
    await page.keyboard.press('Enter')
    await page.getByText('This password is too common.').first().waitFor()
    await page.getByLabel('Password', { exact: true }).fill('a long password of hers')
    await page.getByLabel('Confirm password').fill('a long password of hers')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/security?why=invited')
    await page.getByText('nobody has a role here without a second factor').waitFor()
    await page.getByRole('button', { name: 'Set up an app' }).waitFor()
    expect([await scrollWidth(page), await inaccessible(page)]).toEqual([how.width, []])
    await page.goto(link)
    await page.getByText('This invitation was used already.').waitFor()
    expect([await scrollWidth(page), await inaccessible(page)]).toEqual([how.width, []])
    await context.close()
  },
)

test('who left before the second factor is led to it at the next log-in, and to nothing else', async () => {
  const email = longest()
  const password = 'a long password of hers'
  const office = await windowOf(browser, server.url, '/admin/staff', {})
  await invite(office, email)
  const { context, page } = await sitDown(browser, {})
  await page.goto(await linkOf(email))
  await page.getByLabel('Full name').fill('Lea Left')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/security?why=invited')
  await context.close()

  const later = await sitDown(browser, {})
  // As it is where a page of hers asked for the log-in.
  await later.page.goto(`${server.url}/login?next=%2Fdashboard%2Finvest`)
  await later.page.getByLabel('Email').fill(email)
  await later.page.getByLabel('Password', { exact: true }).fill(password)
  await later.page.keyboard.press('Enter')
  await later.page.waitForURL('**/dashboard/security?why=invited')
  await later.page.getByText('nobody has a role here without a second factor').waitFor()
  await later.page.getByRole('button', { name: 'Set up an app' }).waitFor()
  const places = later.page.getByRole('navigation').getByRole('link')
  await expect.poll(() => places.allInnerTexts()).toEqual(['Security'])
  await later.context.close()
})

test('it is taken back with a reason, and its link says so', async () => {
  const email = longest()
  const office = await windowOf(browser, server.url, '/admin/staff', {})
  await invite(office, email)
  const link = await linkOf(email)
  await office.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click()
  await office.getByLabel('Reason, shown to all staff').fill('She found other work')
  await office.keyboard.press('Enter')
  await office.getByText('The invitation was withdrawn.').first().waitFor()
  await expect.poll(() => office.getByText(email).count()).toBe(0)
  const { context, page } = await sitDown(browser, {})
  await page.goto(link)
  await page.getByText('This invitation was withdrawn').waitFor()
  await page.getByRole('link', { name: 'Log In' }).click()
  await page.waitForURL('**/login')
  await context.close()
})
