/** The tab 'Users Management', in a browser: everything that the specification says of it, by mouse and keyboard, on a phone and on a desk. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { firstOf, thorough } from '../support/extent.ts'
import { logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { readCsv } from '../support/csv.ts'
import { createTestDatabase } from '../support/database.ts'
import { boxesOf, linesOf } from '../support/dense-rows.ts'
import { startServer, stopServers } from '../support/server.ts'
import {
  drawn,
  flowWidths,
  letThrough,
  press,
  schemes,
  staffWays,
  staffWidths,
  windowOf,
  type Looks,
  type SampleUser,
} from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server.url, path, looks)

/** Somebody whose name nobody else has. */
const somebody = (fields: { referralCode?: string } = {}) =>
  signUp(server.url, { fullName: `Una ${randomUUID().slice(0, 8)}`, ...fields })
const atRowOf = (client: Client, looks: Looks & { who?: SampleUser } = {}) =>
  at(`/admin?search=${encodeURIComponent(client.user.email)}`, looks)
const rowOf = (page: Page, { user }: Client) =>
  page.getByRole('row', { name: new RegExp(user.email) })
const names = (page: Page) => page.locator('tbody td[data-kind="name"]').allInnerTexts()
const addressOf = (page: Page) => decodeURIComponent(new URL(page.url()).search)
async function cells(row: Locator): Promise<string[]> {
  await row.waitFor()
  return row.getByRole('cell').allInnerTexts()
}

/** People enough for several pages, as the desk would have left them. */
async function crowd(mark: string, count: number): Promise<void> {
  await database.owner.query(
    `create temporary table made as select gen_random_uuid() as id, n from generate_series(1, ${count}) n`,
  )
  await database.owner.query(
    `insert into auth.persons (id, full_name, email) select id, '${mark} ' || lpad(n::text, 4, '0'), '${mark}.' || n || '@people.example' from made`,
  )
  await database.owner
    .query(`insert into owners (id, role, status, account_id, referral_code, created_at, stamped_at)
    select id, 'user', 'active', 'GH-${mark}' || n, '${mark}' || n, now(), now() from made`)
  await database.owner.query('drop table made')
}

/** Holds the replies to these calls until they are let go. */
async function hold(page: Page, calls: string, method: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}

const refuse = (page: Page, calls: string, method: string, status: number, body: string) =>
  page.route(calls, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, contentType: 'application/problem+json', body })
      : route.continue(),
  )

const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-state]').filter({ hasText: text }).first().waitFor()

