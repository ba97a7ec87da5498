/** The queue as a day's work, in a browser: its lists, the request beside them, and the keys. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { atRest } from '../support/at-rest.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { boxesOf, linesOf } from '../support/dense-rows.ts'
import { startServer, stopServers } from '../support/server.ts'
import { hold, schemes, staffWidths, windowOf, type Looks } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url, env: { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000' } }),
  openBrowser(),
])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

/** Somebody to whose address money has gone before, so that a small request to it doesn’t stand out. */
async function regular(): Promise<{ client: Client; home: string }> {
  const client = await signUp(server.url, { fullName: `Una ${randomUUID().slice(0, 8)}` })
  await client.ok('POST', '/demo/deposits', { amount: 5_000, asset: 'BTC' })
  const home = `home-${client.user.accountId}`
  const id = await request(client, 10, home)
  await second.ok('POST', `/withdrawals/${id}/approval`)
  await admin.ok('POST', `/withdrawals/${id}/payout`, { reference: id })
  return { client, home }
}

async function request(client: Client, amount: number, to: string): Promise<string> {
  return (
    await client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount,
      bankName: 'Mine',
      bankNumber: to,
    })
  ).withdrawal._id
}

const at = (client: Client, work: string, looks: Looks = {}) =>
  windowOf(
    browser,
    server.url,
    `/admin/withdrawals?search=${encodeURIComponent(client.user.email)}${work && `&work=${work}`}`,
    { timezone: 'UTC', ...looks },
  )
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const panel = (page: Page) => page.getByRole('region', { name: 'Withdrawal details' })
/** The request beside the list is the one of this amount. */
const shows = (page: Page, amount: string) =>
  panel(page)
    .locator('dl > div')
    .filter({ has: page.getByText('Amount', { exact: true }) })
    .getByText(amount, { exact: true })
    .waitFor()
const hasFocus = (thing: Locator) => expect.poll(() => thing.locator(':focus').count()).toBe(1)
const amounts = (page: Page) => page.locator('tbody td[data-kind="amount"]').allInnerTexts()

describe('the lists', () => {
  test('part what is to be decided, the oldest first, from what another has begun and what is to be paid', async () => {
    const { client, home } = await regular()
    for (const amount of [11, 12]) await request(client, amount, home)
    const begun = await request(client, 1_500, home)
    const owed = await request(client, 13, home)
    await admin.ok('POST', `/withdrawals/${begun}/approval`)
    await second.ok('POST', `/withdrawals/${owed}/approval`)
    const page = await at(client, 'to-decide')
    await expect.poll(() => amounts(page)).toEqual(['$11.00', '$12.00'])
    const lists = page.getByRole('navigation', { name: 'Lists of withdrawals' })
    const open = (name: RegExp) => lists.getByRole('link', { name }).click()
    await open(/^Second approval/)
    await expect.poll(() => amounts(page)).toEqual(['$1,500.00'])
    await rows(page)
      .getByText(/^1 of 2, Admin \d\d:\d\d [AP]M/)
      .waitFor()
    expect(
      await panel(page).getByRole('button', { name: 'Needs another approver' }).isDisabled(),
    ).toBe(true)
    await open(/^To pay out/)
    await expect.poll(() => amounts(page)).toEqual(['$13.00'])
    await panel(page).getByRole('button', { name: 'Record payout' }).waitFor()
    await open(/^All/)
    await expect
      .poll(() => amounts(page))
      .toEqual(['$13.00', '$1,500.00', '$12.00', '$11.00', '$10.00'])
    await page.goBack()
    await expect.poll(() => amounts(page)).toEqual(['$13.00'])
    expect(await inaccessible(page)).toEqual([])
  })

  test('are searched for an address, a reference and an amount', async () => {
    const { client, home } = await regular()
    const id = await request(client, 14.56, home)
    const page = await at(client, '')
    const search = page.getByLabel('Search')
    await search.fill(home)
    await expect.poll(() => amounts(page)).toEqual(['$14.56', '$10.00'])
    const { payoutReference } = (await client.withdrawals()).at(-1)!
    await search.fill(payoutReference!)
    await expect.poll(() => amounts(page)).toEqual(['$10.00'])
    await search.fill('$14.56')
    await expect.poll(() => amounts(page)).toEqual(['$14.56'])
    await search.fill(id)
    await expect.poll(() => amounts(page)).toEqual(['$14.56'])
  })
})

