/** A user's page as a case file: what waits, who froze it, what was noted, and the way there and back; by mouse and keyboard. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { startServer, stopServers } from '../support/server.ts'
import {
  allKinds,
  type Looks,
  press,
  type SampleUser,
  staffWays,
  windowOf,
} from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url, env: { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000' } }),
  openBrowser(),
])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server.url, path, { timezone: 'UTC', ...looks })

async function somebody(): Promise<Client> {
  const client = await signUp(server.url, { fullName: `Una ${randomUUID().slice(0, 8)}` })
  await client.ok('POST', '/demo/deposits', { amount: 5_000, asset: 'BTC' })
  return client
}

async function ask(client: Client, amount: number): Promise<string> {
  const { withdrawal } = await client.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount,
    bankName: 'Home',
    bankNumber: `home-${client.user.accountId}`,
  })
  return withdrawal._id
}

const pageOf = async ({ user }: Client, looks: Looks & { who?: SampleUser } = {}, after = '') => {
  const page = await at(`/admin/users/${user.id}${after}`, looks)
  await page.getByRole('heading', { level: 1, name: user.fullName }).waitFor()
  return page
}
const waiting = (page: Page) => page.getByRole('table', { name: 'Requests waiting' })
const row = (page: Page, amount: string) =>
  waiting(page).getByRole('row').filter({ hasText: amount })
const button = (part: Locator, name: string) => part.getByRole('button', { name, exact: true })
const sections = (page: Page) => page.getByRole('navigation', { name: 'On this page' })
const isFocused = (thing: Locator) =>
  expect.poll(() => thing.evaluate((element) => element === document.activeElement)).toBe(true)

/** How far a part begins below the bar: nothing of it is covered, and it is near. */
const belowBar = (page: Page, section: string) =>
  page.evaluate((id) => {
    const bar = document.querySelector('h1')!.parentElement!.parentElement!.getBoundingClientRect()
    return Math.round(document.getElementById(id)!.getBoundingClientRect().top - bar.bottom)
  }, section)
const isInPlace = (page: Page, section: string) =>
  expect
    .poll(async () => {
      const gap = await belowBar(page, section)
      const atEnd = await page.evaluate(
        () => Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight,
      )
      return gap >= 0 && (gap <= 60 || atEnd)
    })
    .toBe(true)

