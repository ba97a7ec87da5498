/** What people see when the server is gone, slow, or answers what nobody can read: the status by its name, what to do, and a Retry that works. */
import type { Page, Request, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { atRest, standStill } from '../support/at-rest.ts'
import { inaccessible } from '../support/axe.ts'
import { everything, thorough } from '../support/extent.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  hold,
  letThrough,
  looks,
  sitDownAs,
  sitDownAsNewcomer,
  windowOf,
  type Looks,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

type Failing = {
  status: string
  sentence: RegExp
  answer(route: Route): Promise<void>
  patience?: number
}

const ways: Failing[] = [
  { status: 'FETCH_ERROR', sentence: /could not be reached/, answer: (route) => route.abort() },
  // Never answered: the page has to lose its patience, which is a matter of its clock.
  { status: 'TIMEOUT_ERROR', sentence: /took too long/, answer: async () => {}, patience: 30_000 },
  {
    status: 'PARSING_ERROR',
    // What was only asked has changed nothing; of what was sent nobody knows.
    sentence: /went wrong on our side\. Nothing was changed|could not be read/,
    answer: (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: '<html>' }),
  },
]

/** Signs in as somebody of the demonstration, at a clock that the test moves. */
async function signIn(who: 'Investor' | 'Admin'): Promise<Page> {
  const { page } = await sitDownAs(browser, server.url, who)
  await page.clock.install()
  return page
}

const lists = [
  {
    who: 'Investor',
    path: '/dashboard/profile',
    call: '/me',
    title: 'Error loading data: ',
    shows: 'Account ID',
  },
  {
    who: 'Investor',
    path: '/dashboard/activity',
    call: '/activity*',
    title: 'Error loading activity: ',
    shows: /^balance [\d,]+\.\d\d/,
  },
  {
    who: 'Investor',
    path: '/dashboard/investments',
    call: '/investments?**',
    title: 'Error loading investments: ',
    shows: 'Starter Growth',
  },
  {
    who: 'Investor',
    path: '/dashboard/transfer',
    call: '/withdrawals?**',
    title: 'Error loading requests: ',
    shows: 'My requests',
  },
  {
    who: 'Investor',
    path: '/dashboard/loan',
    call: '/loans',
    title: 'Error loading your loans: ',
    shows: 'Loan calculator',
  },
  {
    who: 'Investor',
    path: '/dashboard/friends',
    call: '/friends?**',
    title: 'Error loading friends: ',
    shows: /signed up/,
  },
  {
    who: 'Investor',
    path: '/dashboard/verification',
    call: '/verification',
    title: 'Error loading your verification: ',
    shows: 'Used in 24 hours',
  },
  {
    who: 'Investor',
    path: '/dashboard/data',
    call: '/kept-data',
    title: 'Error loading what we keep: ',
    shows: 'How you sign in',
  },
  {
    who: 'Investor',
    path: '/dashboard/proof',
    call: '/proofs',
    title: 'Error loading the proofs: ',
    shows: 'Step by step',
  },
  {
    who: 'Admin',
    path: '/admin',
    call: '/users?**',
    title: 'Error loading data: ',
    shows: 'Users List',
  },
  {
    who: 'Admin',
    path: '/admin/withdrawals',
    call: '/getAllWithdrawals**',
    title: 'Error loading withdrawals: ',
    shows: 'Withdrawal Requests',
  },
  {
    who: 'Admin',
    path: '/admin/treasury',
    call: '/treasury',
    title: 'Error loading the treasury: ',
    shows: 'Trial balance',
  },
  {
    who: 'Admin',
    path: '/admin/announcements',
    call: '/staff-announcements?**',
    title: 'Error loading the announcements: ',
    shows: 'Nothing was announced yet.',
  },
  {
    who: 'Admin',
    path: '/admin/months',
    call: '/months',
    title: 'Error loading the months: ',
    shows: 'All months',
  },
  {
    who: 'Admin',
    path: '/admin/policies',
    call: '/policies',
    title: 'Error loading the policies: ',
    shows: 'Terms of Service',
  },
  {
    who: 'Admin',
    path: '/admin/wallet',
    call: '/wallets',
    title: 'Error loading the wallet: ',
    shows: 'There is no wallet in the settings',
  },
  {
    who: 'Admin',
    path: '/admin/coins',
    call: '/coin-position',
    title: 'Error loading the position: ',
    shows: 'This firm takes no bitcoin',
  },
  {
    who: 'Admin',
    path: '/admin/payout-batches',
    call: '/payout-batches?**',
    title: 'Error loading the batches: ',
    shows: 'The firm pays out no bitcoin',
  },
  {
    who: 'Admin',
    path: '/admin/payout-lists',
    call: '/payout-lists?**',
    title: 'Error loading the lists: ',
    shows: 'The firm pays out no USDT',
  },
  {
    who: 'Admin',
    path: '/admin/verifications',
    call: '/verifications?**',
    title: 'Error loading the verifications: ',
    shows: 'What people sent in',
  },
  {
    who: 'Admin',
    path: '/admin/loans',
    call: '/loan-applications?**',
    title: 'Error loading the applications: ',
    shows: 'Nobody’s application is waiting for a decision.',
  },
  {
    who: 'Admin',
    path: '/admin/loans?list=book',
    call: '/loan-book?**',
    title: 'Error loading the loan book: ',
    shows: 'What is to come in',
  },
  {
    who: 'Admin',
    path: '/admin/books',
    call: '/books/balance-sheet',
    title: 'Error loading the balance sheet: ',
    shows: 'Returns pool',
  },
  {
    who: 'Admin',
    path: '/admin/kept',
    call: '/kept-schedule',
    title: 'Error loading the schedule: ',
    shows: 'How you sign in',
  },
  {
    who: 'Admin',
    path: '/admin/plans',
    call: '/plans/all',
    title: 'Error loading plans: ',
    shows: 'Starter Growth',
  },
] as const

