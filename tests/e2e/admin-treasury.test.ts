/** The treasury in a browser: what it tells, what administrators do there and auditors don't, at both widths, by mouse and by keyboard. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { TreasuryBooks } from '../../src/contract/treasury.ts'
import { formatUsd } from '../../src/lib/money.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { logIn, logInAsAdmin } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  letThrough,
  press,
  staffLooks,
  staffWalks,
  windowOf,
  type Looks,
  type SampleUser,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
const admin = await logInAsAdmin(server.url)
afterAll(stopServers)

async function atTreasury(who: SampleUser, looks: Looks = {}): Promise<Page> {
  const page = await windowOf(browser, server.url, '/admin/treasury', { ...looks, who })
  await page.getByRole('heading', { name: 'Trial balance' }).waitFor()
  await page.getByRole('table', { name: 'The firm’s own movements' }).waitFor()
  return page
}

const shownDay = (date: string) =>
  new Date(date).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
const books = async (): Promise<TreasuryBooks> => (await admin.ok('GET', '/treasury')).treasury
const cents = (dollars: number) => BigInt(Math.round(dollars * 100))
const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const amountOf = (place: Locator, label: string) =>
  place
    .locator('dl > div', { has: place.page().locator('dt', { hasText: label }) })
    .locator('dd')
    .innerText()

const withDifference = {
  startedAt: '2026-01-31T03:00:00.000Z',
  endedAt: '2026-01-31T03:00:05.000Z',
  commands: 1,
  rows: 52,
  differences: ['owners: somebody: role is "admin", and must be "user"'],
}
const replays = {
  whole: {
    startedAt: '2026-01-30T03:00:00.000Z',
    endedAt: '2026-01-30T03:01:00.000Z',
    commands: 1000,
    rows: 52,
    differences: [],
  },
  new: withDifference,
  different: withDifference,
}

describe('the treasury', () => {
  test('shows what the books say, to the cent', async () => {
    const page = await atTreasury('Auditor')
    await page.getByText('You are signed in as an auditor').waitFor()
    const { owed, owedToInvestors, pools, cover, sums, maturities } = await books()
    const plain = (dollars: number) => formatUsd(cents(dollars)).replace('$', '')
    const shown = section(page, 'Owed to investors')
    expect(await amountOf(shown, 'Balances')).toBe(plain(owed.cash))
    expect(await amountOf(shown, 'Held for pending requests')).toBe(plain(owed.pending))
    expect(await amountOf(shown, 'Approved, not yet paid out')).toBe(plain(owed.approved))
    expect(await amountOf(shown, 'Owed to investors')).toBe(plain(owedToInvestors))
    expect(await page.getByRole('list', { name: 'Capital and pools' }).innerText()).toContain(
      formatUsd(cents(pools.returns)),
    )
    expect(await page.getByRole('list', { name: 'Plan cover' }).getByRole('listitem').count()).toBe(
      cover.length,
    )
    const last = page.getByRole('table', { name: 'Trial balance' }).getByRole('row').last()
    expect((await last.innerText()).replaceAll(/\s+/g, ' ')).toBe(
      `Total ${formatUsd(cents(sums[0]!.debits))} ${formatUsd(cents(sums[0]!.credits))} $0.00`,
    )
    await page.getByText('come to zero').waitFor()
    const drawn = await page.getByRole('img', { name: /within 60 days/ }).getAttribute('aria-label')
    expect(drawn).toMatch(
      new RegExp(
        `^${maturities.days.reduce((sum, { investments }) => sum + investments, 0)} investments? falls? due`,
      ),
    )
  })

  test(
    'lists the maturities as a table too, whose rows are the days of the picture',
    { tags: [thorough] },
    async () => {
      const page = await atTreasury('Auditor')
      const { days } = (await books()).maturities
      await section(page, 'Maturities of the next 60 days').getByText('As a table').click()
      const rows = page
        .getByRole('table', { name: 'Maturities of the next 60 days' })
        .getByRole('row')
      await rows.first().waitFor()
      expect(await rows.count()).toBe(days.length + 1)
      expect(await rows.nth(1).innerText()).toContain(formatUsd(cents(days[0]!.principal)))
    },
  )

  test('says that the journal was not decided again yet, and later what was found', async () => {
    const page = await atTreasury('Auditor')
    const found = section(page, 'Replay of the journal')
    await found.getByText('has not been replayed yet').waitFor()
    await page.route('**/v1/treasury', async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      body.data.replays = replays
      await route.fulfill({ response: reply, json: body })
    })
    await page.reload()
    await found
      .getByText(
        /^The whole journal, .*: 1,000 commands decided again, 52 rows compared, no difference\.$/,
      )
      .waitFor()
    const problem = found.getByRole('alert')
    expect(await problem.innerText()).toMatch(/^New commands, .*: 1 command decided again/)
    expect(await problem.getByRole('listitem').allInnerTexts()).toEqual(replays.new.differences)
    expect(await found.getByText('The last replay with a difference').count()).toBe(0)
  })

  test('shows auditors nothing that changes something', { tags: [thorough] }, async () => {
    const page = await atTreasury('Auditor')
    for (const title of ['Fund a pool', 'Pay in capital', 'Demonstration clock'])
      expect(await page.getByRole('heading', { name: title }).count()).toBe(0)
  })
})

