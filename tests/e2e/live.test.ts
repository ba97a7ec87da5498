/** What is shown follows what happens: in every open tab, over one connection, through a lost one. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { logInAsAdmin, newcomersPassword, signUp, type Client } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { logInBy, sitDown } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

/** Somebody new who sits at their dashboard, and how many streams of events their browser has opened. */
async function atTheDashboard(): Promise<{
  context: BrowserContext
  page: Page
  listening: () => number
  id: string
}> {
  const { user } = await signUp(server.url)
  const { context, page } = await sitDown(browser)
  let streams = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/events')) streams += 1
  })
  await logInBy(page, server.url, user.email, newcomersPassword)
  await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
  await expect.poll(() => streams).toBe(1)
  return { context, page, listening: () => streams, id: user.id }
}

const staff: Client = await logInAsAdmin(server.url)
const correct = (id: string, accountBalance: number) =>
  staff.ok('PATCH', `/${id}`, { accountBalance, reason: 'a deposit was booked short' })
const shows = (page: Page, text: string) =>
  page
    .getByRole('button', { name: new RegExp(`^\\$${text}`) })
    .first()
    .waitFor()

describe('the dashboard', () => {
  test('shows what staff did by itself, in every tab, over one connection', async () => {
    const { context, page, listening, id } = await atTheDashboard()
    const tab = await context.newPage()
    await tab.goto(`${server.url}/dashboard`)
    await tab.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
    await correct(id, 25)
    await Promise.all([page, tab].map((one) => shows(one, '25')))
    await page.getByText('a deposit was booked short').waitFor()
    expect(listening()).toBe(1)
    await context.close()
  })
  test(
    'goes on in the other tab when the one that listened is closed',
    { tags: [thorough] },
    async () => {
      const { context, page, listening, id } = await atTheDashboard()
      const tab = await context.newPage()
      await tab.goto(`${server.url}/dashboard`)
      await shows(tab, '0')
      await page.close()
      await expect.poll(listening).toBe(2)
      await correct(id, 30)
      await shows(tab, '30')
      await context.close()
    },
  )
  test('catches up after a lost connection', { tags: [thorough] }, async () => {
    const { context, page, id } = await atTheDashboard()
    await context.setOffline(true)
    await correct(id, 40)
    await context.setOffline(false)
    await shows(page, '40')
    await context.close()
  })
  test('shows what happened while its answers were on their way, in whatever order they were read', async () => {
    const { context, page, id } = await atTheDashboard()
    const told = page
      .locator('section', { hasText: 'Latest activity' })
      .getByText('a deposit was booked short')
    await correct(id, 25)
    await shows(page, '25')
    await told.waitFor()
    const happened = Promise.withResolvers<void>()
    let isRead = false
    await page.route(
      '**/invest/api/v1/activity?*',
      async (route) => {
        const response = await route.fetch()
        isRead = true
        await happened.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.route('**/invest/api/v1/me', async (route) => {
      await happened.promise
      await route.continue()
    })
    // Whoever comes back to a window is shown what has happened meanwhile.
    const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(async () => (await comeBack(), isRead)).toBe(true)
    await correct(id, 50)
    happened.resolve()
    await shows(page, '50')
    await expect.poll(() => told.count()).toBe(2)
    await context.close()
  })
  test('gives way to the login by itself when staff end the session', async () => {
    const { context, page, id } = await atTheDashboard()
    await staff.ok('DELETE', `/users/${id}/sessions`)
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor({ state: 'hidden' })
    await context.close()
  })
})