describe.each(schemes)('by keyboard alone, in the %s scheme', (colorScheme) => {
  test('ten requests are decided in at most 30 presses beyond the reasons, and one more for each that stands out', async () => {
    const { client, home } = await regular()
    const flagged = new Set([23, 28])
    const rejected = new Set([25, 30])
    const all = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]
    for (const amount of all)
      await request(client, amount, flagged.has(amount) ? `elsewhere ${amount} ${home}` : home)
    const page = await at(client, 'to-decide', { colorScheme })
    let presses = 0
    const press = async (key: string) => {
      presses += 1
      await page.keyboard.press(key)
    }
    for (const amount of all) {
      await shows(page, `$${amount}.00`)
      await press(rejected.has(amount) ? 'r' : 'a')
      const question = page.getByRole('dialog')
      await hasFocus(question)
      if (rejected.has(amount)) await page.keyboard.type('Please ask again tomorrow')
      if (flagged.has(amount)) await press('Space')
      await press('Enter')
      await question.waitFor({ state: 'hidden' })
    }
    expect(presses).toBeLessThanOrEqual(30 + flagged.size)
    const decided = new Map(
      (await client.withdrawals()).map(({ amount, status }) => [amount, status]),
    )
    for (const amount of all)
      expect(decided.get(amount), `$${amount}`).toBe(rejected.has(amount) ? 'rejected' : 'approved')
  })

  test('a key that is pressed while the next request is still on its way decides on nothing', async () => {
    const { client, home } = await regular()
    for (const amount of [31, 32]) await request(client, amount, home)
    const page = await at(client, 'to-decide', { colorScheme })
    await shows(page, '$31.00')
    const letGo = await hold(page, '**/withdrawals/*-*')
    await page.keyboard.press('j')
    await panel(page).getByText('$31.00', { exact: true }).waitFor({ state: 'detached' })
    await page.keyboard.press('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
    letGo()
    await shows(page, '$32.00')
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByText('Approve $32.00 to').waitFor()
    // Nor does a key reach the page under the question.
    await page.keyboard.press('k')
    expect(await page.getByRole('dialog').getByText('Approve $32.00 to').count()).toBe(1)
    expect(await inaccessible(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('k')
    await shows(page, '$31.00')
    await page.keyboard.press('r')
    await page
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .waitFor()
    expect(await inaccessible(page)).toEqual([])
  })

  test('what is typed into a field is no key, “?” shows what each does, and they can be turned off', async () => {
    const { client, home } = await regular()
    for (const amount of [33, 34]) await request(client, amount, home)
    const page = await at(client, 'to-decide', { colorScheme })
    await shows(page, '$33.00')
    await page.getByLabel('Search').focus()
    await page.keyboard.type('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByLabel('Search').fill(client.user.email)
    await page.getByRole('heading', { name: 'Withdrawal Requests' }).click()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    await help.getByText('Record the payout').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await help.getByRole('checkbox').click()
    await help.getByRole('button', { name: 'Close' }).last().click()
    await help.waitFor({ state: 'hidden' })
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await shows(page, '$33.00')
  })

  test('a payout is recorded, and the next request comes', async () => {
    const { client, home } = await regular()
    for (const amount of [35, 36])
      await second.ok('POST', `/withdrawals/${await request(client, amount, home)}/approval`)
    const page = await at(client, 'to-pay', { colorScheme })
    await shows(page, '$35.00')
    await page.keyboard.press('p')
    await hasFocus(page.getByRole('dialog'))
    await page.keyboard.type(`tx ${randomUUID()}`)
    await page.getByRole('dialog').locator('code').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await page.keyboard.press('Enter')
    await shows(page, '$36.00')
    expect((await client.withdrawals()).find(({ amount }) => amount === 35)?.status).toBe('paid')
  })
})

describe('the request beside the list', () => {
  test.each(schemes)(
    'stays the one that was opened, also when somebody else decides it (%s)',
    async (colorScheme) => {
      const { client, home } = await regular()
      const first = await request(client, 41, home)
      await request(client, 42, home)
      const page = await at(client, 'to-decide', { colorScheme })
      await shows(page, '$41.00')
      expect(await inaccessible(page)).toEqual([])
      await second.ok('POST', `/withdrawals/${first}/rejection`, { reason: 'Not today' })
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await expect.poll(() => amounts(page)).toEqual(['$42.00'])
      await shows(page, '$41.00')
      await rows(page).getByRole('button', { name: client.user.fullName }).click()
      await shows(page, '$42.00')
    },
  )

  test('is a dialog where there is no room for it', async () => {
    const { client, home } = await regular()
    await request(client, 43, home)
    const page = await at(client, 'to-decide', { width: 375 })
    await page.getByRole('button', { name: 'View Details' }).click()
    await page.getByRole('dialog', { name: 'Withdrawal details' }).getByText('$43.00').waitFor()
    expect(await panel(page).count()).toBe(0)
  })
})

describe('its rows', async () => {
  const { client, home } = await regular()
  for (let amount = 101; amount <= 120; amount += 1) await request(client, amount, home)

  test.each([
    [1280, 800, 10, ''],
    [1280, 800, 10, 'to-decide'],
    [1920, 1080, 18, ''],
    [1920, 1080, 18, 'to-decide'],
  ])('are one line each: at %i × %i px, %i of them are wholly visible', async (...how) => {
    const [width, height, least, work] = how
    const page = await at(client, work, { width })
    await page.setViewportSize({ width, height })
    await expect.poll(() => rows(page).count()).toBeGreaterThan(19)
    const found = await boxesOf(rows(page))
    expect(found.filter(({ isWhole }) => isWhole).length).toBeGreaterThanOrEqual(least)
    for (const row of found) expect([row.height >= 36, row.height <= 40]).toEqual([true, true])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('beside the request say by which address, how, when and how long ago each was asked for', async () => {
    const page = await at(client, 'to-decide', { width: 1280 })
    await expect.poll(() => rows(page).count()).toBeGreaterThan(19)
    const row = rows(page).first()
    for (const text of [client.user.email, /^Wallet transfer, \S/, /\d{4}, \d\d:\d\d/])
      await row.getByText(text).waitFor()
  })

  test('stand in a table down to 1024 px, with every column of the specification and a head that stays', async () => {
    const page = await at(client, '', { width: 1024 })
    await expect.poll(() => rows(page).count()).toBeGreaterThan(19)
    for (const head of ['User', 'Email', 'Amount', 'Method', 'Status', 'Date', 'Actions'])
      expect([head, await page.getByRole('columnheader', { name: head }).isVisible()]).toEqual([
        head,
        true,
      ])
    for (const name of ['Approve', 'Reject', 'View Details'])
      expect(await rows(page).first().getByRole('button', { name }).isVisible()).toBe(true)
    const names = await page
      .locator('tbody td[data-kind="name"]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(Math.min(...names)).toBeGreaterThan(80)
    await rows(page).last().scrollIntoViewIfNeeded()
    const head = page.getByRole('columnheader', { name: 'Amount' })
    expect(await head.evaluate((one) => one.getBoundingClientRect().top >= 0)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test.each([768, 890, 1000])('are cards at %i px, with all that a row says', async (width) => {
    const page = await at(client, '', { width })
    await expect.poll(() => rows(page).count()).toBeGreaterThan(19)
    const row = rows(page).first()
    for (const text of [
      client.user.fullName,
      client.user.email,
      'Wallet transfer',
      /\d{4}, \d\d:/,
    ]) {
      const said = row.getByText(text).first()
      // Whole: nothing of it is cut off.
      expect(
        await said.evaluate((one) => one.scrollWidth <= one.clientWidth || one.clientWidth === 0),
      ).toBe(true)
      expect(await said.isVisible()).toBe(true)
    }
    for (const name of ['Approve', 'Reject', 'View Details'])
      expect(await row.getByRole('button', { name }).isVisible()).toBe(true)
    await row.getByRole('button', { name: 'View Details' }).click()
    await page.getByRole('dialog', { name: 'Withdrawal details' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('are cards of three lines on a phone', async () => {
    const page = await at(client, '', { width: 375 })
    await expect.poll(() => rows(page).count()).toBeGreaterThan(19)
    expect(await linesOf(rows(page).first())).toBe(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('stay where they are while the list is read anew, with work in every list', async () => {
    const begun = await request(client, 1_500, home)
    await admin.ok('POST', `/withdrawals/${begun}/approval`)
    const page = await at(client, '', { width: 1280 })
    const tops = () =>
      rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
    await expect.poll(() => rows(page).count()).toBeGreaterThan(19)
    const atRest = await tops()
    const letGo = await hold(page, '**/getAllWithdrawals?**')
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await page.getByRole('button', { name: 'Refreshing...' }).waitFor()
    expect(await tops()).toEqual(atRest)
    letGo()
  })
})

describe('payouts', () => {
  /** Approved by another, and due. */
  async function due(client: Client, amount: number, to: string): Promise<string> {
    const id = await request(client, amount, to)
    await second.ok('POST', `/withdrawals/${id}/approval`)
    return id
  }

  test.each(staffWidths)(
    'at %i px show at once where the money goes, as words and as a code, how much of what, and take the reference',
    async (width) => {
      const { client } = await regular()
      await due(client, 51, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
      const page = await at(client, 'to-pay', { width })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      if (width < 1200)
        await rows(page).first().getByRole('button', { name: 'Record payout' }).click()
      else {
        await shows(page, '$51.00')
        await page.keyboard.press('p')
      }
      const payout = page.getByRole('dialog', { name: 'Record the payout?' })
      await payout.getByRole('img', { name: /as a QR code$/ }).waitFor()
      await payout.getByText('Bitcoin (BTC)').waitFor()
      await payout.getByRole('button', { name: 'Copy address' }).click()
      await payout.getByText('Copied!').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      )
      expect(await inaccessible(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
        true,
      )
    },
  )

  test('I1: of a request that was changed since the list was read say so, and neither where to nor how to pay it', async () => {
    const { client, home } = await regular()
    const id = await due(client, 52, home)
    const page = await at(client, 'to-pay')
    await shows(page, '$52.00')
    // Nothing of it is being read any more.
    await atRest(page)
    await database.owner.query(`begin; set local session_replication_role = replica;
      update withdrawals set wallet_address = 'an address of the thief' where id = '${id}'; commit`)
    await page.keyboard.press('p')
    const payout = page.getByRole('dialog', { name: 'Record the payout?' })
    await payout.getByText('it is not as the last command left it').waitFor()
    expect(await payout.locator('code').count()).toBe(0)
    expect(await payout.getByRole('button', { name: 'Record payout' }).isDisabled()).toBe(true)
  })

  test('go out as a file and come back with references: a line that differs is refused, the others are recorded', async () => {
    const { client, home } = await regular()
    const ids = [
      await due(client, 53, home),
      await due(client, 54, home),
      await due(client, 55, home),
    ]
    const page = await at(client, 'to-pay')
    await page.getByRole('button', { name: 'Pay out in bulk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay out in bulk' })
    await dialog.getByRole('button', { name: /^Export \d+ as CSV$/ }).click()
    // With what other people are due it is above the limit of one.
    await dialog.getByText('It is above the limit of one administrator').waitFor()
    const { exports } = await second.ok('GET', '/bank-exports')
    const [{ id: exported, amount, payments }] = exports
    await second.ok('POST', `/bank-exports/${exported}/release`, { amount, payments })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Pay out in bulk' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download again' }).click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    const [head, ...lines] = file.trimEnd().split('\r\n')
    const mine = ids.map((id) => lines.find((line) => line.startsWith(id))!)
    expect(mine[0]).toBe(`${ids[0]},53.00,${home},,`)
    const references = ids.map(() => `tx ${randomUUID()}`)
    const back = [
      head,
      `${mine[0]}${references[0]}`,
      `${mine[1]!.replace(home, 'elsewhere')}${references[1]}`,
      `${mine[2]!.replace('55.00', '55.01')}${references[2]}`,
    ].join('\r\n')
    await dialog
      .getByLabel('Upload the CSV')
      .setInputFiles({ name: 'payouts.csv', mimeType: 'text/csv', buffer: Buffer.from(back) })
    await dialog.getByText('2 of 3 lines are refused, and will not be recorded').waitFor()
    await dialog.getByText('Line 3: the destination is not the one of the request.').waitFor()
    await dialog.getByText('Line 4: the amount is “55.01”, and $55.00 is due.').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Record 1 payout', exact: true }).click()
    await dialog.getByText('1 of 1 went through.').waitFor()
    const found = new Map((await client.withdrawals()).map((one) => [one._id, one]))
    expect(ids.map((id) => found.get(id)!.status)).toEqual(['paid', 'approved', 'approved'])
    expect(found.get(ids[0]!)!.payoutReference).toBe(references[0])
  })
})
