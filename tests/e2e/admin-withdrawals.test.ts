/** The tab 'Withdrawals', in a browser: everything that the specification says of it, and the day's work, by mouse and keyboard, on a phone and on a desk. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import {
  drawn,
  hold,
  letThrough,
  press,
  schemes,
  staffWays,
  staffWidths,
  windowOf,
  type Hand,
  type Looks,
  type SampleUser,
} from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url, env: { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000' } }),
  openBrowser(),
])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server.url, path, { timezone: 'UTC', ...looks })

/** Somebody whose name nobody else has, with so much to withdraw. */
async function somebody(dollars = 5_000): Promise<Client> {
  const client = await signUp(server.url, { fullName: `Una ${randomUUID().slice(0, 8)}` })
  await client.ok('POST', '/demo/deposits', { amount: dollars, asset: 'BTC' })
  return client
}

async function request(client: Client, amount = 100, to = address): Promise<string> {
  return (
    await client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount,
      bankName: 'Mine',
      bankNumber: to,
    })
  ).withdrawal._id
}

/** Somebody to whose address money has gone before, so that a small request to it doesn’t stand out. */
async function regular(): Promise<{ client: Client; home: string }> {
  const client = await somebody()
  const home = `home-${client.user.accountId}`
  const id = await request(client, 10, home)
  await second.ok('POST', `/withdrawals/${id}/approval`)
  await admin.ok('POST', `/withdrawals/${id}/payout`, { reference: id })
  return { client, home }
}

const queueOf = (...clients: Client[]) =>
  `/admin/withdrawals?search=${encodeURIComponent(clients[0]!.user.email)}`
const rowOf = (page: Page, { user }: Client, amount = '') =>
  page.getByRole('row').filter({ hasText: user.email }).filter({ hasText: amount })
const inRow = (page: Page, client: Client, name: string, amount = '') =>
  rowOf(page, client, amount).getByRole('button', { name, exact: true })
const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-state]').filter({ hasText: text }).first().waitFor()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** Answers a question about a request that stands out. */
async function lookAndPress(question: Locator, name: string, hand: Hand = 'mouse'): Promise<void> {
  const looked = question.getByRole('checkbox', { name: 'I have looked at this' })
  await (hand === 'keyboard' ? looked.press('Space') : looked.click())
  await press(question.getByRole('button', { name, exact: true }), hand)
}
/** One request: beside the list where there is room for it, over it where there isn’t. */
const detailsOn = (page: Page) =>
  page.getByRole(page.viewportSize()!.width >= 1200 ? 'region' : 'dialog', {
    name: 'Withdrawal details',
  })
const statusOf = async (client: Client) => (await client.withdrawals()).map(({ status }) => status)

const refuse = (page: Page, calls: string, status: number, body: string) =>
  page.route(calls, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body }),
  )

/** The queue as if these requests had been made then. In the database they can't be made older: they would differ from their commands. */
async function asOf(page: Page, dates: Record<string, string>): Promise<void> {
  await page.route('**/getAllWithdrawals?*', async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as { _id: string; createdAt: string }[]
    const json = rows.map((row) => ({ ...row, createdAt: dates[row._id] ?? row.createdAt }))
    await route.fulfill({ response, json })
  })
  await page.reload()
}

