/** Home and profile in a browser: every figure opens into lines that come to it, down to the entries. */
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { atRest } from '../support/at-rest.ts'
import { extent, firstOf, thorough } from '../support/extent.ts'
import { logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  drawn,
  figureOf,
  flowWidths,
  letThrough,
  press,
  schemes,
  sitDownAsNewcomer,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

async function atHome(looks: Parameters<typeof sitDownAsNewcomer>[2] = {}) {
  const newcomer = await sitDownAsNewcomer(browser, server.url, looks)
  await newcomer.page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
  return newcomer
}

/** A little of everything: money in, an investment that runs and one that matured, a request, corrections of profit and loss. */
async function eventfulPast(client: Client): Promise<void> {
  await client.ok('POST', '/demo/deposits', { amount: 5000, asset: 'BTC' })
  const plans: { id: string; minimum: number; riskVersion: number; termsVersion: number }[] = (
    await client.ok('GET', '/plans')
  ).plans
  const smallest = plans.toSorted((a, b) => a.minimum - b.minimum)[0]!
  for (let i = 0; i < 2; i += 1)
    await client.ok('POST', '/investments', {
      planId: smallest.id,
      amount: smallest.minimum,
      acceptedRiskVersion: smallest.riskVersion,
      acceptedTermsVersion: smallest.termsVersion,
    })
  await client.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 200.25,
    bankName: 'Home',
    bankNumber: 'any wallet',
  })
  await admin.ok('PATCH', `/${client.user.id}`, {
    totalProfit: 12.34,
    totalLoss: 5.5,
    reason: 'a test of the figures',
  })
}

/** Enough for figures and a chart. */
const aLittle = (client: Client) =>
  client.ok('POST', '/demo/deposits', { amount: 50, asset: 'BTC' })

const cents = (text: string) => BigInt(text.replace('\u2212', '-').replace(/[$,.\s]/g, ''))
const total = (texts: string[]) => texts.reduce((sum, text) => sum + cents(text), 0n)

const openers = (page: Page) => page.getByRole('button', { name: /, how is this made up\?$/ })

/** Presses a figure as the keyboard does, opens all of its lines, and answers what it all comes to. */
async function opened(figure: Locator, page: Page) {
  const shown = await figure.innerText()
  await figure.press('Enter')
  const room = page.locator(`[id="${await figure.getAttribute('aria-controls')}"]`)
  await room.getByText('Total', { exact: true }).waitFor()
  await expect.poll(() => room.getByText('Something has changed').count()).toBe(0)
  const lines: { label: string; amount: string; entries: string[] }[] = []
  for (const line of await room.locator('details').all()) {
    const summary = line.locator('summary')
    await summary.press('Enter')
    const [label, amount] = await summary.locator('> span').allInnerTexts()
    lines.push({
      label: label!,
      amount: amount!,
      entries: await line.locator('li > span:last-child').allInnerTexts(),
    })
  }
  const sum = await room
    .locator('ul')
    .first()
    .locator('> li')
    .last()
    .locator('> span')
    .last()
    .innerText()
  return { shown: cents(shown), sum: cents(sum), lines, now: cents(await figure.innerText()) }
}

async function expectEachToOpen(page: Page, count: number): Promise<string[]> {
  await expect.poll(() => openers(page).count()).toBe(count)
  const labels: string[] = []
  for (const figure of await openers(page).all()) {
    const { sum, lines, now } = await opened(figure, page)
    expect(sum).toBe(now)
    expect(total(lines.map(({ amount }) => amount))).toBe(sum)
    for (const { label, amount, entries } of lines)
      expect(total(entries), label).toBe(cents(amount))
    labels.push(...lines.map(({ label }) => label))
  }
  return labels
}

const looks = firstOf(
  [375, 1280].flatMap((width) =>
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      (['keyboard', 'mouse'] as const).map((hand) => ({ width, colorScheme, hand })),
    ),
  ),
)
const expectNoSidewaysScrolling = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