describe('the tab', () => {
  test('has the headings, tabs and columns of the specification', async () => {
    const page = await at('/admin')
    await page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor()
    await page.getByText('Manage your users and monitor withdrawals').waitFor()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Users Management',
      expect.stringContaining('Withdrawals'),
    ])
    await page.getByRole('heading', { name: 'Users List' }).waitFor()
    await page.getByRole('table', { name: 'Users List' }).waitFor()
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Full Name',
      'Email',
      'Account Balance',
      'Profit',
      'Loss',
      'Referral Code',
      'Referred By',
      'Actions',
    ])
  })

  test(
    'shows money with a dollar sign and two decimals, and “-” where there is no referrer; Credit Referrer only where there is one',
    { tags: [thorough] },
    async () => {
      const referrer = await somebody()
      const friend = await somebody({ referralCode: referrer.user.referralCode })
      await friend.ok('POST', '/demo/deposits', { amount: 1234.5, asset: 'BTC' })
      const page = await atRowOf(friend)
      const { fullName, email, referralCode } = friend.user
      expect(await cells(rowOf(page, friend))).toEqual([
        fullName,
        email,
        '$1,234.50',
        '$0.00',
        '$0.00',
        referralCode,
        referrer.user.fullName,
        expect.stringMatching(/Credit Referrer\s*Edit\s*Delete/),
      ])
      await page.goto(`${server.url}/admin?search=${referrer.user.email}`)
      expect((await cells(rowOf(page, referrer))).slice(5)).toEqual([
        referrer.user.referralCode,
        '-',
        expect.not.stringContaining('Credit'),
      ])
    },
  )

  test('says when nobody is found, and while it waits', { tags: [thorough] }, async () => {
    const page = await at('/admin?search=nobody-at-all')
    await page.getByText('No users found.').waitFor()
    await hold(page, '**/users?**', 'GET')
    await page.goto(`${server.url}/admin`)
    await page.getByText('Loading...').waitFor()
  })

  test.each([
    [
      503,
      '{"code":"busy","message":"Too much is going on"}',
      'Error loading data: Too much is going on',
      'Status: 503',
    ],
    [500, '{}', 'Error loading data: Unknown error', 'Status: 500'],
  ])(
    'says why it could not be loaded, with status %i, and Retry works',
    { tags: [thorough] },
    async (status, body, title, shown) => {
      const page = await at('/admin/plans')
      await refuse(page, '**/users?**', 'GET', status, body)
      await page.goto(`${server.url}/admin`)
      await page.getByText(title).waitFor()
      await page.getByText(shown).waitFor()
      await letThrough(page)
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('table', { name: 'Users List' }).waitFor()
    },
  )

  test(
    'shows an auditor everything, and nothing that changes anything',
    { tags: [thorough] },
    async () => {
      const page = await at('/admin', { who: 'Auditor' })
      await page.getByRole('heading', { level: 1, name: 'Welcome, Auditor' }).waitFor()
      await page.getByRole('table', { name: 'Users List' }).waitFor()
      expect(await page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0)
      expect(
        await page.getByRole('button', { name: /^(Edit|Delete|Credit Referrer)$/ }).count(),
      ).toBe(0)
    },
  )
})

