/** What a click does while the server takes its time: something shows within 300 ms, by the page's clock, whatever was pressed. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { aTurn, atRest, standStill } from '../support/at-rest.ts'
import { openBrowser } from '../support/browser.ts'
import { logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { extent, thorough } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { allKinds, hold, letThrough, sitDown, sitDownAs } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

type Who = 'Investor' | 'Admin' | 'Newcomer' | 'nobody'
const admin = await logInAsAdmin(server.url)
/** For each test anew; what is asked about them needs a person of their own. */
let newcomer: Client

/** Money of theirs is asked for. */
async function requested(): Promise<string> {
  await newcomer.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
  const { withdrawal } = await newcomer.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 40,
    bankName: 'My savings',
    bankNumber: 'of any kind',
  })
  return withdrawal._id
}

/** It is to be paid, and they have been told. */
async function approved(): Promise<string> {
  const id = await requested()
  await admin.ok('POST', `/withdrawals/${id}/approval`)
  return id
}
const calls = `**${basePath}/**`
const line = (page: Page) => page.locator('[data-progress]')

/** A page that has come whole, and from here on a clock that stands and a server that answers nothing until it is let go. */
async function slowPage(
  who: Who,
  path: string,
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  newcomer = await signUp(server.url)
  const { context, page } =
    who === 'nobody'
      ? await sitDown(browser)
      : who === 'Newcomer'
        ? await sitDown(browser, { as: newcomer })
        : await sitDownAs(browser, server.url, who)
  await page.clock.install()
  // Node hears of a call later than the page sends it.
  await page.addInitScript((base) => {
    const send = window.fetch
    Object.assign(window, { sent: 0 })
    window.fetch = (...given) => {
      const url = given[0] instanceof Request ? given[0].url : String(given[0])
      if (url.includes(base)) (window as unknown as { sent: number }).sent += 1
      return send(...given)
    }
  }, basePath)
  await page.goto(server.url + path)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await atRest(page)
  await prepare(page)
  await standStill(page)
  return { context, page, letGo: await hold(page, calls) }
}

const sentBy = (page: Page) => page.evaluate(() => (window as unknown as { sent: number }).sent)

/** Until a call is on its way: how many frames pass before is the page's affair. */
async function sendCall(page: Page, send: (page: Page) => Promise<unknown>): Promise<void> {
  const sent = page.waitForRequest(calls)
  const before = await sentBy(page)
  await send(page)
  await aTurn(page)
  for (let frames = 0; frames < 60 && (await sentBy(page)) === before; frames += 1) {
    await page.clock.runFor(16)
    await aTurn(page)
  }
  await sent
}