describe('the total', () => {
  test.each(looks)(
    'at $width px, $colorScheme, by $hand: stays what it was when money is placed, opens, and leaves out what has only accrued',
    async ({ hand, ...look }) => {
      const { page } = await atHome({ ...look, prepare: eventfulPast })
      await expect.poll(() => figureOf(page, 'Total value').innerText()).toBe('$5,006.84')
      expect(await figureOf(page, 'Account Balance').innerText()).toBe('$4,606.59')
      await press(figureOf(page, 'Total value'), hand)
      const made = page.getByRole('group', { name: 'How Total value is made up' })
      await made.getByText('Total', { exact: true }).waitFor()
      expect(await made.locator('summary').allInnerTexts()).toEqual([
        expect.stringMatching(/^Deposits\s+5,000\.00$/),
        expect.stringMatching(/^Profit corrected by staff\s+12\.34$/),
        expect.stringMatching(/^Losses\s+−5\.50$/),
      ])
      await page.getByText('Profit counts once it is paid.').waitFor()
      await expectNoSidewaysScrolling(page, look.width)
      expect(await inaccessible(page)).toEqual([])
    },
  )
})

describe('what home is read for', () => {
  const titles = [
    'Total value',
    'Estimated Profit',
    'Starter Growth',
    'Value over time',
    'Latest activity',
    'Invite Friends',
    'Trading chart',
  ]
  test.each(firstOf([375, 768]))(
    'comes first at %i px: the total, profit, plans, the chart, activity, friends, the market, for the eye as for a reader',
    async (width) => {
      const { page } = await atHome({ prepare: eventfulPast, width })
      for (const name of titles) await page.getByRole('heading', { name }).first().waitFor()
      // A chart takes the place of what waited for it, with its heading.
      await expect
        .poll(async () => {
          const headings = await page
            .locator('main h2:visible')
            .evaluateAll((all) =>
              all.map((one) => ({ text: one.textContent, top: one.getBoundingClientRect().top })),
            )
          const read = headings.filter(
            ({ text }, index) =>
              titles.includes(text) && headings.findIndex((one) => one.text === text) === index,
          )
          const seen = read.toSorted((a, b) => a.top - b.top)
          return [read, seen].map((order) => order.map(({ text }) => text))
        })
        .toEqual([titles, titles])
    },
  )
})

describe('before any money has moved', () => {
  const steps = (page: Page) =>
    page
      .locator('section', { has: page.getByRole('heading', { name: 'Get started' }) })
      .getByRole('link')
      .allInnerTexts()

  test.each(looks)(
    'at $width px, $colorScheme, by $hand: four steps stand where seven zeros would, each leading on',
    async ({ hand, ...look }) => {
      const { page, client } = await atHome(look)
      await page.getByRole('heading', { name: 'Get started' }).waitFor()
      await expect
        .poll(() => steps(page))
        .toEqual([
          'See how to pay in',
          'See the plans',
          'Add a second factor',
          'Verify your identity',
        ])
      expect(await openers(page).allInnerTexts()).toEqual(['$0.00', '$0.00'])
      expect(await page.getByRole('heading', { name: 'Value over time' }).count()).toBe(0)
      await expectNoSidewaysScrolling(page, look.width)
      expect(await inaccessible(page)).toEqual([])
      for (const [link, path] of [
        ['See how to pay in', '/dashboard/fundaccount'],
        ['See the plans', '/dashboard/invest'],
        ['Add a second factor', '/dashboard/security'],
        ['Verify your identity', '/dashboard/verification'],
      ] as const) {
        await press(page.getByRole('link', { name: link }), hand)
        await page.waitForURL(`**${path}`)
        await page.goBack()
      }
      // It makes way by itself as soon as there is something to show, and stands below until the first investment.
      await page.getByRole('heading', { name: 'Get started' }).waitFor()
      await client.ok('POST', '/demo/deposits', { amount: 20, asset: 'BTC' })
      await expect.poll(() => figureOf(page, 'Total value').innerText()).toBe('$20.00')
      await page.getByText('Done: money is in your balance.').waitFor()
      expect(await steps(page)).toEqual([
        'See the plans',
        'Add a second factor',
        'Verify your identity',
      ])
      await client.ok('POST', '/demo/deposits', { amount: 180, asset: 'BTC' })
      await client.invest(await client.plan('Starter Growth'), 100)
      await expect.poll(() => page.getByRole('heading', { name: 'Get started' }).count()).toBe(0)
    },
  )
  test(
    'is over for good: who has withdrawn everything is shown what happened',
    { tags: [thorough] },
    async () => {
      const { page } = await atHome({
        async prepare(newcomer) {
          const other = await signUp(server.url)
          await newcomer.ok('POST', '/demo/deposits', { amount: 20, asset: 'BTC' })
          await newcomer.ok('POST', '/requestWithdrawal', {
            type: 'tradehub_transfer',
            amount: 20,
            recipientAccountId: other.user.accountId,
          })
          const [request] = await newcomer.withdrawals()
          await admin.ok('POST', `/withdrawals/${request!._id}/approval`)
        },
      })
      await figureOf(page, 'Total value').waitFor()
      expect(await page.getByRole('heading', { name: 'Get started' }).count()).toBe(0)
    },
  )
})

