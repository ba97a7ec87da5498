/** The tests' own browser as one engine among others. */
import type { Browser } from 'playwright-core'
import { callOf, Tab, type Engine } from './tab.ts'

/** The browser stays its owner's, who closes it. */
export function chromiumEngine(browser: Browser): Engine {
  return {
    name: 'Chromium',
    version: browser.version(),
    async open(origin, faults = []) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      page.on('pageerror', (error) => faults.push(`page: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console: ${message.text()}`)
      })
      return new Tab(
        {
          goto: async (url) => void (await page.goto(url)),
          run: (work, ...given) => page.evaluate(callOf(work, given)),
          click: (selector) => page.locator(selector).click(),
          type: (selector, text) => page.locator(selector).fill(text),
          press: (key) => page.keyboard.press(key),
          back: async () => void (await page.goBack()),
          reload: async () => void (await page.reload()),
        },
        origin,
      )
    },
    close: () => Promise.resolve(),
  }
}