describe.each(ways.map((way, turn) => ({ ...way, turn })))(
  'where an answer ends as $status',
  ({ status, sentence, answer, patience = 0, turn }) => {
    // Each of the three meets one list; all lists, where everything is tested.
    test.each(lists.filter((_, index) => everything || index === turn))(
      '$path says so, and Retry shows what it is about',
      async ({ who, path, call, title, shows }) => {
        const page = await signIn(who)
        const calls = `**${basePath}${call}`
        // Home asks for some of it when it rests: that is not the call that is meant.
        await page.goto('about:blank')
        await page.route(calls, answer)
        const asked = page.waitForRequest(calls)
        await page.goto(server.url + path)
        await asked
        await page.clock.runFor(patience)
        const alert = page.getByRole('alert').filter({ hasText: title }).first()
        await alert.waitFor()
        expect(await alert.innerText()).toMatch(sentence)
        expect(await alert.innerText()).toContain(`Status: ${status}`)
        await letThrough(page, calls)
        await alert.getByRole('button', { name: 'Retry' }).click()
        await page.getByText(shows).first().waitFor()
        await expect.poll(() => alert.count()).toBe(0)
        await page.context().close()
      },
    )

    test(
      'a form says so, keeps what was typed, and sends again with the same key: booked once',
      { tags: turn === 0 ? [] : [thorough] },
      async () => {
        const page = await signIn('Investor')
        const keys: (string | undefined)[] = []
        const calls = '**/requestWithdrawal'
        await page.goto(`${server.url}/dashboard/transfer?to=wallet`)
        const form = page.getByRole('form', { name: 'Wallet transfer' })
        const name = `Wallet of ${status}`
        await form.getByLabel('Wallet name').fill(name)
        await form.getByLabel('Wallet address').fill('any wallet')
        await form.getByLabel('Amount').fill('1.23')
        await page.route(calls, async (route) => {
          keys.push(route.request().headers()['idempotency-key'])
          if (keys.length > 1) return route.continue()
          // It arrives and is booked; only its answer is lost.
          await route.fetch()
          await answer(route)
        })
        const send = async () => {
          await form.getByRole('button', { name: 'Request withdrawal' }).click()
          await page.getByRole('button', { name: 'Request $1.23' }).click()
        }
        const arrived = page.waitForRequest(calls)
        await send()
        await arrived
        await expect.poll(() => keys.length).toBe(1)
        await page.clock.runFor(patience)
        const dialog = page.getByRole('dialog')
        await dialog.getByText('Request Failed').waitFor()
        expect(await dialog.innerText()).toMatch(sentence)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
        expect([
          await form.getByLabel('Wallet name').inputValue(),
          await form.getByLabel('Amount').inputValue(),
        ]).toEqual([name, '1.23'])
        await send()
        await dialog.getByText('Request Submitted!').waitFor()
        expect(keys[1]).toBe(keys[0])
        await page.keyboard.press('Escape')
        const rows = page.getByRole('row', { name: new RegExp(name) })
        await rows.first().waitFor()
        expect(await rows.count()).toBe(1)
        await page.context().close()
      },
    )
  },
)

