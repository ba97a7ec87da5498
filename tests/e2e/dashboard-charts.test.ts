/** The charts of home in a browser: gone along point by point, by pointer, finger and keyboard, down to the entry that made a point. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { atRest } from '../support/at-rest.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logInAsAdmin, type Client } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { letThrough, looks, press, sitDownAsNewcomer, type Looks } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

/** Five weeks: money in, and two weeks later a request. */
async function fiveWeeks(client: Client): Promise<void> {
  await client.ok('POST', '/demo/deposits', { amount: 500, asset: 'BTC' })
  await admin.ok('POST', '/demo/clock', { days: 14 })
  await client.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 100.25,
    bankName: 'Home',
    bankNumber: 'any wallet',
  })
  await admin.ok('POST', '/demo/clock', { days: 21 })
}

const atHome = async (looks: Looks = {}) => {
  const { page } = await sitDownAsNewcomer(browser, server.url, { ...looks, prepare: fiveWeeks })
  await chart(page).waitFor()
  await atRest(page)
  return page
}
const chart = (page: Page) => page.getByRole('slider', { name: 'Value over time, point by point' })
const figure = (page: Page) => page.locator('figure', { has: chart(page) })
/** What is read, and the figures with it. */
const read = (page: Page) => figure(page).locator('[data-reading]').innerText()
const figures = (page: Page) => figure(page).locator('dd').allInnerTexts()
const crosshair = (page: Page) => figure(page).locator('svg line[y2="100%"][y1="0"]')
const square = (page: Page, of: RegExp) => page.getByRole('link', { name: of })

const atTheRequest = ['$500.00', '$399.75', '$100.25']
const theRequest = /: total value \$500\.00, available \$399\.75, held \$100\.25, in plans \$0\.00/
const theDeposit = /: total value \$500\.00, available \$500\.00, held \$0\.00, in plans \$0\.00/
const theBeginning = /: total value \$0\.00, available \$0\.00/

/** The entry stands in the list of its day, has the focus, and is marked. */
async function expectOpened(page: Page, amount: string): Promise<void> {
  await page.waitForURL(/\/dashboard\/activity\?from=(\d{4}-\d\d-\d\d)&to=\1#entry-[\da-f-]{36}$/)
  const entry = page.locator('article[aria-current="true"]')
  await entry.getByText(amount).first().waitFor()
  await expect.poll(() => entry.evaluate((one) => one === document.activeElement)).toBe(true)
}

describe.each(looks)('at $width px, $colorScheme', (look) => {
  test('the arrows lead from point to point, and Enter opens its entry', async () => {
    const page = await atHome(look)
    await expect
      .poll(async () => [await read(page), await crosshair(page).count()])
      .toEqual(['Now', 0])
    await chart(page).focus()
    expect(await crosshair(page).count()).toBe(1)
    const says = async (key: string) => {
      await chart(page).press(key)
      return chart(page).getAttribute('aria-valuetext')
    }
    expect(await says('ArrowLeft')).toMatch(theRequest)
    expect(await figures(page)).toEqual(atTheRequest)
    expect(await says('ArrowLeft')).toMatch(theDeposit)
    expect(await says('Home')).toMatch(theBeginning)
    expect(await says('ArrowLeft')).toMatch(theBeginning)
    expect(await says('ArrowRight')).toMatch(theDeposit)
    expect(await says('End')).toMatch(theRequest)
    expect(await chart(page).getAttribute('aria-valuenow')).toBe('4')
    await chart(page).press('Home')
    await chart(page).press('Escape')
    expect([await read(page), await crosshair(page).count()]).toEqual(['Now', 0])
    expect(await inaccessible(page)).toEqual([])
    await chart(page).press('ArrowLeft')
    await chart(page).press('Enter')
    await expectOpened(page, '100.25')
    expect(await inaccessible(page)).toEqual([])
  })

  test('the link below, next for the tab key, opens the entry too', async () => {
    const page = await atHome(look)
    await chart(page).focus()
    await chart(page).press('Home')
    await chart(page).press('ArrowRight')
    await page.keyboard.press('Tab')
    const link = page.getByRole('link', { name: 'Open in the activity' })
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true)
    await press(link, 'keyboard')
    await expectOpened(page, '500.00')
  })

  test('the pointer is at the nearest point, until it leaves, and moves nothing else', async () => {
    const page = await atHome(look)
    await chart(page).scrollIntoViewIfNeeded()
    const heightBefore = await figure(page).evaluate((one) => one.getBoundingClientRect().height)
    const { x, y, width, height } = (await chart(page).boundingBox())!
    // The request stands two fifths from the left.
    await page.mouse.move(x + width * 0.45, y + height * 0.6)
    await expect.poll(() => figures(page)).toEqual(atTheRequest)
    await expect.poll(() => crosshair(page).count()).toBe(1)
    await page.mouse.move(x + width * 0.1, y + height * 0.6)
    await expect.poll(async () => (await figures(page))[2]).toBe('$0.00')
    expect(await figure(page).evaluate((one) => one.getBoundingClientRect().height)).toBe(
      heightBefore,
    )
    await page.mouse.move(1, 1)
    expect([await read(page), await crosshair(page).count()]).toEqual(['Now', 0])
  })

  test('a square opens its entry', async () => {
    const page = await atHome(look)
    await square(page, theRequest).click()
    await expectOpened(page, '100.25')
  })

  test('ticks stand between the ends, apart from one another', async () => {
    const page = await atHome(look)
    const boxes = await figure(page)
      .locator('text[text-anchor="middle"]')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
      )
    expect(boxes.length).toBeGreaterThanOrEqual(2)
    const { x, width } = (await figure(page).boundingBox())!
    for (const [index, { left, right }] of boxes.entries()) {
      expect(left).toBeGreaterThanOrEqual(index === 0 ? x : boxes[index - 1]!.right)
      expect(right).toBeLessThanOrEqual(x + width)
    }
  })
})