describe('the tab', () => {
  test('has the headings and columns of the specification and one for the age, and fits on a desk', async () => {
    await request(await somebody())
    const page = await at('/admin/withdrawals', { width: 1440 })
    await page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor()
    await page.getByText('Manage your users and monitor withdrawals').waitFor()
    expect(await page.getByRole('tab', { name: 'Withdrawals' }).getAttribute('aria-selected')).toBe(
      'true',
    )
    await page.getByRole('heading', { name: 'Withdrawal Requests' }).waitFor()
    await page.getByRole('table', { name: 'Withdrawal Requests' }).waitFor()
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'User',
      'Email',
      'Amount',
      'Method',
      'Status',
      'Date',
      'Age',
      'Actions',
    ])
    await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor()
    await page.getByRole('button', { name: 'View Details' }).first().waitFor()
    const tops = await page
      .getByRole('row')
      .filter({ hasText: 'Pending' })
      .first()
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    const beyond = () =>
      page
        .getByRole('table')
        .evaluate((table) => table.parentElement!.scrollWidth - table.parentElement!.clientWidth)
    expect(await beyond()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await drawn(page)
    expect(await beyond()).toBe(0)
  })

  test(
    'shows amount, method, status and date as the specification writes them; Approve and Reject only where it is pending',
    { tags: [thorough] },
    async () => {
      const [client, recipient] = [await somebody(), await somebody()]
      const [pending] = [await request(client, 1_200)]
      const transfer = (
        await client.ok('POST', '/requestWithdrawal', {
          type: 'tradehub_transfer',
          amount: 20,
          recipientAccountId: recipient.user.accountId,
        })
      ).withdrawal._id
      await second.ok('POST', `/withdrawals/${transfer}/approval`)
      const page = await at(queueOf(client))
      await asOf(page, {
        [pending]: '2025-01-05T15:04:00.000Z',
        [transfer]: '2025-11-13T10:12:00.000Z',
      })
      const cells = (amount: string) =>
        Promise.all(
          ['User', 'Email', 'Amount', 'Method', 'Status', 'Date'].map((label) =>
            rowOf(page, client, amount).locator(`td[data-label="${label}"] > div`).innerText(),
          ),
        )
      await rowOf(page, client, '$20.00').waitFor()
      expect(await cells('$1,200.00')).toEqual([
        client.user.fullName,
        client.user.email,
        '$1,200.00',
        'Wallet transfer',
        expect.stringMatching(/^Pending/),
        'Jan 5, 2025, 03:04 PM',
      ])
      expect(await cells('$20.00')).toEqual([
        client.user.fullName,
        client.user.email,
        '$20.00',
        'Account transfer',
        'Approved',
        'Nov 13, 2025, 10:12 AM',
      ])
      expect(await rowOf(page, client, '$1,200.00').getByRole('button').allInnerTexts()).toEqual([
        'Approve (1 of 2)',
        'Reject',
        'View Details',
      ])
      expect(await rowOf(page, client, '$20.00').getByRole('button').allInnerTexts()).toEqual([
        'View Details',
      ])
    },
  )

  test.each(schemes)(
    'colours its badges: pending yellow, approved green, rejected red, any other grey (%s)',
    { tags: [thorough] },
    async (colorScheme) => {
      const client = await somebody()
      const ids: string[] = []
      for (const amount of [1, 2, 3, 4, 5, 6]) ids.push(await request(client, amount))
      await admin.ok('POST', `/withdrawals/${ids[1]}/approval`)
      await admin.ok('POST', `/withdrawals/${ids[2]}/rejection`, { reason: 'No' })
      await client.ok('DELETE', `/withdrawals/${ids[3]}`)
      for (const [n, call, body] of [
        [4, 'payout', { reference: ids[4] }],
        [5, 'return', { reason: 'Came back' }],
      ] as const) {
        await admin.ok('POST', `/withdrawals/${ids[n]}/approval`)
        await admin.ok('POST', `/withdrawals/${ids[n]}/${call}`, body)
      }
      const page = await at(queueOf(client), { colorScheme })
      const colours: Record<string, string> = {
        Pending: '--pending',
        Approved: '--approved',
        Rejected: '--rejected',
        Cancelled: '--other',
        Paid: '--other',
        Returned: '--other',
      }
      for (const [word, token] of Object.entries(colours)) {
        const badge = rowOf(page, client)
          .locator('td[data-label="Status"]')
          .getByText(word, { exact: true })
        expect(
          await badge.evaluate((one, name) => {
            const probe = document.createElement('i')
            probe.style.color = `var(${name})`
            document.body.append(probe)
            return getComputedStyle(probe).color === getComputedStyle(one).color
          }, token),
          word,
        ).toBe(true)
      }
    },
  )

  test('says N/A where there is nothing to say', { tags: [thorough] }, async () => {
    const client = await signUp(server.url, {})
    await client.ok('POST', '/demo/deposits', { amount: 10, asset: 'BTC' })
    const id = await request(client, 10)
    await admin.ok('POST', `/withdrawals/${id}/approval`)
    await admin.ok('POST', `/withdrawals/${id}/payout`, { reference: id })
    await admin.ok('DELETE', `/${client.user.id}`)
    const page = await at(`/admin/withdrawals?search=${client.user.accountId}`)
    await page.getByRole('cell', { name: 'N/A' }).waitFor()
    await page.getByRole('button', { name: 'View Details' }).click()
    await detailsOn(page).getByText('N/A').first().waitFor()
  })

  test('says when there is nothing, and while it waits', { tags: [thorough] }, async () => {
    const page = await at('/admin/withdrawals?search=nobody-at-all')
    await page.getByText('No withdrawal requests found.').waitFor()
    await hold(page, '**/getAllWithdrawals?**')
    await page.goto(`${server.url}/admin/withdrawals`)
    await page.getByText('Loading withdrawals...').waitFor()
  })

  test.each([
    [
      503,
      '{"code":"busy","message":"Too much is going on"}',
      'Error loading withdrawals: Too much is going on',
    ],
    [500, '{}', 'Error loading withdrawals: Unknown error'],
  ])(
    'says why it could not be loaded, with status %i, and Retry works',
    { tags: [thorough] },
    async (status, body, title) => {
      const page = await at('/admin/plans')
      await refuse(page, '**/getAllWithdrawals?**', status, body)
      await page.goto(`${server.url}/admin/withdrawals`)
      await page.getByText(title).waitFor()
      await page.getByText(`Status: ${status}`).waitFor()
      await letThrough(page)
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('table', { name: 'Withdrawal Requests' }).waitFor()
    },
  )

  test('is loaded anew by Refresh, which says so while it is', { tags: [thorough] }, async () => {
    const client = await somebody()
    await request(client, 1)
    const page = await at(queueOf(client))
    await rowOf(page, client).waitFor()
    await request(client, 2)
    const letGo = await hold(page, '**/getAllWithdrawals?**')
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    expect(await page.getByRole('button', { name: 'Refreshing...' }).isDisabled()).toBe(true)
    letGo()
    await rowOf(page, client, '$2.00').waitFor()
    await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor()
  })

  test('shows an auditor everything, and nothing that changes anything', async () => {
    const client = await somebody()
    await request(client)
    const page = await at(queueOf(client), { who: 'Auditor' })
    await rowOf(page, client).waitFor()
    expect(await rowOf(page, client).getByRole('button').allInnerTexts()).toEqual(['View Details'])
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await inRow(page, client, 'View Details').click()
    await detailsOn(page).getByText('Check before approving').waitFor()
    expect(
      await detailsOn(page)
        .getByRole('button', { name: /Approve|Reject/ })
        .count(),
    ).toBe(0)
  })

  test(
    'tells how much waits, beside its name and above the queue, and looks again by itself',
    { tags: [thorough] },
    async () => {
      const page = await at('/admin/plans')
      await page.clock.install()
      await page.goto(`${server.url}/admin`)
      const badge = page.getByRole('tab', { name: /^Withdrawals/ }).getByText(/waiting$/)
      await badge.waitFor()
      const count = Number((await badge.innerText()).split(' ')[0])
      await request(await somebody(), 33)
      await page.clock.runFor(16_000)
      await expect.poll(() => badge.innerText()).toBe(`${count + 1} waiting`)
      await page.getByRole('tab', { name: /^Withdrawals/ }).click()
      await page
        .getByText(new RegExp(`^${count + 1} for a decision: \\$[\\d,.]+, the oldest for `))
        .waitFor()
    },
  )
})

