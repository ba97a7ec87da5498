/** The messages that appear at the edge and leave by themselves: their size, their place and their time, on a clock that stands still. */
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { atRest } from '../support/at-rest.ts'
import { thorough } from '../support/extent.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { readSources } from '../support/source.ts'
import { drawn, enterAs, flowWidths, sitDown, stopTheClock, formRuns } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

/** Opens the login page in a window whose clock stands still, and closes everything when the work is done. */
async function atTheDoor(
  width: number,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const { context, page } = await sitDown(browser, { width })
  try {
    await stopTheClock(page)
    await page.goto(`${server.url}/login`)
    await work(page, context)
  } finally {
    await context.close()
  }
}

/** In a window whose clock goes on. */
async function inAWindow(width: number, work: (page: Page) => Promise<void>): Promise<void> {
  const { context, page } = await sitDown(browser, { width })
  try {
    await work(page)
  } finally {
    await context.close()
  }
}

async function logIn(page: Page, password = 'glasshouse-investor'): Promise<void> {
  await formRuns(page)
  await page.getByLabel('Email').fill('investor@glasshouse.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

/** The toast with these words, once it has come in. */
async function toast(page: Page, role: 'status' | 'alert', words: string): Promise<Locator> {
  const found = page.getByRole(role).filter({ hasText: words })
  await found.waitFor()
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
    const layer = getComputedStyle(element.closest('[data-toast]')!).zIndex
    return {
      layer,
      isOnTop: element.contains(onTop),
      isCut:
        element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth,
    }
  })
  expect(looks).toEqual({ layer: '9999', isOnTop: true, isCut: false })
  await expectToStay(page, shown, 4998)
  await page.clock.runFor(1)
  await expectToLeave(page, shown)
}

describe.each(flowWidths)('at %i px a toast', (width) => {
  test('says that a login failed', { tags: [thorough] }, () =>
    atTheDoor(width, async (page) => {
      await logIn(page, 'not the password')
      await expectToBeInOrder(page, width, await toast(page, 'alert', 'password'))
    }),
  )

  test('says that a login succeeded', { tags: [thorough] }, () =>
    atTheDoor(width, async (page) => {
      await logIn(page)
      await page.waitForURL('**/dashboard')
      await expectToBeInOrder(page, width, await toast(page, 'status', 'Login successful!'))
    }),
  )

  test('says that somebody has logged out', { tags: [thorough] }, () =>
    atTheDoor(width, async (page) => {
      await logIn(page)
      await page.waitForURL('**/dashboard')
      // On a phone the bar comes back when what stands there leaves.
      await page.getByRole('button', { name: 'Close this message' }).click()
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      // Where the menu was, the toast comes: one that is pointed at waits.
      await page.mouse.move(1, 700)
      await page.waitForURL('**/login')
      await expectToBeInOrder(page, width, await toast(page, 'status', 'Logged out successfully'))
    }),
  )

  test('says that the referral link was copied', { tags: [thorough] }, () =>
    atTheDoor(width, async (page, context) => {
      await logIn(page)
      const copy = page.getByRole('button', { name: 'Copy Referral Link' })
      // The page shows what it has loaded when its timers go on.
      await expect
        .poll(
          async () => {
            await page.clock.runFor(10)
            return copy.isVisible()
          },
          { timeout: 15_000 },
        )
        .toBe(true)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await copy.click()
      await expectToBeInOrder(
        page,
        width,
        await toast(page, 'status', 'Referral link copied to clipboard!'),
      )
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        await page.getByLabel('Referral link').inputValue(),
      )
    }),
  )
})

describe('a toast', () => {
  test(
    'waits while it is pointed at, and then takes its five seconds anew',
    { tags: [thorough] },
    () =>
      atTheDoor(1280, async (page) => {
        await logIn(page, 'not the password')
        const shown = await toast(page, 'alert', 'password')
        await expectToStay(page, shown, 3000)
        await shown.hover()
        await expectToStay(page, shown, 60_000)
        await page.mouse.move(10, 890)
        await expectToStay(page, shown, 4999)
        await page.clock.runFor(1)
        await expectToLeave(page, shown)
      }),
  )

  test('waits while the keyboard is in it, and closes when it is told to', () =>
    atTheDoor(320, async (page) => {
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
      await shown.waitFor({ state: 'detached' })
    }))
})

