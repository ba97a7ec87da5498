/** Two administrators side by side: lists and questions follow what the other one does, and nothing moves under the hand. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { unattended } from '../../src/contract/endpoint.ts'
import { allAnswered } from '../support/at-rest.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { schemes, staffWidths, windowOf, type Looks } from '../support/visitor.ts'
import { startServer, stopServers } from '../support/server.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase({ world: true })
const start = () =>
  startServer({ databaseUrl: database.url, env: { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000' } })
const [server, browser] = await Promise.all([start(), openBrowser()])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

/** Somebody whose name nobody else has, with so much to withdraw. */
async function somebody(): Promise<Client> {
  const client = await signUp(server.url, { fullName: `Una ${randomUUID().slice(0, 8)}` })
  await client.ok('POST', '/demo/deposits', { amount: 5_000, asset: 'BTC' })
  return client
}

const request = async (client: Client, amount: number): Promise<string> =>
  (
    await client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount,
      bankName: 'Mine',
      bankNumber: `home-${client.user.accountId}`,
    })
  ).withdrawal._id

const at = (client: Client, work = '', looks: Looks = {}) =>
  windowOf(
    browser,
    server.url,
    `/admin/withdrawals?search=${encodeURIComponent(client.user.email)}${work && `&work=${work}`}`,
    { as: admin, ...looks },
  )
const row = (page: Page, amount: string) =>
  page.getByRole('row').filter({ has: page.getByText(amount, { exact: true }) })
const amounts = (page: Page) => page.locator('tbody td[data-kind="amount"]').allInnerTexts()
const panel = (page: Page) => page.getByRole('region', { name: 'Withdrawal details' })
const reject = (id: string) =>
  second.ok('POST', `/withdrawals/${id}/rejection`, { reason: 'The name differs' })

describe('an open question', () => {
  describe.each(schemes)('in the %s scheme', (colorScheme) => {
    test.each(staffWidths)(
      'at %i px says who answered it, how long ago, and goes on',
      async (width) => {
        const client = await somebody()
        await request(client, 11)
        const [mine, other] = await Promise.all([
          at(client, '', { width, colorScheme }),
          at(client, '', { as: second }),
        ])
        for (const page of [mine, other])
          await row(page, '$11.00')
            .getByRole('button', { name: /^Approve|^Reject/ })
            .first()
            .waitFor({ state: 'attached' })
        await row(mine, '$11.00').getByRole('button', { name: 'Approve' }).click()
        await mine.getByRole('dialog', { name: 'Approve this request?' }).waitFor()
        await row(other, '$11.00').getByRole('button', { name: 'Reject' }).click()
        await other.getByLabel('Reason, shown to the user').fill('The name differs')
        await other.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
        const dialog = mine.getByRole('dialog', { name: 'This request has changed' })
        await dialog.getByText(/^Second Admin rejected this \d+ s ago$/).waitFor()
        await dialog.getByText('The name differs').waitFor()
        expect(await inaccessible(mine)).toEqual([])
        // It has the focus: Enter goes on.
        await dialog.locator(':focus').getByText('Continue').waitFor()
        await mine.keyboard.press('Enter')
        await dialog.waitFor({ state: 'hidden' })
        for (const page of [mine, other])
          await row(page, '$11.00').getByText('Rejected', { exact: true }).waitFor()
      },
    )
  })

  test('says that the first of two approvals was given', async () => {
    const client = await somebody()
    const id = await request(client, 1_500)
    const page = await at(client)
    await row(page, '$1,500.00').getByRole('button', { name: 'Approve (1 of 2)' }).click()
    await page.getByRole('dialog').getByText('I have looked at this').waitFor()
    await second.ok('POST', `/withdrawals/${id}/approval`)
    await page.getByText(/^Second Admin gave the first of two approvals \d+ s ago$/).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await row(page, '$1,500.00').getByRole('button', { name: 'Approve (2 of 2)' }).waitFor()
  })

  test('keeps what is typed while something else happens', async () => {
    const client = await somebody()
    await request(client, 12)
    const stranger = await request(client, 13)
    const page = await at(client)
    await row(page, '$12.00').getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel('Reason, shown to the user').fill('Half a rea')
    await reject(stranger)
    await row(page, '$13.00').getByText('Rejected', { exact: true }).waitFor()
    expect(await page.getByLabel('Reason, shown to the user').inputValue()).toBe('Half a rea')
  })
})