describe.each(staffWays)('at $width px by $hand', ({ width, hand }) => {
  test('a request is approved after a question that names amount and address, and the user sees who did it', async () => {
    const client = await somebody()
    await request(client, 250)
    const page = await at(queueOf(client), { width })
    await press(inRow(page, client, 'Approve'), hand)
    const question = dialog(page, 'Approve this request?')
    await question.getByText('Approve $250.00 to').waitFor()
    expect(await question.locator('code').innerText()).toBe(address)
    await question.getByText('Nothing has ever been paid out of this account before.').waitFor()
    expect(await question.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
    await lookAndPress(question, 'Approve', hand)
    await toast(page, 'Withdrawal approved')
    await rowOf(page, client).getByText('Approved').waitFor()
    expect((await client.activity())[0]).toMatchObject({
      kind: 'withdrawal-approved',
      staffName: 'Admin',
    })
  })

  test('a request is rejected with a reason, which must be given and which the user reads', async () => {
    const client = await somebody()
    await request(client, 40)
    const page = await at(queueOf(client), { width })
    await press(inRow(page, client, 'Reject'), hand)
    const question = dialog(page, 'Reject this request?')
    await press(question.getByRole('button', { name: 'Reject' }), hand)
    await question.getByText('Please enter a reason').waitFor()
    await question.getByRole('textbox').fill('The address belongs to an exchange')
    await press(question.getByRole('button', { name: 'Reject' }), hand)
    await toast(page, 'Withdrawal rejected')
    await rowOf(page, client).getByText('Rejected').waitFor()
    expect((await client.activity())[0]).toMatchObject({
      kind: 'withdrawal-rejected',
      reason: 'The address belongs to an exchange',
      balanceAfter: 5_000,
    })
  })

  test(
    'the focus goes on after Approve and Reject, in the row and to the next one',
    { tags: [thorough] },
    async () => {
      const client = await somebody()
      for (const amount of [11, 12, 13]) await request(client, amount)
      const focused = (amount: string) =>
        expect.poll(() => rowOf(page, client, amount).locator(':focus').count()).toBe(1)
      const page = await at(`${queueOf(client)}&status=pending&sort=amount`, { width })
      await press(inRow(page, client, 'Approve', '$11.00'), hand)
      await lookAndPress(dialog(page, 'Approve this request?'), 'Approve', hand)
      await rowOf(page, client, '$11.00').waitFor({ state: 'detached' })
      await focused('$12.00')
      await press(inRow(page, client, 'Reject', '$12.00'), hand)
      await dialog(page, 'Reject this request?').getByLabel('Reason, shown to the user').fill('No')
      await press(
        dialog(page, 'Reject this request?').getByRole('button', { name: 'Reject' }),
        hand,
      )
      await rowOf(page, client, '$12.00').waitFor({ state: 'detached' })
      await focused('$13.00')
      await press(inRow(page, client, 'Reject', '$13.00'), hand)
      await press(
        dialog(page, 'Reject this request?').getByRole('button', { name: 'Cancel' }),
        hand,
      )
      await expect
        .poll(() =>
          inRow(page, client, 'Reject', '$13.00').evaluate(
            (button) => button === document.activeElement,
          ),
        )
        .toBe(true)
      await press(inRow(page, client, 'Approve', '$13.00'), hand)
      await lookAndPress(dialog(page, 'Approve this request?'), 'Approve', hand)
      await page.getByText('No withdrawal requests found.').waitFor()
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('main, section') !== null))
        .toBe(true)
      await page.goto(server.url + queueOf(client))
      await press(inRow(page, client, 'Returned', '$11.00'), hand)
      await dialog(page, 'Did the payout come back?')
        .getByLabel('Reason, shown to the user')
        .fill('Came back')
      await press(
        dialog(page, 'Did the payout come back?').getByRole('button', {
          name: 'Return to the balance',
        }),
        hand,
      )
      await rowOf(page, client, '$11.00').filter({ hasText: 'Returned' }).waitFor()
      await focused('$11.00')
    },
  )
  test('the payout of one is recorded with its reference, and another comes back', async () => {
    const client = await somebody()
    for (const [amount] of [[60], [70]] as const)
      await second.ok('POST', `/withdrawals/${await request(client, amount)}/approval`)
    await admin.ok('POST', `/withdrawals/${await request(client, 50)}/approval`)
    const page = await at(queueOf(client), { width })
    // Who alone approved one doesn’t pay it.
    await inRow(page, client, 'Somebody else pays it', '$50.00').waitFor()
    expect(await inRow(page, client, 'Record payout', '$50.00').count()).toBe(0)
    await press(inRow(page, client, 'Record payout', '$60.00'), hand)
    const payout = dialog(page, 'Record the payout?')
    const reference = `tx ${randomUUID()}`
    await payout.getByRole('textbox').fill(reference)
    await payout.locator('code').waitFor()
    await press(payout.getByRole('button', { name: 'Record payout' }), hand)
    await toast(page, 'Payout recorded')
    // The same reference a second time is refused, and can be typed anew.
    await press(inRow(page, client, 'Record payout', '$70.00'), hand)
    await payout.getByRole('textbox').fill(reference)
    await payout.locator('code').waitFor()
    await press(payout.getByRole('button', { name: 'Record payout' }), hand)
    await toast(page, 'A booking with this external reference already exists.')
    await press(payout.getByRole('button', { name: 'Cancel' }), hand)
    await press(inRow(page, client, 'Returned', '$70.00'), hand)
    const back = dialog(page, 'Did the payout come back?')
    await back.getByRole('textbox').fill('The bank refused it')
    await press(back.getByRole('button', { name: 'Return to the balance' }), hand)
    await toast(page, 'Withdrawal returned to the balance')
    expect((await statusOf(client)).toSorted()).toEqual(['approved', 'paid', 'returned'])
    expect((await client.me()).accountBalance).toBe(4_890)
  })

  test('the details show the whole address, why to look, the user’s past and what happened, and lead to a decision', async () => {
    const client = await somebody()
    const old = await request(client, 10, 'an older address')
    await admin.ok('POST', `/withdrawals/${old}/approval`)
    await second.ok('POST', `/withdrawals/${old}/payout`, { reference: old })
    await request(client, 80)
    const page = await at(queueOf(client), { width })
    await press(inRow(page, client, 'View Details', '$80.00'), hand)
    const details = detailsOn(page)
    await details.getByText('Nothing was ever paid to this address by this user before.').waitFor()
    expect(await details.locator('code').innerText()).toBe(address)
    const blocks = await details.locator('code span').allInnerTexts()
    expect([blocks[0], blocks.at(-1), blocks.join('')]).toEqual(['tb1q', 'sx', address])
    expect(
      await details
        .locator('code')
        .evaluate(
          (one) => one.scrollWidth <= one.clientWidth || getComputedStyle(one).display === 'inline',
        ),
    ).toBe(true)
    for (const text of [
      'Deposits so far',
      '$5,000.00',
      '1 paid',
      'Earlier requests',
      'Latest other requests',
      'What happened',
      `By ${client.user.fullName}.`,
    ])
      await details.getByText(text).first().waitFor()
    await press(details.getByRole('button', { name: 'Reject' }), hand)
    await dialog(page, 'Reject this request?').waitFor()
  })

  test('many are approved with one confirmation that lists them, one after the other, and each has its outcome', async () => {
    const { client, home } = await regular()
    for (const amount of [11, 12, 2_000]) await request(client, amount, home)
    const refused = await request(client, 13, home)
    const page = await at(`${queueOf(client)}&status=pending`, { width })
    const all = page.getByRole('checkbox', { name: 'Select all 4 pending' })
    await all.focus()
    if (hand === 'keyboard') await all.press('Space')
    else await all.click()
    // On the way to the server: what is decided before that is left out of the question.
    await page.route(`**/withdrawals/${refused}/approval`, async (route) => {
      await second.ok('POST', `/withdrawals/${refused}/rejection`, { reason: 'Meanwhile' })
      await route.continue()
    })
    await press(page.getByRole('button', { name: 'Approve selected (4)' }), hand)
    const question = dialog(page, 'Approve 3 requests, and give the first of two approvals to 1?')
    await question.getByRole('listitem').first().waitFor()
    expect(await question.getByRole('listitem').count()).toBe(4)
    expect(await question.locator('code').first().innerText()).toBe(home)
    await question
      .getByRole('listitem')
      .filter({ hasText: '$2,000.00' })
      .getByText('yours is the first of two approvals, and nothing is posted yet.')
      .waitFor()
    await question.getByText('Total $2,036.00. 1 of 4 will wait for a second person.').waitFor()
    await press(question.getByRole('button', { name: 'Approve 3, first approval for 1' }), hand)
    const outcome = dialog(page, 'Results')
    await outcome.getByText('3 of 4 went through, 1 did not.').waitFor()
    const words = await outcome.getByRole('listitem').allInnerTexts()
    for (const [amount, said] of [
      ['$11.00', 'Approved.'],
      ['$12.00', 'Approved.'],
      ['$2,000.00', 'First of two approvals given. Nothing is posted until'],
      ['$13.00', 'already been decided: rejected by Second Admin'],
    ]) {
      expect(
        words.find((text) => text.includes(amount!)),
        amount,
      ).toContain(said)
    }
    await press(outcome.getByRole('button', { name: 'Close' }).last(), hand)
    await outcome.waitFor({ state: 'hidden' })
    // What is left waits for somebody else, and nothing can be chosen.
    await rowOf(page, client, '$2,000.00').getByText('Waiting for somebody else.').waitFor()
    await expect.poll(() => rowOf(page, client).count()).toBe(1)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect((await statusOf(client)).toSorted()).toEqual([
      'approved',
      'approved',
      'paid',
      'pending',
      'rejected',
    ])
  })

  test('what informs is chosen with the others, named in its row and again before many are approved', async () => {
    const { client, home } = await regular()
    for (const amount of [21, 22]) await request(client, amount, home)
    await request(client, 23, `elsewhere ${client.user.accountId}`)
    const page = await at(`${queueOf(client)}&status=pending`, { width })
    const flags = (amount: string) =>
      rowOf(page, client, amount).getByRole('list', { name: 'Flags' })
    await flags('$23.00').getByText('New address').waitFor()
    expect(await flags('$21.00').count()).toBe(0)
    const turn = async (box: Locator) => (hand === 'keyboard' ? box.press('Space') : box.click())
    await turn(page.getByRole('checkbox', { name: 'Select all 3 pending' }))
    await press(page.getByRole('button', { name: 'Approve selected (3)' }), hand)
    const question = dialog(page, 'Approve 3 requests?')
    await question
      .getByRole('listitem')
      .filter({ hasText: '$23.00' })
      .getByText('Check before approving')
      .waitFor()
    // One tick for all that informs: without it nothing is approved.
    const approve = question.getByRole('button', { name: 'Approve 3' })
    expect(await approve.isDisabled()).toBe(true)
    expect(await inaccessible(page)).toEqual([])
    await turn(
      question.getByRole('checkbox', { name: 'I have looked at the flags of one request' }),
    )
    await press(approve, hand)
    await dialog(page, 'Results').getByText('3 of 3 went through.').waitFor()
  })

  test('what stops is never approved with others, and alone by who says so', async () => {
    const [{ home: elsewhere }, { client, home }] = [await regular(), await regular()]
    await request(client, 24, elsewhere)
    await request(client, 25, home)
    const page = await at(`${queueOf(client)}&status=pending`, { width })
    await rowOf(page, client, '$24.00').getByText('Address of another').waitFor()
    await page.getByText('1 with a stopping flag: decide each alone.').waitFor()
    await page.getByRole('checkbox', { name: 'Select all 1 without a stopping flag' }).waitFor()
    expect(await rowOf(page, client, '$24.00').getByRole('checkbox').count()).toBe(0)
    expect(await rowOf(page, client, '$25.00').getByRole('checkbox').count()).toBe(1)
    await press(inRow(page, client, 'Approve', '$24.00'), hand)
    const question = dialog(page, 'Approve this request?')
    await question.getByText('Stops:').first().waitFor()
    await question
      .getByRole('checkbox', { name: 'I have looked at this, and it can go all the same' })
      .waitFor()
    await lookAndPress(question, 'Approve', hand)
    await toast(page, 'Withdrawal approved')
  })

  test('nothing is approved of a frozen account, by a button, by a key or among many', async () => {
    const { client, home } = await regular()
    for (const amount of [26, 27]) await request(client, amount, home)
    await second.ok('POST', `/users/${client.user.id}/freeze`, {
      reason: 'A letter from the court',
    })
    const page = await at(`${queueOf(client)}&status=pending`, { width })
    const row = rowOf(page, client, '$26.00')
    await row.getByRole('button', { name: 'Reject' }).waitFor()
    expect(await row.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(await row.getByRole('button', { name: 'Account frozen' }).isDisabled()).toBe(true)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await inRow(page, client, 'View Details', '$26.00').click()
    const details = detailsOn(page)
    await details.getByText('The account is frozen').first().waitFor()
    expect(await details.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  })

  test('what stands out only after it was selected has to be selected anew', async () => {
    const { client, home } = await regular()
    await request(client, 24, home)
    const page = await at(`${queueOf(client)}&status=pending`, { width })
    const box = rowOf(page, client, '$24.00').getByRole('checkbox')
    await (hand === 'keyboard' ? box.press('Space') : box.click())
    await page.getByRole('button', { name: 'Approve selected (1)' }).waitFor()
    await second.ok('PATCH', `/${client.user.id}`, {
      email: `new-${client.user.email}`,
      reason: 'A new provider',
    })
    await press(page.getByRole('button', { name: 'Refresh', exact: true }), hand)
    await page.getByRole('list', { name: 'Flags' }).getByText('Sign-in changed').waitFor()
    await page.getByRole('button', { name: 'Approve selected (0)' }).waitFor()
    // It stops: it is decided alone.
    expect(await box.count()).toBe(0)
  })

  test.each(schemes)(
    'axe finds nothing in the queue, the details and the question about many (%s)',
    { tags: [thorough] },
    async (colorScheme) => {
      const client = await somebody()
      for (const amount of [5, 2_000])
        await request(client, amount, `home ${client.user.accountId}`)
      const page = await at(queueOf(client), { width, colorScheme })
      const clean = async () => expect(await inaccessible(page)).toEqual([])
      await rowOf(page, client).first().waitFor()
      await clean()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
        true,
      )
      await inRow(page, client, 'View Details', '$5.00').click()
      await detailsOn(page).getByText('What happened').waitFor()
      await clean()
      await detailsOn(page).getByRole('button', { name: 'Close' }).last().click()
      await detailsOn(page).waitFor({ state: 'hidden' })
      for (const amount of ['$5.00', '$2,000.00'])
        await rowOf(page, client, amount).getByRole('checkbox').click()
      await page.getByRole('button', { name: 'Approve selected (2)' }).click()
      await dialog(page, /^Approve 1 request, and/)
        .getByText('Total $')
        .waitFor()
      await clean()
      await dialog(page, /^Approve 1 request, and/)
        .getByRole('button', { name: 'Cancel' })
        .click()
      await inRow(page, client, 'Approve', '$5.00').click()
      await dialog(page, 'Approve this request?').getByText('I have looked at this').waitFor()
      await clean()
    },
  )
})

