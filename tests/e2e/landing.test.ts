/** The landing page, row by row of the specification (sections 1, 2, 4 and 9), at its widths and with every hand. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { atRest } from '../support/at-rest.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logInAsAdmin } from '../support/client.ts'
import { extent, firstOf, thorough } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  flowWidths,
  drawn,
  finishMotions,
  freezeMotion,
  hands,
  isNarrow,
  motionsOf,
  press,
  sitDown,
  stopTheClock,
  widths,
  type Looks,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

/** Opens the landing page, and closes everything when the work is done. */
async function onTheLandingPage(
  looks: Looks,
  work: (page: Page) => Promise<void>,
  before: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const { context, page } = await sitDown(browser, looks)
  try {
    await before(page)
    await page.goto(server.url)
    await work(page)
  } finally {
    await context.close()
  }
}

const top = (thing: Locator) =>
  thing.evaluate((element) => element.getBoundingClientRect().top + scrollY)
const target = (thing: Locator) => thing.getAttribute('href')

/** Every section in its order, and words of the specification that stand in it. */
const sections: [selector: string, ...words: string[]][] = [
  [
    '[data-hero]',
    'At The Forefront of Trading And Investment',
    'licensed firm',
    'agriculture',
    'cryptocurrency',
    'real estate',
    'stock trading and securities',
    'AI-driven tools',
    'Get Started',
  ],
  [
    '#about',
    'since 2014',
    'retirement planning',
    'education savings',
    'wealth growth',
    'Transparency, integrity, accountability',
    'Learn More',
  ],
  [
    '#start',
    'In 3 Simple Steps',
    '01',
    'Sign Up',
    'Create a free account in a few minutes',
    '02',
    'Fund Your Account',
    'Deposit funds securely to start trading',
    '03',
    'Start Trading And Withdraw',
    'Make trades, then withdraw',
    '04',
    'Quick Loan',
    '15% security deposit',
    '05',
    'Referral Bonus',
    'earn a 10% bonus',
    'Register Now',
  ],
  [
    '#plan',
    'Starter Growth',
    '$100-$999',
    '$999.99',
    '8 days',
    '10%',
    'Advanced Wealth Builder',
    '$1,000-$9,999',
    '16 days',
    '12%',
    'Elite Wealth',
    '$10,000-$49,999',
    '26 days',
    '15%',
    'Platinum Pro',
    'from $50,000',
    'no maximum',
    '20%',
    'Minimum deposit',
    'Maximum deposit',
    'Duration',
    'Percentage profits',
  ],
  [
    '#statistics',
    '11,000+',
    'investors',
    '365',
    'running days',
    '$11,456,789',
    'total invested',
    '$3,567,787',
    'total withdrawn',
  ],
  ['#safety', 'How your money is kept'],
  ['#safety > ul', 'Every figure opens'],
  ['#certificate', 'Certificate of achievement'],
  ['#reviews', 'Sample investor 1', 'Sample investor 2', 'Sample investor 3', 'Sample investor 4'],
  ['#faqs', 'How do I fund my account?'],
  ['footer', 'Bitcoin', 'USDT', 'TRC20', 'USA', 'Canada', 'Japan', '© 2020'],
]

/** What the footer leads to. */
const documents = {
  'Privacy Policy': '/PrivacyPolicy',
  'Terms of Service': '/TermsOfService',
  Insurance: '/Insurance',
  Finsurance: '/Finsurance',
  'User Agreement': '/UserAgreement',
  Whitepaper: '/WhitepaperPage',
}

describe.each(widths)('at %i px the landing page', (width) => {
  test('has every section with its words, one below the other, and nothing wider than the window', () =>
    onTheLandingPage({ width }, async (page) => {
      // What is further down is laid out a part at a time, and moves what is below it.
      await atRest(page)
      const tops: number[] = []
      for (const [selector, ...words] of sections) {
        const section = page.locator(selector)
        const text = (await section.innerText()).toLowerCase()
        for (const word of words) expect(text, selector).toContain(word.toLowerCase())
        tops.push(await top(section))
      }
      expect(tops).toEqual(tops.toSorted((a, b) => a - b))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }))

  test('keeps its header at the top, whole or folded into a menu', () =>
    onTheLandingPage({ width }, async (page) => {
      const header = page.locator('[data-header]')
      const before = await header.boundingBox()
      await page.locator('#faqs').scrollIntoViewIfNeeded()
      expect(await header.boundingBox()).toEqual(before)
      expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(
        !isNarrow(width),
      )
      expect(await page.getByRole('button', { name: 'Menu', exact: true }).isVisible()).toBe(
        isNarrow(width),
      )
      expect(await header.getByRole('link', { name: 'Sign Up' }).count()).toBe(
        isNarrow(width) ? 0 : 1,
      )
    }))

  test('shows three reviews and arrows, or one and dots', { tags: [thorough] }, () =>
    onTheLandingPage({ width }, async (page) => {
      const row = page.locator('[data-window]')
      const { width: window } = (await row.boundingBox())!
      const { width: review } = (await page.locator('[data-slide]').first().boundingBox())!
      expect(Math.round(window / review)).toBe(isNarrow(width) ? 1 : 3)
      expect(await page.getByRole('button', { name: 'Next review' }).isVisible()).toBe(
        !isNarrow(width),
      )
      expect(await page.getByRole('button', { name: 'Review 1', exact: true }).isVisible()).toBe(
        isNarrow(width),
      )
    }),
  )

  test('has its support button of 50 px at the bottom right', { tags: [thorough] }, () =>
    onTheLandingPage({ width }, async (page) => {
      const box = (await page.getByRole('link', { name: /^Support/ }).boundingBox())!
      expect([box.width, box.height]).toEqual([50, 50])
      expect(width - box.x - box.width).toBeLessThanOrEqual(40)
      expect(900 - box.y - box.height).toBeLessThanOrEqual(40)
    }),
  )
})