/** How much of what was seen has moved, by the browser's own measure (CLS, but for what somebody has pressed). */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved = { sum: 0 }
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!shift.hadRecentInput) moved.sum += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { moved: { sum: number } }).moved.sum)
}

describe('home, once it is drawn,', () => {
  test.each(extent([375], [320, 1280]))(
    'moves nothing at %i px: for somebody with a past, somebody new, and when notes come late',
    async (width) => {
      for (const prepare of [eventfulPast, undefined]) {
        const { page } = await sitDownAsNewcomer(browser, server.url, {
          width,
          path: '/robots.txt',
          ...(prepare ? { prepare } : {}),
        })
        const shifts = await watchShifts(page)
        const answering: Promise<void>[] = []
        const answerLate = async (route: Route) => {
          const reply = await route.fetch()
          await drawn(page)
          await route.fulfill({ response: reply })
        }
        for (const late of ['overview', 'verification', 'investments*', 'activity*'])
          await page.route(`**${basePath}/${late}`, (route) => {
            answering.push(answerLate(route))
          })
        await page.goto(`${server.url}/dashboard`)
        await page.getByText('Sample quotes', { exact: true }).waitFor()
        await atRest(page)
        await drawn(page)
        expect(await shifts()).toBeLessThan(0.02)
        // Nothing is under way when the page closes.
        await letThrough(page)
        await Promise.all(answering)
      }
    },
  )
})

describe('what happens next', () => {
  test.each(looks)(
    'at $width px, $colorScheme, by $hand: is said first, with its day and its amount, and leads there',
    async ({ hand, ...look }) => {
      const { page, client } = await atHome({ ...look, prepare: eventfulPast })
      const { nextMaturity } = (await client.ok('GET', '/overview')).overview
      const day = new Date(nextMaturity.at).toLocaleDateString('en-US', {
        month: 'short',
        day: 'numeric',
      })
      const next = page.getByText(`${day}: $110.00`, { exact: true })
      await next.waitFor()
      const [note, figure, title] = await Promise.all([
        next.boundingBox(),
        figureOf(page, 'Total value').boundingBox(),
        page.getByRole('heading', { level: 1 }).boundingBox(),
      ])
      expect(note!.y).toBeLessThan(figure!.y)
      expect(title!.height).toBeLessThan(figure!.height)
      expect(await inaccessible(page)).toEqual([])
      await press(page.getByRole('link', { name: /^Paid to your balance when/ }), hand)
      await page.waitForURL('**/dashboard/investments?status=running')
    },
  )
})

