/** The list of everything that happened, in a browser: narrowed, endless, in its place, and as files to keep. */
import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { atRest } from '../support/at-rest.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { extent, firstOf, thorough } from '../support/extent.ts'
import { logInAsAdmin, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { readPdf } from '../support/pdf-text.ts'
import { startServer, stopServers } from '../support/server.ts'
import {
  allKinds,
  drawn,
  flowWidths,
  letThrough,
  press,
  type Looks,
  schemes,
  sitDownAsNewcomer,
  walks,
} from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

/** Somebody new at a page of their dashboard. */
const atPage = (path: string, looks: Parameters<typeof sitDownAsNewcomer>[2] = {}) =>
  sitDownAsNewcomer(browser, server.url, { ...looks, path })

/** A past of many entries, every fifth of them a correction by staff, which takes more lines. */
async function longPast({ user }: Client, count: number): Promise<void> {
  await database.owner.query(
    `with made as (
       select n, gen_random_uuid() as id, case when n % 5 = 0 then $3::uuid else $1::uuid end as actor,
         o.version + n as version, o.stamped_at + n * interval '1 millisecond' as at
       from generate_series(1, $2::int) n, owners o where o.id = $1
     ), commands as (
       insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, particulars_digest, input, outcome, at)
       select id, 'CorrectUser', actor, $1, '', 1, '', '', '{"plan": "one of many"}', 'done', at from made
     ), particulars as (
       insert into desk.particulars (command_id, owner_id, texts, reply_status, reply, listed)
       select id, $1, jsonb_build_object('reason', repeat('booked twice by the bank ', n % 7), 'changes',
         '[{"field": "fullName", "from": "Nora Newcomer", "to": "Nora N. Newcomer"}]'::jsonb), 200, '', true from made where n % 5 = 0
     ), activity as (
       insert into desk.activity (hash, owner_id, version, command_id, kind, at)
       select '', $1, version, id, case when n % 5 = 0 then 'correction-made' else 'deposit' end, at from made
     )
     update owners set version = version + $2, stamped_at = (select max(at) from made) where id = $1`,
    [user.id, count, admin.user.id],
  )
}

const open = (path: string, count: number, looks: Looks = {}) =>
  atPage(path, { prepare: (client) => longPast(client, count), ...looks })
const deposit = (client: Client, amount: number) =>
  client.ok('POST', '/demo/deposits', { amount, asset: 'BTC' })
const correct = (client: Client, accountBalance: number, reason: string) =>
  admin.ok('PATCH', `/${client.user.id}`, { accountBalance, reason })

const rows = (page: Page) => page.getByRole('feed', { name: 'Activity' }).getByRole('article')
const row = (page: Page, place: number) => page.locator(`article[aria-posinset="${place}"]`)
const titles = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((one) => one.querySelector('p')!.textContent))

/** The first row that is wholly in the window: which it is, and where it stands. */
function seen(page: Page): Promise<{ id: string; top: number }> {
  return page.evaluate(() => {
    const inside = [...document.querySelectorAll('article')].map((one) => ({
      id: one.getAttribute('aria-labelledby')!,
      top: Math.round(one.getBoundingClientRect().top),
    }))
    return inside.filter(({ top }) => top > 60).toSorted((a, b) => a.top - b.top)[0]!
  })
}

/** Down by the wheel until rows at or after this place are in the document; tells how many there were at most. */
async function scrollTo(page: Page, place: number): Promise<number> {
  let most = 0
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 20_000)
        await drawn(page)
        most = Math.max(most, await rows(page).count())
        return Math.max(
          ...(await rows(page).evaluateAll((all) =>
            all.map((one) => Number(one.getAttribute('aria-posinset'))),
          )),
        )
      },
      { timeout: 45_000, interval: 20 },
    )
    .toBeGreaterThanOrEqual(place)
  return most
}