describe.each(staffWays)('what waits, at $width px by $hand', ({ width, hand }) => {
  test('is decided here with the questions of the queue, and the focus comes back', async () => {
    const client = await somebody()
    for (const amount of [40, 50, 60]) await ask(client, amount)
    await second.ok('POST', `/withdrawals/${await ask(client, 70)}/approval`)
    const page = await pageOf(client, { width })
    await expect.poll(() => waiting(page).locator('tbody tr').count()).toBe(4)
    await press(button(row(page, '$40.00'), 'Approve'), hand)
    const question = page.getByRole('dialog', { name: 'Approve this request?' })
    await question.getByText('Approve $40.00 to').waitFor()
    expect(await button(question, 'Approve').isDisabled()).toBe(true)
    await question.getByRole('checkbox', { name: 'I have looked at this' }).check()
    await press(button(question, 'Approve'), hand)
    await button(row(page, '$40.00'), 'Returned').waitFor()
    await press(button(row(page, '$50.00'), 'Reject'), hand)
    const rejecting = page.getByRole('dialog', { name: 'Reject this request?' })
    await rejecting.getByLabel('Reason, shown to the user').fill('Please ask again')
    await page.keyboard.press('Enter')
    await row(page, '$50.00').waitFor({ state: 'detached' })
    await press(button(row(page, '$70.00'), 'Record payout'), hand)
    const paying = page.getByRole('dialog', { name: 'Record the payout?' })
    await paying.locator('code').waitFor()
    await page.keyboard.press('Escape')
    await isFocused(button(row(page, '$70.00'), 'Record payout'))
    expect((await client.withdrawals()).map(({ amount, status }) => [amount, status])).toEqual([
      [70, 'approved'],
      [60, 'pending'],
      [50, 'rejected'],
      [40, 'approved'],
    ])
  })

  test('opens with its flags and its past, and is decided from there too', async () => {
    const client = await somebody()
    await ask(client, 45)
    const page = await pageOf(client, { width })
    await press(button(row(page, '$45.00'), 'View Details'), hand)
    const details = page.getByRole('dialog', { name: 'Withdrawal details' })
    await details.getByText('Nothing has ever been paid out of this account before.').waitFor()
    await press(button(details, 'Reject'), hand)
    await page.getByLabel('Reason, shown to the user').fill('Not now')
    await page.keyboard.press('Enter')
    await page.getByText('No request is waiting for a decision or its payout.').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})

test('whose first approval was given says who waits for whom, and an auditor only reads', async () => {
  const client = await somebody()
  await admin.ok('POST', `/withdrawals/${await ask(client, 1_500)}/approval`)
  const page = await pageOf(client)
  expect(await button(row(page, '$1,500.00'), 'Needs another approver').isDisabled()).toBe(true)
  const reading = await pageOf(client, { who: 'Auditor' })
  await expect
    .poll(() => row(reading, '$1,500.00').getByRole('button').allInnerTexts())
    .toEqual(['View Details'])
})

describe('a frozen account says who froze it, when and why:', () => {
  const banner = (page: Page) => page.getByText(/^Frozen by/)

  test('staff by name', async () => {
    const client = await somebody()
    await second.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'A call is awaited' })
    const page = await pageOf(client, { who: 'Auditor' })
    await page.getByText('This account is frozen: money can come in').waitFor()
    expect(await banner(page).innerText()).toMatch(
      new RegExp(`^Frozen by ${second.user.fullName}, \\w{3} .*: “A call is awaited”$`),
    )
  })

  test('the person themself', async () => {
    const client = await somebody()
    await client.ok('POST', '/me/freeze', { reason: 'My phone is gone' })
    const page = await pageOf(client)
    expect(await banner(page).innerText()).toMatch(/^Frozen by the user, .*: “My phone is gone”$/)
    await button(page.getByRole('group', { name: 'Actions' }), 'Unfreeze').click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .fill('Called')
    await page.keyboard.press('Enter')
    await banner(page).waitFor({ state: 'detached' })
  })

  test('the link of a mail', async () => {
    const client = await somebody()
    await ask(client, 20)
    const outbox = await at('/outbox')
    await outbox.goto(server.outboxUrl)
    // Older mails are folded.
    const link = await outbox
      .getByRole('article')
      .filter({ hasText: client.user.email })
      .getByRole('link', { name: 'Freeze my account', includeHidden: true })
      .first()
      .getAttribute('href')
    await outbox.goto(link!)
    await outbox.getByRole('button', { name: 'Freeze my account' }).click()
    await outbox.getByText('Your account is frozen: no money leaves it.').waitFor()
    const page = await pageOf(client)
    expect(await banner(page).innerText()).toMatch(
      /^Frozen by the user, .*: “With the link in our email”$/,
    )
  })
})

test('the latest note stands above everything that can be decided, and leads to the others', async () => {
  const client = await somebody()
  for (const text of ['Called about the address', 'Called back:\nall is well'])
    await admin.ok('POST', `/users/${client.user.id}/notes`, { text })
  const page = await pageOf(client)
  const latest = page
    .locator('div')
    .filter({ has: page.getByText(/^Latest note, by/) })
    .last()
  expect((await latest.innerText()).replace(/\s+/g, ' ')).toMatch(
    /^Called back: all is well Latest note, by Admin, \w{3} .*\. All notes$/,
  )
  await latest.getByRole('link', { name: 'All notes' }).click()
  await isInPlace(page, 'notes')
  await page.locator('#notes').getByText('Called about the address').waitFor()
})

describe.each(staffWays)('the parts of the page, at $width px by $hand', ({ width, hand }) => {
  test('have addresses that survive a reload and the way back', async () => {
    const client = await somebody()
    await ask(client, 30)
    const page = await pageOf(client, { width })
    for (const [words, section] of [
      ['Withdrawals', 'withdrawals'],
      ['Balances', 'balances'],
      ['Sessions', 'sessions'],
    ] as const) {
      await press(sections(page).getByRole('link', { name: words, exact: true }), hand)
      await expect.poll(() => new URL(page.url()).hash).toBe(`#${section}`)
      await isInPlace(page, section)
      // The keyboard goes on from there.
      await isFocused(page.locator(`#${section}`))
    }
    await page.reload()
    await page.getByRole('heading', { level: 1, name: client.user.fullName }).waitFor()
    await isInPlace(page, 'sessions')
    await page.goBack()
    await expect.poll(() => new URL(page.url()).hash).toBe('#balances')
    await isInPlace(page, 'balances')
  })

  test('are shown by a link from outside, while what stands above is still on its way', async () => {
    const client = await somebody()
    await ask(client, 30)
    const page = await pageOf(client, { width }, '#activity')
    await isInPlace(page, 'activity')
    expect(await inaccessible(page)).toEqual([])
  })
})