describe('on a phone of 375 by 812 px the landing page', () => {
  test('is at most nine screens long', () =>
    onTheLandingPage({ width: 375 }, async (page) => {
      await page.setViewportSize({ width: 375, height: 812 })
      await atRest(page)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      expect(height / 812).toBeLessThanOrEqual(9)
    }))
})

describe.each(extent([320, 1280], [375]))('at %i px', (width) => {
  test('running text has 16 to 18 px, and sections stand half as far apart as elsewhere', () =>
    onTheLandingPage({ width }, async (page) => {
      await atRest(page)
      const { sizes, spaces, half } = await page.evaluate(() => {
        const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
        // Captions are captions; in the plans' table and in the ledger stand figures.
        const texts = [...document.querySelectorAll('main :is(p, blockquote)')].filter(
          (text) => !text.matches('.caption, .hide, #plan li *, details *'),
        )
        const probe = document.body.appendChild(document.createElement('div'))
        probe.style.height = 'var(--space-9)'
        return {
          sizes: [...new Set(texts.map(sizeOf))],
          spaces: [...document.querySelectorAll('main section')].map((section) =>
            Number.parseFloat(getComputedStyle(section).paddingTop),
          ),
          half: probe.getBoundingClientRect().height / 2,
        }
      })
      expect(sizes.length).toBeGreaterThan(0)
      for (const size of sizes) {
        expect(size).toBeGreaterThanOrEqual(16)
        expect(size).toBeLessThanOrEqual(18)
      }
      for (const space of spaces) expect(space).toBeLessThanOrEqual(half + 0.1)
    }))
  test('one main call stands in the first view, none among the plans, and one at the end', () =>
    onTheLandingPage({ width }, async (page) => {
      await atRest(page)
      const main = page.locator('a[data-variant=filled]:not([data-menu] *)')
      expect(
        await main.evaluateAll((all) =>
          all.map((link) => [link.closest('section')?.id, link.textContent.trim()]),
        ),
      ).toEqual([
        ['', 'Get Started'],
        ['closing', 'Get Started'],
      ])
      const closing = page.locator('#closing')
      expect(await top(closing)).toBeGreaterThan(await top(page.locator('#faqs')))
      await closing.getByRole('link', { name: 'risk warning' }).click()
      const header = (await page.locator('[data-header]').boundingBox())!
      await expect
        .poll(async () => (await page.locator('#risk h3').boundingBox())!.y)
        .toBeGreaterThanOrEqual(header.y + header.height)
    }))
  test('the certificate is small', () =>
    onTheLandingPage({ width }, async (page) => {
      const picture = page.locator('#certificate img:visible')
      expect((await picture.boundingBox())!.width).toBeLessThanOrEqual(isNarrow(width) ? 96 : 280)
    }))
  test('every plan says how long it is locked, and below them it is said what that means', () =>
    onTheLandingPage({ width }, async (page) => {
      await atRest(page)
      const plans = page.locator('#plan li')
      expect(await plans.count()).toBe(4)
      for (const plan of await plans.all()) {
        const [days] = /\d+ days/.exec(await plan.locator('dl').innerText())!
        expect(await plan.innerText()).toContain(`Locked for ${days}`)
      }
      const text = (await page.locator('#plan').innerText()).replaceAll(/\s+/g, ' ')
      expect(text).toContain('You can’t take out what you invest before then.')
      expect(text).toContain('Only your first investment can be undone, within 24 hours.')
      expect(text).toContain('At the end, principal and profit go to your balance')
      expect(text).toContain('What you invest can be lost')
    }))
  test('the ledger opens a correction in place: who, why, before and after', () =>
    onTheLandingPage({ width }, async (page) => {
      const ledger = page.locator('[data-hero] details').first()
      const fold = (name: string | RegExp) =>
        ledger.locator('details').filter({ has: page.locator('summary', { hasText: name }) })
      const correction = fold('Correction, by Second Admin')
      const address = page.url()
      await press(correction.locator('summary'), 'keyboard')
      const facts = await correction
        .locator('dl > div')
        .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent)))
      expect(facts).toEqual([
        ['Who', 'Second Admin, Nov 12'],
        ['Why', 'deposit of Nov 2 was booked 25.00 short'],
        ['Before', '10,090.00'],
        ['After', '10,115.00'],
      ])
      expect(await correction.locator('dd').last().isVisible()).toBe(true)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await inaccessible(page, { parts: ['[data-hero]', '#plan', '#closing'] })).toEqual(
          [],
        )
      }
      // One line at a time; and what was pressed again is shut.
      await press(fold('Invested in two plans').locator('summary'), 'keyboard')
      expect(await correction.getAttribute('open')).toBeNull()
      expect(await ledger.innerText()).toContain('Advanced Wealth Builder opened')
      await press(fold('Invested in two plans').locator('summary'), 'keyboard')
      expect(await ledger.locator('details[open]').count()).toBe(0)
      expect(page.url()).toBe(address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }))
})