test('on the narrowest phone the days of a new account stand apart', async () => {
  const { page } = await sitDownAsNewcomer(browser, server.url, {
    width: 320,
    timezone: 'UTC',
    async prepare(client) {
      await client.ok('POST', '/demo/deposits', { amount: 500, asset: 'BTC' })
      await admin.ok('POST', '/demo/clock', { days: 5 })
    },
  })
  await chart(page).waitFor()
  const boxes = await figure(page)
    .locator('text[text-anchor="middle"]:visible')
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    )
  expect(boxes.length).toBeGreaterThanOrEqual(2)
  for (const [index, { left }] of boxes.entries())
    if (index > 0) expect(left - boxes[index - 1]!.right).toBeGreaterThan(4)
})

test('under the chart of an account of this minute no two times read alike', async () => {
  const { page } = await sitDownAsNewcomer(browser, server.url, {
    width: 375,
    prepare: (client) => client.ok('POST', '/demo/deposits', { amount: 500, asset: 'BTC' }),
  })
  await chart(page).waitFor()
  const said = await figure(page)
    .locator('text[text-anchor="middle"], p[aria-hidden] span')
    .allTextContents()
  const times = said.filter(Boolean).map((words) => /\d\d:\d\d [AP]M$/.exec(words)?.[0] ?? words)
  expect(times.length).toBeGreaterThan(0)
  expect(new Set(times).size).toBe(times.length)
})

test('a period that can’t be had says so: the one before doesn’t stand under its name', async () => {
  const { page } = await sitDownAsNewcomer(browser, server.url, {
    prepare: (client) => client.ok('POST', '/demo/deposits', { amount: 500, asset: 'BTC' }),
  })
  await chart(page).waitFor()
  const aYear = '**/history?days=366'
  await page.route(aYear, (route) => route.abort())
  await page.getByLabel('Period').selectOption('A year')
  const problem = page.getByRole('alert').filter({ hasText: 'Error loading the chart' })
  await problem.waitFor()
  expect(await chart(page).count()).toBe(0)
  await letThrough(page, aYear)
  await problem.getByRole('button', { name: 'Retry' }).click()
  await chart(page).waitFor()
})

test('a finger reads the nearest point, leaves the page its scrolling, and opens the entry below', async () => {
  const page = await atHome({ width: 375, touch: true })
  await chart(page).scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await chart(page).boundingBox())!
  await page.touchscreen.tap(x + width * 0.42, y + height * 0.5)
  await expect.poll(() => figures(page)).toEqual(atTheRequest)
  expect(
    await chart(page).evaluate((one) => getComputedStyle(one.parentElement!).touchAction),
  ).toBe('pan-y')
  await page.getByRole('link', { name: 'Open in the activity' }).tap()
  await expectOpened(page, '100.25')
})

test('of squares that overlap, the one at the pointer is pressed', async () => {
  const { page } = await sitDownAsNewcomer(browser, server.url, {
    width: 375,
    async prepare(client) {
      for (let day = 0; day < 6; day += 1) {
        await client.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
        await admin.ok('POST', '/demo/clock', { days: 1 })
      }
      await admin.ok('POST', '/demo/clock', { days: 60 })
    },
  })
  await chart(page).waitFor()
  await atRest(page)
  await chart(page).scrollIntoViewIfNeeded()
  const squares = figure(page).getByRole('link', { name: /^Open .*total value/ })
  await expect.poll(() => squares.count()).toBe(6)
  for (const one of await squares.all()) {
    const { x, y, width, height } = (await one.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await expect.poll(() => one.getAttribute('data-read')).toBe('true')
    const isOnTop = await one.evaluate((link) => {
      const { left, top, width: wide, height: high } = link.getBoundingClientRect()
      return document.elementFromPoint(left + wide / 2, top + high / 2) === link
    })
    expect(isOnTop).toBe(true)
  }
})

test('the sample quotes are read day by day as well', async () => {
  const { page } = await sitDownAsNewcomer(browser, server.url)
  await press(page.locator('summary', { hasText: 'Trading chart' }), 'keyboard')
  const quotes = page.getByRole('slider', { name: 'Sample quotes, day by day' })
  await quotes.focus()
  await quotes.press('Home')
  expect(await quotes.getAttribute('aria-valuetext')).toBe(
    'Day 1: open $100.00, high $101.20, low $99.40, close $100.80',
  )
  const shown = page.locator('figure', { has: quotes })
  expect(await shown.locator('dd').allInnerTexts()).toEqual([
    '$100.00',
    '$101.20',
    '$99.40',
    '$100.80',
  ])
  await page.keyboard.press('Tab')
  expect(await shown.locator('[data-reading]').innerText()).toBe('Day 20')
})
