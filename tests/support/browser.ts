/** A real browser for a test file, quiet towards the outside. */
import { chromium, type Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { findBrowser } from './find-browser.ts'

const flags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
]

/** Call at the top of a test file; closed when the file ends. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.GLASSHOUSE_TEST_BROWSER ?? (await findBrowser())
  const browser = await chromium.launch({ executablePath, args: flags })
  afterAll(() => browser.close())
  return browser
}