test('the ledger’s lines open by finger, and without scripts', { tags: [thorough] }, async () => {
  for (const looks of [{ width: 375, touch: true }, { scripts: false }])
    await onTheLandingPage(looks, async (page) => {
      const line = page.locator('[data-hero] summary', { hasText: 'Correction' })
      await press(line, looks.touch ? 'touch' : 'mouse')
      await page.locator('[data-hero]').getByText('Before', { exact: true }).waitFor()
    })
})

test.each(extent([375], [320]))(
  'at %i px the plans are a table: one head, and each figure below the same one',
  (width) =>
    onTheLandingPage({ width }, async (page) => {
      await atRest(page)
      const rows = await page.locator('#plan li').evaluateAll((all) =>
        all.map((plan) => ({
          heads: [...plan.querySelectorAll('dt')].filter((head) => head.clientWidth > 1).length,
          lefts: [...plan.querySelectorAll('dd')].map((cell) =>
            Math.round(cell.getBoundingClientRect().left),
          ),
          cut: [...plan.querySelectorAll('dd')].some((cell) => cell.scrollWidth > cell.clientWidth),
        })),
      )
      expect(rows.map(({ heads }) => heads)).toEqual([4, 0, 0, 0])
      for (const { lefts, cut } of rows)
        expect({ lefts, cut }).toEqual({ lefts: rows[0]!.lefts, cut: false })
    }),
)

describe('where the landing page leads', () => {
  test('from its header', () =>
    onTheLandingPage({}, async (page) => {
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      expect(
        await links.evaluateAll((all) =>
          all.map((link) => [link.textContent, link.getAttribute('href')]),
        ),
      ).toEqual([
        ['Home', '/'],
        ['About Us', '#about'],
        ['Plan', '#plan'],
        ['FAQs', '#faqs'],
        ['Contact', '#contact'],
      ])
      const header = page.locator('[data-header]')
      expect([
        await target(header.getByRole('link', { name: 'Log In' })),
        await target(header.getByRole('link', { name: 'Sign Up' })),
      ]).toEqual(['/login', '/signup'])
    }))
  test.each(
    firstOf([
      ['Plan', '#plan'],
      ['About Us', '#about'],
      ['FAQs', '#faqs'],
      ['Contact', '#contact'],
    ]),
  )('%s to a section that is not hidden below the header', (name, anchor) =>
    onTheLandingPage({}, async (page) => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
      await expect.poll(() => page.evaluate(() => location.hash)).toBe(anchor)
      await drawn(page)
      const header = (await page.locator('[data-header]').boundingBox())!
      const heading = (await page.locator(anchor).getByRole('heading').first().boundingBox())!
      expect(heading.y).toBeGreaterThanOrEqual(header.y + header.height)
      expect(heading.y + heading.height).toBeLessThanOrEqual(900)
    }),
  )
  test('says in its header which part is being read', () =>
    onTheLandingPage({ width: 1280 }, async (page) => {
      const here = async () =>
        page.locator('header nav').first().locator('[aria-current]').allInnerTexts()
      expect(await here()).toEqual(['Home'])
      for (const name of ['Plan', 'FAQs', 'About Us', 'Contact']) {
        await page.locator('header nav').first().getByRole('link', { name }).click()
        await expect.poll(here).toEqual([name])
      }
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(here).toEqual(['Home'])
    }))

  test('from its buttons to signing up', { tags: [thorough] }, () =>
    onTheLandingPage({}, async (page) => {
      for (const [section, name, count] of [
        ['[data-hero]', 'Get Started', 1],
        ['#start', 'Register Now', 1],
        ['#plan', 'Get Started', 4],
        ['#closing', 'Get Started', 1],
      ] as const) {
        const links = page.locator(section).getByRole('link', { name })
        expect(
          await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
        ).toEqual(Array.from({ length: count }, () => '/signup'))
      }
    }),
  )
  test('from its footer to every document', { tags: [thorough] }, () =>
    onTheLandingPage({}, async (page) => {
      for (const [name, path] of Object.entries(documents)) {
        expect(
          await target(page.getByRole('contentinfo').getByRole('link', { name, exact: true })),
        ).toBe(path)
        expect((await page.request.get(server.url + path)).status()).toBe(200)
      }
    }),
  )
  test.each(
    firstOf([
      ['body', 'Support'],
      ['#about', 'Learn More'],
      ['footer', 'Messaging chat'],
      ['footer', 'Phone chat'],
    ]),
  )('%s: %s opens beside the page, on this site', (section, name) =>
    onTheLandingPage({}, async (page) => {
      const opened = page.context().waitForEvent('page')
      await page
        .locator(section)
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .click()
      const other = await opened
      await other.waitForLoadState()
      expect(new URL(other.url()).origin).toBe(server.url)
      expect(await other.locator(new URL(other.url()).hash).isVisible()).toBe(true)
      expect(await other.evaluate(() => opener)).toBeNull()
    }),
  )
  test('its email, too', { tags: [thorough] }, () =>
    onTheLandingPage({}, async (page) => {
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: /@glasshouse\.example/ })
        .click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).origin).toBe(server.url)
    }),
  )
})

