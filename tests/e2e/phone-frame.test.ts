/** What stays in sight while a page of the dashboard is scrolled: a phone's bar, the top bar, the support button and toasts; and that they cover nothing. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { atRest } from '../support/at-rest.ts'
import { openBrowser } from '../support/browser.ts'
import { extent, firstOf, thorough } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { drawn, enterAs, press, sitDown, sitDownAs, type Hand } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const paths = extent(
  ['', '/invest', '/transfer', '/settings'],
  [
    '/investments',
    '/receive',
    '/fundaccount',
    '/loan',
    '/activity',
    '/proof',
    '/friends',
    '/profile',
    '/security',
    '/data',
    '/verification',
  ],
).map((path) => `/dashboard${path}`)

const phones = firstOf(
  [375, 320].flatMap((width) =>
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      (['keyboard', 'touch'] as const).map((hand) => ({ width, colorScheme, hand })),
    ),
  ),
)

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(server.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await atRest(page)
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main pages' })
const more = (page: Page) => bar(page).getByRole('button', { name: 'More' })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

/** What is marked as the place where one is. */
const marked = (page: Page) => bar(page).locator('[aria-current]').allInnerTexts()

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
  await drawn(page)
}
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)
/** A long list is measured, and fetched, while it is gone through. */
async function scrollToEnd(page: Page): Promise<void> {
  let before = 0
  for (let height = await heightOf(page); height !== before; height = await heightOf(page)) {
    before = height
    await scrollTo(page, height)
    await atRest(page)
  }
}

/** What can be pressed, typed into or read as a figure, on the page and below one of these, by what it is called. */
const covered = (page: Page, by: string) =>
  page.evaluate((selector) => {
    const covers = [...document.querySelectorAll(selector)].map((one) =>
      one.getBoundingClientRect(),
    )
    const isFigure = ({ childNodes }: Element) =>
      [...childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\d/.test(node.textContent!),
      )
    const parts = [...document.querySelectorAll('main *')].filter(
      (part) =>
        (part.matches('a[href], button, input, select, textarea, summary, [tabindex="0"]') ||
          isFigure(part)) &&
        part.closest('.hide, [data-toast]') === null &&
        part.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    // What lies below the bar itself isn't seen.
    const seenFrom = document.querySelector('header')!.getBoundingClientRect().bottom
    const isBelow = (part: Element) => {
      const { left, right, top: from, bottom } = part.getBoundingClientRect()
      const top = Math.max(from, seenFrom)
      return covers.some(
        (one) =>
          top < bottom &&
          left < one.right &&
          right > one.left &&
          top < one.bottom &&
          bottom > one.top,
      )
    }
    return {
      covers: covers.length,
      parts: parts.filter(isBelow).map((part) => part.outerHTML.slice(0, 120)),
    }
  }, by)

const support = '[aria-label="Support"] a'
const footBar = '[aria-label="Main pages"]'

describe.each(phones)('on a phone, $width px, $colorScheme, by $hand, the bar', (look) => {
  const { hand }: { hand: Hand } = look
  const atHome = async () => {
    const { page } = await sitDownAs(browser, server.url, 'Investor', {
      ...look,
      touch: hand === 'touch',
    })
    await visit(page, '/dashboard')
    return page
  }

  test('leads to the pages that are opened most, and says where one is', async () => {
    const page = await atHome()
    expect(await bar(page).locator('a, button').allInnerTexts()).toEqual([
      'Home',
      'Invest',
      'Send',
      'Activity',
      'More',
    ])
    for (const [label, path, heading] of [
      ['Invest', '/invest', 'Risk warning'],
      ['Send', '/transfer', 'Request Withdrawal'],
      ['Activity', '/activity', 'Activity'],
      ['Home', '', /^Welcome, /],
    ] as const) {
      await press(bar(page).getByRole('link', { name: label, exact: true }), hand)
      await page.waitForURL(`${server.url}/dashboard${path}`)
      await page.getByRole('heading', { name: heading }).first().waitFor()
      expect(await marked(page)).toEqual([label])
    }
    await visit(page, '/dashboard/settings')
    expect(await marked(page)).toEqual(['More'])
    await visit(page, '/dashboard/investments')
    expect(await marked(page)).toEqual(['More'])
  })

  test('opens by More what the menu has, which gives the keyboard back', async () => {
    const page = await atHome()
    expect(await menu(page).count()).toBe(0)
    await press(more(page), hand)
    await menu(page).getByRole('link', { name: 'Settings' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement!.textContent)).toBe('Home')
    expect(await page.locator(footBar).evaluate((one) => one.closest('[inert]') !== null)).toBe(
      true,
    )
    expect(await inaccessible(page)).toEqual([])
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement!.textContent)).toBe('More')
    await press(more(page), hand)
    await press(menu(page).getByRole('link', { name: 'Settings' }), hand)
    await page.getByRole('heading', { name: 'Edit Settings' }).waitFor()
    expect(await menu(page).count()).toBe(0)
  })

  test('keeps nothing that has the focus below it, traps no keyboard, and passes axe', async () => {
    const page = await atHome()
    await visit(page, '/dashboard/settings')
    const order = await page.evaluate(() => document.querySelectorAll('main input').length)
    expect(order).toBeGreaterThan(3)
    const below: string[] = []
    let inBar = 0
    for (let i = 0; i < 80 && inBar < 5; i += 1) {
      await page.keyboard.press('Tab')
      const { isInBar, hides } = await page.evaluate((selector) => {
        const focused = document.activeElement!
        const foot = document.querySelector(selector)!
        const isInBar = foot.contains(focused)
        const { bottom, top, height } = focused.getBoundingClientRect()
        const hides =
          focused.closest('main') !== null &&
          height < innerHeight / 2 &&
          (bottom > foot.getBoundingClientRect().top ||
            top < document.querySelector('header')!.getBoundingClientRect().bottom)
        return { isInBar, hides: hides ? focused.outerHTML.slice(0, 120) : null }
      }, footBar)
      if (isInBar) inBar += 1
      if (hides !== null) below.push(hides)
    }
    expect({ inBar, below }).toEqual({ inBar: 5, below: [] })
    // The one after it is none of its own.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement!.closest('nav'))).toBeNull()
    expect(await inaccessible(page)).toEqual([])
  })
})

