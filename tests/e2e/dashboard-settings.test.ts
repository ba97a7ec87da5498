/** The settings in a browser: name and password with every message, the colour scheme, and which mails to get. */
import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { inaccessible } from '../support/axe.ts'
import { codeOf } from '../support/authenticator.ts'
import { firstOf, thorough } from '../support/extent.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, newcomersPassword, signUp } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import {
  drawn,
  flowWidths,
  letThrough,
  logInBy,
  schemes,
  sitDown,
  type Looks,
} from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)

const oldPassword = newcomersPassword
const newPassword = 'a violet window'

/** Somebody new at their settings; whatever their browser complains of is a fault. */
async function atSettings(looks: Looks = {}) {
  const email = `${randomUUID()}@people.example`
  const client = await signUp(server.url, { email })
  const { page } = await sitDown(browser, looks)
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await logInBy(page, server.url, email, oldPassword)
  await page.goto(`${server.url}/dashboard/settings`)
  await page.getByLabel('Full name').waitFor()
  return { page, email, client, faults }
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: /^(Save|Saving\.\.\.)$/ })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

async function fill(page: Page, password: string, again = password): Promise<void> {
  await field(page, 'Password').fill(password)
  await field(page, 'Confirm password').fill(again)
}

/** Catches what saving sends, and says how it goes on. */
async function onSaving(page: Page, answer: (route: Route) => Promise<void>): Promise<string[]> {
  const keys: string[] = []
  await page.route('**/api/user/update', async (route) => {
    keys.push(route.request().headers()['idempotency-key']!)
    await answer(route)
  })
  return keys
}