/** What can be pressed or typed into and is seen to some part below the toast, by what it is called. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[data-toast]')!
    const covered = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role=tab], [tabindex="0"]',
      ),
    ].filter((control) => {
      if (
        toast.contains(control) ||
        control.closest('[data-backdrop], [inert]') ||
        !control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        return false
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const points = [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) =>
        [0.02, 0.25, 0.5, 0.75, 0.98].map(
          (y) => [left + x * (right - left), top + y * (bottom - top)] as const,
        ),
      )
      // What is scrolled below the bar isn't seen, whatever stands in the bar.
      const bar = document.querySelector('header')
      const isBelow = (part: Element | null, [x, y]: (typeof points)[number]) =>
        document.elementsFromPoint(x, y).some((element) => part?.contains(element))
      return points.some(
        (point) => isBelow(toast, point) && (bar?.contains(control) || !isBelow(bar, point)),
      )
    })
    return covered.map(
      (control) => control.getAttribute('aria-label') ?? (control.textContent.trim() || control.id),
    )
  })

describe.each([390, 1280])(
  'at %i px a toast lies over nothing that can be pressed or typed into, but a name among cards',
  (width) => {
    /** Pages as they are gone to, while the keyboard keeps the toast. */
    const goTo = (page: Page, path: string) =>
      page.evaluate(
        (to) =>
          (
            window as unknown as {
              __reactRouterDataRouter: { navigate(to: string): Promise<void> }
            }
          ).__reactRouterDataRouter.navigate(to),
        path,
      )

    async function expectNothingCovered(page: Page): Promise<void> {
      await atRest(page)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let y = 0; y < height; y += 800) {
        await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), y)
        await drawn(page)
        const { pathname } = new URL(page.url())
        const covered = await coveredControls(page)
        // Cards of three lines leave less between them than a toast is high: of those it covers one name, for as long as it stands.
        const isCards = width < 768 && pathname === '/admin'
        if (isCards && covered.length === 1)
          expect(await page.getByRole('link', { name: covered[0]!, exact: true }).count()).toBe(1)
        else expect({ pathname, y, covered }).toEqual({ pathname, y, covered: [] })
        expect(await page.locator('[data-toast]').boundingBox()).toMatchObject({ width: 320 })
      }
    }

    test('of the pages for signing in', { tags: [thorough] }, () =>
      inAWindow(width, async (page) => {
        await page.goto(`${server.url}/login`)
        await logIn(page, 'not the password')
        await page.getByRole('button', { name: 'Close this message' }).focus()
        for (const path of ['/login', '/signup', '/forgot-password']) {
          await goTo(page, path)
          await page.waitForURL(`**${path}`)
          await expectNothingCovered(page)
        }
      }),
    )
    test.each([
      [
        'Investor',
        ['', '/invest', '/transfer', '/fundaccount', '/activity', '/settings', '/security'].map(
          (path) => `/dashboard${path}`,
        ),
      ],
      ['Admin', ['', '/withdrawals', '/treasury', '/plans'].map((path) => `/admin${path}`)],
    ] as const)('of the %s’s pages', { tags: [thorough] }, (who, paths) =>
      inAWindow(width, async (page) => {
        await enterAs(page, server.url, who)
        const close = page.getByRole('button', { name: 'Close this message' })
        await close.focus()
        for (const path of paths) {
          await goTo(page, path)
          await page.waitForURL(`**${path}`)
          await expectNothingCovered(page)
        }
        if (width < 768) {
          await page
            .getByRole('button', { name: 'Open menu' })
            .evaluate((button) => (button as HTMLElement).click())
          await page.getByRole('navigation', { name: 'Dashboard' }).waitFor()
          await drawn(page)
          expect(await coveredControls(page)).toEqual([])
        }
      }),
    )
  },
)

describe('toasts', () => {
  test('look for their place once a frame, however often the page changes', () =>
    inAWindow(390, async (page) => {
      await page.goto(`${server.url}/login`)
      await logIn(page, 'not the password')
      await page.getByRole('button', { name: 'Close this message' }).focus()
      await atRest(page)
      const looks = await page.evaluate(async () => {
        const control = document.querySelector('main a')!
        let times = 0
        control.checkVisibility = function (options) {
          times += 1
          return Element.prototype.checkVisibility.call(this, options)
        }
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        await frame()
        times = 0
        for (let change = 0; change < 30; change += 1) {
          document.body.toggleAttribute('data-changed')
          await Promise.resolve()
        }
        const atOnce = times
        await frame()
        await frame()
        return { atOnce, inAll: times }
      })
      expect(looks).toEqual({ atOnce: 0, inAll: 1 })
    }))
  test(
    'come one at a time: a new one takes the place of the one before',
    { tags: [thorough] },
    () =>
      atTheDoor(390, async (page) => {
        await logIn(page, 'not the password')
        const first = await toast(page, 'alert', 'password')
        await expectToStay(page, first, 4000)
        await logIn(page)
        await page.waitForURL('**/dashboard')
        const second = await toast(page, 'status', 'Login successful!')
        expect(await page.locator('[data-toast]').count()).toBe(1)
        // With five seconds of its own.
        await expectToStay(page, second, 4998)
        await page.clock.runFor(1)
        await expectToLeave(page, second)
      }),
  )
  test('give the focus back when they are closed by the keyboard', { tags: [thorough] }, () =>
    atTheDoor(390, async (page) => {
      await logIn(page, 'not the password')
      const shown = await toast(page, 'alert', 'password')
      await page.getByLabel('Email').focus()
      await shown.getByRole('button', { name: 'Close this message' }).focus()
      await page.keyboard.press('Enter')
      await shown.waitFor({ state: 'detached' })
      expect(
        await page.getByLabel('Email').evaluate((field) => field === document.activeElement),
      ).toBe(true)
    }),
  )
  test('come from one place, so that all of them are alike', () => {
    const makers = readSources('src/web/**/*.{ts,tsx}')
      .filter(({ text }) => text.includes('data-toast='))
      .map(({ path }) => path)
    expect(makers).toEqual(['src/web/ui/toast.tsx'])
  })
})
