/** What is typed before the scripts ran is what a form begins with. */
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { firstOf } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { windowOf } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

/** The page as it stands while its scripts are still on their way; `arrive` lets them through. */
async function beforeItsScripts(page: Page, path: string) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(`${server.url}${path}`, { waitUntil: 'commit' })
  return arrive
}

const forms = [
  ['/login', { 'E-mail': 'early@people.example', Password: 'typed-too-early' }, 'Log In'],
  [
    '/signup',
    {
      'Full name': 'Early Bird',
      'E-mail': 'early@people.example',
      Password: 'typed-too-early',
      'Confirm password': 'typed-too-early',
    },
    'Sign Up',
  ],
  ['/forgot-password', { 'E-mail': 'early@people.example' }, 'Send Reset Link'],
] as const

test.each(firstOf(forms, 2))(
  '%s keeps what was typed before its scripts ran, and sends it',
  async (path, fields, button) => {
    const { page } = await windowOf(browser, { width: 375 })
    const arrive = await beforeItsScripts(page, path)
    const form = page.locator('form')
    for (const [label, text] of Object.entries(fields))
      await form.getByLabel(label, { exact: true }).fill(text)
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    arrive()
    await page.waitForLoadState('networkidle')
    for (const [label, text] of Object.entries(fields))
      expect(await form.getByLabel(label, { exact: true }).inputValue()).toBe(text)
    await form.getByRole('button', { name: button, exact: true }).click()
    const body = (await sent).postDataJSON() as Record<string, string>
    expect(Object.values(body)).toEqual(expect.arrayContaining(Object.values(fields)))
  },
)