async function downloaded(
  download: Promise<Download>,
  click: Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([download, click])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

describe.each(extent([1_000], [10_000]))('%i entries', (many) => {
  test('are some dozens in the document, and the last is reached by scrolling', async () => {
    const { page } = await open('/dashboard/activity', many)
    await rows(page).first().waitFor()
    await page.mouse.move(700, 500)
    expect(await scrollTo(page, many + 1)).toBeLessThan(60)
    expect(await row(page, many + 1).innerText()).toContain('Account opened')
    expect(await row(page, many + 1).getAttribute('aria-setsize')).toBe(`${many + 1}`)
  })

  test(
    'are walked by the keyboard: from row to row, to the end, and back to the first',
    { tags: [thorough] },
    async () => {
      const { page } = await open('/dashboard/activity', many)
      await rows(page).first().waitFor()
      expect(await rows(page).first().getAttribute('aria-setsize')).toBe('-1')
      await page.getByText('Monthly statements as PDF').focus()
      await page.keyboard.press('Tab')
      expect(await row(page, 1).evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.press('PageDown')
      await page.keyboard.press('PageDown')
      await expect
        .poll(() => page.evaluate(() => document.activeElement!.getAttribute('aria-posinset')))
        .toBe('3')
      await page.keyboard.press('PageUp')
      await expect
        .poll(() => page.evaluate(() => document.activeElement!.getAttribute('aria-posinset')))
        .toBe('2')
      await page.keyboard.press('End')
      await expect
        .poll(() => page.evaluate(() => document.activeElement!.getAttribute('aria-posinset')), {
          timeout: 45_000,
        })
        .toBe(`${many + 1}`)
      await expect
        .poll(() =>
          row(page, many + 1).evaluate(
            (one) =>
              one.getBoundingClientRect().bottom <= innerHeight &&
              one.getBoundingClientRect().top >= 0,
          ),
        )
        .toBe(true)
      expect(await rows(page).count()).toBeLessThan(60)
      await page.keyboard.press('Home')
      await expect
        .poll(() => page.evaluate(() => document.activeElement!.getAttribute('aria-posinset')))
        .toBe('1')
      await expect
        .poll(() =>
          row(page, 1).evaluate(
            (one) =>
              one.getBoundingClientRect().top > 0 &&
              one.getBoundingClientRect().bottom < innerHeight,
          ),
        )
        .toBe(true)
    },
  )
})

describe('the place in the list', () => {
  test.each(flowWidths)(
    'is kept on the way back, at %i px',
    { tags: [thorough] },
    async (width) => {
      const { page } = await open('/dashboard/activity', 2_000, { width })
      await rows(page).first().waitFor()
      await page.mouse.move(width / 2, 600)
      await scrollTo(page, 300)
      await page.mouse.wheel(0, -777)
      await drawn(page)
      const before = await seen(page)
      // Pressed from within the page: a press from outside would scroll to the top first.
      const press = (what: string) =>
        page.evaluate((selector) => document.querySelector<HTMLElement>(selector)!.click(), what)
      if (width === 320) await press('[aria-label="Open menu"]')
      await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).waitFor()
      await press('nav a[href="/dashboard/settings"]')
      await page.getByRole('heading', { name: 'Edit Settings' }).waitFor()
      await page.goBack()
      await rows(page).first().waitFor()
      await expect
        .poll(async () => {
          const after = await seen(page)
          return after.id === before.id && Math.abs(after.top - before.top) <= 2
        })
        .toBe(true)
    },
  )

  test('does not jump when something happens meanwhile', { tags: [thorough] }, async () => {
    const { page, client } = await open('/dashboard/activity', 500)
    await rows(page).first().waitFor()
    await page.mouse.move(700, 500)
    await scrollTo(page, 200)
    await page.mouse.wheel(0, -500)
    await drawn(page)
    const before = await seen(page)
    const placeOf = () =>
      page.locator(`[aria-labelledby="${before.id}"]`).getAttribute('aria-posinset')
    const place = Number(await placeOf())
    await correct(client, 12, 'while reading')
    await expect.poll(placeOf).toBe(String(place + 1))
    await drawn(page)
    expect((await seen(page)).id).toBe(before.id)
    expect(Math.abs((await seen(page)).top - before.top)).toBeLessThanOrEqual(2)
  })

  test(
    'is the top for whoever is there: what happens appears by itself',
    { tags: [thorough] },
    async () => {
      const { page, client } = await open('/dashboard/activity', 20)
      await rows(page).first().waitFor()
      await correct(client, 12, 'seen at once')
      await row(page, 1).getByText('seen at once').waitFor()
      expect(await row(page, 1).getAttribute('aria-setsize')).toBe('22')
    },
  )
})

test('what staff did stands out: who, when, why, the old and the new value', async () => {
  const { page, client } = await atPage('/dashboard/activity')
  await atRest(page)
  await correct(client, 25, 'a deposit was booked short')
  const [entry, before] = [1, 2].map((place) => row(page, place).locator('[data-by]'))
  await entry!.getByText('a deposit was booked short').waitFor()
  expect((await entry!.innerText()).replace(/\s+/g, ' ')).toMatch(
    /^\w{3} \d+, \d{4}, \d\d:\d\d [AP]M Account corrected by staff Admin: “a deposit was booked short” Account balance: \$0\.00 → \$25\.00 25\.00 balance 25\.00$/,
  )
  expect(await entry!.evaluate((one) => getComputedStyle(one).boxShadow)).toContain('inset')
  expect(await before!.evaluate((one) => getComputedStyle(one).boxShadow)).toBe('none')
})

describe('the list is narrowed', () => {
  test('by kind, in the address, so that back and a shared link work', async () => {
    const { page, client, context } = await atPage('/dashboard/activity')
    await atRest(page)
    await deposit(client, 5)
    await page.getByText('Play money credited').waitFor()
    await (await allKinds(page)).selectOption('Account opening')
    await expect.poll(() => titles(page)).toEqual(['Account opened'])
    expect(new URL(page.url()).search).toBe('?kind=account-opened')
    const other = await context.newPage()
    await other.goto(page.url())
    await expect.poll(() => titles(other)).toEqual(['Account opened'])
    expect(await (await allKinds(other)).inputValue()).toBe('account-opened')
    await page.goBack()
    await expect.poll(() => titles(page)).toEqual(['Play money credited', 'Account opened'])
    await correct(client, 4, 'booked twice')
    for (const [filter, found] of [
      ['In', ['Play money credited']],
      ['Staff', ['Account corrected by staff']],
      ['Profit', []],
      ['All', ['Account corrected by staff', 'Play money credited', 'Account opened']],
    ] as const) {
      const button = page
        .getByRole('list', { name: 'Show only' })
        .getByRole('button', { name: filter, exact: true })
      await button.click()
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
      await expect.poll(() => titles(page)).toEqual(found)
    }
    await (await allKinds(page)).selectOption('Withdrawals paid')
    await page.getByText('Nothing here matches what you chose.').waitFor()
    await page.getByRole('link', { name: 'Show everything' }).click()
    await expect.poll(() => titles(page)).toHaveLength(3)
  })

  test.each(firstOf(['Pacific/Auckland', 'America/Los_Angeles']))(
    'by days as they are in %s, the last one as a whole',
    async (timezone) => {
      const { page, context } = await open('/dashboard/activity', 3, { timezone })
      await rows(page).first().waitFor()
      const today = await page.evaluate(() => {
        const at = new Date(document.querySelector('article time')!.getAttribute('datetime')!)
        return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
          .map((part) => String(part).padStart(2, '0'))
          .join('-')
      })
      const asked: string[] = []
      context.on('request', (request) =>
        asked.push(decodeURIComponent(new URL(request.url()).search)),
      )
      await allKinds(page)
      await page.getByLabel('From', { exact: true }).fill(today)
      await page.getByLabel('To', { exact: true }).fill(today)
      await expect.poll(() => new URL(page.url()).search).toBe(`?from=${today}&to=${today}`)
      await expect.poll(() => rows(page).count()).toBe(4)
      const midnights = await page.evaluate(
        (day) =>
          [0, 1].map((later) => {
            const [year, month, date] = day.split('-').map(Number)
            return new Date(year!, month! - 1, date! + later).toISOString()
          }),
        today,
      )
      await expect
        .poll(() =>
          asked.some(
            (query) =>
              query.includes(`from=${midnights[0]}`) && query.includes(`to=${midnights[1]}`),
          ),
        )
        .toBe(true)
      const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000)
        .toISOString()
        .slice(0, 10)
      await page.getByLabel('From', { exact: true }).fill('')
      await page.getByLabel('To', { exact: true }).fill(yesterday)
      await page.getByText('Nothing here matches what you chose.').waitFor()
      await page.goBack()
      await expect.poll(() => page.getByLabel('To', { exact: true }).inputValue()).toBe(today)
    },
  )

  test(
    'by a day that is typed, and not by the years that it passes through',
    { tags: [thorough] },
    async () => {
      const { page } = await open('/dashboard/activity', 3)
      await rows(page).first().waitFor()
      const addresses = new Set<string>()
      page.on('framenavigated', () => addresses.add(new URL(page.url()).search))
      await page.getByLabel('From', { exact: true }).focus()
      await page.keyboard.type('01052027', { delay: 20 })
      await expect.poll(() => new URL(page.url()).search).toBe('?from=2027-01-05')
      expect([...addresses]).toEqual(['?from=2027-01-05'])
    },
  )
})