/** Of the pages that nobody has opened yet, the one whose files these are. */
const loanFiles = '**/assets/loan-*.js'
const loan = (page: Page) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Loan' })
const terms = (page: Page) => page.getByRole('heading', { name: 'Loan Terms & Conditions' })

/** The investor on a page of the dashboard, which is all that the browser has of it. */
async function onTheDashboard(
  work: (page: Page) => Promise<void>,
  {
    path = '/dashboard',
    before = async () => {},
    look = {},
  }: { path?: string; before?(page: Page): Promise<void>; look?: Looks } = {},
): Promise<void> {
  const { context, page } = await sitDownAs(browser, server.url, 'Investor', look)
  try {
    await before(page)
    await page.goto(server.url + path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await atRest(page)
    await work(page)
  } finally {
    await context.close()
  }
}

const strip = (page: Page) => page.getByText('You are offline.')
const notLoaded = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The page could not be loaded' })

describe('a page that is slow to come', () => {
  test(
    'shows a line, and says so, after 300 ms and no sooner, until it is there',
    { tags: [thorough] },
    () =>
      onTheDashboard(
        async (page) => {
          await standStill(page)
          const letGo = await hold(page, loanFiles)
          const asked = page.waitForRequest(loanFiles)
          await loan(page).click()
          await asked
          const line = page.locator('[data-progress]')
          await page.clock.runFor(299)
          expect(await line.count()).toBe(0)
          await page.clock.runFor(1)
          await line.waitFor()
          expect(
            await page.getByRole('status').filter({ hasText: 'Loading the page...' }).count(),
          ).toBe(1)
          expect([
            await line.evaluate((element) => getComputedStyle(element).pointerEvents),
            (await line.boundingBox())!.y,
          ]).toEqual(['none', 0])
          expect(await page.getByRole('heading', { name: /^Welcome, / }).isVisible()).toBe(true)
          letGo()
          await terms(page).waitFor()
          await expect.poll(() => line.count()).toBe(0)
        },
        { before: (page) => page.clock.install() },
      ),
  )
  test('gives way to what is chosen meanwhile', { tags: [thorough] }, () =>
    onTheDashboard(async (page) => {
      const letGo = await hold(page, loanFiles)
      await loan(page).click()
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('heading', { name: 'Edit Settings' }).waitFor()
      letGo()
      await atRest(page)
      expect(new URL(page.url()).pathname).toBe('/dashboard/settings')
      await page.goBack()
      await page.waitForURL('**/dashboard')
    }),
  )
})

describe('a page that is pointed at', () => {
  test.each(['hover', 'focus'] as const)(
    'is fetched ahead, by %s, and opens without a connection',
    { tags: [thorough] },
    (way) =>
      onTheDashboard(async (page) => {
        const fetched = page.waitForResponse(loanFiles)
        await loan(page)[way]()
        await (await fetched).finished()
        await atRest(page)
        expect(new URL(page.url()).pathname).toBe('/dashboard')
        await page.context().setOffline(true)
        await strip(page).waitFor()
        await loan(page).click()
        await terms(page).waitFor()
        expect(new URL(page.url()).pathname).toBe('/dashboard/loan')
      }),
  )
})

describe('without a connection', () => {
  test.each(looks)(
    'at $width px, $colorScheme, the app says so above every page, and when it is back',
    (look) =>
      onTheDashboard(
        async (page) => {
          await page.context().setOffline(true)
          await strip(page).waitFor()
          const { bottom } = await page
            .getByRole('status')
            .filter({ has: strip(page) })
            .evaluate((element) => element.parentElement!.getBoundingClientRect())
          expect(
            (await page.getByRole('button', { name: /menu$/ }).first().boundingBox())!.y,
          ).toBeGreaterThanOrEqual(bottom)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width)
          await page.context().setOffline(false)
          await page
            .getByRole('status')
            .filter({ hasText: 'The connection is back.' })
            .waitFor({ state: 'attached' })
          expect(await strip(page).count()).toBe(0)
        },
        { look },
      ),
  )
  test.each(looks)(
    'at $width px, $colorScheme, an open page keeps its figures with the time of the oldest, and goes on by itself',
    async (look) => {
      const at = new Date('2026-11-23T15:04:00Z')
      const { page, client } = await sitDownAsNewcomer(browser, server.url, {
        ...look,
        path: '/dashboard/profile',
        timezone: 'UTC',
        prepare: (newcomer) => newcomer.ok('POST', '/demo/deposits', { amount: 50, asset: 'BTC' }),
      })
      await page.clock.install({ time: at })
      await page.reload()
      await page.getByText('$50.00').first().waitFor()
      await atRest(page)
      await page.clock.fastForward('10:00')
      await page.context().setOffline(true)
      await page
        .getByRole('status')
        .filter({ hasText: 'What you see is from Nov 23, 2026, 03:04 PM.' })
        .waitFor()
      await client.ok('POST', '/demo/deposits', { amount: 70, asset: 'BTC' })
      expect(await page.getByText('$50.00').first().isVisible()).toBe(true)
      if (everything) expect(await inaccessible(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width)
      await page.context().setOffline(false)
      await page.getByText('$120.00').first().waitFor()
      expect(await strip(page).count()).toBe(0)
    },
  )
  test(
    'an unopened page is not the browser’s own error: what was on the screen stays, and Retry opens it',
    { tags: [thorough] },
    () =>
      onTheDashboard(
        async (page) => {
          await page.getByLabel('Wallet name').fill('Half typed')
          await page.context().setOffline(true)
          await strip(page).waitFor()
          await loan(page).click()
          await page.getByRole('button', { name: 'Leave without saving' }).click()
          await notLoaded(page).waitFor()
          await page.getByRole('button', { name: 'Retry' }).click()
          await notLoaded(page).waitFor()
          expect([
            new URL(page.url()).pathname,
            await page.getByLabel('Wallet name').inputValue(),
          ]).toEqual(['/dashboard/transfer', 'Half typed'])
          await page.getByRole('button', { name: 'Stay here' }).click()
          await strip(page).waitFor()
          await loan(page).click()
          await page.getByRole('button', { name: 'Leave without saving' }).click()
          await notLoaded(page).waitFor()
          await page.context().setOffline(false)
          await page.getByRole('button', { name: 'Retry' }).click()
          await terms(page).waitFor()
          expect(await notLoaded(page).count()).toBe(0)
        },
        { path: '/dashboard/transfer?to=wallet' },
      ),
  )
  test(
    'a server that is gone is told of, asked again, and its figures come back by themselves',
    { tags: [thorough] },
    () =>
      onTheDashboard(async (page) => {
        for (const calls of [`**${basePath}/**`, '**/healthz'])
          await page.route(calls, (route) => route.abort())
        await page.getByRole('link', { name: 'My investments' }).click()
        await page.getByText('The server can’t be reached at the moment.').waitFor()
        await page.getByRole('alert').filter({ hasText: 'Error loading investments: ' }).waitFor()
        await letThrough(page)
        await page.getByText('Starter Growth').first().waitFor()
        expect(await page.getByText('The server can’t be reached at the moment.').count()).toBe(0)
      }),
  )
})

test('a page whose files a newer version of the site has replaced is opened as that version has it', () =>
  onTheDashboard(async (page) => {
    let isNew = false
    await page.route(loanFiles, (route) =>
      isNew ? route.continue() : route.fulfill({ status: 404, body: 'gone' }),
    )
    // The chart of home comes in a frame, late.
    const opensAPage = (request: Request) =>
      request.isNavigationRequest() && request.frame() === page.mainFrame()
    const opened = page.waitForRequest(opensAPage).then((request) => {
      isNew = true
      return request.url()
    })
    await loan(page).click()
    expect(new URL(await opened).pathname).toBe('/dashboard/loan')
    await terms(page).waitFor()
  }))

test.each([
  ['Admin', '/admin/staff', 'treasury', 'Treasury', 'Staff'],
  ['Investor', '/dashboard/loan', 'investments', 'My investments', 'Loan'],
] as const)(
  'a page that breaks says so to %s, and its menu leads on',
  async (who, path, call, broken, next) => {
    const page = await windowOf(browser, server.url, path, { who })
    await page.route(`**${basePath}/${call}*`, (route) =>
      route.fulfill({ json: { status: 'success', data: { treasury: {}, investments: {} } } }),
    )
    const menu = page.getByRole('navigation').first()
    await menu.getByRole('link', { name: broken }).click()
    const said = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
    await said.getByText('This page could not be shown.').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await menu.getByRole('link', { name: next, exact: true }).click()
    await said.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: next }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  },
)
