/** The trading chart in a browser: somebody else's script in a frame that reaches nothing of ours, or our own samples, labelled as such. */
import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { enterAs, sitDown } from '../support/visitor.ts'

const script = 'https://charts.example/widget.js'
const [withScript, without, browser] = await Promise.all([
  startSite({ env: { GLASSHOUSE_CHART_SCRIPT: script } }),
  startSite(),
  openBrowser({ breaksPolicies: true }),
])
afterAll(stopServers)

/** Somebody at home, in a browser that sends nothing to other machines; what asks for the script gets `answer`. With time stopped before the chart comes, where that is asked for. */
async function atHome(
  origin: string,
  answer: (route: Route) => unknown = (route) => route.abort(),
  { stopped = false } = {},
) {
  const { context, page } = await sitDown(browser)
  const outside: string[] = []
  await context.route(
    (url) => url.origin !== origin,
    async (route) => {
      outside.push(route.request().url())
      await answer(route)
    },
  )
  await page.clock.install()
  let timeStands = () => {}
  const held = new Promise<void>((resolve) => {
    timeStands = resolve
  })
  await page.route('**/assets/chart-trading-*', async (route) => {
    if (stopped) await held
    await route.continue()
  })
  await enterAs(page, origin, 'Investor')
  if (stopped) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  timeStands()
  return { page, outside }
}

const samples = (page: Page) => page.getByRole('img', { name: /^Sample quotes over 20 days/ })
/** They are folded until somebody asks for them. */
const unfold = (page: Page) => page.locator('summary', { hasText: 'Trading chart' }).click()
const frameOf = (page: Page) => page.locator('iframe[title="Trading chart"]')

/** What a script of others would like to know and do. */
const nosyScript = `
  const tried = { origin: self.origin }
  try { tried.cookie = document.cookie } catch { tried.cookie = 'refused' }
  try { tried.storage = String(localStorage.length) } catch { tried.storage = 'refused' }
  try { tried.above = parent.document.title } catch { tried.above = 'refused' }
  fetch('/invest/api/v1/me').then(() => 'answered', () => 'refused').then((me) => {
    document.body.dataset.tried = JSON.stringify({ ...tried, me })
  })`

describe('with a script', () => {
  test(
    'shows the widget, which reaches neither session nor figures',
    { tags: [thorough] },
    async () => {
      const { page, outside } = await atHome(withScript.url, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: nosyScript }),
      )
      const body = page.frameLocator('iframe[title="Trading chart"]').locator('body[data-tried]')
      await body.waitFor({ state: 'attached' })
      expect(JSON.parse((await body.getAttribute('data-tried'))!)).toEqual({
        origin: 'null',
        cookie: 'refused',
        storage: 'refused',
        above: 'refused',
        me: 'refused',
      })
      await page.clock.runFor(10_000)
      expect([await frameOf(page).isVisible(), await samples(page).count()]).toEqual([true, 0])
      expect(outside).toEqual([script])
    },
  )
  test(
    'shows samples when it has not loaded after five seconds, and not before',
    { tags: [thorough] },
    async () => {
      const { page } = await atHome(withScript.url, () => new Promise(() => {}), { stopped: true })
      // From when the frame stands, little time has passed.
      await expect
        .poll(async () => {
          await page.clock.runFor(100)
          return frameOf(page).count()
        })
        .toBe(1)
      await page.clock.runFor(4000)
      expect(await samples(page).count()).toBe(0)
      await page.clock.runFor(1000)
      await page.getByText('Sample quotes', { exact: true }).first().waitFor()
      await unfold(page)
      await samples(page).waitFor()
      expect(await frameOf(page).count()).toBe(0)
    },
  )
  test('has a page of its own, which only our own pages may frame', async () => {
    const { headers } = await fetch(`${withScript.url}/chart-frame`)
    const policy = headers.get('content-security-policy')!
    for (const part of [
      `default-src 'none'`,
      'script-src https://charts.example ',
      `frame-ancestors 'self'`,
      'sandbox allow-scripts',
    ])
      expect(policy).toContain(part)
    expect(policy).not.toContain('allow-same-origin')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })
})

describe('without one, as it is unless it is set', () => {
  test('shows sample quotes at once, labelled as such, with a table, and asks nobody outside', async () => {
    const { page, outside } = await atHome(without.url)
    await page.getByText('Sample quotes', { exact: true }).first().waitFor()
    expect(await samples(page).isVisible()).toBe(false)
    await unfold(page)
    await samples(page).waitFor()
    await page
      .getByText('Sample quotes for a share that does not exist: no market is shown here.')
      .waitFor()
    await page.getByText('As a table').last().press('Enter')
    await page.getByRole('table', { name: 'Sample quotes' }).getByRole('row').nth(20).waitFor()
    expect(outside).toEqual([])
  })
})