describe('the bar', () => {
  test('is a phone’s and the dashboard’s only, and not printed', async () => {
    const { page } = await sitDownAs(browser, server.url, 'Investor', { width: 375 })
    await visit(page, '/dashboard')
    expect(await bar(page).isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => bar(page).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect.poll(() => bar(page).count()).toBe(0)
    const { page: desk } = await sitDownAs(browser, server.url, 'Admin', { width: 375 })
    await desk.goto(`${server.url}/admin`)
    await desk.getByRole('heading', { name: 'Users List' }).waitFor()
    expect(await bar(desk).count()).toBe(0)
  })

  test('keeps its words inside its parts where text is twice its size', async () => {
    const { page } = await sitDownAs(browser, server.url, 'Investor', { width: 320 })
    await visit(page, '/dashboard')
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await drawn(page)
    const wider = await bar(page)
      .locator('a, button')
      .evaluateAll((all) =>
        all.flatMap((one) => (one.scrollWidth > one.clientWidth + 1 ? [one.textContent] : [])),
      )
    expect(wider).toEqual([])
  })
})

describe.each(extent([320, 1280], [375, 768]))('at %i px', (width) => {
  test(
    'the top bar stays, and neither the support button nor the bar covers a control or a figure',
    { timeout: 120_000 },
    async () => {
      const { page } = await sitDownAs(browser, server.url, 'Investor', { width })
      for (const path of paths) {
        await visit(page, path)
        const height = await heightOf(page)
        const top = (await page.getByRole('banner').boundingBox())!.y
        for (let y = 0; y < height; y += width < 768 ? height / 2 : 500) {
          await scrollTo(page, y)
          const box = (await page.locator(support).boundingBox())!
          expect([box.width, box.height]).toEqual([50, 50])
          if (width >= 768)
            expect({ path, y, ...(await covered(page, support)) }).toEqual({
              path,
              y,
              covers: 1,
              parts: [],
            })
          else {
            // It stands in the bar, over nothing but the bar's ground.
            const foot = (await page.locator(footBar).boundingBox())!
            expect(box.y).toBeGreaterThanOrEqual(foot.y)
            const last = (await more(page).boundingBox())!
            expect(last.x + last.width).toBeLessThanOrEqual(box.x)
          }
          expect((await page.getByRole('banner').boundingBox())!.y).toBe(top)
        }
        await scrollToEnd(page)
        const { parts } = await covered(page, `${support}, ${footBar}`)
        expect({ path, parts }).toEqual({ path, parts: [] })
      }
    },
  )

  test('a toast stands in one place on every page, in the top bar, over nothing', async () => {
    const { page } = await sitDown(browser, { width })
    await enterAs(page, server.url, 'Investor')
    const toast = page.locator('[data-toast]')
    await page.getByRole('button', { name: 'Close this message' }).focus()
    const places = new Set<string>()
    for (const path of ['/invest', '/transfer', '/settings', '']) {
      await page.evaluate(
        (to) =>
          (
            window as unknown as {
              __reactRouterDataRouter: { navigate(to: string): Promise<void> }
            }
          ).__reactRouterDataRouter.navigate(to),
        `/dashboard${path}`,
      )
      await page.waitForURL(`**/dashboard${path}`)
      await atRest(page)
      const height = await heightOf(page)
      for (const y of [0, height / 2, height]) {
        await scrollTo(page, y)
        const { covers, parts } = await covered(page, '[data-toast]')
        expect({ path, y, covers, parts }).toEqual({ path, y, covers: 1, parts: [] })
        const { x, y: at } = (await toast.boundingBox())!
        places.add(`${x}, ${at}`)
      }
    }
    expect([...places]).toHaveLength(1)
    const [box, top] = [
      (await toast.boundingBox())!,
      (await page.getByRole('banner').boundingBox())!,
    ]
    expect(box.y).toBeGreaterThanOrEqual(top.y)
    expect(box.y + box.height).toBeLessThanOrEqual(top.y + top.height)
  })
})

describe('the top bar of a phone', () => {
  const account = (page: Page) => page.getByRole('button', { name: /^Account menu/ })
  const opacity = (page: Page) =>
    account(page).evaluate((one) => getComputedStyle(one.closest('header > *')!).opacity)

  test('gives way to a toast until it leaves, but not to whoever is there by keyboard', async () => {
    const { page } = await sitDown(browser, { width: 320 })
    await enterAs(page, server.url, 'Investor')
    const close = page.getByRole('button', { name: 'Close this message' })
    await close.focus()
    await expect.poll(() => opacity(page)).toBe('0')
    await page.keyboard.press('Tab')
    await account(page).focus()
    await expect.poll(() => opacity(page)).toBe('1')
    const covers = async () => {
      const [toast, own] = [
        (await page.locator('[data-toast]').boundingBox())!,
        (await account(page).boundingBox())!,
      ]
      return toast.y < own.y + own.height && toast.y + toast.height > own.y
    }
    await expect.poll(covers).toBe(false)
    await close.focus()
    await expect.poll(opacity.bind(null, page)).toBe('0')
    await close.press('Enter')
    await page.locator('[data-toast]').waitFor({ state: 'detached' })
    await expect.poll(() => opacity(page)).toBe('1')
  })
  test('scrolls away where a window is too low for it', { tags: [thorough] }, async () => {
    const { page } = await sitDownAs(browser, server.url, 'Investor', { width: 375 })
    await page.setViewportSize({ width: 667, height: 375 })
    await visit(page, '/dashboard')
    await scrollTo(page, 600)
    expect((await page.getByRole('banner').boundingBox())!.y).toBeLessThan(0)
    expect(await bar(page).isVisible()).toBe(true)
  })
})
