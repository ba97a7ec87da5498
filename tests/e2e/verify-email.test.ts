/** An account's address, in a browser: the banner, the mail, the page, who doesn't know the password, and another address. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, newcomersPassword, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent, firstOf } from '../support/extent.ts'
import { startServer, stopServers } from '../support/server.ts'
import { schemes, sitDown, formRuns } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)

/** The link that confirms this address. */
const linkOf = (page: Page, { user }: Client, mails = 1) =>
  linkIn(page, [user.email, 'Confirm your email address'], 'Confirm this address', mails)

/** A link of the newest mail that says all of this, once so many have come. */
async function linkIn(
  page: Page,
  says: readonly string[],
  name: string,
  mails = 1,
): Promise<string> {
  const outbox = await page.context().newPage()
  const all = says.reduce(
    (found, hasText) => found.filter({ hasText }),
    outbox.getByRole('article'),
  )
  await expect
    .poll(async () => {
      await outbox.goto(server.outboxUrl)
      return all.count()
    })
    .toBe(mails)
  const mail = all.first()
  if ((await mail.locator('details[open]').count()) === 0)
    await mail.locator('summary').first().click()
  const link = await mail.getByRole('link', { name }).getAttribute('href')
  await outbox.close()
  return link!
}

/** The secret leaves the address. */
async function open(page: Page, link: string, path = 'verify-email'): Promise<void> {
  await page.goto(link)
  await page.waitForURL(`**/${path}`)
}

const banner = (page: Page) => page.getByText('Please confirm your email address')
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm and log in' })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

describe.each(schemes)('in %s', (colorScheme) => {
  test.each(extent([375], [1280]))(
    'the address is confirmed by keyboard at %i px',
    async (width) => {
      const client = await signUp(server.url, { fullName: 'Nora Newcomer' })
      const { context, page } = await sitDown(browser, { width, colorScheme })
      await page.goto(`${server.url}/login`)
      await formRuns(page)
      await page.getByLabel('Email').fill(client.user.email)
      await password(page).fill(newcomersPassword)
      await page.keyboard.press('Enter')
      await banner(page).waitFor()
      expect([await scrollWidth(page), await inaccessible(page)]).toEqual([width, []])
      await linkOf(page, client)
      await page.getByRole('button', { name: 'Send again' }).press('Enter')
      await page.getByText('Check your email for the link.').waitFor()
      await open(page, await linkOf(page, client, 2))
      // Opening the page has done nothing.
      expect((await client.me()).emailVerified).toBe(false)
      expect([await scrollWidth(page), await inaccessible(page)]).toEqual([width, []])
      await expect.poll(() => confirm(page).isEnabled()).toBe(true)
      await password(page).fill('not the password')
      await page.keyboard.press('Enter')
      await page
        .getByText('That is not the password of this account. Nothing was changed.')
        .waitFor()
      await password(page).fill(newcomersPassword)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/dashboard')
      await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
      expect(await banner(page).count()).toBe(0)
      await context.close()
    },
  )
})

test('who does not know the password is led to a new one, and a used link leads on', async () => {
  const client = await signUp(server.url, { fullName: 'Nora Newcomer' })
  const { context, page } = await sitDown(browser, {})
  const link = await linkOf(page, client)
  await open(page, link)
  await page.getByRole('link', { name: 'choose a new password' }).click()
  await page.waitForURL('**/forgot-password')
  await open(page, link)
  await database.owner.query('delete from auth.links where person_id = $1', [client.user.id])
  await password(page).fill(newcomersPassword)
  await confirm(page).click()
  await page.getByText('This link has already been used, or has expired.').waitFor()
  expect(
    await page
      .getByRole('link', { name: 'See your dashboard' })
      .evaluate((link) => link === document.activeElement),
  ).toBe(true)
  await context.close()
})

