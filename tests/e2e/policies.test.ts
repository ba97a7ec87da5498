/** What people accept, in browsers: published by two, asked for when the app is opened, accepted or put off. */
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { windowOf, type Looks } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const admin = await logInAsAdmin(server.url)
const secondAdmin = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')
const early = await signUp(server.url, { fullName: 'Ada Early' })
const { user } = await early.ok('GET', '/me')

const fits = async (page: Page) => {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  // Where a dialog is open, the page behind it doesn't scroll.
  expect([Math.max(0, wider), await inaccessible(page)]).toEqual([0, []])
}
const looks: Looks[] = [375, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

test('an edition is proposed, and agreed to by another', async () => {
  const desk = await windowOf(browser, server.url, '/admin/policies', { who: 'Admin' })
  await desk.getByRole('button', { name: 'Propose edition…' }).first().click()
  const dialog = desk.getByRole('dialog', { name: /^Propose edition 1 of the / })
  await dialog.getByText('Whole text').waitFor()
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await dialog.getByText('Please say what changes.').waitFor()
  await dialog.getByRole('textbox', { name: 'What changes' }).fill('They are accepted from now on.')
  await fits(desk)
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await dialog.waitFor({ state: 'detached' })
  const other = await windowOf(browser, server.url, '/admin/waiting', { as: secondAdmin })
  await other.getByRole('button', { name: 'Agree', exact: true }).first().click()
  const question = other.getByRole('dialog', { name: /Edition 1 of the Terms of Service/ })
  await question.getByText('They are accepted from now on.').waitFor()
  await fits(other)
  await question.getByRole('button', { name: 'Agree' }).click()
  await question.waitFor({ state: 'hidden' })
  await admin.ok('POST', '/demo/clock', { days: 1 })
})

test.each(looks)('who opens the app is asked, and can put it off: %o', async (look) => {
  const page = await windowOf(browser, server.url, '/dashboard', { as: early, ...look })
  const asked = page.getByRole('dialog', { name: 'Please accept our Terms of Service' })
  await asked.getByText('They are accepted from now on.').waitFor()
  await asked.getByText('Whole text').click()
  await fits(page)
  await asked.getByRole('button', { name: 'Not now' }).click()
  await asked.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Read and accept them' }).click()
  await page.getByRole('heading', { name: 'Terms of Service, edition 1' }).waitFor()
  await fits(page)
  const desk = await windowOf(browser, server.url, '/admin/policies', { who: 'Admin', ...look })
  await desk.getByRole('button', { name: /^Not accepted: Terms of Service/ }).click()
  await desk.getByRole('dialog').getByRole('link').first().waitFor()
  await fits(desk)
})

test('what is accepted is asked no more, and stands in the case file', async () => {
  const page = await windowOf(browser, server.url, '/dashboard/policies', { as: early })
  await page.getByRole('button', { name: 'Accept Terms of Service, edition 1' }).click()
  await page.getByText(/^Counts since .* You accepted it on/).waitFor()
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('heading', { name: /^Welcome, / }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  const desk = await windowOf(browser, server.url, `/admin/users/${user.id}`, { who: 'Admin' })
  const accepted = desk.getByRole('table', { name: 'Policies that were accepted' })
  await accepted.getByText('Terms of Service, edition 1').waitFor()
  expect(await accepted.getByText('Not accepted').count()).toBe(0)
})

test('who signs up accepts what stands beside the button', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.url}/signup`)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ben Late')
  await page.getByRole('textbox', { name: 'Email' }).fill('ben-late@people.example')
  await page.getByLabel(/^Password/).fill('correct horse battery')
  await page.getByLabel(/^Confirm password/).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('heading', { name: /^Welcome, / }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goto(`${server.url}/dashboard/policies`)
  await page.getByText(/You accepted it on/).waitFor()
})
