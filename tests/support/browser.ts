/** A real browser for a test file, quiet towards the outside. */
import { basename, join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect, type RunnerTestCase } from 'vitest'
import { browserFlags, findBrowser } from './find-browser.ts'
import { projectFolder } from './server.ts'

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

/** Everything that a window shows and asks for, step by step: a third more work for the processor. */
const keepsTraces = process.env.GLASSHOUSE_TEST_TRACES === 'on'

/** What was on the screen when a test failed, one picture for each page; and the trace of each window. */
async function keepPictures(
  browser: Browser,
  { file, fullTestName }: RunnerTestCase,
): Promise<void> {
  const name = fullTestName.replaceAll(/[^a-z\d]+/gi, '-').slice(0, 120)
  const pathOf = (number: number, ending: string) =>
    join('test-results', basename(file.name, '.test.ts'), `${name}-${number + 1}.${ending}`)
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [number, page] of pages.entries()) {
    const path = pathOf(number, 'png')
    // A page that can't be drawn any more has no picture; the test has failed of something else.
    const isDrawn = await page.screenshot({ path: join(projectFolder, path), timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (isDrawn) process.stdout.write(`What ${page.url()} looked like: ${path}\n`)
  }
  if (!keepsTraces) return
  for (const [number, { tracing }] of browser.contexts().entries()) {
    const path = pathOf(number, 'zip')
    await tracing.stop({ path: join(projectFolder, path) })
    process.stdout.write(`What happened: npx playwright-core show-trace ${path}\n`)
  }
}

type Opened = { browser: Browser; faults: string[] }

let opened: Promise<Opened> | null = null

/**
 * A page of a test lives for seconds. Compiling it better beside it, and clearing up beside it, takes the processor from the
 * other worker's pages and from the servers: a sixth of what a page costs. No time is measured in these pages.
 */
const forShortLives = '--js-flags=--single-threaded,--no-opt,--no-maglev,--no-sparkplug'

/** A browser whose pages nobody listens to, with further flags if there are any; the caller closes it. */
export async function startBrowser(...flags: string[]): Promise<Browser> {
  const executablePath = process.env.GLASSHOUSE_TEST_BROWSER ?? (await findBrowser())
  return chromium.launch({ executablePath, args: [...browserFlags, forShortLives, ...flags] })
}

/** One for all files of a worker, which ends with it. */
async function launch(): Promise<Opened> {
  const browser = await startBrowser()
  if (keepsTraces)
    browser.on(
      'context',
      (context) => void context.tracing.start({ screenshots: true, snapshots: true }),
    )
  return { browser, faults: listenToAll(browser) }
}

const close = (contexts: readonly BrowserContext[]) =>
  Promise.all(contexts.map((context) => context.close()))

/** What a test opens is gone when it ends: a page that is left open goes on asking the server, and drawing. */
function closeAfterEach(browser: Browser): void {
  let before: readonly BrowserContext[] = []
  beforeEach(() => {
    before = browser.contexts()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPictures(browser, task)
    await close(browser.contexts().filter((context) => !before.includes(context)))
  })
  afterAll(() => close(browser.contexts()))
}

/** Call at the top of a test file. A test in which a page breaks its policy or throws fails. */
export async function openBrowser({ breaksPolicies = false } = {}): Promise<Browser> {
  opened ??= launch()
  const { browser, faults } = await opened
  // What pages of the file before did last is none of this one's.
  faults.length = 0
  closeAfterEach(browser)
  afterEach(() => {
    const found = faults.splice(0)
    if (!breaksPolicies) expect(found).toEqual([])
  })
  return browser
}
