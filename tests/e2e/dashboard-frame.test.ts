/** The frame around every page of the dashboard, who gets past it, and the pages that only tell: home and profile. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { openBrowser } from '../support/browser.ts'
import { firstOf, thorough } from '../support/extent.ts'
import { Client, logInAsAdmin, newcomersPassword, signUp } from '../support/client.ts'
import { holdReply } from '../support/held-reply.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  flowWidths,
  hold,
  isNarrow,
  letThrough,
  logInBy,
  press,
  sitDown,
  sitDownAsNewcomer,
  ways,
  type Hand,
  type Looks,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

const paths = [
  '',
  '/invest',
  '/investments',
  '/transfer',
  '/receive',
  '/fundaccount',
  '/loan',
  '/activity',
  '/friends',
  '/profile',
  '/settings',
].map((path) => `/dashboard${path}`)

/** Somebody's window. */
async function window(looks: Looks = {}) {
  return sitDown(browser, looks)
}

/** From now on the page keeps every text that it shows, if only for a moment. */
async function rememberWhatIsShown(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seen })
    const look = () => {
      if (document.body) seen.add(document.body.innerText)
    }
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    })
  })
  return () =>
    page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen].join('\n'))
}

const toggle = (page: Page, name: 'Open menu' | 'Close menu') => page.getByRole('button', { name })
const sideMenu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const userMenu = (page: Page) => page.getByRole('button', { name: 'Account menu of Nora Newcomer' })
const title = (page: Page) => page.getByRole('banner').getByText('Dashboard', { exact: true })
const waiting = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
/** What the keyboard is on, by its name. */
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent,
  )
const opacity = (page: Page, text: string) =>
  waiting(page, text).evaluate((element) => getComputedStyle(element).opacity)

/** The menu that lies over the page covers its toggle: what it leaves free of the page closes it, and so does Escape. */
async function closeOverlay(page: Page, hand: Hand): Promise<void> {
  const beside = { position: { x: 300, y: 450 } }
  if (hand === 'keyboard') return page.keyboard.press('Escape')
  await toggle(page, 'Close menu').first()[hand === 'mouse' ? 'click' : 'tap'](beside)
}

async function logOut(
  page: Page,
  from: 'user menu' | 'side menu',
  hand: Hand,
  width: number,
): Promise<void> {
  if (from === 'user menu') {
    await press(userMenu(page), hand)
    return press(page.getByRole('menuitem', { name: 'Logout' }), hand)
  }
  if (isNarrow(width)) await press(toggle(page, 'Open menu'), hand)
  await press(page.getByRole('button', { name: 'Logout', exact: true }), hand)
}

describe.each(ways)('at $width px by $hand', ({ width, hand }) => {
  const looks = { width, touch: hand === 'touch' }

  test(
    'the menu toggle shows and hides the side menu, and says which',
    { tags: [thorough] },
    async () => {
      const { page } = await sitDownAsNewcomer(browser, server.url, looks)
      await title(page).waitFor()
      const close = () =>
        isNarrow(width) ? closeOverlay(page, hand) : press(toggle(page, 'Close menu'), hand)
      if (!isNarrow(width)) await close()
      await sideMenu(page).waitFor({ state: 'hidden' })
      expect(await toggle(page, 'Open menu').getAttribute('aria-expanded')).toBe('false')
      await press(toggle(page, 'Open menu'), hand)
      await sideMenu(page).waitFor()
      expect(await page.locator('header [aria-controls=rail]').getAttribute('aria-expanded')).toBe(
        'true',
      )
      await close()
      await sideMenu(page).waitFor({ state: 'hidden' })
      await expect.poll(() => focused(page)).toBe('Open menu')
    },
  )

  test(
    'the user menu has Profile, Security and Logout, and leads to the profile',
    { tags: [thorough] },
    async () => {
      const { page } = await sitDownAsNewcomer(browser, server.url, looks)
      await press(userMenu(page), hand)
      await page.getByRole('menuitem').first().waitFor()
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
        'Profile',
        'Security',
        'Logout',
      ])
      if (hand === 'keyboard') {
        await expect.poll(() => focused(page)).toBe('Profile')
        await page.keyboard.press('ArrowDown')
        await expect.poll(() => focused(page)).toBe('Security')
        await page.keyboard.press('Escape')
        await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
        await press(userMenu(page), hand)
      }
      await press(page.getByRole('menuitem', { name: 'Profile' }), hand)
      await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
    },
  )

  test.each(firstOf(['user menu', 'side menu']))(
    'Logout in the %s leads to the login and leaves nothing behind',
    async (from) => {
      const { page, context, client } = await sitDownAsNewcomer(browser, server.url, looks)
      await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
      await logOut(page, from, hand, width)
      await page.waitForURL(`${server.url}/login`)
      await page.getByRole('status').filter({ hasText: 'Logged out successfully' }).waitFor()
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
      expect(await context.cookies()).toEqual([])
      await expect(client.me()).rejects.toThrow('401')
    },
  )
})

