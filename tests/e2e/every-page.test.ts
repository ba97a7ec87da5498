/** Every page, read as a whole: what it says and must not say, what it loads, whether everybody can use it, and what is left of it without scripts. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policyPaths } from '../../src/contract/site.ts'
import { inaccessible } from '../support/axe.ts'
import { atRest } from '../support/at-rest.ts'
import { everything, extent, firstOf, thorough } from '../support/extent.ts'
import { openBrowser } from '../support/browser.ts'
import { claims, claimsAboutTheFirm, statedClaims, type Claim } from '../support/claims.ts'
import { logIn, newcomersPassword, signUp } from '../support/client.ts'
import { listenForFaults } from '../support/faults.ts'
import { misplaced } from '../support/layout.ts'
import { elements, insides, metas, wordsOf } from '../support/page-head.ts'
import { readPdf } from '../support/pdf-text.ts'
import { promises } from '../../src/lib/promises.ts'
import { realAddresses } from '../support/real-addresses.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  drawn,
  flowWidths,
  schemes,
  sitDown,
  sitDownAs,
  type Looks,
  type SampleUser,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const { user: investor } = await logIn(
  server.url,
  'investor@glasshouse.example',
  'glasshouse-investor',
)

/** `isAlike`: made of the same parts as another one, so that looking at it is left to `npm run test:all`. */
type SitePage = { path: string; heading: string | RegExp; isAlike?: true }