describe('two administrators', () => {
  test('approve what is above the limit: the first is told that another is needed and isn’t asked again, the second makes it final', async () => {
    const client = await somebody()
    await request(client, 1_500, `home ${client.user.accountId}`)
    const page = await at(queueOf(client))
    await inRow(page, client, 'Approve (1 of 2)').click()
    const question = dialog(page, 'Give the first of two approvals?')
    await question.getByText('Nothing is posted yet: $1,500.00 of').waitFor()
    await question.getByText('Amounts above $1,000.00 need two administrators.').waitFor()
    await lookAndPress(question, 'Give the first of two approvals')
    await toast(
      page,
      'Your approval is recorded. Amounts above $1,000.00 need a second, different person.',
    )
    await rowOf(page, client).getByText('Pending').waitFor()
    await rowOf(page, client)
      .getByText(/^1 of 2, Admin \d\d:\d\d [AP]M\. Waiting for somebody else\.$/)
      .waitFor()
    expect(await rowOf(page, client).getByRole('button').allInnerTexts()).toEqual([
      'Needs another approver',
      'Reject',
      'View Details',
    ])
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await inRow(page, client, 'View Details').click()
    await detailsOn(page).getByRole('button', { name: 'Reject' }).waitFor()
    expect(
      await detailsOn(page).getByRole('button', { name: 'Approve', exact: true }).count(),
    ).toBe(0)
    const other = await at(queueOf(client), { as: second })
    await rowOf(other, client).getByRole('checkbox').waitFor()
    await inRow(other, client, 'Approve (2 of 2)').click()
    const final = dialog(other, 'Give the second of two approvals?')
    await final
      .getByText('Admin gave the first approval, and yours makes it final. Approve $1,500.00 to')
      .waitFor()
    await lookAndPress(final, 'Give the second of two approvals')
    await toast(other, 'Withdrawal approved')
    expect((await client.withdrawals())[0]).toMatchObject({
      status: 'approved',
      approvals: [{ by: 'Admin' }, { by: 'Second Admin' }],
    })
  })

  test(
    'decide on one request: who comes second is told what happened, and sees it',
    { tags: [thorough] },
    async () => {
      const client = await somebody()
      const id = await request(client)
      const page = await at(queueOf(client))
      await inRow(page, client, 'Approve').click()
      await second.ok('POST', `/withdrawals/${id}/rejection`, { reason: 'Not today' })
      await lookAndPress(dialog(page, 'Approve this request?'), 'Approve')
      await toast(
        page,
        'This request has already been decided: rejected by Second Admin. Nothing was booked.',
      )
      await dialog(page, 'Approve this request?').waitFor({ state: 'hidden' })
      await rowOf(page, client).getByText('Rejected').waitFor()
      expect(await statusOf(client)).toEqual(['rejected'])
    },
  )
})

