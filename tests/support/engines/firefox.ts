/** Firefox as Debian has it, by WebDriver BiDi. */
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { programPath } from '../outside.ts'
import { Tab, type Engine } from './tab.ts'

export async function openFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: programPath('firefox-esr')!,
    headless: true,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
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
          goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
          run: (work, ...given) => page.evaluate(work, ...given) as never,
          click: (selector) => page.click(selector),
          async type(selector, text) {
            await page.click(selector)
            await page.keyboard.down('Control')
            await page.keyboard.press('a')
            await page.keyboard.up('Control')
            await page.keyboard.press('Delete')
            await page.keyboard.type(text)
          },
          press: (key) => page.keyboard.press(key as KeyInput),
          back: async () => void (await page.goBack()),
          reload: async () => void (await page.reload()),
        },
        origin,
      )
    },
    close: () => browser.close(),
  }
}
