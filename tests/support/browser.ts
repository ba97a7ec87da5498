/** A real browser for a test file, quiet towards the outside. */
import { chromium, type Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { browserFlags, findBrowser } from './find-browser.ts'

/** Call at the top of a test file; closed when the file ends. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.GLASSHOUSE_TEST_BROWSER ?? (await findBrowser())
  const browser = await chromium.launch({ executablePath, args: browserFlags })
  afterAll(() => browser.close())
  return browser
}