/** The head of the month in which a row stands, if it begins there, as people read it. */
const monthHead = async (page: Page, place: number) =>
  (await row(page, place).locator('h2 + ul').innerText()).replace(/\s+/g, ' ')

describe.each(extent([375], [1280]))('at %i px', (width) => {
  test('a search finds words and amounts, in the address, and months say what of them matches', async () => {
    const { page, client } = await atPage('/dashboard/activity', { width })
    await atRest(page)
    await deposit(client, 1250)
    await deposit(client, 5)
    await correct(client, 1200, 'booked twice by the bank')
    await row(page, 1).getByText('booked twice by the bank').waitFor()
    await expect
      .poll(() => monthHead(page, 1))
      .toBe('4 entries Opening $0.00 Money in $1,255.00 Money out $55.00 Closing $1,200.00')
    await allKinds(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.focus()
    await page.keyboard.type('1,250')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(await row(page, 1).innerText()).toContain('1,250.00')
    await expect.poll(() => new URL(page.url()).search).toBe('?search=1%2C250')
    await expect
      .poll(() => monthHead(page, 1))
      .toBe('1 matching entry Money in $1,250.00 Balance +$1,250.00')
    await search.fill('twice BANK')
    await expect.poll(() => titles(page)).toEqual(['Account corrected by staff'])
    await (await allKinds(page)).selectOption('All money in')
    await page.getByText('Nothing here matches what you chose.').waitFor()
    await page.getByRole('link', { name: 'Show everything' }).click()
    await expect.poll(() => rows(page).count()).toBe(4)
    expect(await search.inputValue()).toBe('')
  })

  test('an entry leads to the investment or the request that it is about, by mouse and by keyboard', async () => {
    const { page, client } = await atPage('/dashboard/profile', { width })
    await deposit(client, 500)
    const { plans } = await client.ok('GET', '/plans')
    const { id: planId, termsVersion, riskVersion } = plans[0]
    await client.ok('POST', '/investments', {
      planId,
      amount: 100,
      acceptedTermsVersion: termsVersion,
      acceptedRiskVersion: riskVersion,
    })
    await client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 20,
      bankName: 'Blue wallet',
      bankNumber: 'any wallet',
    })
    await page.goto(`${server.url}/dashboard/activity`)
    await page.getByRole('link', { name: 'Investment opened: Starter Growth' }).click()
    await page.getByRole('heading', { name: /^Starter Growth, opened / }).waitFor()
    expect(await page.getByRole('main').innerText()).toMatch(
      /\$100\.00[^]+Paid at maturity\s+110\.00/,
    )
    expect(await inaccessible(page)).toEqual([])
    await page.goBack()
    await atRest(page)
    const request = page.getByRole('link', { name: 'Withdrawal requested' })
    await request.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Your request of / }).waitFor()
    await page.goto(`${server.url}/dashboard/investments/${client.user.id}`)
    await page.getByText('You have no investment at this address.').waitFor()
  })
})