describe.each(firstOf([320, 767]))('at %i px the menu', (width) => {
  test.each(hands)('opens over a dimmed page and closes when something is chosen, by %s', (hand) =>
    onTheLandingPage({ width, touch: hand === 'touch' }, async (page) => {
      await atRest(page)
      const menu = page.locator('[data-menu]')
      expect(await menu.isVisible()).toBe(false)
      await press(page.getByRole('button', { name: 'Menu', exact: true }), hand)
      expect(await menu.isVisible()).toBe(true)
      const veil = page.getByRole('button', { name: 'Close the menu' })
      expect(await veil.evaluate((element) => getComputedStyle(element).backgroundColor)).toMatch(
        /^rgba\(.*, 0\.\d+\)$/,
      )
      expect(
        await menu
          .getByRole('link')
          .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
      ).toEqual([
        ['Home', '/'],
        ['About Us', '#about'],
        ['Plan', '#plan'],
        ['FAQs', '#faqs'],
        ['Contact', '/'],
        ['Log In', '/login'],
        ['Sign Up', '/signup'],
      ])
      await press(menu.getByRole('link', { name: 'FAQs' }), hand)
      await menu.waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => location.hash)).toBe('#faqs')
    }),
  )
  test.each(['mouse', 'touch'] as const)(
    'closes by a touch on its backdrop, which reaches nothing below, by %s',
    { tags: [thorough] },
    (hand) =>
      onTheLandingPage({ width, touch: hand === 'touch' }, async (page) => {
        await press(page.getByRole('button', { name: 'Menu', exact: true }), hand)
        const menu = page.locator('[data-menu]')
        const veil = (await page.getByRole('button', { name: 'Close the menu' }).boundingBox())!
        const place = { x: width / 2, y: veil.y + veil.height / 2 }
        await page.evaluate(() =>
          document.addEventListener(
            'click',
            (event) =>
              (document.documentElement.dataset['reached'] =
                (event.target as Element).getAttribute('aria-label') ?? 'something else'),
          ),
        )
        await (hand === 'touch'
          ? page.touchscreen.tap(place.x, place.y)
          : page.mouse.click(place.x, place.y))
        await menu.waitFor({ state: 'hidden' })
        expect(await page.evaluate(() => document.documentElement.dataset['reached'])).toBe(
          'Close the menu',
        )
        expect(page.url()).toBe(`${server.url}/`)
      }),
  )
  test('closes by Escape, and gives the focus back to its button', { tags: [thorough] }, () =>
    onTheLandingPage({ width }, async (page) => {
      const button = page.getByRole('button', { name: 'Menu', exact: true })
      await press(button, 'keyboard')
      await page.keyboard.press('Tab')
      expect(await page.locator('[data-menu] a:focus').innerText()).toBe('Home')
      await page.keyboard.press('Escape')
      await page.locator('[data-menu]').waitFor({ state: 'hidden' })
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    }),
  )
  test(
    'closes by itself when the window widens to 768 px, and does not come back',
    { tags: [thorough] },
    () =>
      onTheLandingPage({ width }, async (page) => {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await page.setViewportSize({ width: 768, height: 900 })
        const menu = page.locator('[data-menu]')
        await expect
          .poll(() => menu.evaluate((element) => element.matches(':popover-open')))
          .toBe(false)
        await page.setViewportSize({ width, height: 900 })
        expect(await menu.isVisible()).toBe(false)
      }),
  )
})

