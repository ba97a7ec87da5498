/** The bell of the dashboard: how many, what, and where it leads; read by what is pressed. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { atRest } from '../support/at-rest.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logInAsAdmin, type Client } from '../support/client.ts'
import { extent } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { letThrough, press, schemes, sitDownAsNewcomer, ways } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const staff = await logInAsAdmin(server.url)

const correct = (client: Client, accountBalance: number) =>
  staff.ok('PATCH', `/${client.user.id}`, { accountBalance, reason: 'a deposit was booked short' })
async function request(client: Client): Promise<string> {
  const { withdrawal } = await client.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 12.5,
    bankName: 'My cold wallet',
    bankNumber: 'somewhere-77',
  })
  return withdrawal._id
}
/** A correction by staff, and a request that they rejected. */
async function news(client: Client): Promise<void> {
  await correct(client, 250)
  const id = await request(client)
  await staff.ok('POST', `/withdrawals/${id}/rejection`, {
    reason: 'the name of the wallet differs',
  })
}

const bell = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true })
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications', exact: true })
const entries = (page: Page) => list(page).getByRole('listitem')
async function isWithin(page: Page, width: number): Promise<boolean> {
  const box = (await list(page).boundingBox())!
  return box.x >= 0 && box.x + box.width <= width
}
const isFocused = (thing: ReturnType<typeof bell>) =>
  thing.evaluate((one) => one === document.activeElement)

describe.each(ways)('at $width px by $hand the bell', ({ width, hand }) => {
  test('says how many are new, opens to what they are, and gives the focus back', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url, {
      width,
      touch: hand === 'touch',
      prepare: news,
    })
    const button = bell(page, 'Notifications, 2 new')
    await button.waitFor()
    const box = (await button.boundingBox())!
    expect([box.width >= 44, box.height >= 44]).toEqual([true, true])
    await press(button, hand)
    await expect
      .poll(() => entries(page).allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Withdrawal rejected\s*New[^]*the name of the wallet differs/),
        expect.stringMatching(/^Account corrected by staff\s*New[^]*a deposit was booked short/),
      ])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expect.poll(() => isWithin(page, width)).toBe(true)
    await page.keyboard.press('Escape')
    await list(page).waitFor({ state: 'hidden' })
    await expect.poll(() => isFocused(bell(page, 'Notifications'))).toBe(true)
    await press(bell(page, 'Notifications'), hand)
    await entries(page).first().waitFor()
    expect(await list(page).getByText('New', { exact: true }).count()).toBe(0)
  })

  test('leads to the request, and to the activity where there is none', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url, {
      width,
      touch: hand === 'touch',
      prepare: news,
    })
    const open = async () => press(page.getByRole('button', { name: /^Notifications/ }), hand)
    await open()
    await press(list(page).getByRole('link', { name: 'Withdrawal rejected' }), hand)
    await page.waitForURL(/\/dashboard\/transfer\/[0-9a-f-]{36}$/)
    await list(page).waitFor({ state: 'hidden' })
    await open()
    await press(list(page).getByRole('link', { name: 'Account corrected by staff' }), hand)
    await page.waitForURL('**/dashboard/activity?kind=correction-made')
    await open()
    await press(list(page).getByRole('link', { name: 'All activity' }), hand)
    await page.waitForURL('**/dashboard/activity')
  })
})

describe.each(schemes)('in the %s scheme', (colorScheme) => {
  test.each(extent([320, 1280], [375]))('axe finds nothing wrong at %i px', async (width) => {
    const { page } = await sitDownAsNewcomer(browser, server.url, {
      width,
      colorScheme,
      prepare: news,
    })
    await bell(page, 'Notifications, 2 new').click()
    await entries(page).first().waitFor()
    expect(await inaccessible(page)).toEqual([])
  })
})

test('a page alone marks nothing as read, in whichever window', async () => {
  const { page, context, client } = await sitDownAsNewcomer(browser, server.url, { prepare: news })
  await bell(page, 'Notifications, 2 new').waitFor()
  await page.goto(`${server.url}/dashboard/activity`)
  await bell(page, 'Notifications, 2 new').waitFor()
  const other = await context.newPage()
  await other.goto(`${server.url}/dashboard/profile`)
  await bell(other, 'Notifications, 2 new').click()
  await bell(other, 'Notifications').waitFor()
  await page.reload()
  await bell(page, 'Notifications').waitFor()
  expect((await client.ok('GET', '/notifications')).newCount).toBe(0)
})

const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