describe('the address holds the view', () => {
  test.each(staffWidths)(
    'searched, narrowed and sorted, after a reload and on the way back, at %i px',
    { tags: [thorough] },
    async (width) => {
      const client = await somebody()
      const ids: string[] = []
      for (const amount of [20, 30, 10]) ids.push(await request(client, amount))
      await admin.ok('POST', `/withdrawals/${ids[1]}/rejection`, { reason: 'No' })
      const amounts = (page: Page) => page.locator('tbody td[data-kind="amount"]').allInnerTexts()
      const page = await at('/admin/withdrawals', { width })
      await page.getByLabel('Search').fill(client.user.email)
      await expect.poll(() => amounts(page)).toEqual(['$10.00', '$30.00', '$20.00'])
      await page.getByLabel('Order').selectOption('Largest amount first')
      await expect.poll(() => amounts(page)).toEqual(['$30.00', '$20.00', '$10.00'])
      await page.getByLabel('Status').selectOption('Pending')
      await expect.poll(() => amounts(page)).toEqual(['$20.00', '$10.00'])
      expect(decodeURIComponent(new URL(page.url()).search)).toBe(
        `?search=${client.user.email}&sort=-amount&status=pending`,
      )
      await page.reload()
      await expect.poll(() => amounts(page)).toEqual(['$20.00', '$10.00'])
      await page.goBack()
      await expect.poll(() => amounts(page)).toEqual(['$30.00', '$20.00', '$10.00'])
    },
  )

  test('sorted by a pressed head', { tags: [thorough] }, async () => {
    const client = await somebody()
    for (const amount of [20, 30, 10]) await request(client, amount)
    const page = await at(queueOf(client), { width: 1600 })
    const amounts = () => page.locator('tbody td[data-kind="amount"]').allInnerTexts()
    const head = page.getByRole('columnheader', { name: 'Amount' })
    await press(head.getByRole('button'), 'keyboard')
    await expect.poll(amounts).toEqual(['$30.00', '$20.00', '$10.00'])
    await press(head.getByRole('button'), 'mouse')
    await expect.poll(amounts).toEqual(['$10.00', '$20.00', '$30.00'])
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
  })
})

