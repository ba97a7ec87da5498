/** The pages to read, row by row of the specification (sections 2 and 9): five policies, the whitepaper, and the page that isn't there. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { policyPaths } from '../../src/contract/site.ts'
import { openBrowser } from '../support/browser.ts'
import { extent, firstOf, thorough } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  drawn,
  hands,
  isNarrow,
  press,
  sitDown,
  flowWidths,
  type Looks,
  type Hand,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

async function reading(
  path: string,
  looks: Looks,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { context, page } = await sitDown(browser, looks)
  try {
    await page.goto(server.url + path)
    await work(page)
  } finally {
    await context.close()
  }
}

const documents = [
  ...firstOf(policyPaths).map((path) => `/${path}`),
  '/WhitepaperPage',
  '/demonstration',
]

async function fitsTheWindow(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await page.getByRole('link', { name: 'Support (opens a new tab)' }).isVisible()).toBe(true)
}

describe.each(flowWidths)('at %i px', (width) => {
  test.each(documents)(
    '%s fits the window, with its contents beside the text, or folded above it',
    (path) =>
      reading(path, { width }, async (page) => {
        await fitsTheWindow(page, width)
        const beside = page.locator('nav[data-scroll-spy]')
        const folded = page.locator('main summary').first()
        expect(await folded.isVisible()).toBe(!(await beside.isVisible()))
        if (isNarrow(width)) expect(await beside.isVisible()).toBe(false)
        if (width >= 1280) expect(await beside.isVisible()).toBe(true)
      }),
  )
  test('what isn’t there fits the window', { tags: [thorough] }, () =>
    reading('/nowhere', { width }, (page) => fitsTheWindow(page, width)),
  )
})

describe.each(firstOf(policyPaths))('/%s', (name) => {
  test('is dated, has the header and the footer of the site, and says that it is a sample', () =>
    reading(`/${name}`, {}, async (page) => {
      await page.getByText('Last updated: May 30, 2025', { exact: true }).waitFor()
      expect(await page.getByRole('banner').first().isVisible()).toBe(true)
      expect(await page.getByRole('contentinfo').isVisible()).toBe(true)
      expect(
        await page.locator('main').getByText('Sample', { exact: true }).first().isVisible(),
      ).toBe(true)
    }))
  // The whitepaper's contents are gone through by keyboard too.
  test.each(extent<Hand>(['mouse'], ['keyboard', 'touch']))(
    'leads from its contents to each of its parts, by %s',
    { tags: [thorough] },
    (hand) =>
      reading(`/${name}`, { touch: hand === 'touch' }, async (page) => {
        const links = page.locator('nav[data-scroll-spy]').getByRole('link')
        const count = await links.count()
        expect(count).toBeGreaterThan(2)
        for (let place = 0; place < count; place += 1) {
          const link = links.nth(place)
          await press(link, hand)
          await drawn(page)
          const heading = page.locator(`main [id="${(await link.getAttribute('href'))!.slice(1)}"]`)
          expect(await heading.innerText()).toBe(await link.innerText())
          const { top, header } = await heading.evaluate((element) => ({
            top: element.getBoundingClientRect().top,
            header: document.querySelector('[data-header]')!.getBoundingClientRect().bottom,
          }))
          expect(top).toBeGreaterThanOrEqual(header)
          expect(top).toBeLessThan(900)
        }
      }),
  )
})

describe('what the policies say', () => {
  test.each([
    ['/Insurance', ['$10,000 USD', 'per user', 'per incident', '24 hours']],
    ['/Finsurance', ['48 hours', 'email']],
    ['/UserAgreement', ['18']],
  ])('%s has the facts of the specification', { tags: [thorough] }, (path, facts) =>
    reading(path, {}, async (page) => {
      const text = (await page.locator('main').innerText()).replaceAll('email', 'email')
      for (const fact of facts) expect(text).toContain(fact)
    }),
  )
})

describe('the whitepaper', () => {
  const sections = [
    'Executive Summary',
    'Market Problem',
    'Our Solution',
    'Technology',
    'Tokenomics',
    'Roadmap',
    'Team',
    'Financial Projections',
  ]

  test.each(hands)('scrolls to each of its sections and marks where one reads, by %s', (hand) =>
    reading('/WhitepaperPage', { touch: hand === 'touch' }, async (page) => {
      const contents = page.locator('nav[data-scroll-spy]')
      const names = await contents.getByRole('link').allInnerTexts()
      expect(names.slice(0, 8)).toEqual(sections)
      for (const name of sections) {
        await press(contents.getByRole('link', { name, exact: true }), hand)
        await expect
          .poll(() => contents.locator('[aria-current=location]').allInnerTexts())
          .toEqual([name])
        const { top, header } = await page
          .getByRole('heading', { level: 2, name, exact: true })
          .evaluate((element) => ({
            top: element.getBoundingClientRect().top,
            header: document.querySelector('[data-header]')!.getBoundingClientRect().bottom,
          }))
        expect(top).toBeGreaterThanOrEqual(header)
        expect(top).toBeLessThan(450)
      }
    }),
  )
  test('is read through its folded contents on a phone', { tags: [thorough] }, () =>
    reading('/WhitepaperPage', { width: 320, touch: true }, async (page) => {
      await page.locator('main summary').first().tap()
      await page
        .getByRole('navigation', { name: 'Contents' })
        .getByRole('link', { name: 'Tokenomics' })
        .first()
        .tap()
      await expect.poll(() => page.evaluate(() => location.hash.length)).toBeGreaterThan(1)
      await drawn(page)
      const top = await page
        .getByRole('heading', { level: 2, name: 'Tokenomics' })
        .evaluate((element) => element.getBoundingClientRect().top)
      expect(top).toBeGreaterThan(0)
      expect(top).toBeLessThan(900)
    }),
  )
  test(
    'flags its header after more than 50 px, and takes the flag back',
    { tags: [thorough] },
    () =>
      reading('/WhitepaperPage', {}, async (page) => {
        const flagged = () =>
          page.locator('[data-header]').evaluate((element) => element.hasAttribute('data-scrolled'))
        for (const [to, expected] of [
          [50, false],
          [51, true],
          [2000, true],
          [50, false],
          [0, false],
        ] as const) {
          await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), to)
          await drawn(page)
          expect({ to, flagged: await flagged() }).toEqual({ to, flagged: expected })
        }
      }),
  )
  test.each(
    firstOf([
      [
        'Tokenomics',
        [
          'Public Sale',
          '30%',
          'Team and Advisors',
          '20%',
          'Development',
          '25%',
          'Marketing',
          '15%',
          'Reserve',
          '10%',
        ],
      ],
      ['Financial Projections', ['45%', '25%', '15%', '10%', '5%']],
      [
        'Financial Projections',
        ['2025', '$5M', '50K', '2026', '$25M', '250K', '2027', '$100M', '1M'],
      ],
    ]),
  )('shows %s as a picture and as a table', (title, cells) =>
    reading('/WhitepaperPage', {}, async (page) => {
      const section = page
        .locator('main section')
        .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
      const tables = (await section.locator('table').allInnerTexts()).map((text) =>
        text.split(/\s*[\t\n]+\s*/),
      )
      expect(tables.some((table) => cells.every((cell) => table.includes(cell)))).toBe(true)
      expect(await section.locator('svg[role=img]').count()).toBeGreaterThanOrEqual(tables.length)
      for (const picture of await section.locator('svg[role=img]').all())
        expect((await picture.getAttribute('aria-label'))!.length).toBeGreaterThan(20)
    }),
  )
  test('names its four targets as samples', { tags: [thorough] }, () =>
    reading('/WhitepaperPage', {}, async (page) => {
      const targets = page.locator('[aria-labelledby=paper_targets]')
      expect(await targets.locator('dd').allInnerTexts()).toEqual(['$2.3T', '340%', '1M+', '99.9%'])
      for (const label of await targets.locator('dt').allInnerTexts())
        expect(label.toLowerCase()).toContain('sample')
    }),
  )
  test('is downloaded as a PDF, and a call is arranged through the contacts', () =>
    reading('/WhitepaperPage', {}, async (page) => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download whitepaper' }).first().click()
      const file = await (await downloading).createReadStream()
      const first = await new Promise<Buffer>((resolve) => file.once('data', resolve))
      expect(first.subarray(0, 5).toString()).toBe('%PDF-')
      file.destroy()
      await page.getByRole('link', { name: 'Schedule a call' }).first().click()
      await expect
        .poll(() =>
          page
            .getByRole('contentinfo')
            .getByRole('heading', { name: 'Contact' })
            .evaluate((element) => {
              const { top } = element.getBoundingClientRect()
              return top > 0 && top < innerHeight
            }),
        )
        .toBe(true)
    }))
})

describe('a page that is not there', () => {
  test('says so with its status, and leads home', { tags: [thorough] }, () =>
    reading('/nowhere/at/all', {}, async (page) => {
      expect((await page.request.get(`${server.url}/nowhere/at/all`)).status()).toBe(404)
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Page not found')
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await page
        .getByRole('heading', { name: 'At The Forefront of Trading And Investment' })
        .waitFor()
    }),
  )
})