test.each(extent([375], [1280]))(
  'nothing that has the focus stands behind what sticks to the edges, at %i px',
  async (width) => {
    const client = await somebody()
    await ask(client, 30)
    const page = await pageOf(client, { width })
    await waiting(page).waitFor()
    const hidden: string[] = []
    const seen = new Set<string>()
    for (const key of [...Array<string>(60).fill('Tab'), ...Array<string>(60).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      const { name, covered } = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement
        const { left, top, width: wide, height } = focused.getBoundingClientRect()
        const over = document.elementFromPoint(left + wide / 2, top + Math.min(height / 2, 20))
        return {
          name: (focused.textContent || focused.getAttribute('aria-label') || '').slice(0, 40),
          covered: over !== null && !focused.contains(over) && !over.contains(focused),
        }
      })
      seen.add(name)
      if (covered) hidden.push(name)
    }
    expect(seen.size).toBeGreaterThan(20)
    expect(hidden).toEqual([])
  },
)

describe.each(staffWays)(
  'from a list and back in one press, at $width px by $hand',
  ({ width, hand }) => {
    test('of requests: the same list, the same request, the focus where it was', async () => {
      const client = await somebody()
      for (const amount of [31, 32]) await ask(client, amount)
      const page = await at(`/admin/withdrawals?search=${client.user.email}&work=to-decide`, {
        width,
      })
      if (width < 1200)
        await press(
          button(page.getByRole('row').filter({ hasText: '$32.00' }), 'View Details'),
          hand,
        )
      else
        await press(
          page
            .getByRole('row')
            .filter({ hasText: '$32.00' })
            .getByRole('button', { name: client.user.fullName }),
          hand,
        )
      const away = page.getByRole('link', { name: 'Open the user’s page' })
      await page
        .getByText(/^\$32.00$/)
        .first()
        .waitFor()
      await expect.poll(() => new URL(page.url()).searchParams.get('request')).toMatch(/-/)
      const address = page.url()
      await press(away, hand)
      await page.getByRole('heading', { level: 1, name: client.user.fullName }).waitFor()
      // Whatever is opened meanwhile isn't a press more.
      await press(sections(page).getByRole('link', { name: 'Sessions' }), hand)
      await expect.poll(() => new URL(page.url()).hash).toBe('#sessions')
      await (await allKinds(page)).selectOption('Deposits')
      await expect.poll(() => new URL(page.url()).search).toBe('?kind=deposit')
      await press(page.getByRole('link', { name: 'Back to the withdrawals' }), hand)
      await away.waitFor()
      expect(page.url()).toBe(address)
      // Over the list the dialog takes the focus, as it does when it is opened.
      if (width < 1200) await page.getByRole('dialog').locator(':focus').waitFor()
      else await isFocused(away)
      await page.goForward()
      await page.getByRole('heading', { level: 1, name: client.user.fullName }).waitFor()
    })

    test('of users: narrowed as it was, scrolled as it was, at the same row', async () => {
      const page = await at('/admin?sort=createdAt', { width })
      const links = page.locator('tbody td[data-kind="name"] a')
      await links.nth(22).waitFor()
      const link = links.nth(22)
      await link.scrollIntoViewIfNeeded()
      const name = await link.innerText()
      const place = await page.evaluate(() => scrollY)
      expect(place).toBeGreaterThan(0)
      await press(link, hand)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await press(page.getByRole('link', { name: 'Back to the users' }), hand)
      await isFocused(page.getByRole('link', { name, exact: true }))
      expect(new URL(page.url()).search).toBe('?sort=createdAt')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
    })
  },
)

test('who came by the address is led to the list of users', async () => {
  const client = await somebody()
  const page = await pageOf(client)
  await page.getByRole('link', { name: 'Back to the users' }).click()
  await page.getByRole('heading', { name: 'Users List' }).waitFor()
})

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  test.each(extent([320, 1280], [375]))(
    'everybody can use it at %i px, and nothing scrolls sideways',
    async (width) => {
      const client = await somebody()
      await ask(client, 1_234)
      await admin.ok('POST', `/users/${client.user.id}/notes`, { text: 'Called' })
      await admin.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'A call is awaited' })
      const page = await pageOf(client, { width, colorScheme })
      await waiting(page).waitFor()
      await page.getByText(/^Frozen by/).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await inaccessible(page)).toEqual([])
      if (process.env['SHOTS']) {
        await page.screenshot({ path: `${process.env['SHOTS']}/case-${width}-${colorScheme}.png` })
        await sections(page).getByRole('link', { name: 'Notes' }).click()
        await isInPlace(page, 'notes')
        await page.screenshot({
          path: `${process.env['SHOTS']}/case-notes-${width}-${colorScheme}.png`,
        })
      }
    },
  )
})