describe('an open question about many', () => {
  async function asked(client: Client, work: string, amounts: string[], looks: Looks = {}) {
    const page = await at(client, work, looks)
    for (const amount of amounts)
      await page.getByRole('checkbox', { name: new RegExp(`request for \\${amount}$`) }).check()
    await page.getByRole('button', { name: `Approve selected (${amounts.length})` }).click()
    return page
  }

  test.each([
    ['all requests', 1280, ''],
    ['all requests', 375, ''],
    ['those to decide', 1280, 'to-decide'],
  ])('leaves out what another decides, in the list of %s at %i px', async (_, width, work) => {
    const client = await somebody()
    const ids = [await request(client, 31), await request(client, 32), await request(client, 33)]
    const page = await asked(client, work, ['$31.00', '$32.00', '$33.00'], { width })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve 3' }).waitFor()
    await reject(ids[1]!)
    const leftOut = dialog.getByRole('list', { name: 'Left out' })
    await leftOut.getByText(/^Second Admin rejected this \d+ s ago$/).waitFor()
    expect(await leftOut.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('$32.00'),
    ])
    expect(await inaccessible(page)).toEqual([])
    // Both are the first payouts to a new address.
    for (const box of await dialog.getByRole('checkbox').all()) await box.check()
    await dialog.getByRole('button', { name: 'Approve 2' }).click()
    await dialog.getByText('2 of 2 went through.').waitFor()
  })

  test('ends when another has decided all of them', async () => {
    const client = await somebody()
    const ids = [await request(client, 34), await request(client, 35)]
    const page = await asked(client, 'to-decide', ['$34.00', '$35.00'])
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 2' }).waitFor()
    for (const id of ids) await reject(id)
    const dialog = page.getByRole('dialog', { name: 'These requests have changed' })
    await dialog.locator(':focus').getByText('Continue').waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('leaves out what stands out by then, and was not looked at', async () => {
    const client = await somebody()
    for (const amount of [36, 37]) await request(client, amount)
    const page = await asked(client, '', ['$36.00', '$37.00'])
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 2' }).waitFor()
    await second.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'Asked for' })
    await request(await somebody(), 38)
    const dialog = page.getByRole('dialog', { name: 'These requests have changed' })
    await dialog.getByText('New flags were raised.').first().waitFor()
  })

  test.each(staffWidths)(
    'about payouts leaves out what another records, at %i px',
    async (width) => {
      const client = await somebody()
      const ids = [await request(client, 41), await request(client, 42)]
      // Whoever approved one alone doesn’t pay it.
      await admin.ok('POST', `/withdrawals/${ids[0]}/approval`)
      await second.ok('POST', `/withdrawals/${ids[1]}/approval`)
      const page = await at(client, 'to-pay', { width })
      await page.getByRole('button', { name: 'Pay out in bulk' }).click()
      const dialog = page.getByRole('dialog', { name: 'Pay out in bulk' })
      const line = (id: string, amount: number) =>
        `${id},${amount}.00,home-${client.user.accountId},tx ${id}`
      const file = ['id,amount,destination,reference', line(ids[0]!, 41), line(ids[1]!, 42)]
      await dialog.getByLabel('Upload the CSV').setInputFiles({
        name: 'payouts.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(file.join('\r\n')),
      })
      await dialog.getByRole('button', { name: 'Record 2 payouts' }).waitFor()
      await second.ok('POST', `/withdrawals/${ids[0]}/payout`, { reference: `sent ${ids[0]}` })
      const leftOut = dialog.getByRole('list', { name: 'Left out' })
      await leftOut.getByText(/^Second Admin recorded the payout of this \d+ s ago$/).waitFor()
      expect(await inaccessible(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Record 1 payout', exact: true }).click()
      await dialog.getByText('1 of 1 went through.').waitFor()
    },
  )
})

describe('an open question about a proposal', () => {
  test.each(staffWidths)('at %i px says who answered it, and goes on', async (width) => {
    const client = await somebody()
    const { proposal } = await admin.ok('PATCH', `/${client.user.id}`, {
      accountBalance: 99_999,
      reason: 'Miscounted',
    })
    const page = await windowOf(browser, server.url, `/admin/users/${client.user.id}`, {
      as: second,
      width,
    })
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    await page.getByLabel(/^Reason, shown to/).fill('Half a rea')
    await admin.ok('POST', `/proposals/${proposal.id}/withdrawal`, { reason: 'My mistake' })
    const dialog = page.getByRole('dialog', { name: 'This proposal has changed' })
    await dialog.getByText(/^Admin withdrew this \d+ s ago$/).waitFor()
    await dialog.getByText('My mistake').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await dialog.locator(':focus').getByText('Continue').waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Waiting for a second person').waitFor({ state: 'hidden' })
  })
})

test('another of the same name is named', async () => {
  const [client, namesake] = [await somebody(), await signUp(server.url, { fullName: 'Admin' })]
  await setRole(database, namesake.user.id, 'admin')
  const id = await request(client, 43)
  const page = await at(client, 'to-decide')
  await panel(page).getByText('$43.00', { exact: true }).first().waitFor()
  await namesake.ok('POST', `/withdrawals/${id}/rejection`, { reason: 'The name differs' })
  await panel(page)
    .getByText(/^Admin rejected this \d+ s ago$/)
    .waitFor()
})

describe('a list', () => {
  test('shows what is decided in its place, and lets new requests wait until they are asked for', async () => {
    const client = await somebody()
    const old = await request(client, 14)
    await request(client, 15)
    const page = await at(client)
    await expect.poll(() => amounts(page)).toEqual(['$15.00', '$14.00'])
    for (const amount of [16, 17]) await request(client, amount)
    await page.getByRole('status').getByText('2 new, show').waitFor()
    await reject(old)
    await row(page, '$14.00').getByText('Rejected', { exact: true }).waitFor()
    expect(await amounts(page)).toEqual(['$15.00', '$14.00'])
    expect(await inaccessible(page)).toEqual([])
    await page.getByRole('button', { name: '2 new, show' }).click()
    await expect.poll(() => amounts(page)).toEqual(['$17.00', '$16.00', '$15.00', '$14.00'])
    expect(await page.getByText(/new, show$/).count()).toBe(0)
  })

  test('of work leaves out what another decides, while the one beside it says who did', async () => {
    const client = await somebody()
    const first = await request(client, 18)
    await request(client, 19)
    const page = await at(client, 'to-decide')
    await panel(page).getByText('$18.00', { exact: true }).first().waitFor()
    await reject(first)
    await panel(page)
      .getByText(/^Second Admin rejected this \d+ s ago$/)
      .waitFor()
    await expect.poll(() => amounts(page)).toEqual(['$19.00'])
    expect(await inaccessible(page)).toEqual([])
    // What comes after the last one moves nothing, and stands there.
    await request(client, 20)
    await expect.poll(() => amounts(page)).toEqual(['$19.00', '$20.00'])
  })

  test('of work says who decided what it has lost, and nothing of what was decided here', async () => {
    const client = await somebody()
    for (const amount of [51, 52]) await request(client, amount)
    const [own, theirs] = [await request(client, 53), await request(client, 54)]
    const page = await at(client, 'to-decide')
    await panel(page).getByText('$51.00', { exact: true }).first().waitFor()
    await admin.ok('POST', `/withdrawals/${own}/rejection`, { reason: 'From another window' })
    await reject(theirs)
    const said = page.getByRole('status', { name: 'Decided by others' })
    await said.getByText(/^Una .*, \$54\.00: Second Admin rejected this \d+ s ago$/).waitFor()
    expect(await said.getByText('$53.00').count()).toBe(0)
    expect(await amounts(page)).toEqual(['$51.00', '$52.00'])
    expect(await inaccessible(page)).toEqual([])
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => said.getByText('$54.00').count()).toBe(0)
  })

  test('of users follows as well', async () => {
    const client = await somebody()
    const page = await windowOf(browser, server.url, '/admin', { as: admin })
    await page.getByRole('link', { name: client.user.fullName }).waitFor()
    const later = await signUp(server.url, { fullName: `Vera ${randomUUID().slice(0, 8)}` })
    await page.getByRole('status').getByText('1 new, show').waitFor()
    await second.ok('PATCH', `/${client.user.id}`, { accountBalance: 4_321, reason: 'Miscounted' })
    await page.getByText('$4,321.00').waitFor()
    expect(await page.getByText(later.user.fullName).count()).toBe(0)
    await page.getByRole('button', { name: '1 new, show' }).click()
    await page.getByRole('link', { name: later.user.fullName }).waitFor()
  })
})

describe('a page', () => {
  test('asks for what is shown where there is no stream', async () => {
    const client = await somebody()
    const page = await at(client)
    await page.getByText('No withdrawal requests found.').waitFor()
    await page.route('**/events/staff', (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await page.getByText('No withdrawal requests found.').waitFor()
    await request(client, 21)
    await row(page, '$21.00').waitFor()
  })

  test('that nobody is at says so, and keeps no session in use', async () => {
    const client = await somebody()
    const page = await at(client)
    await page.getByText('No withdrawal requests found.').waitFor()
    await page.clock.setSystemTime(Date.now() + 120_000)
    const asked = page.waitForRequest('**/getAllWithdrawals?*')
    await request(client, 23)
    expect((await asked).headers()[unattended]).toBe('1')
    await allAnswered(page)
    await page.mouse.move(10, 10)
    const askedAgain = page.waitForRequest('**/getAllWithdrawals?*')
    await request(client, 24)
    expect((await askedAgain).headers()[unattended]).toBeUndefined()
  })
})