test.each(staffLooks)(
  'at $width px, $colorScheme, the clock shows the day before and after, and what falls due by then, before it moves',
  async (look) => {
    const page = await atTreasury('Admin', look)
    const { from, days } = (await books()).maturities
    await page.getByRole('textbox', { name: 'Days' }).fill('30')
    await page.getByRole('button', { name: 'Move the clock' }).click()
    const asked = page.getByRole('dialog')
    const to = new Date(Date.parse(from) + 30 * 86_400_000).toISOString().slice(0, 10)
    const due = days.filter(({ date }) => date <= to)
    expect(await amountOf(asked, 'Business day')).toBe(`${shownDay(from)} → ${shownDay(to)}`)
    expect(await amountOf(asked, 'Investments due')).toBe(
      String(due.reduce((sum, { investments }) => sum + investments, 0)),
    )
    expect(await inaccessible(page)).toEqual([])
    expect(await wide(page)).toBeLessThanOrEqual(0)
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await asked.waitFor({ state: 'detached' })
    expect((await books()).maturities.from).toBe(from)
  },
)

describe.each(staffWalks)('at $width px, $colorScheme, by $hand', ({ hand, ...look }) => {
  test('capital is paid in and put aside, each shown before and after, and stands in the history with its reference', async () => {
    const page = await atTreasury('Admin', look)
    const before = await books()
    const reference = `wire ${look.width} ${look.colorScheme} ${hand}`
    const isInOrder = async () => {
      expect(await inaccessible(page)).toEqual([])
      expect(await wide(page)).toBeLessThanOrEqual(0)
    }
    await page.getByLabel('Amount paid in').fill('1234.56')
    await page.getByLabel('Bank reference').fill(reference)
    await press(page.getByRole('button', { name: 'Book the capital' }), hand)
    const asked = page.getByRole('dialog')
    const from = (dollars: number, by: bigint) =>
      `${formatUsd(cents(dollars))} → ${formatUsd(cents(dollars) + by)}`
    expect(await amountOf(asked, 'Capital')).toBe(from(before.capital, 1_234_56n))
    await asked.getByText('There is no way back').waitFor()
    await isInOrder()
    await press(asked.getByRole('button', { name: 'Book $1,234.56' }), hand)
    await page.getByText('The capital was booked.').waitFor()
    await page.getByLabel('Pool', { exact: true }).selectOption('referral')
    await page.getByLabel('Amount from capital').fill('34.56')
    await press(page.getByRole('button', { name: 'Fund the pool' }), hand)
    await expect
      .poll(() => amountOf(asked, 'Capital'))
      .toBe(
        `${formatUsd(cents(before.capital) + 1_234_56n)} → ${formatUsd(cents(before.capital) + 1_200_00n)}`,
      )
    await expect
      .poll(() => amountOf(asked, 'Referral pool'))
      .toBe(from(before.pools.referral, 34_56n))
    await isInOrder()
    await press(asked.getByRole('button', { name: 'Move $34.56 to the pool' }), hand)
    await page.getByText('The pool was funded from capital.').waitFor()
    const movements = page.getByRole('table', { name: 'The firm’s own movements' })
    await movements.getByText(reference).waitFor()
    await movements.getByText('Amount: $34.56 · Pool: referral').first().waitFor()
    const pools = page.getByRole('list', { name: 'Capital and pools' })
    await pools.getByText(formatUsd(cents(before.pools.referral) + 34_56n)).waitFor()
    const after = await books()
    expect(cents(after.capital) - cents(before.capital)).toBe(1_200_00n)
  })

  test(
    'everybody can use it, and nothing is wider than the window',
    { tags: [thorough] },
    async () => {
      const page = await atTreasury('Admin', look)
      await section(page, 'Maturities of the next 60 days').getByText('As a table').click()
      expect(await inaccessible(page)).toEqual([])
      expect(await wide(page)).toBeLessThanOrEqual(0)
    },
  )
})