describe('a row that is zero', () => {
  const rows = (page: Page) => page.locator('main dl dt').allInnerTexts()
  const home = ['Held for withdrawals', 'In running plans', 'paid so far', 'total investment']

  test('isn’t there, and comes when it is something', async () => {
    const { page, client } = await atHome({ prepare: aLittle })
    await figureOf(page, 'Total value').waitFor()
    const isThere = async () => (await rows(page)).filter((row) => home.includes(row))
    expect(await isThere()).toEqual([])
    await client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 20,
      bankName: 'Home',
      bankNumber: 'any wallet',
    })
    await expect.poll(isThere).toEqual(['Held for withdrawals'])
  })
  test('says beside all that was ever invested how much of it was undone', async () => {
    const { page, client } = await atHome({
      async prepare(newcomer) {
        await newcomer.ok('POST', '/demo/deposits', { amount: 500, asset: 'BTC' })
        const { investment } = await newcomer.invest(await newcomer.plan('Starter Growth'), 300)
        await newcomer.ok('POST', `/investments/${investment.id}/undoing`)
      },
    })
    const row = page.locator('main dl > div', { hasText: 'total investment' })
    await row.getByText('$300.00 of it was undone').waitFor()
    expect(await row.getByRole('button').innerText()).toBe('$300.00')
    await page.goto(`${server.url}/dashboard/profile`)
    await page.getByText('$300.00 of it was undone').waitFor()
    expect(client.user.totalInvestment).toBe(0)
  })
})

describe('what matters now', () => {
  test('is said first: until when money can only go where it went before', async () => {
    const { page, client } = await atHome({ prepare: eventfulPast })
    // The demonstration has no hold; a live house answers this.
    const { overview } = await client.ok('GET', '/overview')
    const held = { ...overview, holdUntil: '2027-01-05T12:00:00.000Z' }
    await page.route(`**${basePath}/overview`, (route) =>
      route.fulfill({ json: { status: 'success', data: { overview: held } } }),
    )
    await page.reload()
    const note = page.getByText(
      /^Your sign-in was changed recently\. Until Jan 5, 2027, .* money can only be sent to destinations that were paid before\.$/,
    )
    await note.waitFor()
    const figure = figureOf(page, 'Total value')
    expect((await note.boundingBox())!.y).toBeLessThan((await figure.boundingBox())!.y)
  })
})

test.each(looks)(
  'at $width px, $colorScheme, by $hand: an investment that matured is said first, and leads to it',
  async ({ hand, ...look }) => {
    const { page } = await atHome({
      ...look,
      async prepare(newcomer) {
        await eventfulPast(newcomer)
        await admin.ok('POST', '/demo/clock', { days: 8 })
      },
    })
    await page
      .getByText(
        /^2 investments have matured in the last 3 days: \$220\.00 was paid to your balance\./,
      )
      .waitFor()
    expect(await inaccessible(page)).toEqual([])
    await press(page.getByRole('link', { name: 'See what matured' }), hand)
    await page.waitForURL('**/dashboard/investments?status=matured')
    await page.getByRole('button', { name: 'Details of Starter Growth' }).first().waitFor()
  },
)