describe('the hero', () => {
  const shown = (page: Page) =>
    page
      .locator('[data-scene]')
      .evaluateAll((scenes) =>
        scenes.flatMap((scene, index) => (scene.hasAttribute('data-shown') ? [index] : [])),
      )

  test(
    'turns through its four views every five seconds, and round again',
    { tags: [thorough] },
    () =>
      onTheLandingPage(
        { motion: true },
        async (page) => {
          expect(await shown(page)).toEqual([0])
          await page.clock.runFor(4999)
          expect(await shown(page)).toEqual([0])
          await page.clock.runFor(1)
          for (const next of [1, 2, 3, 0, 1]) {
            expect(await shown(page)).toEqual([next])
            await page.clock.runFor(5000)
          }
        },
        stopTheClock,
      ),
  )
  test('fades from one to the next in 500 ms, and zooms slightly', { tags: [thorough] }, () =>
    onTheLandingPage(
      { motion: true },
      async (page) => {
        await freezeMotion(page)
        await page.clock.runFor(5000)
        const scene = page.locator('[data-scene]').nth(1)
        await expect
          .poll(() => motionsOf(scene))
          .toContainEqual({ name: 'opacity', duration: 500, delay: 0 })
        const zoom = await page
          .locator('[data-scene]')
          .evaluateAll((scenes) => scenes.map((scene) => getComputedStyle(scene).transform))
        expect(zoom.some((transform) => /^matrix\(1\.0[1-9]/.test(transform))).toBe(true)
      },
      stopTheClock,
    ),
  )
  test.each(hands)('is paused, played, and turned to a view by %s', (hand) =>
    onTheLandingPage(
      { motion: true, touch: hand === 'touch' },
      async (page) => {
        await press(page.getByRole('button', { name: 'Pause the pictures', disabled: false }), hand)
        await page.clock.runFor(60_000)
        expect(await shown(page)).toEqual([0])
        await press(page.getByRole('button', { name: 'Real estate' }), hand)
        expect(await shown(page)).toEqual([2])
        expect(
          await page.getByRole('button', { name: 'Real estate' }).getAttribute('aria-pressed'),
        ).toBe('true')
        await press(page.getByRole('button', { name: 'Play the pictures' }), hand)
        await page.clock.runFor(5000)
        expect(await shown(page)).toEqual([3])
      },
      stopTheClock,
    ),
  )
  test(
    'stays as it is for whoever prefers reduced motion, until they play it',
    { tags: [thorough] },
    () =>
      onTheLandingPage(
        {},
        async (page) => {
          await page.clock.runFor(60_000)
          expect(await shown(page)).toEqual([0])
          await page.getByRole('button', { name: 'Play the pictures' }).click()
          await page.clock.runFor(5000)
          expect(await shown(page)).toEqual([1])
        },
        stopTheClock,
      ),
  )
})

describe('a button', () => {
  test.each(hands)('sends out a ripple of 0.6 s, once, by %s', { tags: [thorough] }, (hand) =>
    onTheLandingPage({ motion: true, touch: hand === 'touch' }, async (page) => {
      await freezeMotion(page)
      await page.evaluate(() =>
        document.addEventListener('click', (event) => event.preventDefault()),
      )
      const button = page.locator('#start').getByRole('link', { name: 'Register Now' })
      await press(button, hand)
      expect(await motionsOf(button)).toContainEqual({ name: 'ripple', duration: 600, delay: 0 })
      await finishMotions(button)
      await button.locator('.ripple').waitFor({ state: 'detached' })
    }),
  )
  test('sends out none for whoever prefers reduced motion', { tags: [thorough] }, () =>
    onTheLandingPage({}, async (page) => {
      await page.evaluate(() =>
        document.addEventListener('click', (event) => event.preventDefault()),
      )
      const button = page.locator('#start').getByRole('link', { name: 'Register Now' })
      await button.click()
      expect(await button.locator('.ripple').count()).toBe(0)
    }),
  )
})

describe('sections below the window', () => {
  /** Scrolls until so much of the element's height stands in the window. */
  async function showPart(page: Page, element: Locator, part: number): Promise<void> {
    // What is seen before the page has come to life is never hidden, and so has nothing to rise from.
    await element.and(page.locator('[data-hidden]')).waitFor()
    await element.evaluate((thing, share) => {
      const { top: at, height } = thing.getBoundingClientRect()
      scrollTo({ top: scrollY + at + height * share - innerHeight, behavior: 'instant' })
    }, part)
    await drawn(page)
  }

  test.each([320, 1280])(
    'rise into view once a tenth of them is seen, in 0.6 s, at %i px',
    { tags: [thorough] },
    (width) =>
      onTheLandingPage({ width, motion: true }, async (page) => {
        await freezeMotion(page)
        const text = page.locator('#certificate [data-reveal]').last()
        await showPart(page, text, 0.05)
        expect(await text.evaluate((element) => getComputedStyle(element).opacity)).toBe('0')
        await showPart(page, text, 0.15)
        await text.and(page.locator('[data-revealed]')).waitFor()
        const motions = await motionsOf(text)
        expect(motions).toContainEqual({ name: 'opacity', duration: 600, delay: 0 })
        expect(motions).toContainEqual({ name: 'transform', duration: 600, delay: 0 })
        await finishMotions(text)
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        await drawn(page)
        expect(await text.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
      }),
  )
  test('rise one after the other where they are cards: 0.2 s each', { tags: [thorough] }, () =>
    onTheLandingPage({ motion: true }, async (page) => {
      await freezeMotion(page)
      const cards = page.locator('#start [data-reveal-items]')
      await showPart(page, cards, 0.5)
      await cards.and(page.locator('[data-revealed]')).waitFor()
      const delays = (await motionsOf(cards))
        .filter(({ name }) => name === 'opacity')
        .map(({ delay }) => delay)
      expect(delays.toSorted((a, b) => a - b)).toEqual([0, 200, 400, 600, 800])
    }),
  )
  test.each(
    firstOf([
      ['whoever prefers reduced motion', {}],
      ['whoever runs no scripts', { motion: true, scripts: false }],
    ]),
  )('are there at once for %s', (_, looks: Looks) =>
    onTheLandingPage(looks, async (page) => {
      const hidden = await page
        .locator('main *')
        .evaluateAll(
          (all) =>
            all.filter(
              (element) =>
                getComputedStyle(element).opacity === '0' &&
                !element.matches('[data-scene], [data-scene] *'),
            ).length,
        )
      expect(hidden).toBe(0)
    }),
  )
})

describe('the reviews', () => {
  /** By their numbers, from the left: what stands wholly in the window of the row, as the browser has drawn it. */
  const seen = (page: Page) =>
    page.locator('[data-window]').evaluate((row) => {
      const { left, right } = row.getBoundingClientRect()
      const boxes = [...row.querySelectorAll('[data-slide]')].map((slide) => ({
        box: slide.getBoundingClientRect(),
        number: /Sample investor (\d)/.exec(slide.textContent)![1]!,
      }))
      const inside = boxes.filter(({ box }) => box.left >= left - 2 && box.right <= right + 2)
      return inside
        .toSorted((a, b) => a.box.left - b.box.left)
        .map(({ number }) => number)
        .join('')
    })
  /** What is said to whoever can't see it, and marked among the dots. */
  const said = async (page: Page) => {
    const words = await page.locator('#reviews [data-announce]').textContent()
    const dot = await page.locator('[data-dot][aria-current]').getAttribute('aria-label')
    return { words: words!.match(/\d(?=.* of 4$)/g)?.join(''), dot: /\d/.exec(dot!)![0] }
  }
  /** The row rests, and shows these; and that is what is said of it. */
  const turned = async (page: Page, order: string) => {
    await finishMotions(page.locator('[data-track]'))
    await expect.poll(() => seen(page)).toBe(order)
    await drawn(page)
    expect(await seen(page)).toBe(order)
    expect(await said(page)).toEqual({ words: order, dot: order[0] })
  }
  const wide = ['123', '234', '341', '412']
  const around = (views: string[]) => [...views.slice(1), views[0]!]

  test.each(hands)(
    'turn by one in 800 ms, one turn at a time, and go round for ever both ways, by %s',
    { tags: [thorough] },
    (hand) =>
      onTheLandingPage({ motion: true, touch: hand === 'touch' }, async (page) => {
        await freezeMotion(page)
        expect(await seen(page)).toBe('123')
        const next = page.getByRole('button', { name: 'Next review' })
        await press(next, hand)
        await press(next, hand)
        expect(
          (await motionsOf(page.locator('[data-track]'))).filter(({ name }) => name === 'carousel'),
        ).toEqual([{ name: 'carousel', duration: 800, delay: 0 }])
        await turned(page, '234')
        for (const order of [...around(wide).slice(1), ...around(wide)]) {
          await press(next, hand)
          await turned(page, order)
        }
        for (const order of [...wide.toReversed(), '412']) {
          await press(page.getByRole('button', { name: 'Previous review' }), hand)
          await turned(page, order)
        }
      }),
  )
  test(
    'turn at once for whoever prefers reduced motion, both ways round',
    { tags: [thorough] },
    () =>
      onTheLandingPage({}, async (page) => {
        for (const order of around(wide)) {
          await page.getByRole('button', { name: 'Next review' }).click()
          await turned(page, order)
        }
        for (const order of wide.toReversed()) {
          await page.getByRole('button', { name: 'Previous review' }).click()
          await turned(page, order)
        }
      }),
  )
  test.each(hands)(
    'go to the one whose dot is pressed, below 768 px, by %s',
    { tags: [thorough] },
    (hand) =>
      onTheLandingPage({ width: 390, touch: hand === 'touch' }, async (page) => {
        expect(await seen(page)).toBe('1')
        for (const order of ['2', '3', '4', '1', '3', '2', '4', '3']) {
          await press(page.getByRole('button', { name: `Review ${order}`, exact: true }), hand)
          await turned(page, order)
        }
      }),
  )
  test(
    'go to the one whose dot is pressed in 800 ms, too, and show it afterwards',
    { tags: [thorough] },
    () =>
      onTheLandingPage({ width: 390, motion: true }, async (page) => {
        await freezeMotion(page)
        for (const order of ['2', '4', '1', '3']) {
          await page.getByRole('button', { name: `Review ${order}`, exact: true }).click()
          expect(
            (await motionsOf(page.locator('[data-track]'))).filter(
              ({ name }) => name === 'carousel',
            ),
          ).toEqual([{ name: 'carousel', duration: 800, delay: 0 }])
          await turned(page, order)
        }
      }),
  )
  test('turn by the arrow keys', { tags: [thorough] }, () =>
    onTheLandingPage({}, async (page) => {
      await page.getByRole('button', { name: 'Next review' }).focus()
      await page.keyboard.press('ArrowRight')
      await turned(page, '234')
      await page.keyboard.press('ArrowLeft')
      await turned(page, '123')
    }),
  )
  test.each([
    ['left', 300, 60, '2'],
    ['right', 60, 300, '4'],
  ])('turn by a swipe to the %s', { tags: [thorough] }, (_, from, to, order) =>
    onTheLandingPage({ width: 390, touch: true }, async (page) => {
      const row = page.locator('[data-window]')
      await row.scrollIntoViewIfNeeded()
      const { y, height } = (await row.boundingBox())!
      const session = await page.context().newCDPSession(page)
      const at = (x: number) => [{ x, y: y + height / 2 }]
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
      for (const share of [0.25, 0.5, 0.75, 1])
        await session.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: at(from + (to - from) * share),
        })
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await turned(page, order)
    }),
  )
  test(
    'say and show the same when the window changes its width in between',
    { tags: [thorough] },
    () =>
      onTheLandingPage({ width: 390 }, async (page) => {
        await page.getByRole('button', { name: 'Review 3', exact: true }).click()
        await turned(page, '3')
        await page.setViewportSize({ width: 1280, height: 900 })
        await expect.poll(() => seen(page)).toBe('341')
        await page.getByRole('button', { name: 'Next review' }).click()
        await turned(page, '412')
        await page.setViewportSize({ width: 390, height: 900 })
        await expect.poll(() => seen(page)).toBe('4')
      }),
  )
  test(
    'begin with the first, wherever they had been scrolled to before the page came to life',
    { tags: [thorough] },
    () =>
      onTheLandingPage(
        { width: 390 },
        async (page) => {
          await expect.poll(() => seen(page)).toBe('1')
          await turnedToLife(page)
          expect(await seen(page)).toBe('1')
        },
        async (page) => {
          await page.addInitScript(() =>
            document.addEventListener('readystatechange', () => {
              const row = document.querySelector('[data-window]')
              if (row && document.readyState === 'interactive') row.scrollLeft = 2 * row.clientWidth
            }),
          )
        },
      ),
  )
  const turnedToLife = async (page: Page) => {
    await page.locator('#reviews[data-turning]').waitFor()
    await drawn(page)
  }
})