test('the sums of a month are of all of it, however little of it was read', async () => {
  const { page } = await open('/dashboard/activity', 300)
  await rows(page).first().waitFor()
  await expect.poll(() => monthHead(page, 1)).toBe('301 entries')
  expect(await row(page, 1).getAttribute('aria-setsize')).toBe('-1')
})

test('sums that could not be loaded are said to be, and the entries stay', async () => {
  const { page } = await open('/dashboard/profile', 3)
  await page.route('**/activity/sums?*', (route) => route.abort())
  await page.goto(`${server.url}/dashboard/activity`)
  await page.getByText('The totals could not be loaded.').waitFor()
  await expect.poll(() => rows(page).count()).toBe(4)
})

describe('files to keep', () => {
  test('the list of now as CSV', { tags: [thorough] }, async () => {
    const { page, client } = await atPage('/dashboard/activity')
    await deposit(client, 5)
    await (await allKinds(page)).selectOption('Deposits')
    await expect.poll(() => titles(page)).toEqual(['Play money credited'])
    const { name, bytes } = await downloaded(
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    )
    const lines = bytes.toString('utf8').trim().split('\r\n')
    expect([name, lines.length, lines[1]!.split(',')[1]]).toEqual([
      'activity.csv',
      2,
      'Play money credited',
    ])
  })

  test('the statement of a month as PDF', async () => {
    const { page, client } = await atPage('/dashboard/activity')
    await deposit(client, 5)
    await page.getByText('Monthly statements as PDF').click()
    const month = new Date().toISOString().slice(0, 7)
    const link = page.getByRole('link', { name: /, so far$/ })
    const { name, bytes } = await downloaded(page.waitForEvent('download'), link.click())
    expect(name).toBe(`statement-${month}.pdf`)
    expect(readPdf(bytes).pages.join('\n')).toMatch(/Closing balance\n\$5\.00/)
  })

  test(
    'there is a statement for each month since the account was opened, and for none before',
    { tags: [thorough] },
    async () => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`${server.url}/login`)
      await page.getByRole('button', { name: /^Investor/ }).click()
      await page.waitForURL('**/dashboard')
      await page.goto(`${server.url}/dashboard/activity`)
      await page.getByText('Monthly statements as PDF').click()
      const paths = await page
        .locator('details a')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
      expect(paths.length).toBeGreaterThan(2)
      const statuses = await Promise.all(
        paths.map(async (path) => (await context.request.get(server.url + path)).status()),
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
      const [year, month] = /(\d{4})-(\d\d)\.pdf$/.exec(paths.at(-1)!)!.slice(1).map(Number) as [
        number,
        number,
      ]
      const before = new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7)
      expect(
        (
          await context.request.get(`${server.url}/invest/api/v1/statements/${before}.pdf`)
        ).status(),
      ).toBe(404)
    },
  )
})

