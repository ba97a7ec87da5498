/** The messages that appear at the edge and leave by themselves: their size, their place and their time, on a clock that stands still. */
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startServer, stopServers } from '../support/server.ts'
import { readSources } from '../support/source.ts'
import { sitDown, stopTheClock } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startServer(), openBrowser()])
afterAll(stopServers)

/** Opens the login page in a window whose clock stands still, and closes everything when the work is done. */
async function atTheDoor(width: number, work: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
  const { context, page } = await sitDown(browser, { width })
  try {
    await stopTheClock(page)
    await page.goto(`${server.url}/login`)
    await work(page, context)
  } finally {
    await context.close()
  }
}

async function logIn(page: Page, password = 'glasshouse-investor'): Promise<void> {
  await page.getByLabel('Email').fill('investor@glasshouse.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

/** The toast with these words, once it has come in. */
async function toast(page: Page, role: 'status' | 'alert', words: string): Promise<Locator> {
  const found = page.getByRole(role).filter({ hasText: words })
  await found.waitFor()
  // The library lets it come in on the next turn of its timers.
  await page.clock.runFor(1)
  await expect.poll(() => opacityOf(found)).toBe('1')
  return found
}

const opacityOf = (thing: Locator) => thing.evaluate((element) => getComputedStyle(element).opacity)

async function expectToStay(page: Page, shown: Locator, ms: number): Promise<void> {
  await page.clock.runFor(ms)
  // Has the browser draw what the timers changed: its next frame can't be asked for while they stand still.
  await page.screenshot()
  expect([await shown.count(), await opacityOf(shown)]).toEqual([1, '1'])
}

async function expectToLeave(page: Page, shown: Locator): Promise<void> {
  await expect.poll(() => opacityOf(shown)).toBe('0')
  await page.clock.runFor(200)
  await shown.waitFor({ state: 'detached' })
}

/** 320 px wide, inside the window, above everything, with all of its words; and gone after five seconds. */
async function expectToBeInOrder(page: Page, width: number, shown: Locator): Promise<void> {
  const box = (await shown.boundingBox())!
  expect(box.width).toBe(320)
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(width)
  const looks = await shown.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
    const layer = getComputedStyle(element.closest('[data-position]')!).zIndex
    return { layer, isOnTop: element.contains(onTop), isCut: element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth }
  })
  expect(looks).toEqual({ layer: '9999', isOnTop: true, isCut: false })
  await expectToStay(page, shown, 4998)
  await page.clock.runFor(1)
  await expectToLeave(page, shown)
}

describe.each([320, 1280])('at %i px a toast', (width) => {
  test('says that a login failed', () => atTheDoor(width, async (page) => {
    await logIn(page, 'not the password')
    await expectToBeInOrder(page, width, await toast(page, 'alert', 'password'))
  }))

  test('says that a login succeeded', () => atTheDoor(width, async (page) => {
    await logIn(page)
    await page.waitForURL('**/dashboard')
    await expectToBeInOrder(page, width, await toast(page, 'status', 'Login successful!'))
  }))

  test('says that somebody has logged out', () => atTheDoor(width, async (page) => {
    await logIn(page)
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    // Where the menu was, the toast comes: one that is pointed at waits.
    await page.mouse.move(1, 700)
    await page.waitForURL('**/login')
    await expectToBeInOrder(page, width, await toast(page, 'status', 'Logged out successfully'))
  }))

  test('says that the referral link was copied', () => atTheDoor(width, async (page, context) => {
    await logIn(page)
    const copy = page.getByRole('button', { name: 'Copy Referral Link' })
    // The page shows what it has loaded when its timers go on.
    await expect.poll(async () => {
      await page.clock.runFor(10)
      return copy.isVisible()
    }, { timeout: 15_000 }).toBe(true)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await copy.click()
    await expectToBeInOrder(page, width, await toast(page, 'status', 'Referral link copied to clipboard!'))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.getByLabel('Referral link').inputValue())
  }))
})

describe('a toast', () => {
  test('waits while it is pointed at, and then takes its five seconds anew', () => atTheDoor(1280, async (page) => {
    await logIn(page, 'not the password')
    const shown = await toast(page, 'alert', 'password')
    await expectToStay(page, shown, 3000)
    await shown.hover()
    await expectToStay(page, shown, 60_000)
    await page.mouse.move(10, 890)
    await expectToStay(page, shown, 4999)
    await page.clock.runFor(1)
    await expectToLeave(page, shown)
  }))

  test('waits while the keyboard is in it, and closes when it is told to', () => atTheDoor(320, async (page) => {
    await logIn(page, 'not the password')
    const shown = await toast(page, 'alert', 'password')
    const close = shown.getByRole('button', { name: 'Close this message' })
    await close.focus()
    await expectToStay(page, shown, 60_000)
    await page.getByLabel('Email').focus()
    await expectToStay(page, shown, 4999)
    await close.focus()
    await expectToStay(page, shown, 60_000)
    await close.press('Enter')
    await expectToLeave(page, shown)
  }))
})

describe('toasts', () => {
  test('come from one place, so that all of them are alike', () => {
    const makers = readSources('src/web/**/*.{ts,tsx}').filter(({ imports }) => imports.some(({ target }) => target === '@mantine/notifications'))
    expect(makers.map(({ path }) => path)).toEqual(['src/web/ui/toast.tsx'])
  })
})
