/** The page that shows every part of the house: there while developing, whole and usable by everybody, and nowhere else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { atRest } from '../support/at-rest.ts'
import { openBrowser, startBrowser } from '../support/browser.ts'
import { projectFolder, stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { readSources } from '../support/source.ts'
import { sitDown } from '../support/visitor.ts'

const [built, browser] = await Promise.all([startSite(), openBrowser()])
// As `npm run dev` starts it, without the part that starts it again whenever a file changes.
const development = await startSite({
  command: [process.execPath, '--conditions=development', 'scripts/dev-server.ts'],
  env: { NODE_ENV: 'development' },
})
afterAll(stopServers)

let page: Page
beforeAll(async () => {
  // The first visitor's page is loaded again, in the middle of it, once everything on it has been made from its sources.
  const first = await startBrowser()
  const visit = await sitDown(first)
  await visit.page.goto(`${development.url}/design`, { timeout: 60_000 })
  await atRest(visit.page)
  await first.close()
  ;({ page } = await sitDown(browser))
  await page.goto(`${development.url}/design`)
})

/** Presses until it is heard: a page that has just been made from its sources may not listen yet. */
async function choose(scheme: 'Light' | 'Dark'): Promise<void> {
  // Dark first, whatever is wanted: light is what the server renders, which doesn't say that anybody listens.
  for (const name of ['Dark', scheme]) {
    const button = page.getByRole('group', { name: 'Colour scheme' }).getByRole('button', { name })
    await expect
      .poll(
        async () => {
          await button.click()
          return button.getAttribute('aria-pressed')
        },
        { timeout: 20_000 },
      )
      .toBe('true')
  }
}

const problems = (within?: string) => inaccessible(page, within ? { parts: [within] } : {})

/** Every component that a file of `ui` offers. */
const components = readSources('src/web/ui/*.tsx').flatMap(({ text }) =>
  [...text.matchAll(/^export (?:const|(?:default )?function) ([A-Z]\w*)/gm)].map(
    ([, name]) => name!,
  ),
)

describe('the page of the parts', () => {
  test('shows every component of src/web/ui', async () => {
    const shown = await page
      .locator('[data-shows]')
      .evaluateAll((all) =>
        all.flatMap((one) =>
          (one as HTMLElement).offsetHeight > 0
            ? ((one as HTMLElement).dataset['shows']!.match(/\w+/g) ?? [])
            : [],
        ),
      )
    expect(components.length).toBeGreaterThan(15)
    expect(components.filter((name) => !shown.includes(name))).toEqual([])
  })
  test('makes use of each of them, and doesn’t only name it', () => {
    // Toasts appear at the edge of every page of the app: the frame of the app holds their place.
    const sources = readSources('src/web/design/*.tsx', 'src/web/connected.tsx')
    expect(
      components.filter(
        (name) => !sources.some(({ text }) => new RegExp(`<${name}[\\s/>]`).test(text)),
      ),
    ).toEqual([])
  })
  test('shows every token', async () => {
    const tokens = new Set(
      readFileSync(join(projectFolder, 'src/web/ui/tokens.css'), 'utf8')
        .match(/^ {2}--[\w-]+/gm)!
        .map((name) => name.trim()),
    )
    const shown = new Set(await page.locator('#tokens code').allInnerTexts())
    expect([...tokens].filter((name) => !shown.has(name))).toEqual([])
  })

  describe.each(['Light', 'Dark'] as const)('in its scheme “%s”', (scheme) => {
    beforeEach(() => choose(scheme))

    test('is drawn on the paper of that scheme', async () => {
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(paper).toBe(scheme === 'Light' ? 'rgb(243, 245, 240)' : 'rgb(14, 21, 20)')
    })
    test('is accessible', async () => expect(await problems()).toEqual([]))
    test.each(['A dialog', 'A question', 'A dangerous one', 'A busy one'])(
      'is accessible with “%s” open',
      async (name) => {
        await page.getByRole('button', { name, exact: true }).click()
        const dialog = page.getByRole('dialog')
        await dialog.waitFor()
        const found = await problems('[role=dialog]')
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
        expect(found).toEqual([])
      },
    )
    test('is accessible with its menu open, which the arrow keys walk through', async () => {
      await page.getByRole('button', { name: 'Account', exact: true }).press('Enter')
      const focused = page.locator('[role=menuitem]:focus')
      const choice = page.getByRole('menuitem', { name: 'Profile' })
      await expect.poll(() => focused.allInnerTexts()).toEqual(['Profile'])
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => focused.allInnerTexts()).toEqual(['Logout'])
      const found = await problems('[data-shows=Menu]')
      await page.keyboard.press('Escape')
      await choice.waitFor({ state: 'hidden' })
      expect(found).toEqual([])
    })
    test.each([
      ['What went well', 'status'],
      ['What went wrong', 'alert'],
      ['Many words', 'alert'],
    ] as const)('is accessible with the toast “%s” on it', async (name, role) => {
      await page.getByRole('button', { name }).click()
      const toast = page.locator(`[role=${role}][data-state]`)
      // While it is pointed at, it stays.
      await toast.hover()
      const found = await problems(`[role=${role}][data-state]`)
      const isCut = await toast.evaluate((element) => element.scrollHeight > element.clientHeight)
      await toast.getByRole('button', { name: 'Close this message' }).click()
      await toast.waitFor({ state: 'detached' })
      expect({ found, isCut }).toEqual({ found: [], isCut: false })
    })
  })

  test.each([320, 390])('doesn’t scroll sideways at %i px', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.setViewportSize({ width: 1280, height: 900 })
  })
})

describe('a built server', () => {
  test('has no such page', async () => {
    const [design, unknown] = await Promise.all(
      ['/design', '/no-such-page'].map((path) => fetch(built.url + path)),
    )
    expect(design!.status).toBe(404)
    expect(await design!.text()).toBe(await unknown!.text())
  })
  test('was built without a word of it', async () => {
    const words = await page.locator('h1, .lead, figcaption .caption').allInnerTexts()
    expect(words.length).toBeGreaterThan(20)
    const folder = join(projectFolder, 'build')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|css|json|html)$/.test(name),
    )
    expect(files.length).toBeGreaterThan(20)
    const found = files.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return [...words, 'web/design/']
        .filter((word) => text.includes(word))
        .map((word) => `${name}: ${word}`)
    })
    expect(found).toEqual([])
  })
})