/** By who reads them; without scripts only those for guests have anything to say. */
const pagesOf: Record<'guest' | SampleUser, SitePage[]> = {
  guest: [
    { path: '/', heading: 'At The Forefront of Trading And Investment' },
    { path: '/PrivacyPolicy', heading: 'Privacy Policy' },
    { path: '/TermsOfService', heading: 'Terms of Service', isAlike: true },
    { path: '/Insurance', heading: 'Insurance', isAlike: true },
    { path: '/Finsurance', heading: 'Finsurance', isAlike: true },
    { path: '/UserAgreement', heading: 'User Agreement', isAlike: true },
    { path: '/WhitepaperPage', heading: 'A house with glass walls' },
    { path: '/demonstration', heading: 'What would open here', isAlike: true },
    { path: '/offline', heading: 'You’re offline', isAlike: true },
    { path: '/proof', heading: 'What we owe, and how to check it' },
    { path: '/login', heading: 'Log in', isAlike: true },
    { path: '/signup', heading: 'Sign up' },
    { path: '/forgot-password', heading: 'Forgot your password?', isAlike: true },
    { path: '/reset-password/0000.unknown', heading: 'Reset password' },
    { path: '/reset-password', heading: 'Reset password', isAlike: true },
    { path: '/confirm-email/0000.unknown', heading: 'Confirm your email', isAlike: true },
    {
      path: '/confirm-own-email/0000.unknown',
      heading: 'Confirm your new email',
      isAlike: true,
    },
    { path: '/agree-email/0000.unknown', heading: 'Agree to the change', isAlike: true },
    { path: '/cancel-request/0000.unknown', heading: 'Cancel this request', isAlike: true },
    { path: '/freeze-account/0000.unknown', heading: 'Freeze my account', isAlike: true },
    { path: '/stop-change/0000.unknown', heading: 'Stop this change', isAlike: true },
    { path: '/undo-factor/0000.unknown', heading: 'Remove what was added', isAlike: true },
    { path: '/known-browser/0000.unknown', heading: 'Use this browser', isAlike: true },
    { path: '/verify-email/0000.unknown', heading: 'Confirm your email address', isAlike: true },
    { path: '/no/such/page', heading: 'Page not found' },
  ],
  Investor: [
    { path: '/dashboard', heading: /^Welcome, / },
    { path: '/dashboard/invest', heading: 'Risk warning' },
    { path: '/dashboard/investments', heading: 'My investments', isAlike: true },
    { path: '/dashboard/transfer', heading: 'My requests' },
    { path: '/dashboard/receive', heading: 'Your account ID', isAlike: true },
    { path: '/dashboard/fundaccount', heading: 'Latest deposits' },
    { path: '/dashboard/loan', heading: 'Loan Terms & Conditions', isAlike: true },
    { path: '/dashboard/loan/apply', heading: 'Apply for a loan', isAlike: true },
    { path: '/dashboard/activity', heading: 'Activity' },
    { path: '/dashboard/proof', heading: 'Step by step' },
    { path: '/dashboard/messages', heading: 'Write to us' },
    { path: '/dashboard/policies', heading: 'Policies', isAlike: true },
    { path: '/dashboard/announcements', heading: 'Announcements' },
    { path: '/dashboard/friends', heading: 'Your friends' },
    { path: '/dashboard/profile', heading: 'Profile', isAlike: true },
    { path: '/dashboard/settings', heading: 'Edit Settings', isAlike: true },
    { path: '/dashboard/security', heading: 'Security' },
    { path: '/dashboard/data', heading: 'Your data' },
    { path: '/dashboard/verification', heading: 'Limits' },
  ],
  Admin: [
    { path: '/admin', heading: 'Users List' },
    { path: '/admin/withdrawals', heading: 'Withdrawal Requests' },
    { path: '/admin/treasury', heading: 'Trial balance' },
    { path: '/admin/books', heading: 'In dollars' },
    { path: '/admin/wallet', heading: 'Wallets for coins', isAlike: true },
    { path: '/admin/coins', heading: 'Coins', isAlike: true },
    { path: '/admin/plans', heading: 'Starter Growth' },
    { path: '/admin/waiting', heading: 'Waiting' },
    { path: '/admin/receipts', heading: 'Entries at the bank' },
    { path: '/admin/verifications', heading: 'What people sent in' },
    { path: '/admin/screening', heading: 'Possible matches' },
    { path: '/admin/loans', heading: 'Asked for' },
    { path: '/admin/loans?list=book', heading: 'What is to come in', isAlike: true },
    { path: '/admin/messages', heading: 'Messages' },
    { path: '/admin/announcements', heading: 'Announcements' },
    { path: '/admin/statements', heading: 'Bank statements' },
    { path: '/admin/months', heading: 'Months' },
    { path: '/admin/policies', heading: 'Policies' },
    { path: '/admin/imports', heading: 'Imports' },
    { path: '/admin/payout-block', heading: 'Payouts after a restore' },
    { path: '/admin/payout-batches', heading: 'Bitcoin payouts', isAlike: true },
    { path: '/admin/payout-lists', heading: 'USDT payouts', isAlike: true },
    { path: '/admin/live', heading: 'Going live' },
    { path: '/admin/staff', heading: 'People' },
    { path: '/admin/evidence', heading: 'Samples of users' },
    { path: '/admin/kept', heading: 'What is kept, and until when' },
    { path: '/admin/audit', heading: 'Audit' },
    { path: `/admin/users/${investor.id}`, heading: investor.fullName },
  ],
  Auditor: [],
}
const readers = ['guest', 'Investor', 'Admin'] as const
const publicPages = pagesOf.guest.map(({ path }) => path)
const lookedAt = (reader: (typeof readers)[number]) =>
  pagesOf[reader].filter(({ isAlike }) => everything || !isAlike)

/** Opens a page and waits until it shows what it is about, lists included. */
async function open(page: Page, { path, heading }: SitePage): Promise<void> {
  await page.goto(server.url + path)
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
  await atRest(page)
}

/** Down to its end, window by window, so that what waits until it comes near is loaded. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 700) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), y)
    await drawn(page)
  }
  await atRest(page)
}

/** One reader's window for all pages of theirs, signed in where that is needed. */
function windowOf(
  reader: (typeof readers)[number],
  looks: Looks,
): { page: Page; faults: string[] } {
  const opened = {} as { page: Page; faults: string[]; context: BrowserContext }
  beforeAll(async () => {
    Object.assign(
      opened,
      reader === 'guest'
        ? await sitDown(browser as Browser, looks)
        : await sitDownAs(browser as Browser, server.url, reader, looks),
    )
    opened.faults = await listenForFaults(opened.context, opened.page, server.url)
  })
  afterAll(() => opened.context.close())
  return opened
}

