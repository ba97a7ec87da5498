/** Search from everywhere: by Ctrl-K and by a button, in the dashboard and in the back office, without a mouse and without a keyboard. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { inaccessible } from '../support/axe.ts'
import { atRest } from '../support/at-rest.ts'
import { openBrowser } from '../support/browser.ts'
import { signUp, type Client } from '../support/client.ts'
import { extent, firstOf, thorough } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  hold,
  letThrough,
  press,
  schemes,
  sitDownAsNewcomer,
  walks,
  ways,
  windowOf,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const field = (page: Page) => page.getByRole('combobox', { name: /^Search / })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true })
const options = (page: Page) => dialog(page).getByRole('option')
const opener = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })
const labels = (page: Page) =>
  options(page).evaluateAll((all) =>
    all.map((one) => (one as HTMLElement).innerText.split('\n')[0]),
  )
const groups = (page: Page) =>
  dialog(page)
    .getByRole('group')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
const chosen = (page: Page) => dialog(page).getByRole('option', { selected: true })
const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function openByKeys(page: Page): Promise<void> {
  await opener(page).waitFor()
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
}

/** Money, a running investment, and a request to a wallet. */
async function busyPast(client: Client): Promise<void> {
  await client.ok('POST', '/demo/deposits', { amount: 5000, asset: 'BTC' })
  await client.invest(await client.plan('Starter Growth'), 250)
  await client.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 123.45,
    bankName: 'My cold wallet',
    bankNumber: 'somewhere-77',
  })
}

describe.each(ways)('at $width px by $hand', ({ width, hand }) => {
  test('the button opens it, what is found leads there, and Escape gives the focus back', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url, {
      width,
      touch: hand === 'touch',
    })
    await opener(page).waitFor()
    const { width: wide, height } = (await opener(page).boundingBox())!
    expect([wide >= 44, height >= 44]).toEqual([true, true])
    await press(opener(page), hand)
    await field(page).waitFor()
    await expect
      .poll(() => field(page).evaluate((one) => one === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await expect
      .poll(() => opener(page).evaluate((one) => one === document.activeElement))
      .toBe(true)
    await press(opener(page), hand)
    await field(page).fill('statements')
    await expect.poll(() => labels(page)).toEqual(['Activity', 'Download a statement'])
    if (hand === 'keyboard') await page.keyboard.press('Enter')
    else await press(options(page).first(), hand)
    await h1(page, 'Activity').waitFor()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})

describe.each(walks)(
  'at $width px, $colorScheme, by $hand',
  { tags: [thorough] },
  ({ hand, width, colorScheme }) => {
    test.each([
      ['Investor', '/dashboard', 'statements', 'Activity'],
      ['Admin', '/admin', 'books', 'Treasury'],
    ] as const)('the %s finds a page from %s', async (who, path, words, title) => {
      const page = await windowOf(browser, server.url, path, {
        who,
        width,
        colorScheme,
        touch: hand === 'touch',
      })
      // A phone has a button, and so has a desk; a keyboard its keys, on both.
      if (hand === 'keyboard') await openByKeys(page)
      else await press(opener(page), hand)
      await field(page).fill(words)
      const found = options(page).filter({ hasText: title }).first()
      await found.waitFor()
      expect(await inaccessible(page)).toEqual([])
      for (const one of [dialog(page), field(page), found]) {
        const { x, width: wide } = (await one.boundingBox())!
        expect([x >= 0, x + wide <= width]).toEqual([true, true])
      }
      if (hand === 'keyboard') await page.keyboard.press('Enter')
      else await press(found, hand)
      await h1(page, title).waitFor()
      await dialog(page).waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })
  },
)

describe('an investor', () => {
  test('finds plans, investments and requests of their own by what stands there, and opens them', async () => {
    const { page, client } = await sitDownAsNewcomer(browser, server.url, { prepare: busyPast })
    await openByKeys(page)
    expect(await groups(page)).toEqual(['Pages', 'Actions'])
    await field(page).fill('starter')
    await expect.poll(() => labels(page)).toEqual(['Starter Growth', '$250.00 in Starter Growth'])
    expect(await groups(page)).toEqual(['Plans', 'My investments'])
    await field(page).fill('somewhere-77')
    await expect.poll(() => labels(page)).toEqual(['$123.45 to My cold wallet'])
    await page.keyboard.press('Enter')
    const [request] = await client.withdrawals()
    await page.waitForURL(`**/dashboard/transfer/${request!._id}`)
  })

  test('goes through what is found by the arrows, and each is told to who listens', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url)
    await openByKeys(page)
    await field(page).fill('account')
    await expect.poll(() => chosen(page).count()).toBe(1)
    const all = await labels(page)
    expect(all.length).toBeGreaterThan(2)
    const told = async () => {
      const id = await field(page).getAttribute('aria-activedescendant')
      return page.evaluate((name) => document.getElementById(name!)!.innerText.split('\n')[0], id)
    }
    expect(await told()).toBe(all[0])
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
    await expect.poll(told).toBe(all[1])
    expect(await chosen(page).evaluateAll((found) => found.length)).toBe(1)
  })

  test('opens it from within a field, which keeps its words, and not over a question', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url, {
      path: '/dashboard/transfer?to=wallet',
      prepare: busyPast,
    })
    const wallet = page.getByLabel('Wallet name')
    await wallet.fill('Half a na')
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => wallet.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await wallet.inputValue()).toBe('Half a na')
    await page.getByRole('button', { name: 'Cancel', exact: true }).first().click()
    const question = page.getByRole('dialog')
    await question.waitFor()
    await page.keyboard.press('Control+k')
    await atRest(page)
    expect([await question.count(), await field(page).count()]).toEqual([1, 0])
  })

  test('reads that nothing was found, and logs out by it', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url)
    await openByKeys(page)
    await field(page).fill('zzzz no such thing')
    await dialog(page).getByText('Nothing found.').waitFor()
    expect(await options(page).count()).toBe(0)
    await field(page).fill('log out')
    await expect.poll(() => labels(page)).toEqual(['Log out'])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
  })
})

