/** Firefox as Debian has it, by WebDriver BiDi. */
import puppeteer, { type KeyInput, type Page } from 'puppeteer-core'
import { programPath } from '../outside.ts'
import { callOf, selectAll, Tab, type Engine } from './tab.ts'

export async function openFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: programPath('firefox-esr')!,
    headless: true,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
  let inFront: Page | null = null
  /** Whoever works in a window looks at it; what happens in one behind it, Firefox does when it finds the time. */
  async function lookAt(page: Page): Promise<void> {
    if (inFront !== page) await page.bringToFront()
    inFront = page
  }
  return {
    name: 'Firefox',
    version: await browser.version(),
    async open(origin, faults = []) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 1280, height: 900 })
      page.on('pageerror', (error) => faults.push(`page: ${String(error)}`))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console: ${message.text()}`)
      })
      return new Tab(
        {
          async goto(url) {
            await lookAt(page)
            await page.goto(url)
          },
          run: (work, ...given) => page.evaluate(callOf(work, given)) as Promise<never>,
          async click(selector) {
            await lookAt(page)
            await page.click(selector)
          },
          async type(selector, text) {
            await lookAt(page)
            await page.click(selector)
            await page.evaluate(selectAll, selector)
            await page.keyboard.type(text)
          },
          async press(key) {
            await lookAt(page)
            await page.keyboard.press(key as KeyInput)
          },
          back: async () => void (await page.goBack()),
          reload: async () => void (await page.reload()),
        },
        origin,
      )
    },
    close: () => browser.close(),
  }
}