test('a browser where somebody else is signed in shows the new person nothing of theirs', async () => {
  const other = await signUp(server.url, { fullName: 'Otto Other' })
  await other.ok('POST', '/demo/deposits', { amount: 1234, asset: 'BTC' })
  const client = await signUp(server.url, { fullName: 'Nora Newcomer' })
  const { context, page } = await sitDown(browser, {})
  await page.goto(`${server.url}/login`)
  await formRuns(page)
  await page.getByLabel('Email').fill(other.user.email)
  await password(page).fill(newcomersPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome, Otto Other' }).waitFor()
  await open(page, await linkOf(page, client))
  await password(page).fill(newcomersPassword)
  await confirm(page).click()
  await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
  expect(await page.getByText('1,234').count()).toBe(0)
  expect(await page.getByText('Otto').count()).toBe(0)
  await context.close()
})

test('nor does another tab, where they were signed in: it is the new person’s from then on', async () => {
  const other = await signUp(server.url, { fullName: 'Otto Other' })
  await other.ok('POST', '/demo/deposits', { amount: 1234, asset: 'BTC' })
  const client = await signUp(server.url, { fullName: 'Nora Newcomer' })
  const { context, page: tab } = await sitDown(browser, { as: other })
  await tab.goto(`${server.url}/dashboard/transfer?to=wallet`)
  await tab.getByText('1,234').first().waitFor()
  await tab.getByLabel('Wallet name').fill('The wallet of Otto')
  const page = await context.newPage()
  await open(page, await linkOf(page, client))
  await password(page).fill(newcomersPassword)
  await confirm(page).click()
  await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
  await tab.getByRole('button', { name: 'Account menu of Nora Newcomer' }).waitFor()
  expect(await tab.getByText('1,234').count()).toBe(0)
  expect(await tab.getByText('Otto').count()).toBe(0)
  expect(await tab.getByLabel('Wallet name').inputValue()).toBe('')
  // Both go on, each by itself, as hers.
  const again = await logIn(server.url, client.user.email, newcomersPassword)
  await again.ok('POST', '/demo/deposits', { amount: 56, asset: 'BTC' })
  for (const one of [tab, page]) await one.getByText('$56.00').first().waitFor()
  await context.close()
})

test.each(firstOf([375, 1280]))(
  'another address is confirmed at both, by keyboard at %i px',
  async (width) => {
    const client = await signUp(server.url, { fullName: 'Nora Newcomer' })
    const { context, page } = await sitDown(browser, { width })
    await open(page, await linkOf(page, client))
    await password(page).fill(newcomersPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    await page.goto(`${server.url}/dashboard/settings`)
    const email = `new-${client.user.email}`
    await page.getByLabel('New email address').fill(email)
    await page.keyboard.press('Enter')
    await page.getByText('We sent a link to your present address and one to the new one.').waitFor()
    expect([await scrollWidth(page), await inaccessible(page)]).toEqual([width, []])
    await page.goto(`${server.url}/dashboard/security`)
    await page.getByText('once the link sent to your present address and the new address').waitFor()
    const agreeing = await linkIn(
      page,
      [client.user.email, email, 'is about to change'],
      'Agree to the change',
    )
    const confirming = await linkIn(
      page,
      [email, 'Confirm your new email address'],
      'Confirm this address',
    )
    await open(page, agreeing, 'agree-email')
    await page.getByRole('button', { name: 'Agree to the change' }).press('Enter')
    await page
      .getByText('You have agreed. Now use the link that we sent to the new address.')
      .waitFor()
    await open(page, confirming, 'confirm-own-email')
    expect([await scrollWidth(page), await inaccessible(page)]).toEqual([width, []])
    const confirmNew = page.getByRole('button', { name: 'Confirm email' })
    await expect.poll(() => confirmNew.isEnabled()).toBe(true)
    await password(page).fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByText('That is not the password of this account. Nothing was changed.').waitFor()
    await password(page).fill(newcomersPassword)
    await page.keyboard.press('Enter')
    await page.getByText('Both addresses have confirmed the change.').waitFor()
    await page.getByRole('link', { name: 'Log In' }).press('Enter')
    await page.getByLabel('Email').fill(email)
    await password(page).fill(newcomersPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
    await context.close()
  },
)