/** What people see of the page, and where it is: its words, what is open, chosen and shut. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const states = [...document.querySelectorAll('main *, [role=dialog] *')].map(
      (one) =>
        `${one.matches(':disabled')}${one.matches('details[open]')}${(one as HTMLInputElement).checked}${(one as HTMLInputElement).value}${one.getAttribute('aria-expanded')}`,
    )
    return [
      location.href,
      document.body.innerText,
      document.querySelectorAll('[data-progress], [role=dialog]').length,
      document.activeElement?.outerHTML.slice(0, 80),
      states.join(),
    ].join('\n')
  })

describe('what is sent shows the line after 300 ms and no sooner, until its answer is there', () => {
  const sent: [
    string,
    Who,
    string,
    (page: Page) => Promise<unknown>,
    (page: Page) => Promise<unknown>,
  ][] = [
    [
      'another period of the chart',
      'Investor',
      '/dashboard',
      async (page) => {
        await page.getByRole('img', { name: /the balance went/ }).waitFor()
        await atRest(page)
      },
      (page) => page.getByLabel('Period').selectOption('A year'),
    ],
    [
      'a group of the activity',
      'Investor',
      '/dashboard/activity',
      async () => {},
      async (page) => (await allKinds(page)).selectOption({ index: 1 }),
    ],
    [
      'a request',
      'Investor',
      '/dashboard/transfer?to=wallet',
      async (page) => {
        const form = page.getByRole('form', { name: 'Wallet transfer' })
        await form.getByLabel('Wallet name').fill('A slow wallet')
        await form.getByLabel('Wallet address').fill('any wallet')
        await form.getByLabel('Amount').fill('1.23')
        await form.getByRole('button', { name: 'Request withdrawal' }).click()
        await page.getByRole('button', { name: 'Request $1.23' }).waitFor()
      },
      (page) => page.getByRole('button', { name: 'Request $1.23' }).click(),
    ],
    [
      'an investment',
      'Investor',
      '/dashboard/invest',
      async (page) => {
        await page.getByLabel('Amount').fill('100')
        await page.getByLabel(/I have read the risk warning/).check()
        await page.getByRole('button', { name: 'Review', exact: true }).click()
        await page.getByRole('button', { name: 'Invest $100.00' }).waitFor()
      },
      (page) => page.getByRole('button', { name: 'Invest $100.00' }).click(),
    ],
    [
      'another list of the queue',
      'Admin',
      '/admin/withdrawals',
      async () => {},
      (page) => page.getByRole('link', { name: /^Second approval/ }).click(),
    ],
    [
      'another list of verifications',
      'Admin',
      '/admin/verifications',
      async () => {},
      (page) => page.getByRole('link', { name: 'All', exact: true }).click(),
    ],
    [
      'a view that is saved',
      'Admin',
      '/admin?search=Ada',
      async (page) => {
        await page.getByRole('button', { name: 'Views', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Save this view...' }).click()
        await page.getByLabel('Name', { exact: true }).fill('Saved slowly')
      },
      (page) => page.getByRole('button', { name: 'Save view' }).click(),
    ],
    [
      'a chain that is verified',
      'Admin',
      '/admin/audit',
      async (page) => {
        await page.locator('main a[href^="/admin/audit/"]').first().click()
        await page.getByRole('button', { name: 'Verify this chain' }).waitFor()
        await atRest(page)
      },
      (page) => page.getByRole('button', { name: 'Verify this chain' }).click(),
    ],
    [
      'a choice of what is told by email',
      'Investor',
      '/dashboard/settings',
      async (page) => {
        await page
          .getByRole('checkbox', { name: /^Money was credited/ })
          .first()
          .waitFor()
      },
      (page) =>
        page
          .getByRole('checkbox', { name: /^Money was credited/ })
          .first()
          .click(),
    ],
    [
      'a role that is proposed',
      'Admin',
      '/admin/staff',
      async (page) => {
        await page.getByRole('button', { name: 'Give a role' }).click()
        await page
          .getByLabel('Who', { exact: true })
          .and(page.locator('input'))
          .fill(newcomer.user.email)
        await page.getByRole('option', { name: newcomer.user.fullName }).click()
        await page.getByRole('checkbox', { name: 'Support' }).check()
        await page.getByLabel('Reason, shown to them').fill('They read the books now')
      },
      (page) => page.getByRole('button', { name: 'Propose', exact: true }).click(),
    ],
    [
      'a destination that is saved',
      'Newcomer',
      '/dashboard/transfer',
      async (page) => {
        await page.getByRole('button', { name: 'Save a destination' }).click()
        const form = page.getByRole('dialog', { name: 'Save a destination' })
        await form.getByLabel('Name', { exact: true }).fill('A slow wallet')
        await form.getByLabel('Wallet address').fill('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')
      },
      (page) => page.getByRole('button', { name: 'Save destination' }).click(),
    ],
    [
      'the bell, which marks what it tells as read',
      'Newcomer',
      '/dashboard',
      async (page) => {
        await approved()
        // Its list is fetched as soon as somebody is about to open it.
        await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).hover()
        await atRest(page)
      },
      (page) => page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click(),
    ],
    [
      'a file of payouts that is recorded',
      'Admin',
      '/admin/withdrawals?work=to-pay',
      async (page) => {
        const id = await approved()
        await page.reload()
        await page.getByRole('button', { name: 'Pay out in bulk' }).click()
        const file = `id,amount,destination,reference\r\n${id},40.00,of any kind,tx ${id}\r\n`
        await page
          .getByLabel('Upload the CSV')
          .setInputFiles({ name: 'payouts.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
      },
      (page) => page.getByRole('button', { name: 'Record 1 payout', exact: true }).click(),
    ],
    ...['Cancel this request', 'Freeze my account'].map((name): (typeof sent)[number] => [
      `the link “${name}” of a mail`,
      'nobody',
      '/login',
      async (page) => {
        await requested()
        await page.goto(server.outboxUrl)
        const link = page
          .getByRole('article')
          .filter({ hasText: newcomer.user.email })
          .getByRole('link', { name, includeHidden: true })
        await page.goto((await link.first().getAttribute('href'))!)
        await expect
          .poll(() => page.getByRole('button', { name, exact: true }).isEnabled())
          .toBe(true)
        await atRest(page)
      },
      (page) => page.getByRole('button', { name, exact: true }).click(),
    ]),
  ]
  test.each(sent)('%s', async (_, who, path, prepare, send) => {
    const { context, page, letGo } = await slowPage(who, path, prepare)
    expect(await line(page).count()).toBe(0)
    await sendCall(page, send)
    // Within two frames the page knows that it is under way.
    await page.clock.runFor(40)
    await aTurn(page)
    await page.clock.runFor(219)
    expect(await line(page).count()).toBe(0)
    await page.clock.runFor(81)
    await line(page).waitFor()
    await page.clock.runFor(2_160)
    expect(await line(page).count()).toBe(1)
    letGo()
    await page.clock.resume()
    await expect.poll(() => line(page).count()).toBe(0)
    await context.close()
  })
})

const asCsv = (page: Page) => page.getByRole('link', { name: 'Export as CSV' })
type Kept = [string, Who, string, (page: Page) => Promise<unknown>, typeof asCsv]
const files = extent<Kept>(
  [
    ['the list of users', 'Admin', '/admin', async () => {}, asCsv],
    ['the audit', 'Admin', '/admin/audit', async () => {}, asCsv],
    ['the activity', 'Investor', '/dashboard/activity', async () => {}, asCsv],
  ],
  [
    [
      'a month’s statement',
      'Investor',
      '/dashboard/activity',
      (page) => page.getByText('Monthly statements as PDF').click(),
      (page) => page.locator('a[download][href$=".pdf"]').first(),
    ],
    [
      'a receipt',
      'Newcomer',
      '/dashboard/transfer',
      async (page) => {
        await page.goto(`${server.url}/dashboard/transfer/${await requested()}`)
        await page.getByRole('link', { name: 'Receipt as PDF' }).waitFor()
      },
      (page) => page.getByRole('link', { name: 'Receipt as PDF' }),
    ],
  ],
)
test.each(files)('a file is spoken of at once: %s', async (_, who, path, prepare, link) => {
  const { context, page } = await slowPage(who, path, prepare)
  await link(page).click()
  await page.clock.runFor(300)
  await page.getByRole('status').filter({ hasText: 'Download requested.' }).waitFor()
  await context.close()
})

/** What can be pressed there, but files to keep and pages outside; of the chart its slider, whose squares overlap. */
const pressed = (page: Page): Locator =>
  page.locator(
    'main a[href^="/"]:not([download]):not([tabindex="-1"]):visible, main button:enabled:visible, main summary:visible',
  )