describe.each(flowWidths)('at %i px', (width) => {
  test('the top bar is titled Dashboard on every page', { tags: [thorough] }, async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url, { width })
    for (const path of paths) {
      await page.goto(server.url + path)
      await title(page).waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
  })

  test(
    'the menu that lies over the page keeps the keyboard to itself',
    { tags: [thorough] },
    async () => {
      const { page } = await sitDownAsNewcomer(browser, server.url, { width })
      await title(page).waitFor()
      if (!isNarrow(width)) return expect(await sideMenu(page).isVisible()).toBe(true)
      await press(toggle(page, 'Open menu'), 'keyboard')
      await expect.poll(() => focused(page)).toBe('Home')
      // Back to the first that can be reached, and once round: the page underneath is never among them.
      const reached: boolean[] = []
      for (let i = 0; i < 16; i += 1) {
        await page.keyboard.press('Tab')
        reached.push(
          await page.evaluate(() => document.activeElement!.closest('main, header') !== null),
        )
      }
      expect(reached).not.toContain(true)
    },
  )

  test(
    'while its script is on the way a page says Loading..., the back office Checking permissions..., and nothing else',
    { tags: [thorough] },
    async () => {
      for (const [path, text, then] of [
        ['/dashboard/transfer', 'Loading...', 'Request Withdrawal'],
        ['/admin', 'Checking permissions...', 'Welcome, Nora Newcomer'],
      ] as const) {
        const { page } = await window({ width, as: await signUp(server.url) })
        const letGo = await hold(page, '**/assets/*.js')
        await page.goto(server.url + path, { waitUntil: 'commit' })
        await expect.poll(() => opacity(page, text)).toBe('1')
        expect((await page.locator('main').innerText()).trim()).toBe(text)
        expect(await page.getByRole('navigation').count()).toBe(0)
        letGo()
        await page.getByRole('heading', { name: then }).waitFor()
      }
    },
  )

  test(
    'while the own figures are on the way a page says Loading... and shows none',
    { tags: [thorough] },
    async () => {
      const { page } = await sitDownAsNewcomer(browser, server.url, {
        width,
        prepare: (client) => client.ok('POST', '/demo/deposits', { amount: 77.7, asset: 'BTC' }),
      })
      const letGo = await hold(page, `**${basePath}/me`)
      await page.goto(`${server.url}/dashboard/profile`)
      await expect.poll(() => opacity(page, 'Loading...')).toBe('1')
      expect(await page.locator('main').innerText()).not.toContain('$')
      letGo()
      await page.getByRole('button', { name: /^\$77\.70/ }).waitFor()
      await waiting(page, 'Loading...').waitFor({ state: 'detached' })
    },
  )

  test(
    'the back office shows nothing before the server has said who asks',
    { tags: [thorough] },
    async () => {
      const { page } = await window({ width, as: admin })
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const letGo = await hold(page, `**${basePath}/me`)
      await Promise.all([page.waitForRequest(`**${basePath}/me`), page.goto(`${server.url}/admin`)])
      await expect.poll(() => opacity(page, 'Checking permissions...')).toBe('1')
      expect((await page.locator('main').innerText()).trim()).toBe('Checking permissions...')
      expect(
        asked.filter((path) => path.startsWith(basePath) && !path.startsWith(`${basePath}/events`)),
      ).toEqual([`${basePath}/me`])
      letGo()
      await page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor()
    },
  )

  test(
    'the profile has every row, in dollars with two decimals',
    { tags: [thorough] },
    async () => {
      const { page, client } = await sitDownAsNewcomer(browser, server.url, {
        width,
        path: '/dashboard/profile',
        fullName: 'Zoë van der Berg-O’Neill',
        async prepare(newcomer) {
          await newcomer.ok('POST', '/demo/deposits', { amount: 12_345.5, asset: 'BTC' })
          const { id, riskVersion, termsVersion } = await newcomer.plan('Starter Growth')
          await newcomer.ok('POST', '/investments', {
            planId: id,
            amount: 100,
            acceptedRiskVersion: riskVersion,
            acceptedTermsVersion: termsVersion,
          })
          await admin.ok('PATCH', `/${newcomer.user.id}`, {
            totalProfit: 1234.5,
            reason: 'a test of the profile',
          })
        },
      })
      const region = page.getByRole('region', { name: 'Profile' })
      await region.getByText('Full Name').waitFor()
      const words = (await region.innerText())
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      expect(words).toEqual([
        'Full Name',
        'Zoë van der Berg-O’Neill',
        'Email',
        client.user.email,
        'Account Balance',
        '$13,480.00',
        'Total Investment',
        '$100.00',
        'Total Profit',
        '$1,234.50',
        'Account ID',
        client.user.accountId,
      ])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    },
  )

  test(
    'home welcomes by the full name, and has every card of the specification',
    { tags: [thorough] },
    async () => {
      const { page } = await sitDownAsNewcomer(browser, server.url, {
        width,
        fullName: 'Zoë van der Berg-O’Neill',
      })
      await page
        .getByRole('heading', { level: 1, name: 'Welcome, Zoë van der Berg-O’Neill', exact: true })
        .waitFor()
      const balance = page.getByRole('region', { name: 'Account Balance' })
      expect(await balance.getByRole('link').allInnerTexts()).toEqual([
        'Fund Account',
        'Invest',
        'Transfer',
        'Receive',
        'Loan',
      ])
      expect(
        await page
          .getByRole('region', { name: 'Estimated Profit' })
          .getByRole('button', { name: /^\$0\.00/ })
          .count(),
      ).toBeGreaterThan(0)
      await page.getByRole('heading', { name: 'Invite Friends' }).waitFor()
      await press(balance.getByRole('link', { name: 'Invest', exact: true }), 'keyboard')
      await page.getByRole('heading', { name: 'Risk warning' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/dashboard/invest')
    },
  )
})

describe('whoever is not signed in', () => {
  test.each(firstOf(paths))(
    'sees nothing of %s, not even for a moment, and is led to the login',
    async (path) => {
      const { page } = await window()
      const shown = await rememberWhatIsShown(page)
      await page.goto(server.url + path)
      await page.waitForURL(`${server.url}/login?next=${encodeURIComponent(path)}`)
      await page.getByText('Please log in to continue').waitFor()
      expect(await shown()).toContain('Log in')
      expect(await shown()).not.toMatch(/Logout|Account menu|Account Balance|\$/)
    },
  )
})

describe('whoever is signed in', () => {
  test('sees nothing of the back office, not even when this browser remembers an administrator', async () => {
    const client = await signUp(server.url)
    const pretender = Object.assign(new Client(server.url), {
      token: client.token,
      user: { ...client.user, role: 'admin' },
    })
    const { page } = await window({ as: pretender })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const shown = await rememberWhatIsShown(page)
    await page.goto(`${server.url}/admin`)
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
    expect(await shown()).toContain('Checking permissions...')
    expect(await shown()).not.toMatch(/Welcome, Admin|Users/)
    expect(asked).not.toContain(`${basePath}/users`)
  })
  test.each(['/login', '/signup'])(
    'never sees the form of %s, not even before the scripts have come',
    { tags: [thorough] },
    async (path) => {
      const { page } = await window({ as: await signUp(server.url) })
      const letGo = await hold(page, '**/assets/*.js')
      await page.goto(server.url + path, { waitUntil: 'commit' })
      await page.locator('form').waitFor({ state: 'attached' })
      // Nothing is painted before the style sheets are there.
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(
          ({ sheet }) => sheet !== null,
        ),
      )
      expect(await page.locator('form').isVisible()).toBe(false)
      letGo()
      await page.waitForURL('**/dashboard')
    },
  )
  test('reaches the content at once by the first link', { tags: [thorough] }, async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url)
    await title(page).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('MAIN')
  })
  test('is told at home when the account is frozen', { tags: [thorough] }, async () => {
    const { page, client } = await sitDownAsNewcomer(browser, server.url)
    await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
    await admin.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'a test of the notice' })
    await page.getByText('This account is frozen: no money can leave it.').waitFor()
  })
})