describe('rows', () => {
  const rows = (page: Page) => page.locator('tbody tr')
  const sideways = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const isOneLine = ({ height }: { height: number }) => height >= 36 && height <= 40

  test.each([
    [1280, 800, 10],
    [1920, 1080, 18],
  ])('are one line each: at %i × %i px, %i of them are wholly visible', async (...how) => {
    const [width, height, least] = how
    const page = await at('/admin', { width })
    await page.setViewportSize({ width, height })
    await expect.poll(() => rows(page).count()).toBeGreaterThan(19)
    const found = await boxesOf(rows(page))
    expect(found.filter(({ isWhole }) => isWhole).length).toBeGreaterThanOrEqual(least)
    expect(found.filter((row) => !isOneLine(row))).toEqual([])
    expect(await sideways(page)).toBe(0)
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/users-${width}.png` })
  })

  test('stand in a table down to 1024 px, with every column of the specification and a head that stays', async () => {
    const page = await at('/admin', { width: 1024 })
    await expect.poll(() => rows(page).count()).toBeGreaterThan(19)
    expect(await page.getByRole('columnheader').allInnerTexts()).toHaveLength(8)
    for (const head of await page.getByRole('columnheader').all())
      expect(await head.isVisible()).toBe(true)
    await rows(page).last().scrollIntoViewIfNeeded()
    const head = page.getByRole('columnheader', { name: 'Account Balance' })
    expect(await head.evaluate((one) => one.getBoundingClientRect().top >= 0)).toBe(true)
    expect(await sideways(page)).toBe(0)
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/users-1024.png` })
  })

  test.each([320, 375])('are cards of three lines on a phone of %i px', async (width) => {
    const friend = await somebody({ referralCode: (await somebody()).user.referralCode })
    const page = await atRowOf(friend, { width })
    await rowOf(page, friend).waitFor()
    expect(await linesOf(rowOf(page, friend))).toBe(3)
    await page.goto(`${server.url}/admin`)
    await expect.poll(() => rows(page).count()).toBeGreaterThan(19)
    expect(await sideways(page)).toBe(0)
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/users-${width}.png` })
  })
})

test.each([375, 768, 1024, 1280])(
  'at %i px Save stays where it is, whatever is typed, and takes the press that leaves a field',
  async (width) => {
    const client = await somebody()
    const page = await atRowOf(client, { width })
    await rowOf(page, client).getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('form', { name: `Edit User: ${client.user.fullName}` })
    const save = form.getByRole('button', { name: 'Save Changes' })
    await form.getByLabel(/^Reason/).fill('Booked short')
    await save.scrollIntoViewIfNeeded()
    const place = async () => {
      const { x, y } = (await save.boundingBox())!
      return { x: Math.round(x), y: Math.round(y) }
    }
    const before = await place()
    const balance = form.getByLabel('Account Balance')
    await balance.focus()
    for (const typed of ['1', '25.5', '12,', '0.5']) {
      await balance.fill(typed)
      expect([typed, await place()]).toEqual([typed, before])
    }
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.mouse.move(before.x + 8, before.y + 8)
    await page.mouse.down()
    expect(await place()).toEqual(before)
    await page.mouse.up()
    await sent
  },
)

describe.each(staffWays)('at $width px by $hand', ({ width, hand }) => {
  test('an edit opens in its highlighted row, says what it posts, and is saved', async () => {
    const client = await somebody()
    const page = await atRowOf(client, { width })
    const row = rowOf(page, client)
    await press(row.getByRole('button', { name: 'Edit', exact: true }), hand)
    const form = page.getByRole('form', { name: `Edit User: ${client.user.fullName}` })
    await form.getByRole('heading', { name: `Edit User: ${client.user.fullName}` }).waitFor()
    expect(
      await form.getByLabel('Full Name').evaluate((field) => field === document.activeElement),
    ).toBe(true)
    expect(await row.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe(
      'rgba(0, 0, 0, 0)',
    )
    for (const name of ['Edit', 'Delete'])
      expect(await row.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
    for (const name of ['Account Balance', 'Profit', 'Loss']) {
      expect([
        await form.getByLabel(name, { exact: true }).getAttribute('inputmode'),
        await form.getByLabel(name, { exact: true }).getAttribute('required'),
      ]).toEqual(['decimal', ''])
    }
    await form.getByLabel('Account Balance').fill('25.5')
    await form.getByText('was 0.00').waitFor()
    await form.getByText('Account Balance +25.50').waitFor()
    await form.getByLabel(/^Reason/).fill('Booked short')
    const letGo = await hold(page, `**/${client.user.id}`, 'PATCH')
    await press(form.getByRole('button', { name: 'Save Changes' }), hand)
    expect(await form.getByRole('button', { name: 'Saving...' }).isDisabled()).toBe(true)
    letGo()
    await toast(page, 'User profile updated successfully')
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => row.innerText()).toContain('$25.50')
    expect((await client.activity())[0]).toMatchObject({
      kind: 'correction-made',
      staffName: 'Admin',
      reason: 'Booked short',
      amount: 25.5,
    })
  })

  test(
    'Cancel closes the form without saving, and the focus is back at the button',
    { tags: [thorough] },
    async () => {
      const client = await somebody()
      const page = await atRowOf(client, { width })
      const button = rowOf(page, client).getByRole('button', { name: 'Edit', exact: true })
      await press(button, hand)
      await page.getByLabel('Full Name', { exact: true }).fill('Somebody Else')
      await press(page.getByRole('button', { name: 'Cancel' }), hand)
      await page.getByRole('form').waitFor({ state: 'detached' })
      await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
      expect((await client.me()).fullName).toBe(client.user.fullName)
    },
  )

  test('a referrer is credited, beside the friend’s deposits and the credits so far', async () => {
    const referrer = await somebody()
    const friend = await somebody({ referralCode: referrer.user.referralCode })
    await friend.ok('POST', '/demo/deposits', { amount: 500, asset: 'BTC' })
    const page = await atRowOf(friend, { width })
    await press(rowOf(page, friend).getByRole('button', { name: 'Credit Referrer' }), hand)
    const amount = page.getByLabel('Funding Amount')
    await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await amount.getAttribute('inputmode')).toBe('decimal')
    await page.getByText('Nothing has been credited yet.').waitFor()
    const panel = page.locator('section', { has: amount })
    const button = panel.locator('button[type=submit]')
    for (const wrong of ['', '0']) {
      await amount.fill(wrong)
      await press(button, hand)
      await page.getByText('Please enter a valid funding amount').waitFor()
    }
    await amount.fill('500')
    await page.getByText('gets 10% of it, $50.00,').waitFor()
    const letGo = await hold(page, '**/credit-referrer', 'POST')
    await press(button, hand)
    await panel.getByRole('button', { name: 'Processing...' }).waitFor()
    await expect
      .poll(() =>
        rowOf(page, friend).getByRole('button', { name: 'Edit', exact: true }).isDisabled(),
      )
      .toBe(true)
    letGo()
    await toast(page, `Referrer credited successfully: $50.00 to ${referrer.user.fullName}`)
    await expect.poll(() => amount.inputValue()).toBe('')
    await panel.getByText('10% of $500.00, by Admin').waitFor()
    expect((await referrer.me()).accountBalance).toBe(50)
    expect((await referrer.activity())[0]).toMatchObject({
      kind: 'referral-credited',
      by: 'staff',
      staffName: 'Admin',
      amount: 50,
    })
  })

  test('somebody is deleted after a question, and is gone from the list', async () => {
    const client = await somebody()
    const page = await atRowOf(client, { width })
    await press(rowOf(page, client).getByRole('button', { name: 'Delete' }), hand)
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this user?' })
    await press(dialog.getByRole('button', { name: 'Cancel' }), hand)
    await dialog.waitFor({ state: 'hidden' })
    await press(rowOf(page, client).getByRole('button', { name: 'Delete' }), hand)
    await press(dialog.getByRole('button', { name: 'Delete' }), hand)
    await toast(page, 'User deleted successfully')
    await page.getByText('No users found.').waitFor()
  })
})

describe('what goes wrong', () => {
  const body = (message?: string) =>
    JSON.stringify({ code: 'busy', ...(message ? { message } : {}) })

  test.each(
    firstOf([
      ['the server’s sentence', 'The pool is short', 'The pool is short'],
      ['its own', undefined, 'Failed to update user profile'],
    ]),
  )('with an edit is told by %s, and nothing typed is lost', async (_, message, shown) => {
    const client = await somebody()
    const page = await atRowOf(client)
    await rowOf(page, client).getByRole('button', { name: 'Edit', exact: true }).click()
    await refuse(page, `**/${client.user.id}`, 'PATCH', 422, body(message))
    await page.getByLabel('Loss', { exact: true }).fill('1')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toast(page, shown)
    expect(await page.getByLabel('Loss', { exact: true }).inputValue()).toBe('1.00')
  })

  test.each(
    firstOf([
      ['the server’s sentence', 'The pool is short', 'The pool is short'],
      ['its own', undefined, 'Failed to credit referrer'],
    ]),
  )('with a credit is told by %s', { tags: [thorough] }, async (_, message, shown) => {
    const friend = await somebody({ referralCode: (await somebody()).user.referralCode })
    const page = await atRowOf(friend)
    await refuse(page, '**/credit-referrer', 'POST', 422, body(message))
    await rowOf(page, friend).getByRole('button', { name: 'Credit Referrer' }).click()
    await page.getByLabel('Funding Amount').fill('5')
    await page.locator('button[type=submit]').click()
    await toast(page, shown)
    expect(await page.getByLabel('Funding Amount').inputValue()).toBe('5.00')
  })

  test(
    'with a deletion is told: by the server what is left, else by its own sentence',
    { tags: [thorough] },
    async () => {
      const client = await somebody()
      await client.ok('POST', '/demo/deposits', { amount: 5, asset: 'BTC' })
      const page = await atRowOf(client)
      const tryIt = async () => {
        await rowOf(page, client).getByRole('button', { name: 'Delete' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      }
      await tryIt()
      await toast(page, '$5.00 balance')
      await refuse(page, `**/${client.user.id}`, 'DELETE', 500, '{}')
      await tryIt()
      await toast(page, 'Failed to delete user')
    },
  )

  test('in the form is shown at its field, and nothing is sent', { tags: [thorough] }, async () => {
    const client = await somebody()
    const page = await atRowOf(client)
    await rowOf(page, client).getByRole('button', { name: 'Edit', exact: true }).click()
    let sent = 0
    page.on('request', (request) => (sent += request.method() === 'PATCH' ? 1 : 0))
    for (const [label, wrong, problem] of [
      ['Full Name', '', 'Please enter a full name'],
      ['Email', 'nowhere', 'Please enter a valid email address'],
      ['Profit', '', 'Please enter a valid amount'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true })
      const before = await field.inputValue()
      await field.fill(wrong)
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText(problem).waitFor()
      await field.fill(before)
    }
    expect(sent).toBe(0)
  })

  test('because somebody else was faster is told, and the new values are shown when asked for', async () => {
    const client = await somebody()
    const page = await atRowOf(client)
    await rowOf(page, client).getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Account Balance', { exact: true }).fill('10')
    await client.ok('POST', '/demo/deposits', { amount: 3, asset: 'BTC' })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toast(page, /This user has changed since the form was opened/)
    await page.getByRole('button', { name: 'Show the new values' }).click()
    expect(await page.getByLabel('Account Balance', { exact: true }).inputValue()).toBe('3.00')
  })
})

describe('the address holds the view', () => {
  test(
    'sorted by a pressed head, and the other way round when pressed again',
    { tags: [thorough] },
    async () => {
      const mark = `sorted${randomUUID().slice(0, 6)}`
      for (const [n, amount] of [
        [1, 30],
        [2, 10],
        [3, 20],
      ] as const) {
        await (
          await signUp(server.url, { fullName: `${mark} ${n}` })
        ).ok('POST', '/demo/deposits', { amount, asset: 'BTC' })
      }
      const named = (...numbers: number[]) => numbers.map((n) => `${mark} ${n}`)
      const page = await at(`/admin?search=${mark}`, { width: 1600 })
      await expect.poll(() => names(page)).toEqual(named(3, 2, 1))
      const head = (name: string) => page.getByRole('columnheader', { name })
      for (const [name, sort, direction, order] of [
        ['Full Name', 'fullName', 'ascending', named(1, 2, 3)],
        ['Full Name', '-fullName', 'descending', named(3, 2, 1)],
        ['Account Balance', '-accountBalance', 'descending', named(1, 3, 2)],
        ['Account Balance', 'accountBalance', 'ascending', named(2, 3, 1)],
        ['Email', 'email', 'ascending', null],
      ] as const) {
        await press(head(name).getByRole('button'), name === 'Full Name' ? 'keyboard' : 'mouse')
        await expect.poll(() => addressOf(page)).toBe(`?search=${mark}&sort=${sort}`)
        await expect.poll(() => head(name).getAttribute('aria-sort')).toBe(direction)
        if (order) await expect.poll(() => names(page)).toEqual(order)
      }
      expect(await page.locator('[aria-sort="ascending"], [aria-sort="descending"]').count()).toBe(
        1,
      )
      await page.getByLabel('Order').selectOption('Oldest first')
      await expect.poll(() => names(page)).toEqual(named(1, 2, 3))
      await page.goBack()
      await expect.poll(() => page.getByLabel('Order').inputValue()).toBe('email')
    },
  )

  test.each(staffWidths)(
    'searched and narrowed, after a reload, on the way back and for whoever gets the link, at %i px',
    { tags: [thorough] },
    async (width) => {
      const client = await somebody()
      await admin.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'a test' })
      const page = await at('/admin', { width })
      await page.getByLabel('Search').fill(client.user.email)
      await expect.poll(() => names(page)).toEqual([client.user.fullName])
      await page.getByText('1 user found').waitFor()
      await page.getByLabel('Status').selectOption('Active')
      await page.getByText('No users found.').waitFor()
      await page.getByLabel('Status').selectOption('Frozen')
      await expect.poll(() => names(page)).toEqual([client.user.fullName])
      expect(addressOf(page)).toBe(`?search=${client.user.email}&status=frozen`)
      await page.reload()
      await expect.poll(() => names(page)).toEqual([client.user.fullName])
      expect([
        await page.getByLabel('Search').inputValue(),
        await page.getByLabel('Status').inputValue(),
      ]).toEqual([client.user.email, 'frozen'])
      await page.goBack()
      await page.getByText('No users found.').waitFor()
      await page.getByLabel('Search').fill('')
      await page.getByLabel('Status').selectOption('Active and frozen')
      await page.getByText(/^[\d,]+ users$/).waitFor()
    },
  )

  test('of the file that is exported too', { tags: [thorough] }, async () => {
    const client = await somebody()
    const page = await atRowOf(client)
    await rowOf(page, client).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    const lines = readCsv((await readFile(await file.path())).toString('utf8'))
    expect([file.suggestedFilename(), lines.length, lines[1]![1]]).toEqual([
      'users.csv',
      2,
      client.user.email,
    ])
  })
})

describe('a long list', () => {
  test.each(staffWidths)(
    'is read on by itself as its end comes near, and its place is there on the way back from somebody’s page, at %i px',
    { tags: [thorough] },
    async (width) => {
      const mark = `crowd${randomUUID().slice(0, 5)}`
      await crowd(mark, 170)
      const page = await at(`/admin?search=${mark}&sort=fullName`, { width })
      await page.getByText('More than 50 users found').waitFor()
      await page.mouse.move(width / 2, 600)
      await expect
        .poll(
          async () => {
            await page.mouse.wheel(0, 3_000)
            await drawn(page)
            return (await names(page)).length
          },
          { timeout: 45_000 },
        )
        .toBe(170)
      await page.getByText('170 users found').waitFor()
      expect(await names(page)).toEqual(
        Array.from({ length: 170 }, (_, n) => `${mark} ${String(n + 1).padStart(4, '0')}`),
      )
      const link = page.getByRole('link', { name: `${mark} 0120` })
      await link.scrollIntoViewIfNeeded()
      const top = () => link.evaluate((one) => Math.round(one.getBoundingClientRect().top))
      const before = await top()
      await link.click()
      await page.waitForURL('**/admin/users/*')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.goBack()
      await link.waitFor()
      await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(2)
    },
  )

  test(
    'keeps what was read when the next page cannot be had, asks no more by itself, and Retry goes on',
    { tags: [thorough] },
    async () => {
      const mark = `broken${randomUUID().slice(0, 5)}`
      await crowd(mark, 60)
      const page = await at('/admin/plans')
      let refused = 0
      await page.route('**/users?*cursor=*', (route) => {
        refused += 1
        return route.abort()
      })
      await page.goto(`${server.url}/admin?search=${mark}`)
      await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
      await page.getByText(/^Error loading data: The server could not be reached/).waitFor()
      await drawn(page)
      expect([refused, (await names(page)).length]).toEqual([1, 50])
      await letThrough(page)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect.poll(async () => (await names(page)).length).toBe(60)
    },
  )
})

describe.each(schemes)('in the %s scheme', (colorScheme) => {
  test.each(flowWidths)(
    'at %i px everybody can use it, and nothing scrolls sideways',
    { tags: [thorough] },
    async (width) => {
      const referrer = await somebody()
      const friend = await somebody({ referralCode: referrer.user.referralCode })
      const page = await atRowOf(friend, { width, colorScheme })
      const faults = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        return inaccessible(page)
      }
      await rowOf(page, friend).getByRole('button', { name: 'Credit Referrer' }).click()
      await page.getByText('Nothing has been credited yet.').waitFor()
      expect(await faults()).toEqual([])
      await rowOf(page, friend).getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('form').waitFor()
      expect(await faults()).toEqual([])
    },
  )
})