describe.each(firstOf(['Admin', 'Auditor'] as const))('staff, as %s,', (who) => {
  test.each([
    ['account ID', ({ user }: Client) => user.accountId],
    ['email', ({ user }: Client) => user.email],
    ['name', ({ user }: Client) => user.fullName],
  ])('find a person by %s, and come to their page', async (_, wordsOf) => {
    const person = await signUp(server.url, { fullName: `Quentin ${randomUUID().slice(0, 8)}` })
    const page = await windowOf(browser, server.url, '/admin/treasury', { who })
    await openByKeys(page)
    await field(page).fill(wordsOf(person))
    const found = dialog(page).getByRole('group', { name: 'People' }).getByRole('option')
    await found.filter({ hasText: person.user.email }).waitFor()
    expect(await found.count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/users/${person.user.id}`)
    await h1(page, person.user.fullName).waitFor()
  })
})

describe('staff', () => {
  test('find a request by who asked, and come to it in the queue', async () => {
    const person = await signUp(server.url, { fullName: 'Rosa Requests' })
    await busyPast(person)
    const page = await windowOf(browser, server.url, '/admin')
    await openByKeys(page)
    await field(page).fill(person.user.email)
    const request = dialog(page).getByRole('group', { name: 'Requests' }).getByRole('option')
    await request.filter({ hasText: '$123.45 to My cold wallet' }).waitFor()
    await request.click()
    await page.waitForURL('**/admin/withdrawals?**')
    const queue = page.getByRole('table', { name: 'Withdrawal Requests' })
    await queue.getByText('Rosa Requests').first().waitFor()
    await queue.getByText('$123.45').first().waitFor()
  })

  test('see nothing of other words while these are searched for, and read why nothing could be', async () => {
    const page = await windowOf(browser, server.url, '/admin')
    await openByKeys(page)
    await field(page).fill('investor@glasshouse')
    const people = dialog(page).getByRole('group', { name: 'People' })
    await people.waitFor()
    const calls = `**${basePath}/users?**`
    const letGo = await hold(page, calls)
    await field(page).fill('auditor@glasshouse')
    await dialog(page).getByText('Searching...').waitFor()
    expect(await people.count()).toBe(0)
    letGo()
    await people.getByRole('option').filter({ hasText: 'auditor@glasshouse.example' }).waitFor()
    await page.route(calls, (route) => route.abort())
    await field(page).fill('second-admin')
    await dialog(page)
      .getByText(/People and requests could not be searched/)
      .waitFor()
    await letThrough(page, calls)
  })

  test('freeze somebody whom they name after the word, and a reload asks nothing anew', async () => {
    const person = await signUp(server.url, { fullName: 'Fay Freezable' })
    const page = await windowOf(browser, server.url, '/admin/treasury')
    await openByKeys(page)
    await field(page).fill(`freeze ${person.user.email}`)
    const acts = dialog(page).getByRole('group', { name: 'Actions on people' }).getByRole('option')
    await acts.filter({ hasText: 'Freeze Fay Freezable' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/users/${person.user.id}`)
    const question = page.getByRole('dialog').filter({ hasText: 'Fay Freezable' })
    await question.waitFor()
    await page.reload()
    await h1(page, 'Fay Freezable').waitFor()
    await atRest(page)
    expect(await question.count()).toBe(0)
  })

  test('begin what a page is for from everywhere, and only what they may', async () => {
    const page = await windowOf(browser, server.url, '/admin/audit')
    await openByKeys(page)
    await field(page).fill('record bank charge')
    await expect.poll(() => labels(page)).toEqual(['Record a bank charge'])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/receipts')
    await page.getByRole('heading', { name: 'Record a bank charge' }).waitFor()
    const auditors = await windowOf(browser, server.url, '/admin/audit', { who: 'Auditor' })
    await openByKeys(auditors)
    await field(auditors).fill('record bank charge')
    await dialog(auditors).getByText('Nothing found.').waitFor()
  })

  test('find by an id what it names, and come to where it stands', async () => {
    const person = await signUp(server.url, { fullName: 'Ida Identified' })
    await busyPast(person)
    const { investments } = await person.ok('GET', '/investments')
    const page = await windowOf(browser, server.url, '/admin')
    await openByKeys(page)
    await field(page).fill(investments[0].id.replaceAll('-', ''))
    const found = dialog(page).getByRole('group', { name: 'Exact matches' }).getByRole('option')
    await found.filter({ hasText: 'Investment of Ida Identified' }).click()
    await page.waitForURL(`**/admin/users/${person.user.id}`)
  })

  test('open a list that is opened often', async () => {
    const page = await windowOf(browser, server.url, '/admin/audit', { who: 'Auditor' })
    await openByKeys(page)
    await field(page).fill('frozen')
    await expect.poll(() => labels(page)).toContain('Frozen users')
    await options(page).filter({ hasText: 'Frozen users' }).click()
    await page.waitForURL('**/admin?status=frozen')
  })
})

describe.each(schemes)('in the %s scheme', (colorScheme) => {
  test.each(extent([320], [375, 1280]))('everybody can use it at %i px', async (width) => {
    const page = await windowOf(browser, server.url, '/admin', { width, colorScheme })
    await openByKeys(page)
    await field(page).fill('a')
    await page.keyboard.press('ArrowDown')
    expect(await inaccessible(page)).toEqual([])
    // Under a dialog the room of a scrollbar is kept.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    const { width: wide } = (await dialog(page).boundingBox())!
    expect(wide).toBeLessThanOrEqual(width)
  })
})