describe('the questions', () => {
  test.each(hands)('have one answer open at a time, by %s', (hand) =>
    onTheLandingPage({ touch: hand === 'touch' }, async (page) => {
      const items = page.locator('#faqs details')
      const open = () =>
        items.evaluateAll((all) =>
          all.flatMap((item, index) => ((item as HTMLDetailsElement).open ? [index] : [])),
        )
      expect(await open()).toEqual([])
      for (const [pressed, left] of [
        [0, [0]],
        [2, [2]],
        [2, []],
        [1, [1]],
      ] as const) {
        await press(items.nth(pressed).locator('summary'), hand)
        expect(await open()).toEqual(left)
      }
    }),
  )
  test('are answered as the specification says', () =>
    onTheLandingPage({}, async (page) => {
      const text = await page.locator('#faqs').evaluate((element) => element.textContent)
      for (const fact of [
        '1-3 business days',
        'typically starts at $50',
        'bank transfers, cards or cryptocurrency',
      ])
        expect(text).toContain(fact)
    }))
})

describe('the return calculator', () => {
  const lines = (page: Page) =>
    page
      .locator('[data-calculator] dl')
      .innerText()
      .then((text) =>
        text
          .split(/\n+/)
          .map((line) => line.trim())
          .filter(Boolean),
      )

  test.each(
    firstOf([
      ['999', 'Starter Growth', 'Jan 13, 2026', '10', '99.90', '1,098.90', 8],
      ['100', 'Starter Growth', 'Jan 13, 2026', '10', '10.00', '110.00', 8],
      ['$1,000.00', 'Advanced Wealth Builder', 'Jan 21, 2026', '12', '120.00', '1,120.00', 16],
      ['49999.99', 'Elite Wealth', 'Jan 31, 2026', '15', '7,500.00', '57,499.99', 26],
      ['50000', 'Platinum Pro', 'Jan 31, 2026', '20', '10,000.00', '60,000.00', 26],
    ]),
  )(
    'says for %s which plan fits, when it ends and what comes out',
    (typed, plan, ends, percent, profit, end, days) =>
      onTheLandingPage(
        {},
        async (page) => {
          await page.getByLabel('Amount in US dollars').fill(typed)
          // What was typed before its script is there is reckoned with when it comes.
          await expect
            .poll(() => lines(page))
            .toEqual([
              'Fits',
              plan,
              'Ends',
              ends,
              `Profit, ${percent}% once`,
              profit,
              'At the end',
              end,
            ])
          await page.getByText(`You can’t take it out before ${ends}.`).waitFor()
          expect(await page.locator('[data-chart]').getAttribute('aria-label')).toMatch(
            new RegExp(`^From .* on day 0 to ${end} on day ${days}$`),
          )
        },
        stopTheClock,
      ),
  )
  test.each(firstOf(['much', '', '-5', '99.99', '1.005', '9e9', '1000000000']))(
    'says what to type instead of “%s”, and leaves no old figure',
    (typed) =>
      onTheLandingPage({}, async (page) => {
        const field = page.getByLabel('Amount in US dollars')
        const help = page.locator('#calculator-help')
        const before = await help.innerText()
        await field.fill(typed)
        await expect.poll(() => help.innerText()).not.toBe(before)
        expect(await field.getAttribute('aria-invalid')).toBe('true')
        expect((await lines(page)).join(' ')).not.toMatch(/\d/)
        expect(await page.locator('[data-out=lock]').innerText()).toBe('')
      }),
  )
  test('promises nothing that could not be covered, and says how much could, and when', () =>
    onTheLandingPage({}, async (page) => {
      await page.getByLabel('Amount in US dollars').fill('1000000000')
      await expect
        .poll(() => page.locator('#calculator-help').innerText())
        .toMatch(
          /^At most \$[\d,]+\.\d\d could be invested in Platinum Pro on [A-Z][a-z]{2} \d+, 20\d\d, \d\d:\d\d [AP]M: the firm’s pool did not cover the profit of more$/,
        )
    }))
})