describe.each(walks)('at $width px, $colorScheme, by $hand', ({ hand, ...look }) => {
  const isInOrder = async (page: Page) => {
    await drawn(page)
    expect(await inaccessible(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      look.width,
    )
  }

  test('each of the eight filters shows what is of its kind, and the month adds up', async () => {
    const { page } = await atPage('/dashboard/activity', {
      ...look,
      touch: hand === 'touch',
      async prepare(client) {
        await deposit(client, 500)
        await correct(client, 490, 'booked twice')
      },
    })
    const filters = page.getByRole('list', { name: 'Show only' }).getByRole('button')
    await filters.first().waitFor()
    expect(await filters.allInnerTexts()).toEqual([
      'All',
      'In',
      'Out',
      'Invested',
      'Profit',
      'Referral',
      'Security',
      'Staff',
    ])
    const shown: Record<string, string[]> = {
      In: ['Play money credited'],
      Out: [],
      Invested: [],
      Profit: [],
      Referral: [],
      Security: [],
      Staff: ['Account corrected by staff'],
      All: ['Account corrected by staff', 'Play money credited', 'Account opened'],
    }
    for (const [filter, found] of Object.entries(shown)) {
      const one = page
        .getByRole('list', { name: 'Show only' })
        .getByRole('button', { name: filter, exact: true })
      await press(one, hand)
      await expect.poll(() => one.getAttribute('aria-pressed')).toBe('true')
      await expect.poll(() => titles(page)).toEqual(found)
    }
    await isInOrder(page)
    // What the month opened with, what came and what left it make what it closed with.
    const month = page.getByRole('heading', { level: 2 }).last().locator('xpath=..')
    await expect
      .poll(async () => (await month.locator('li').allInnerTexts()).slice(1))
      .toEqual(['Opening $0.00', 'Money in $500.00', 'Money out $10.00', 'Closing $490.00'])
  })

  test('the statement of a year is there as PDF and as CSV, and says that it is no tax advice', async () => {
    const { page } = await atPage('/dashboard/activity', {
      ...look,
      touch: hand === 'touch',
      prepare: (client) => deposit(client, 500),
    })
    const years = page
      .locator('details')
      .filter({ hasText: 'Yearly statements for your tax return' })
    await press(years.locator('summary'), hand)
    await years.getByText('no tax advice').waitFor()
    await isInOrder(page)
    const take = (kind: 'PDF' | 'CSV') =>
      downloaded(
        page.waitForEvent('download'),
        press(years.getByRole('link', { name: new RegExp(`so far as ${kind}$`) }), hand),
      )
    const year = new Date().getUTCFullYear()
    const pdf = await take('PDF')
    expect(pdf.name).toBe(`statement-${year}.pdf`)
    expect(readPdf(pdf.bytes).pages.join('\n')).toMatch(/Closing balance\n\$500\.00/)
    const csv = await take('CSV')
    expect([csv.name, csv.bytes.toString('utf8')]).toEqual([
      `statement-${year}.csv`,
      expect.stringContaining('500.00'),
    ])
  })
})

describe('an error', () => {
  test('is shown with its status, and Retry works', { tags: [thorough] }, async () => {
    const { page } = await open('/dashboard/profile', 3)
    await page.route('**/invest/api/v1/activity?*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: '{"code":"busy","message":"Too much is going on"}',
      }),
    )
    await page.goto(`${server.url}/dashboard/activity`)
    await page.getByText('Error loading activity: Too much is going on').waitFor()
    await page.getByText('Status: 503').waitFor()
    await letThrough(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => rows(page).count()).toBe(4)
  })

  test(
    'further down keeps what was read, asks no more by itself, and Retry goes on',
    { tags: [thorough] },
    async () => {
      const { page } = await open('/dashboard/profile', 300)
      let refused = 0
      await page.route('**/activity?*cursor=*', (route) => {
        refused += 1
        return route.abort()
      })
      await page.goto(`${server.url}/dashboard/activity`)
      await rows(page).first().waitFor()
      await page.mouse.move(700, 500)
      await scrollTo(page, 50)
      await page.getByText(/Error loading activity: The server could not be reached/).waitFor()
      await drawn(page)
      expect(refused).toBe(1)
      await letThrough(page)
      await page.getByRole('button', { name: 'Retry' }).click()
      await scrollTo(page, 301)
    },
  )
})

describe.each(schemes)('in the %s scheme', (colorScheme) => {
  test.each(flowWidths)(
    'at %i px everybody can use it, and nothing scrolls sideways',
    { tags: [thorough] },
    async (width) => {
      const { page } = await open('/dashboard/activity', 30, { width, colorScheme })
      await rows(page).first().waitFor()
      await page.getByText('Monthly statements as PDF').click()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await inaccessible(page)).toEqual([])
    },
  )
})