/** The rows of a list are alike, and axe takes as long for each. */
const without = everything ? [] : ['tbody tr:nth-child(n + 6)']

const brokenPictures = (page: Page) =>
  page
    .locator('img')
    .evaluateAll((all) =>
      all
        .filter(
          (image) => image.checkVisibility() && (image as HTMLImageElement).naturalWidth === 0,
        )
        .map((image) => image.getAttribute('src')),
    )

const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

const bothSchemes = ['light', 'dark'] as const

/** Staff work at a desk, on a tablet and on a phone: nothing is wider than the window, lies on something else or is cut off. Axe looks where rows become cards, and everywhere in both schemes when everything is tested. */
async function fitsEveryDesk(page: Page): Promise<void> {
  for (const width of [1024, 768, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await atRest(page)
    await expect.poll(() => scrollWidth(page)).toBe(width)
    expect(await misplaced(page), `at ${width} px`).toEqual([])
    for (const colorScheme of everything ? bothSchemes : width === 768 ? (['dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      expect(await inaccessible(page, { without }), `at ${width} px, ${colorScheme}`).toEqual([])
    }
  }
}

/** Promises nothing, names no address that money could reach, and labels its claims, which are returned. */
async function readWords(page: Page, reader: (typeof readers)[number]): Promise<Claim[]> {
  const html = await page.content()
  const said = [
    wordsOf(html),
    ...insides(html, 'title'),
    ...insides(html, 'script').filter((text) => text.includes('schema.org')),
  ].join('\n')
  expect(promises.exec(said)?.[0]).toBeUndefined()
  const links = elements(html, 'a').map(({ href }) => href)
  expect(realAddresses([said, ...links].join('\n'))).toEqual([])
  const stated = await statedClaims(page, reader === 'guest' ? claims : claimsAboutTheFirm)
  expect(stated.filter(({ labelled }) => !labelled)).toEqual([])
  return stated
}

/** The banner stays on top, whatever is scrolled or pressed, and nothing takes it away. */
async function bannerStays(page: Page): Promise<void> {
  const banner = page.getByText('Demonstration: play money, a sample firm, sample figures', {
    exact: true,
  })
  expect(await banner.locator('button, a, input, summary, [tabindex], [role=button]').count()).toBe(
    0,
  )
  await page.keyboard.press('Escape')
  await banner.click()
  expect((await banner.boundingBox())!.y).toBe(0)
}

// One visit for all of it: opening a page takes longer than looking at it.
describe.each(readers)('for the %s', (reader) => {
  const seen = windowOf(reader, {})

  test.each(lookedAt(reader))(
    '$path keeps to its policy and asks nothing of anybody else, is accessible in both schemes, says what it may, keeps its banner, and fits a phone',
    // The audit is long, and axe reads all of it.
    { timeout: 120_000 },
    async (one) => {
      const { page, faults } = seen
      faults.length = 0
      await open(page, one)
      await readWords(page, reader)
      await scrollThrough(page)
      expect(faults).toEqual([])
      expect(await brokenPictures(page)).toEqual([])
      expect(await inaccessible(page, { without })).toEqual([])
      await bannerStays(page)
      // What else axe looks at is the same in both.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await inaccessible(page, { rules: ['color-contrast'], without })).toEqual([])
      if (reader === 'Admin') await fitsEveryDesk(page)
      await page.setViewportSize({ width: 320, height: 900 })
      await drawn(page)
      await expect.poll(() => scrollWidth(page)).toBe(320)
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
    },
  )
})

describe('what public pages say', () => {
  const seen = windowOf('guest', {})

  test('is what they may, and holds every claim of the specification somewhere', async () => {
    const missing = new Set(claims)
    for (const path of publicPages) {
      await seen.page.goto(server.url + path)
      for (const { claim } of await readWords(seen.page, 'guest')) missing.delete(claim)
    }
    expect([...missing]).toEqual([])
  })
})

describe.each(readers)('opened by the %s', (reader) => {
  describe('in the dark scheme', () => {
    const seen = windowOf(reader, { colorScheme: 'dark' })

    test.each(pagesOf[reader])(
      '$path is accessible, keeps to its policy, and asks nothing of anybody else',
      { tags: [thorough] },
      async (one) => {
        seen.faults.length = 0
        await open(seen.page, one)
        await scrollThrough(seen.page)
        expect(seen.faults).toEqual([])
        expect(await brokenPictures(seen.page)).toEqual([])
        expect(await inaccessible(seen.page)).toEqual([])
      },
    )
  })

  describe.each(schemes)('at 320 px in the %s scheme', (colorScheme) => {
    const seen = windowOf(reader, { colorScheme, width: 320 })

    test.each(pagesOf[reader])(
      '$path doesn’t scroll sideways',
      { tags: [thorough] },
      async (one) => {
        await open(seen.page, one)
        expect(await scrollWidth(seen.page)).toBe(320)
      },
    )
  })
})

describe('on paper', () => {
  const seen = windowOf('Investor', { colorScheme: 'dark', width: 720 })

  /** What stands on a printed page and shouldn't, or is missing from it. */
  const faultsOnPaper = (page: Page) =>
    page.evaluate(() => {
      const shown = (selector: string) =>
        [...document.querySelectorAll(selector)]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map((element) => `${selector} ${element.textContent.slice(0, 30)}`)
      const boxes = [...document.querySelectorAll<HTMLElement>('main *')].filter(
        (element) => element.checkVisibility() && !element.closest('.hide, svg, thead'),
      )
      const cut = boxes
        .filter(
          (element) =>
            ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX) &&
            element.scrollWidth > element.clientWidth + 1,
        )
        .map(
          (element) =>
            `cut ${element.tagName} ${element.className} ${element.textContent.slice(0, 30)}`,
        )
      const shadows = boxes
        .filter((element) => getComputedStyle(element).boxShadow !== 'none')
        .map((element) => `shadow ${element.className}`)
      const lightness = (colour: string) =>
        Math.max(
          ...colour
            .match(/[\d.]+/g)!
            .slice(0, 3)
            .map(Number),
        )
      const pale = boxes
        .filter(
          (element) =>
            element.matches('p, h1, h2, h3, td, dt, dd, time') &&
            element.textContent.trim() !== '' &&
            lightness(getComputedStyle(element).color) > 150,
        )
        .map((element) => `pale ${element.textContent.slice(0, 30)}`)
      return [
        ...shown('#rail, header button, [data-ripple], [data-toast], [data-header]'),
        ...cut,
        ...shadows,
        ...pale,
        document.documentElement.scrollWidth > innerWidth ? 'wider than the paper' : '',
      ].filter(Boolean)
    })

  test.each(
    extent(
      [pagesOf.Investor[0]!, pagesOf.guest[1]!],
      [...pagesOf.Investor.slice(1), pagesOf.guest[0]!],
    ),
  )('$path is light, whole and without what it is worked with', async (one) => {
    const { page } = seen
    await page.emulateMedia({ media: 'screen' })
    if (pagesOf.Investor.includes(one)) await open(page, one)
    else await page.goto(server.url + one.path)
    await page.emulateMedia({ media: 'print' })
    await drawn(page)
    await expect.poll(() => faultsOnPaper(page)).toEqual([])
  })
  test(
    'the activity is printed entry by entry, as far as it was read, one below the other',
    { tags: [thorough] },
    async () => {
      const { page } = seen
      await page.emulateMedia({ media: 'screen' })
      await open(page, { path: '/dashboard/activity', heading: 'Activity' })
      const onScreen = await page.getByRole('article').count()
      await page.emulateMedia({ media: 'print' })
      await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(onScreen)
      const boxes = await page
        .getByRole('article')
        .evaluateAll((all) =>
          all
            .map((entry) => entry.getBoundingClientRect())
            .map(({ top, bottom }) => ({ top, bottom })),
        )
      for (const [at, { top }] of boxes.entries())
        if (at > 0) expect(top).toBeGreaterThanOrEqual(boxes[at - 1]!.bottom - 1)
      expect(await page.getByRole('article').last().getAttribute('data-index')).toBe(
        String(boxes.length - 1),
      )
      await page.emulateMedia({ media: 'screen' })
      await expect.poll(() => page.getByRole('article').count()).toBeLessThanOrEqual(onScreen + 1)
    },
  )
})

const htmlOf = async (path: string) => (await fetch(server.url + path)).text()
const html = new Map(
  await Promise.all(publicPages.map(async (path) => [path, await htmlOf(path)] as const)),
)

describe('what nobody sees on a public page, but search engines and previews do', () => {
  const sayingSo = /\bsample\b|\bmade-up\b|\bdemonstration\b/i
  const claim = new RegExp(
    claimsAboutTheFirm.concat('\\$50\\b', '\\b(24|48) hours', 'business days').join('|'),
    'i',
  )

  test.each(publicPages)('says of each claim that it is a sample, on %s', (path) => {
    const page = html.get(path)!
    const data = [...page.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!)
    const said = [
      ...insides(page, 'title'),
      ...['description', 'og:title', 'og:description', 'og:image:alt'].flatMap((key) =>
        metas(page, key),
      ),
      ...data,
    ]
    expect(said.filter((words) => claim.test(words) && !sayingSo.test(words))).toEqual([])
  })
})

describe('the whitepaper to keep', async () => {
  const pdf = readPdf(
    Buffer.from(await (await fetch(`${server.url}/WhitepaperPage.pdf`)).arrayBuffer()),
  )
  const said = [
    ...pdf.pages,
    ...['Title', 'Author', 'Subject', 'Alt'].flatMap((key) => pdf.strings(key)),
  ].join('\n')

  test('promises nothing, and names no address that money could reach', () => {
    expect(said).toContain('Tokenomics')
    expect(promises.exec(said.replaceAll('\n', ' '))?.[0]).toBeUndefined()
    expect(realAddresses(said)).toEqual([])
  })
  test('says on each of its pages that it is a sample', () => {
    for (const page of pdf.pages)
      expect(page).toMatch(
        /SAMPLE[^]*Demonstration: play money, a sample firm, sample figures|Demonstration: play money[^]*SAMPLE/,
      )
  })
})

describe('what is made up', () => {
  test('has reviewers who are called samples, and are drawn', () => {
    const section = /<section[^>]*id="reviews"[^]*?<\/section>/.exec(html.get('/')!)![0]
    expect(
      insides(section, 'figcaption').map((words) => /Sample investor \d/.exec(words)?.[0]),
    ).toEqual([1, 2, 3, 4].map((number) => `Sample investor ${number}`))
    for (const { src } of elements(section, 'img')) expect(src).toMatch(/\.svg(#dark)?$/)
  })
  test('has a certificate that says SPECIMEN, in the picture too', async () => {
    const section = /<section[^>]*id="certificate"[^]*?<\/section>/.exec(html.get('/')!)![0]
    const [picture] = elements(section, 'img')
    expect(picture!['alt']).toContain('SPECIMEN')
    expect(insides(await htmlOf(picture!['src']!), 'title')).toEqual([
      expect.stringContaining('specimen'),
    ])
  })
})

describe('every link of a public page', () => {
  test('leads to a page that is there, and to a place on it', async () => {
    const known = new Map<string, Promise<{ status: number; text: string }>>()
    const ask = (path: string) => {
      if (!known.has(path))
        known.set(
          path,
          fetch(server.url + path).then(async (reply) => ({
            status: reply.status,
            text: await reply.text(),
          })),
        )
      return known.get(path)!
    }
    const broken: string[] = []
    for (const [from, page] of html) {
      for (const { href } of elements(page, 'a')) {
        const { pathname, hash, origin } = new URL(href!, server.url + from)
        expect(origin, `${from} leads to ${href}`).toBe(server.url)
        const reply = pathname === from ? { status: 200, text: page } : await ask(pathname)
        // Without its key, which the start prints, the page of the mails says where that is.
        if (
          reply.status !== (pathname === '/outbox' ? 403 : 200) ||
          (hash !== '' && !reply.text.includes(`id="${hash.slice(1)}"`))
        )
          broken.push(`${from}: ${href}`)
      }
    }
    expect(broken).toEqual([])
  })
})

/** Works on a page in a window of its own that runs no scripts of pages. */
async function withoutScripts(
  path: string,
  looks: Looks,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { context, page } = await sitDown(browser, { ...looks, scripts: false, motion: true })
  try {
    await page.goto(server.url + path)
    await work(page)
  } finally {
    await context.close()
  }
}

/** What a page says to whoever runs no scripts, as far as it can be seen. */
const noticesOf = (page: Page) =>
  page
    .locator('noscript p')
    .evaluateAll((all) =>
      all.flatMap((notice) => (notice.checkVisibility() ? [notice.textContent] : [])),
    )

/** Elements with words of their own that cannot be read, unless they are folded, or repeated beside. */
const unreadable = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => {
        const hasWords = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
        )
        const isMeant =
          element.closest(
            'details:not([open]), noscript, script, style, [aria-hidden=true], [data-scroll-spy]',
          ) !== null
        return (
          hasWords &&
          !isMeant &&
          !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        )
      })
      .map((element) => element.textContent),
  )

describe('without scripts', () => {
  const seen = windowOf('guest', { scripts: false, motion: true })

  /** One window for all of them: what a page is made of is in its cache. */
  async function visited(path: string, work: (page: Page) => Promise<void>): Promise<void> {
    await seen.page.goto(server.url + path)
    await work(seen.page)
  }

  test.each(lookedAt('guest').map(({ path }) => path))('%s is read whole', (path) =>
    visited(path, async (page) => {
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(60)
      expect(await unreadable(page)).toEqual([])
    }),
  )
  test('the menu opens on a phone, and leads to a section', () =>
    withoutScripts('/', { width: 320, touch: true }, async (page) => {
      await page.getByRole('button', { name: 'Menu', exact: true }).tap()
      const item = page
        .getByRole('navigation', { name: 'Menu' })
        .getByRole('link', { name: 'FAQs' })
      expect(await item.isVisible()).toBe(true)
      await item.tap()
      expect(new URL(page.url()).hash).toBe('#faqs')
    }))
  test('a question opens, and closes the one that was open', () =>
    visited('/', async (page) => {
      const answers = page.locator('#faqs details p')
      for (const shown of [0, 2]) {
        await page.locator('#faqs summary').nth(shown).click()
        expect(
          await answers.evaluateAll((all) =>
            all.flatMap((answer, index) => (answer.checkVisibility() ? [index] : [])),
          ),
        ).toEqual([shown])
      }
    }))
  test('the calculator says that it cannot reckon, and shows an example', () =>
    visited('/', async (page) => {
      expect(await noticesOf(page)).toEqual([
        'Without JavaScript this page can’t calculate: the lines below are an example.',
      ])
      expect(await page.locator('[data-out=end]').first().isVisible()).toBe(true)
    }))
  test('the buttons that need scripts are disabled', () =>
    visited('/', async (page) => {
      const enabled = await page
        .getByRole('button', { disabled: false })
        .evaluateAll((all) =>
          all.map((button) => button.getAttribute('popovertarget') ?? button.textContent),
        )
      expect(enabled.filter((target) => target !== 'menu')).toEqual([])
    }))
  test.each([...policyPaths.map((path) => `/${path}`), '/WhitepaperPage', '/demonstration'])(
    'the contents of %s lead to its parts',
    { tags: [thorough] },
    (path) =>
      withoutScripts(path, { width: 320, touch: true }, async (page) => {
        await page.locator('main summary').first().tap()
        const link = page.locator('main details nav a').nth(1)
        const target = (await link.getAttribute('href'))!
        await link.tap()
        expect(new URL(page.url()).hash).toBe(target)
        await expect
          .poll(() =>
            page
              .locator(`[id="${target.slice(1)}"]`)
              .evaluate((element) => element.getBoundingClientRect().top),
          )
          .toBeLessThan(900)
      }),
  )
  test.each(
    firstOf([
      ['/login', 'Log In', '/signup', 'Sign Up'],
      ['/signup', 'Sign Up', '/login', 'Log In'],
    ]),
  )('%s says that it needs scripts, and sends nothing', (path, button, other, link) =>
    visited(path, async (page) => {
      expect(await noticesOf(page)).toEqual([
        expect.stringMatching(
          /^Signing in needs JavaScript, which this browser doesn’t run\. Nothing was sent/,
        ),
      ])
      const opened: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest()) opened.push(`${request.method()} ${request.url()}`)
      })
      await page.getByLabel('Email').fill('somebody@people.example')
      const password = page.getByLabel('Password', { exact: true })
      await password.fill('orange lantern')
      await password.press('Enter')
      expect(await page.getByRole('button', { name: button, exact: true }).isDisabled()).toBe(true)
      // Should a browser send the form all the same, a password is in no address.
      expect(
        await page
          .locator('form')
          .evaluateAll((all) => all.map((form) => (form as HTMLFormElement).method)),
      ).toEqual(['post'])
      for (const offer of await page.locator('#demo-sign-ins + ul button').all())
        expect(await offer.isDisabled()).toBe(true)
      await page.locator('main').getByRole('link', { name: link, exact: true }).click()
      await page.waitForURL(`**${other}`)
      expect(opened).toEqual([`GET ${server.url}${other}`])
    }),
  )
  test.each([
    '/forgot-password',
    '/reset-password/0000.unknown',
    '/confirm-email/0000.unknown',
    '/confirm-own-email/0000.unknown',
    '/known-browser/0000.unknown',
    '/freeze-account/0000.unknown',
    '/stop-change/0000.unknown',
    '/undo-factor/0000.unknown',
    '/verify-email/0000.unknown',
  ])('%s says that it needs scripts, and can send nothing', { tags: [thorough] }, (path) =>
    visited(path, async (page) => {
      expect(await noticesOf(page)).toEqual([
        expect.stringMatching(
          /^Signing in needs JavaScript, which this browser doesn’t run\. Nothing was sent/,
        ),
      ])
      expect(await page.locator('form button[type=submit]').isDisabled()).toBe(true)
    }),
  )
  test.each([...pagesOf.Investor, ...pagesOf.Admin])(
    '$path says that it needs scripts',
    { tags: [thorough] },
    ({ path }) =>
      visited(path, async (page) => {
        expect(await noticesOf(page)).toEqual([
          expect.stringMatching(
            /^This page needs JavaScript, which this browser doesn’t run\. Nothing was sent/,
          ),
        ])
        expect(
          await page
            .getByText('Demonstration: play money, a sample firm, sample figures')
            .isVisible(),
        ).toBe(true)
      }),
  )
})