describe('the figures', () => {
  test.each(flowWidths)(
    'at %i px each opens by keyboard into lines that come to it, down to the entries',
    async (width) => {
      const { page } = await atHome({ prepare: eventfulPast, width })
      const labels = await expectEachToOpen(page, 8)
      for (const label of [
        'Deposits',
        'Held for withdrawals',
        'In running plans',
        'Requests waiting for a decision',
        'Profit corrected by staff',
        'Losses booked by staff',
      ]) {
        expect(labels).toContain(label)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
      await page.goto(`${server.url}/dashboard/profile`)
      await expectEachToOpen(page, 3)
    },
  )
  test('of somebody new open into nothing, and say so', { tags: [thorough] }, async () => {
    const { page } = await atHome()
    const figure = openers(page).first()
    const { sum, lines } = await opened(figure, page)
    expect([sum, lines]).toEqual([0n, []])
    await page.getByText('No movements yet').waitFor()
    await figure.press('Enter')
    await page.getByText('No movements yet').waitFor({ state: 'hidden' })
  })
  test(
    'say plainly when something has moved, and are asked for anew',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atHome({
        prepare: (newcomer) => newcomer.ok('POST', '/demo/deposits', { amount: 50, asset: 'BTC' }),
      })
      // The page hears of nothing by itself: the connection that tells it is cut.
      await page.route('**/events', (route) => route.abort())
      await page.reload()
      await openers(page).first().waitFor()
      await page.route(`**${basePath}/me`, async (route) => {
        const reply = await route.fetch()
        await page.getByText('Something has changed since the figure above was read.').waitFor()
        await route.fulfill({ response: reply })
      })
      await client.ok('POST', '/demo/deposits', { amount: 70, asset: 'BTC' })
      await figureOf(page, 'Account Balance').click()
      await expect.poll(() => figureOf(page, 'Account Balance').innerText()).toBe('$120.00')
      await page
        .getByText('Something has changed since the figure above was read.')
        .waitFor({ state: 'hidden' })
    },
  )
  test(
    'can be asked for again when the explanation could not be had',
    { tags: [thorough] },
    async () => {
      const { page } = await atHome()
      await page.route('**/explain/*', (route) => route.abort())
      await openers(page).first().click()
      await page
        .getByText('Error loading the explanation: The server could not be reached.')
        .waitFor()
      await page.getByText('Status: FETCH_ERROR').waitFor()
      await letThrough(page, '**/explain/*')
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByText('No movements yet').waitFor()
    },
  )
  test.each(schemes)(
    'leave nothing to object to for axe, opened, in %s',
    { tags: [thorough] },
    async (colorScheme) => {
      const { page } = await atHome({ prepare: eventfulPast, colorScheme })
      await expectEachToOpen(page, 8)
      expect(await inaccessible(page)).toEqual([])
    },
  )
})