describe.each(flowWidths)('Edit Settings at %i px', (width) => {
  test('shows the email address, as the profile does', async () => {
    const { page, email } = await atSettings({ width })
    await page
      .locator('section')
      .filter({ hasText: 'Email address' })
      .getByText(email, { exact: true })
      .waitFor()
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
    await page.goto(`${server.url}/dashboard/profile`)
    await page.getByRole('definition').filter({ hasText: email }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

  test(
    'knows the name, wants all fields, and sends nothing before',
    { tags: [thorough] },
    async () => {
      const { page } = await atSettings({ width })
      const sent = await onSaving(page, (route) => route.continue())
      expect(await field(page, 'Full name').inputValue()).toBe('Nora Newcomer')
      await field(page, 'Full name').fill('')
      await save(page).click()
      await page.getByText('Please enter your full name').waitFor()
      await page.getByText('Please enter a password; it may be your current one').waitFor()
      await field(page, 'Password').fill(newPassword)
      await save(page).click()
      await page.getByText('Please enter the password again').waitFor()
      await field(page, 'Confirm password').fill('something else')
      await save(page).click()
      await page.getByText("Passwords don't match").waitFor()
      expect(sent).toEqual([])
    },
  )

  test('says Saving..., then that it was done in a box on the page, and shows the new name', async () => {
    const { page, email } = await atSettings({ width })
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
    const sent = await onSaving(page, async (route) => {
      await answering
      await route.continue()
    })
    await field(page, 'Full name').fill('Nora Renamed')
    await fill(page, newPassword)
    await save(page).dblclick()
    await page.getByText('Saving...', { exact: true }).waitFor()
    expect(await save(page).isDisabled()).toBe(true)
    answer()
    await alert(page, 'Settings updated successfully').waitFor()
    await page.getByRole('button', { name: 'Account menu of Nora Renamed' }).waitFor()
    expect([
      await field(page, 'Password').inputValue(),
      await field(page, 'Confirm password').inputValue(),
    ]).toEqual(['', ''])
    expect(sent).toHaveLength(1)
    await expect(logIn(server.url, email, oldPassword)).rejects.toThrow('401')
    expect((await logIn(server.url, email, newPassword)).user.fullName).toBe('Nora Renamed')
  })

  test('works by the keyboard alone', { tags: [thorough] }, async () => {
    const { page } = await atSettings({ width })
    await field(page, 'Full name').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Nora Typed')
    await field(page, 'Password').focus()
    await page.keyboard.type(oldPassword)
    await field(page, 'Confirm password').focus()
    await page.keyboard.type(oldPassword)
    await page.keyboard.press('Enter')
    await alert(page, 'Settings updated successfully').waitFor()
    await page.getByRole('link', { name: 'Cancel' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { name: 'Welcome, Nora Typed' }).waitFor()
  })

  test.each([
    [
      'the server is gone',
      (route: Route) => route.abort(),
      'Failed to update settings',
      /could not be reached/,
    ],
    [
      'its answer is garbage',
      (route: Route) =>
        route.fulfill({ status: 200, contentType: 'application/json', body: '{"half' }),
      'Failed to update settings',
      /could not be read/,
    ],
    [
      'it refuses without a word',
      (route: Route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
      'Failed to update user data',
      null,
    ],
    [
      'it refuses in its own words',
      (route: Route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/json',
          body: '{"message":"Not on a Sunday"}',
        }),
      'Not on a Sunday',
      null,
    ],
  ])(
    'when %s, says so and keeps what was typed',
    { tags: [thorough] },
    async (_what, answer, toast, why) => {
      const { page } = await atSettings({ width })
      await onSaving(page, answer)
      await field(page, 'Full name').fill('Nora Renamed')
      await fill(page, newPassword)
      await save(page).click()
      const shown = alert(page, toast)
      await shown.waitFor()
      expect((await shown.innerText()).trim()).toBe(toast)
      if (why) await page.getByRole('alert').filter({ hasText: why }).waitFor()
      expect([
        await field(page, 'Full name').inputValue(),
        await field(page, 'Password').inputValue(),
        await field(page, 'Confirm password').inputValue(),
      ]).toEqual(['Nora Renamed', newPassword, newPassword])
      await letThrough(page)
      await save(page).click()
      await alert(page, 'Settings updated successfully').waitFor()
      expect(
        await page
          .getByRole('alert')
          .filter({ hasText: /could not be/ })
          .count(),
      ).toBe(0)
    },
  )

  test(
    'asks for the current password when the sign-in is older than ten minutes',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atSettings({ width })
      await database.owner.query(
        `update auth.sessions set created_at = created_at - interval '11 minutes', fresh_until = null where person_id = $1`,
        [client.user.id],
      )
      expect(await field(page, 'Current password').count()).toBe(0)
      await fill(page, newPassword)
      await save(page).click()
      await alert(page, 'Please enter your current password to do this.').waitFor()
      await field(page, 'Current password').fill('not this one')
      await save(page).click()
      await page.getByText('The current password is wrong.').first().waitFor()
      expect(await field(page, 'Current password').getAttribute('aria-invalid')).toBe('true')
      await field(page, 'Current password').fill(oldPassword)
      await save(page).click()
      await alert(page, 'Settings updated successfully').waitFor()
    },
  )
})

test('I11 whoever has a second factor is asked for that one, and then it goes on', async () => {
  const { page, client } = await atSettings()
  const post = async (path: string, data = {}) =>
    (await (await page.request.post(`${server.url}${basePath}${path}`, { data })).json()).data
  const { secret } = await post('/second-factors/app')
  // Where the next step begins meanwhile, the code of the one before has to be sent again.
  const confirm = () => post('/second-factors/app/confirmation', { code: codeOf(secret, -1) })
  if (!(await confirm())) await confirm()
  await database.owner.query(
    `update auth.sessions set created_at = created_at - interval '11 minutes', fresh_until = null where person_id = $1`,
    [client.user.id],
  )
  await fill(page, newPassword)
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await alert(page, 'Settings updated successfully').waitFor()
  expect(await field(page, 'Current password').count()).toBe(0)
})

test(
  'a request whose reply was lost is sent again with the same key, and the name is changed once',
  { tags: [thorough] },
  async () => {
    const { page, client } = await atSettings()
    let lost = false
    const keys = await onSaving(page, async (route) => {
      if (lost) return route.continue()
      lost = true
      await route.fetch()
      return route.abort()
    })
    await field(page, 'Full name').fill('Nora Renamed')
    await fill(page, oldPassword)
    await save(page).click()
    await alert(page, 'Failed to update settings').waitFor()
    await save(page).click()
    await alert(page, 'Settings updated successfully').waitFor()
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    const { rows } = await database.owner.query(
      `select count(*)::int as changes from desk.activity where owner_id = $1 and kind = 'name-changed'`,
      [client.user.id],
    )
    expect(rows).toEqual([{ changes: 1 }])
  },
)

describe('the colour scheme', () => {
  const schemeOf = (page: Page) =>
    page.evaluate(() => [
      document.documentElement.dataset['mantineColorScheme'],
      getComputedStyle(document.body).backgroundColor,
    ])
  const light = ['light', 'rgb(243, 245, 240)']
  const dark = ['dark', 'rgb(14, 21, 20)']

  test(
    'follows the system until one is chosen, and again when that is chosen',
    { tags: [thorough] },
    async () => {
      const { page, faults } = await atSettings({ colorScheme: 'dark' })
      expect(await schemeOf(page)).toEqual(dark)
      expect(await page.getByRole('radio', { name: /^System/ }).isChecked()).toBe(true)
      await page.getByRole('radio', { name: /^Light/ }).check()
      expect(await schemeOf(page)).toEqual(light)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await schemeOf(page)).toEqual(light)
      await page.getByRole('radio', { name: /^Light/ }).focus()
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => schemeOf(page)).toEqual(dark)
      await page.emulateMedia({ colorScheme: 'light' })
      await expect.poll(() => schemeOf(page)).toEqual(light)
      expect(faults).toEqual([])
    },
  )

  test.each(firstOf(['/dashboard/settings', '/']))(
    'is there on %s before anything of ours has run, so that nothing flashes',
    { tags: [thorough] },
    async (path) => {
      const { page } = await atSettings({ colorScheme: 'light' })
      await page.getByRole('radio', { name: /^Dark/ }).check()
      await page.route('**/*.js', (route) => route.abort())
      await page.goto(server.url + path)
      expect(await schemeOf(page)).toEqual(dark)
    },
  )
})

describe('mails', () => {
  const mailsTo = async (id: string) =>
    (
      await database.owner.query<{ template: string }>(
        // The one that verifies the address is written by and by.
        `select template from outbox where owner_id = $1 and template <> 'verify-email' order by id`,
        [id],
      )
    ).rows.map(({ template }) => template)
  const box = (page: Page) =>
    page.getByRole('checkbox', { name: 'Money was credited to my balance: by email' })
  const payIn = { amount: 5, asset: 'BTC' }

  test(
    'are all on at first; one that is switched off stays so, and isn’t written any more',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atSettings()
      await box(page).waitFor()
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(9)
      const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
      await box(page).focus()
      await page.keyboard.press('Space')
      expect((await saved).status()).toBe(200)
      await page.reload()
      await box(page).waitFor()
      expect([
        await box(page).isChecked(),
        await page.getByRole('checkbox', { checked: true }).count(),
      ]).toEqual([false, 8])
      await client.ok('POST', '/demo/deposits', payIn)
      expect(await mailsTo(client.user.id)).toEqual(['welcome'])
      const again = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
      await box(page).check()
      await again
      await client.ok('POST', '/demo/deposits', payIn)
      expect(await mailsTo(client.user.id)).toEqual(['welcome', 'deposit-received'])
    },
  )

  test(
    'a choice that can’t be saved goes back to what it was, and says so',
    { tags: [thorough] },
    async () => {
      const { page } = await atSettings()
      await box(page).waitFor()
      await page.route('**/mail-choices', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await box(page).click()
      await alert(page, 'The server could not be reached').waitFor()
      await expect.poll(() => box(page).isChecked()).toBe(true)
    },
  )

  test('that can’t be read say so, and Retry works', { tags: [thorough] }, async () => {
    const { page } = await atSettings()
    await page.route('**/mail-choices', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"message":"Too much is going on"}',
      }),
    )
    await page.reload()
    await page.getByText('Error loading your choices: Too much is going on').waitFor()
    await letThrough(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await box(page).waitFor()
  })
})

describe.each(schemes)('in the %s scheme', (colorScheme) => {
  test.each(flowWidths)(
    'at %i px everybody can use it, and nothing scrolls sideways',
    { tags: [thorough] },
    async (width) => {
      const { page } = await atSettings({ width, colorScheme })
      await page.getByRole('checkbox').first().waitFor()
      await save(page).click()
      await drawn(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await inaccessible(page)).toEqual([])
    },
  )
})