/** Another thing of the same name does the same. */
async function namesOf(page: Page): Promise<string[]> {
  return pressed(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  )
}

describe('every click answers within 300 ms while the server has not answered yet', () => {
  const still = async () => {}
  const pages: [Who, string, (page: Page) => Promise<unknown>][] = [
    [
      'Investor',
      '/dashboard',
      // The market's chart gives way to samples, whose table can be pressed too.
      (page) => page.getByRole('slider', { name: 'Sample quotes, day by day' }).waitFor(),
    ],
    ['Investor', '/dashboard/activity', still],
    ['Investor', '/dashboard/transfer', still],
    ['Investor', '/dashboard/invest', still],
    [
      'Newcomer',
      '/dashboard/transfer',
      // With a saved destination and a request, which can be taken back.
      async (page) => {
        await newcomer.ok('POST', '/destinations', {
          type: 'bank_transfer',
          name: 'A slow wallet',
          bankNumber: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
        })
        await requested()
        await page.reload()
        await page.getByRole('button', { name: 'Remove A slow wallet' }).waitFor()
        await atRest(page)
      },
    ],
    ['Admin', '/admin/withdrawals', still],
    ['Admin', '/admin/staff', still],
  ]
  test.each(pages)(
    '%s at %s',
    { tags: [thorough], timeout: 600_000 },
    async (who, path, prepare) => {
      const silent: string[] = []
      const { context, page: first } = await slowPage(who, path, prepare)
      const names = await namesOf(first)
      await context.close()
      expect(names.length).toBeGreaterThan(1)
      for (const [index, name] of names.entries()) {
        if (names.indexOf(name) !== index) continue
        const { context: own, page } = await slowPage(who, path, prepare)
        const before = await shown(page)
        await pressed(page).nth(index).click()
        await page.clock.runFor(300)
        if ((await shown(page)) === before) silent.push(name)
        await own.close()
      }
      expect(silent).toEqual([])
    },
  )
})

describe('what is fetched when it is opened', () => {
  const late: [string, RegExp | string, (page: Page) => Locator][] = [
    [
      'the account menu',
      /^Account menu of /,
      (page) => page.getByRole('menuitem', { name: 'Profile' }),
    ],
    [
      'the bell',
      'Notifications',
      (page) => page.getByRole('dialog', { name: 'Notifications', exact: true }),
    ],
    ['the search', /^Search/, (page) => page.getByRole('dialog', { name: 'Search', exact: true })],
  ]
  test.each(late)(
    '%s says when it can’t be had, and opens the next time',
    async (_, name, opened) => {
      newcomer = await signUp(server.url)
      const { page } = await sitDown(browser, { as: newcomer })
      await page.goto(`${server.url}/dashboard`)
      const button = page.getByRole('button', { name })
      await button.waitFor()
      await atRest(page)
      await page.route('**/assets/*.js', (route) => route.abort())
      await button.click()
      const toast = page.getByText('could not be loaded. Check your connection and try again.')
      await toast.waitFor()
      expect(await button.getAttribute('aria-expanded')).not.toBe('true')
      await letThrough(page)
      await button.click()
      await opened(page).waitFor()
    },
  )
})