describe('the chart', () => {
  const table = (page: Page) => page.getByRole('table', { name: 'Value over time' })

  test.each(flowWidths)(
    'at %i px ends in the figures of now, in the picture and in its table',
    async (width) => {
      const { page } = await atHome({ prepare: eventfulPast, width })
      const balance = await figureOf(page, 'Account Balance').innerText()
      const picture = page.getByRole('img', {
        name: new RegExp(`the balance went from \\$0\\.00 to ${balance.replace(/[$.]/g, '\\$&')}`),
      })
      await picture.waitFor()
      await page.getByText('As a table').first().press('Enter')
      const latest = await table(page).getByRole('row').nth(1).getByRole('cell').allInnerTexts()
      expect(cents(latest[1]!)).toBe(cents(balance))
      expect(total(latest.slice(1, 4))).toBe(cents(latest[4]!))
      expect(cents(latest[4]!)).toBe(cents(await figureOf(page, 'Total value').innerText()))
      const { right } = await picture.evaluate((svg) => ({
        right: Math.max(
          ...[...svg.querySelectorAll('text')].map((text) => text.getBoundingClientRect().right),
        ),
      }))
      expect(right).toBeLessThanOrEqual(width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
    },
  )
  test.each(looks)(
    'at $width px, $colorScheme, by $hand: money that is placed is no loss, and its table opens',
    async ({ hand, ...look }) => {
      const { page, client } = await atHome({ ...look, prepare: aLittle })
      await client.ok('POST', '/demo/deposits', { amount: 950, asset: 'BTC' })
      await page.getByRole('img', { name: /to \$1,000\.00, the total/ }).waitFor()
      const plan = await client.plan('Advanced Wealth Builder')
      await client.invest(plan, 1000)
      await page
        .getByRole('img', {
          name: /the balance went from \$0\.00 to \$0\.00, the total value from \$0\.00 to \$1,000\.00; \$0\.00 has accrued and is not paid yet$/,
        })
        .waitFor()
      await press(page.getByText('As a table').first(), hand)
      const latest = await table(page).getByRole('row').nth(1).getByRole('cell').allInnerTexts()
      expect(latest.slice(1)).toEqual(['0.00', '0.00', '1,000.00', '1,000.00', '0.00', '0.00'])
      await expectNoSidewaysScrolling(page, look.width)
      expect(await inaccessible(page)).toEqual([])
    },
  )
  test('follows by itself when something moves', { tags: [thorough] }, async () => {
    const { page, client } = await atHome({ prepare: aLittle })
    await page.getByRole('img', { name: /to \$50\.00, the total value/ }).waitFor()
    await client.ok('POST', '/demo/deposits', { amount: 1200, asset: 'BTC' })
    await page.getByRole('img', { name: /the balance went from \$0\.00 to \$1,250\.00/ }).waitFor()
  })
  test('asks for as long a past as is chosen', { tags: [thorough] }, async () => {
    const { page } = await atHome({ prepare: aLittle })
    await page.getByRole('img', { name: /the balance went/ }).waitFor()
    const asked = page.waitForRequest('**/history?days=366')
    await page.getByLabel('Period').selectOption('A year')
    await asked
  })
  test(
    'comes after what home is for: the figures stand while its file is still on its way',
    { tags: [thorough] },
    async () => {
      const { page } = await atHome({ prepare: aLittle })
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      let asked = 0
      await page.route('**/assets/chart-history-*.js', async (route) => {
        asked += 1
        await held
        await route.continue()
      })
      await page.reload()
      await openers(page).first().waitFor()
      await expect.poll(() => asked).toBe(1)
      expect(await page.getByRole('img', { name: /the balance went/ }).count()).toBe(0)
      letGo()
      await page.getByRole('img', { name: /the balance went/ }).waitFor()
    },
  )
  test(
    'takes nothing with it when its file can’t be had, and comes with Retry',
    { tags: [thorough] },
    async () => {
      const { page } = await atHome({ prepare: aLittle })
      await page.route('**/assets/chart-history-*.js', (route) => route.abort())
      await page.reload()
      await page.getByText('This chart could not be loaded').waitFor()
      await openers(page).first().waitFor()
      await page.getByRole('heading', { name: 'Latest activity' }).waitFor()
      await letThrough(page)
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('img', { name: /the balance went/ }).waitFor()
    },
  )
})

describe('the rest of home', () => {
  test(
    'copies the referral link, which leads to a sign-up with the own code',
    { tags: [thorough] },
    async () => {
      const { page, client, context } = await atHome()
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const link = page.getByLabel('Referral link')
      expect(await link.getAttribute('readonly')).not.toBeNull()
      await page.getByRole('button', { name: 'Copy Referral Link' }).press('Enter')
      await page.getByText('Referral link copied to clipboard!').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(`${server.url}/signup?ref=${client.user.referralCode}`)
      expect(await link.inputValue()).toBe(copied)
    },
  )
  test('says so when the browser does not let it copy', { tags: [thorough] }, async () => {
    const { page } = await atHome()
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('no')) },
      }),
    )
    await page.getByRole('button', { name: 'Copy Referral Link' }).click()
    await page
      .getByText('The browser did not allow copying. Select the link and copy it by hand.')
      .waitFor()
  })
  test(
    'shows how far each running investment has come, and the latest that happened',
    { tags: [thorough] },
    async () => {
      const { page } = await atHome({ prepare: eventfulPast })
      await page.getByText('day 0 of 8').first().waitFor()
      const latest = page
        .getByRole('heading', { name: 'Latest activity' })
        .locator('xpath=ancestor::section')
      await latest.getByRole('listitem').first().waitFor()
      expect(await latest.getByRole('listitem').count()).toBe(5)
      await latest.getByText('Account corrected by staff').waitFor()
    },
  )
})