describe.each(extent([320], [375, 1280]))('at %i px an open page', (width) => {
  test('says by a toast what staff decide, counts it, and says it once', async () => {
    const { page, client } = await sitDownAsNewcomer(browser, server.url, { width, prepare: news })
    await bell(page, 'Notifications, 2 new').waitFor()
    await atRest(page)
    const id = await request(client)
    await staff.ok('POST', `/withdrawals/${id}/rejection`, { reason: 'it is the same wallet' })
    // What is pointed at stays.
    await toast(page, 'Withdrawal rejected, $12.50').hover()
    await bell(page, 'Notifications, 3 new').waitFor()
    expect(await inaccessible(page, { parts: ['[data-toast]'] })).toEqual([])
    await page.getByRole('button', { name: 'Close this message' }).click()
    await page.goto(`${server.url}/dashboard/activity`)
    await bell(page, 'Notifications, 3 new').waitFor()
    expect(await page.locator('[data-toast]').count()).toBe(0)
  })
})

test('a page says nothing by a toast of what its own person does', async () => {
  const { page, client } = await sitDownAsNewcomer(browser, server.url, { prepare: news })
  await bell(page, 'Notifications, 2 new').waitFor()
  await atRest(page)
  await client.ok('POST', '/me/freeze', {})
  await bell(page, 'Notifications, 3 new').waitFor()
  expect(await page.locator('[data-toast]').count()).toBe(0)
})

test('news wait until the answer to what was pressed has been read, and go with their person', async () => {
  const { page, client } = await sitDownAsNewcomer(browser, server.url)
  await bell(page, 'Notifications').waitFor()
  await page.route(`**${basePath}/mail-choices`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page
    .getByRole('checkbox', { name: /Money was credited/ })
    .first()
    .click()
  const answer = page.getByRole('alert').filter({ hasText: 'could not be reached' })
  await answer.hover()
  await correct(client, 40)
  await bell(page, 'Notifications, 1 new').waitFor()
  expect(await answer.count()).toBe(1)
  await page.getByRole('button', { name: 'Close this message' }).click()
  await toast(page, 'Account corrected by staff, $40.00').waitFor()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await toast(page, 'Logged out successfully').waitFor()
  expect(await page.getByText('Account corrected by staff').count()).toBe(0)
})

describe.each(extent([320], [375, 1280]))('at %i px the settings', (width) => {
  test('switch off what the bell tells, and say what is always told', async () => {
    const { page, client } = await sitDownAsNewcomer(browser, server.url, {
      width,
      path: '/dashboard/settings',
    })
    const table = page.getByRole('table').filter({ hasText: 'In the app' })
    const box = table.getByRole('checkbox', {
      name: 'A withdrawal was approved, rejected or returned: in the app',
    })
    await box.waitFor()
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await table.getByRole('row', { name: /^Our staff/ }).innerText()).toMatch(
      /Always\s+Always$/,
    )
    expect(await table.getByRole('row', { name: /withdrawal was requested/ }).innerText()).toMatch(
      /Always\s+Never$/,
    )
    const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
    await box.focus()
    await page.keyboard.press('Space')
    expect((await saved).status()).toBe(200)
    await page.reload()
    await box.waitFor()
    const off = table.getByRole('checkbox', { checked: false, name: /: in the app$/ })
    expect(await off.count()).toBe(1)
    expect(await box.isChecked()).toBe(false)
    await news(client)
    await bell(page, 'Notifications, 1 new').click()
    await expect
      .poll(() => entries(page).allInnerTexts())
      .toEqual([expect.stringMatching(/^Account corrected by staff/)])
  })
})

test('somebody new reads what will stand here', async () => {
  const { page } = await sitDownAsNewcomer(browser, server.url)
  await bell(page, 'Notifications').click()
  await list(page).getByText('Nothing yet.').waitFor()
})

test('what cannot be loaded says so and can be tried again; what cannot be marked stays new', async () => {
  const { page } = await sitDownAsNewcomer(browser, server.url, { prepare: news })
  await bell(page, 'Notifications, 2 new').waitFor()
  await page.route(`**${basePath}/notifications/read`, (route) => route.abort())
  await bell(page, 'Notifications, 2 new').click()
  await entries(page).first().waitFor()
  await bell(page, 'Notifications, 2 new').waitFor()
  await page.route(`**${basePath}/notifications`, (route) => route.abort())
  await page.reload()
  await bell(page, 'Notifications').click()
  await list(page).getByRole('alert').waitFor()
  await letThrough(page)
  await list(page).getByRole('button', { name: 'Retry' }).click()
  await entries(page).first().waitFor()
})