test('the calculator counts from the business day, once the clock of the demonstration has moved', async () => {
  const ahead = await startSite()
  const days = 30
  await (await logInAsAdmin(ahead.url)).ok('POST', '/demo/clock', { days })
  const written = async () => await (await fetch(ahead.url)).text()
  await expect.poll(written).toContain(`data-ahead="${days * 86_400_000}"`)
  const { context, page } = await sitDown(browser)
  await stopTheClock(page)
  await page.goto(ahead.url)
  await page.getByLabel('Amount in US dollars').fill('100')
  // 30 days that were passed over, and 8 of the plan.
  await page.getByText('Feb 12, 2026', { exact: true }).waitFor()
  const coveredAt = /data-covered-at="([^"]+)"/.exec(await written())![1]!
  expect(Date.parse(coveredAt)).toBeGreaterThan(Date.now() + (days - 1) * 86_400_000)
  await context.close()
})

describe('with the keyboard alone', () => {
  test.each(flowWidths)(
    'everything is reached in the order in which it stands, and is seen to be, at %i px',
    (width) =>
      onTheLandingPage({ width }, async (page) => {
        await atRest(page)
        const focusable = await page
          .locator('a[href], button, summary, input')
          .evaluateAll(
            (all) =>
              all.filter(
                (element) =>
                  element.checkVisibility({ visibilityProperty: true }) &&
                  !(element as HTMLButtonElement).disabled,
              ).length,
          )
        const faults: string[] = []
        for (let step = 0; step < focusable; step += 1) {
          await page.keyboard.press('Tab')
          const seen = await page.evaluate((place) => {
            const element = document.activeElement as HTMLElement
            const all = [
              ...document.querySelectorAll<HTMLElement>('a[href], button, summary, input'),
            ].filter(
              (one) =>
                one.checkVisibility({ visibilityProperty: true }) &&
                !(one as HTMLButtonElement).disabled,
            )
            const { outlineStyle, outlineWidth } = getComputedStyle(element)
            const { top: above, bottom, left, right } = element.getBoundingClientRect()
            return {
              name: `${element.tagName} ${element.textContent.trim() || element.getAttribute('aria-label')}`,
              inOrder: all[place] === element,
              outlined: outlineStyle !== 'none' && Number.parseInt(outlineWidth, 10) >= 2,
              inWindow: bottom > 0 && above < innerHeight && right > 0 && left < innerWidth,
            }
          }, step)
          if (!seen.inOrder || !seen.outlined || !seen.inWindow) faults.push(JSON.stringify(seen))
        }
        expect(faults).toEqual([])
        expect(focusable).toBeGreaterThan(30)
      }),
  )
  test('the first key leads past the header', () =>
    onTheLandingPage({}, async (page) => {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true)
    }))
})