test('at 320 px nothing is cut off', { tags: [thorough] }, async () => {
  const page = await atTreasury('Admin', { width: 320 })
  expect(await wide(page)).toBeLessThanOrEqual(0)
})

test('says what went wrong and asks again', { tags: [thorough] }, async () => {
  const page = await atTreasury('Auditor')
  await page.route('**/treasury', (route) => route.abort())
  await page.goto(`${server.url}/admin`)
  await page.getByRole('link', { name: 'Treasury' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'Error loading the treasury' })
  await problem.waitFor()
  await letThrough(page, '**/treasury')
  await problem.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { name: 'Trial balance' }).waitFor()
})

describe('J12: above the limit of one, the firm’s own money', async () => {
  const database = await createTestDatabase()
  const strict = await startServer({
    databaseUrl: database.url,
    env: { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '100' },
  })
  async function atSecond(): Promise<Page> {
    const as = await logIn(strict.url, 'second-admin@glasshouse.example', 'glasshouse-second')
    return windowOf(browser, strict.url, '/admin/treasury', { as })
  }

  test('waits for somebody else, and the page leads to where they agree or refuse', async () => {
    const adam = await windowOf(browser, strict.url, '/admin/treasury', { who: 'Admin' })
    const bea = await atSecond()
    const before: TreasuryBooks = (await (await logInAsAdmin(strict.url)).ok('GET', '/treasury'))
      .treasury
    await adam.getByLabel('Amount paid in').fill('150')
    await adam.getByLabel('Bank reference').fill('Wire 150')
    await adam.getByRole('button', { name: 'Book the capital' }).click()
    await adam.getByRole('dialog').getByRole('button', { name: 'Book $150.00' }).click()
    await adam.getByText('A second, different person must agree.').waitFor()
    await adam.getByText('1 proposal about the firm’s own money waits').waitFor()
    expect(await inaccessible(adam)).toEqual([])
    await bea.reload()
    await bea.getByRole('link', { name: 'See what waits' }).click()
    const waiting = (page: Page) => page.getByRole('table', { name: 'For you to decide' })
    await waiting(bea).getByText('Capital of $150.00').waitFor()
    await waiting(bea).getByText('Wire 150').waitFor()
    await waiting(bea).getByRole('button', { name: 'Agree' }).click()
    const asked = bea.getByRole('dialog')
    await asked.getByText('There is no way back').waitFor()
    await asked.getByText('Wire 150').waitFor()
    expect(await inaccessible(bea)).toEqual([])
    await asked.getByRole('button', { name: 'Agree' }).click()
    await bea.getByText('Agreed, and done.').waitFor()
    await bea.goto(`${strict.url}/admin/treasury`)
    const pools = bea.getByRole('list', { name: 'Capital and pools' })
    await pools.getByText(formatUsd(cents(before.capital) + 150_00n)).waitFor()
    expect(await bea.getByText('about the firm’s own money').count()).toBe(0)

    for (const amount of ['101', '102']) {
      await bea.getByLabel('Amount from capital').fill(amount)
      await bea.getByRole('button', { name: 'Fund the pool' }).click()
      await bea
        .getByRole('dialog')
        .getByRole('button', { name: `Move $${amount}.00 to the pool` })
        .click()
      await bea.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await bea.getByText('2 proposals about the firm’s own money wait').waitFor()
    await adam.goto(`${strict.url}/admin/waiting`)
    const row = waiting(adam).getByRole('row', { name: 'From capital to the returns pool' }).first()
    await waiting(adam).getByText('$101.00').waitFor()
    await row.getByRole('button', { name: 'Refuse' }).click()
    const refusing = adam.getByRole('dialog')
    await refusing.getByLabel('Reason').fill('Not this month')
    await refusing.getByRole('button', { name: 'Refuse' }).click()
    await adam.getByText('Proposal refused. Nothing was changed.').waitFor()
    await waiting(adam).getByText('$101.00').waitFor({ state: 'detached' })
    await waiting(adam).getByText('$102.00').waitFor()
  })
})