describe('I1: a request that somebody changed in the database', () => {
  const theirs = 'an address of the thief'

  /** Approved, and then sent elsewhere by whoever has the database. */
  async function redirected(): Promise<Client> {
    const client = await somebody()
    const id = await request(client)
    await admin.ok('POST', `/withdrawals/${id}/approval`)
    await database.owner.query(`begin; set local session_replication_role = replica;
      update withdrawals set wallet_address = '${theirs}' where id = '${id}'; commit`)
    return client
  }

  test.each(staffWidths)(
    'says so in place of where it would go, and offers nothing to press, at %i px',
    async (width) => {
      const client = await redirected()
      const page = await at(queueOf(client), { width })
      await rowOf(page, client).getByText('Not as recorded: do not pay.').waitFor()
      expect(await rowOf(page, client).getByRole('button').allInnerTexts()).toEqual([
        'View Details',
      ])
      await inRow(page, client, 'View Details').click()
      const details = detailsOn(page)
      const alarm = details.getByRole('alert')
      await alarm.getByText('Do not pay this request').waitFor()
      await alarm.getByText('it is not as the last command left it').waitFor()
      expect(await details.locator('code').count()).toBe(0)
      for (const place of [theirs, address])
        expect(await page.locator('body').innerText()).not.toContain(place)
      expect(await details.getByRole('button').allInnerTexts()).toEqual(
        expect.not.arrayContaining(['Record payout', 'Returned']),
      )
      expect(await inaccessible(page)).toEqual([])
    },
  )

  test('while its payout is being recorded, is not recorded as paid, and says why', async () => {
    const client = await somebody()
    const id = await request(client)
    await second.ok('POST', `/withdrawals/${id}/approval`)
    const page = await at(queueOf(client))
    await inRow(page, client, 'Record payout').click()
    const payout = dialog(page, 'Record the payout?')
    expect(await payout.locator('code').innerText()).toBe(address)
    await payout.getByRole('textbox').fill(`tx ${randomUUID()}`)
    await database.owner.query(`begin; set local session_replication_role = replica;
      update withdrawals set wallet_address = '${theirs}' where id = '${id}'; commit`)
    await payout.getByRole('button', { name: 'Record payout' }).click()
    await toast(page, 'The withdrawal that decides this is not what was recorded of it.')
    await payout.waitFor({ state: 'hidden' })
    await rowOf(page, client).getByText('Not as recorded: do not pay.').waitFor()
    expect(await statusOf(client)).toEqual(['approved'])
  })
})