describe('logging out', () => {
  test('leaves no figure of the one who left to the next who signs in', async () => {
    const { page, client } = await sitDownAsNewcomer(browser, server.url, {
      prepare: (newcomer) =>
        newcomer.ok('POST', '/demo/deposits', { amount: 4321.5, asset: 'BTC' }),
    })
    await page
      .getByRole('button', { name: /^\$4,321\.50/ })
      .first()
      .waitFor()
    const { user: next } = await signUp(server.url, { fullName: 'Nick Next' })
    await logOut(page, 'user menu', 'mouse', 1280)
    await page.waitForURL(`${server.url}/login`)
    // What the next one sees is the answer to their signing in, and what is asked for after it.
    const letGo = await hold(page, `**${basePath}/me`)
    await page.getByLabel('Email').fill(next.email)
    await page.getByLabel('Password', { exact: true }).fill(newcomersPassword)
    await page.getByRole('button', { name: 'Log In', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Welcome, Nick Next' }).waitFor()
    await page
      .getByRole('button', { name: /^\$0\.00/ })
      .first()
      .waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/4,321\.50|Nora/)
    letGo()
    await page.getByRole('heading', { name: 'Latest activity' }).waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(
      new RegExp(`4,321\\.50|Nora|${client.user.accountId}`),
    )
  })
  test('can’t be undone by going back', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url)
    await sideMenu(page).getByRole('link', { name: 'Loan' }).click()
    await page.getByRole('heading', { name: 'Loan Terms & Conditions' }).waitFor()
    await logOut(page, 'side menu', 'mouse', 1280)
    await page.waitForURL(`${server.url}/login`)
    await page.goBack()
    await page.waitForURL(`${server.url}/login`)
    expect(await page.getByText('Account Balance').count()).toBe(0)
  })
  describe('takes the cookie along, even where before the reply is there', () => {
    /** The page waits for the reply, or has left without it. */
    const isWaiting = (page: Page) =>
      expect
        .poll(() =>
          page.evaluate(async () => {
            const { held, pending } = await navigator.locks.query()
            const isOurs = ({ name }: LockInfo) => name === 'glasshouse-session'
            return (
              location.pathname === '/login' ||
              (pending!.some(isOurs) &&
                held!.some((lock) => isOurs(lock) && lock.mode === 'exclusive'))
            )
          }),
        )
        .toBe(true)
    /** As a browser does by itself, told to by the reply, before it looks at the cookies. */
    const clearStorage = async (page: Page) => {
      await page.evaluate(() =>
        Object.assign(globalThis, {
          told: new Promise((resolve) => addEventListener('storage', resolve, { once: true })),
        }),
      )
      const tab = await page.context().newPage()
      await tab.goto(new URL('/robots.txt', page.url()).href)
      await tab.evaluate(() => localStorage.clear())
      await page.evaluate(() => (globalThis as unknown as { told: Promise<unknown> }).told)
    }

    test.each([
      [
        'the storage is cleared',
        async (page: Page) => {
          await clearStorage(page)
          await isWaiting(page)
        },
      ],
      ['something else is refused', isWaiting],
    ])('%s', { tags: [thorough] }, async (_what, before) => {
      const client = await signUp(server.url)
      const { page, context } = await window()
      const origin = await holdReply(server.url, '/logout', () => before(page))
      await logInBy(page, origin, client.user.email, newcomersPassword)
      await logOut(page, 'side menu', 'mouse', 1280)
      await page.waitForURL(`${origin}/login`)
      await page.getByRole('status').filter({ hasText: 'Logged out successfully' }).waitFor()
      expect((await context.cookies()).map(({ name }) => name)).toEqual(['known-browser'])
    })
  })
  test('leads every other tab to the login', { tags: [thorough] }, async () => {
    const { page, context } = await sitDownAsNewcomer(browser, server.url)
    const tab = await context.newPage()
    await tab.goto(`${server.url}/dashboard/transfer`)
    await tab.getByRole('heading', { name: 'My requests' }).waitFor()
    await logOut(page, 'side menu', 'mouse', 1280)
    await tab.waitForURL(`${server.url}/login`)
  })
  test(
    'leads a page to the login that the browser had put away meanwhile, and shows again',
    { tags: [thorough] },
    async () => {
      const { page } = await sitDownAsNewcomer(browser, server.url)
      await title(page).waitFor()
      // Nobody tells a page that is put away; in its own tab no event says so either.
      await page.evaluate(() => {
        localStorage.removeItem('userInfo')
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      })
      await page.waitForURL(`${server.url}/login`)
    },
  )
  test.each([
    ['refuses without a word', '{}', 'Logout failed'],
    ['says why', '{"message":"Not on a Sunday"}', 'Not on a Sunday'],
  ])(
    'when the server %s, nobody is told that they left',
    { tags: [thorough] },
    async (_what, body, said) => {
      const { page } = await sitDownAsNewcomer(browser, server.url)
      await title(page).waitFor()
      await page.route('**/logout', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body }),
      )
      await logOut(page, 'side menu', 'mouse', 1280)
      await page.getByRole('alert').filter({ hasText: said }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/dashboard')
      expect(await page.evaluate(() => localStorage.getItem('userInfo'))).not.toBeNull()
      await letThrough(page)
      await logOut(page, 'side menu', 'mouse', 1280)
      await page.waitForURL(`${server.url}/login`)
    },
  )
})