// Too long to be looked at as a whole in every way that the other pages are: its parts are all alike.
test.each(schemes)(
  'the page of the API fits a phone in %s, finds calls, and its parts are accessible',
  { tags: [thorough] },
  async (colorScheme) => {
    const { context, page } = await sitDown(browser, { colorScheme, width: 320 })
    await page.goto(`${server.url}/docs/api`)
    expect(await scrollWidth(page)).toBe(320)
    const parts = ['nav[aria-label="Contents"]', '#signUp', '#terms_changed']
    expect(await inaccessible(page, { parts })).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await inaccessible(page, { parts, rules: ['color-contrast'] })).toEqual([])
    await page.getByRole('searchbox', { name: 'Find a call' }).fill('opens an investment')
    expect(
      await page
        .locator('section[data-api-call]')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ id }) => id)),
    ).toEqual(['openInvestment'])
    await page.getByRole('searchbox', { name: 'Find a call' }).fill('opens an umbrella')
    await page.getByText('No call matches these words. Try fewer.').waitFor()
    await context.close()
  },
)

// It asks for a key, and has words of its own for whoever has none: neither is a page for guests or for those who are signed in.
describe.each(schemes)('the page of the mails in %s', async (colorScheme) => {
  const endless = 'Maximiliana'.repeat(8)
  test.each(flowWidths)(
    'at %i px is accessible, fits, tells the reader’s time and leads to where a mail leads',
    { tags: [thorough] },
    async (width) => {
      const email = `${'long-'.repeat(10)}${colorScheme}-${width}@people.example`
      const newcomer = await signUp(server.url, { fullName: endless, email })
      const { context, page } = await sitDown(browser, {
        colorScheme,
        width,
        timezone: 'Asia/Tokyo',
      })
      const sent = page.getByRole('article').filter({ hasText: email })
      const mail = sent.filter({ hasText: 'received' })
      // The page shows what was sent when it was opened.
      const opensWith = (one: Locator) =>
        expect
          .poll(() => page.goto(server.outboxUrl).then(() => one.count()), { timeout: 30_000 })
          .toBe(1)
      const confirms = sent.getByRole('link', { name: 'Confirm this address' })
      await opensWith(confirms)
      const link = await confirms.getAttribute('href')
      // Only whose address is confirmed is called by their name.
      await newcomer.ok('POST', `/verify-email/${link!.split('/').at(-1)}`, {
        password: newcomersPassword,
      })
      // Their sessions of before have ended with it.
      const again = await logIn(server.url, email, newcomersPassword)
      await again.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
      await opensWith(mail)
      const faults = await listenForFaults(context, page, server.url)
      await page.goto(server.outboxUrl)
      expect(page.url()).toBe(`${server.url}/outbox`)
      await atRest(page)
      expect(await mail.getByText(`Hello ${endless},`).filter({ visible: true }).count()).toBe(1)
      expect(await scrollWidth(page)).toBe(width)
      // That the key is taken out of the address is all that went on.
      expect([await inaccessible(page, { without }), faults]).toEqual([
        [],
        [`answered 303: ${server.outboxUrl}`],
      ])
      const time = mail.locator('time')
      const inTokyo = new Date((await time.getAttribute('datetime'))!).toLocaleString('en-US', {
        dateStyle: 'medium',
        timeZone: 'Asia/Tokyo',
      })
      expect(await time.textContent()).toContain(inTokyo)
      expect(await time.getAttribute('title')).toMatch(/ UTC$/)
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        mail.getByRole('link', { name: 'See your account' }).click(),
      ])
      await opened.waitForURL(/\/(login|dashboard)/)
      expect(await opened.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
      await mail.getByText('As plain text').click()
      await mail.getByRole('link', { name: `${server.url}/dashboard`, exact: true }).click()
      await page.waitForURL(/\/(login|dashboard)/)
      expect(await page.evaluate(() => document.referrer)).toBe('')
      await context.close()
    },
  )
  test('says at 320 px where the key is, to whoever has none', { tags: [thorough] }, async () => {
    const { context, page } = await sitDown(browser, { colorScheme, width: 320 })
    await page.goto(`${server.url}/outbox`)
    expect(await page.getByText('printed when it started').isVisible()).toBe(true)
    expect(await scrollWidth(page)).toBe(320)
    expect(await inaccessible(page, { without })).toEqual([])
    await context.close()
  })
})