test('filters choose by destination, amount and day, stand in the address and in what is saved', async () => {
  const { client, home } = await regular()
  for (const amount of [31, 32]) await request(client, amount, home)
  const page = await at(`${queueOf(client)}&status=pending`, { width: 375 })
  await rowOf(page, client, '$31.00').waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const form = page.getByRole('form', { name: 'Filters' })
  await form.getByLabel('Amount from').fill('thirty')
  await form.getByRole('button', { name: 'Apply filters' }).click()
  await form.getByText('Please enter a valid amount').waitFor()
  await form.getByLabel('Amount from').fill('$31.50')
  await form.getByLabel('Destination').selectOption('Another wallet')
  expect(await inaccessible(page)).toEqual([])
  await form.getByRole('button', { name: 'Apply filters' }).click()
  await rowOf(page, client, '$31.00').waitFor({ state: 'detached' })
  await rowOf(page, client, '$32.00').waitFor()
  expect(new URL(page.url()).searchParams.get('amountFrom')).toBe('31.5')
  expect(await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')).toContain(
    'amountFrom=31.5',
  )
  await form.getByLabel('Destination').selectOption('Bitcoin')
  await form.getByRole('button', { name: 'Apply filters' }).click()
  await page.getByText('No withdrawal requests found.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowOf(page, client, '$31.00').waitFor()
})
