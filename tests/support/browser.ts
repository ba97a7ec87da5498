/** A real browser for a test file, quiet towards the outside. */
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { browserFlags, findBrowser } from './find-browser.ts'

/** As browsers word it when a page's policy, or the rule for what may become code, forbids something. */
const forbidden = /Content Security Policy|TrustedHTML|TrustedScript|Trusted Types/i

/** What no page may ever do, whatever a test is about: be refused by its own policy, or leave an error uncaught. */
function listenToAll(browser: Browser): string[] {
  const faults: string[] = []
  browser.on('context', (context) => {
    context.on('weberror', (fault) => void faults.push(`thrown: ${fault.error().message}`))
    context.on('console', (message) => {
      if (forbidden.test(message.text())) faults.push(`refused: ${message.text()}`)
    })
  })
  return faults
}

/** What a test opens is gone when it ends: a page that is left open goes on asking the server, and drawing. */
function closeAfterEach(browser: Browser): void {
  const opened = new Set<BrowserContext>()
  let isTesting = false
  browser.on('context', (context) => {
    if (isTesting) opened.add(context)
  })
  beforeEach(() => {
    isTesting = true
  })
  afterEach(async () => {
    isTesting = false
    await Promise.all([...opened].map((context) => context.close()))
    opened.clear()
  })
}

/** Call at the top of a test file; closed when the file ends. A test in which a page breaks its policy or throws fails. */
export async function openBrowser({ breaksPolicies = false } = {}): Promise<Browser> {
  const executablePath = process.env.GLASSHOUSE_TEST_BROWSER ?? (await findBrowser())
  const browser = await chromium.launch({ executablePath, args: browserFlags })
  const faults = listenToAll(browser)
  closeAfterEach(browser)
  if (!breaksPolicies) afterEach(() => expect(faults.splice(0)).toEqual([]))
  afterAll(() => browser.close())
  return browser
}
