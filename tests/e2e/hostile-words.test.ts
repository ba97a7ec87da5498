/** Words that would be code if a page took them for it, in every field that takes words of people, on every page that shows them. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Withdrawal } from '../../src/contract/withdrawal.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { listenForFaults } from '../support/faults.ts'
import { startServer, stopServers } from '../support/server.ts'
import { sitDown } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startServer(), openBrowser()])
afterAll(stopServers)

/** Runs as an attribute and as an element, if anything does; says where it came in. */
const hostile = (where: string) => `"'><img src=x onerror=hacked="${where}"><svg/onload=hacked=1><script>hacked=2</script>`

const admin = await logInAsAdmin(server.url)
const auditor = await logIn(server.url, 'auditor@glasshouse.example', 'glasshouse-auditor')

async function asks(person: Client, where: string): Promise<Withdrawal> {
  const { withdrawal } = await person.ok('POST', '/requestWithdrawal', { type: 'bank_transfer', amount: 60, bankName: hostile(`wallet ${where}`), bankNumber: hostile(`address ${where}`) })
  return withdrawal
}

/** Somebody of whom every word is hostile, and so is every word about them. */
async function makeTrouble(): Promise<{ person: Client; friend: Client }> {
  const person = await signUp(server.url, { fullName: hostile('name') })
  const friend = await signUp(server.url, { fullName: hostile('friend'), referralCode: person.user.referralCode })
  await person.ok('POST', '/demo/deposits', { amount: 5000, asset: 'BTC' })
  await asks(person, 'pending')
  const rejected = await asks(person, 'rejected')
  await admin.ok('POST', `/withdrawals/${rejected._id}/rejection`, { reason: hostile('rejected') })
  const returned = await asks(person, 'returned')
  await admin.ok('POST', `/withdrawals/${returned._id}/approval`)
  await admin.ok('POST', `/withdrawals/${returned._id}/return`, { reason: hostile('returned') })
  const paid = await asks(person, 'paid')
  await admin.ok('POST', `/withdrawals/${paid._id}/approval`)
  await admin.ok('POST', `/withdrawals/${paid._id}/payout`, { reference: hostile('reference') })
  await admin.ok('PATCH', `/${person.user.id}`, { accountBalance: 5001, reason: hostile('correction') })
  await admin.ok('POST', `/users/${person.user.id}/freeze`, { reason: hostile('frozen') })
  await admin.ok('POST', `/users/${person.user.id}/unfreeze`, { reason: hostile('unfrozen') })
  await admin.ok('POST', `/users/${person.user.id}/notes`, { text: hostile('note') })
  await admin.ok('POST', '/treasury/capital', { amount: 1, reference: hostile('capital') })
  await admin.ok('POST', '/plans', {
    title: hostile('plan'), riskWarning: `${hostile('warning')} What is placed can be lost.`, minimum: 10, maximum: 50, durationDays: 5, profitPercent: 5,
  })
  return { person, friend }
}

const { person, friend } = await makeTrouble()

/** One reader's window. What their pages did wrong is asked for after each test. */
function windowOf(reader: Client): { page: Page; faults: string[] } {
  const opened = {} as { page: Page; faults: string[] }
  beforeAll(async () => {
    const { context, page } = await sitDown(browser, { as: reader })
    opened.page = page
    opened.faults = await listenForFaults(context, page, server.url)
    return () => context.close()
  })
  return opened
}

/** The page shows these words as words, and has done nothing else with any. */
async function isShown({ page, faults }: { page: Page; faults: string[] }, ...wheres: string[]): Promise<void> {
  for (const where of wheres) await page.getByText(hostile(where)).first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(faults).toEqual([])
}

describe.each([['an administrator', admin], ['an auditor', auditor]] as const)('E1: hostile words before %s', (_, reader) => {
  const seen = windowOf(reader)

  test('are words in the list of users', async () => {
    await seen.page.goto(`${server.url}/admin`)
    await isShown(seen, 'name', 'friend')
  })
  test('are words in the queue of withdrawals, and in the details of each', async () => {
    const { page } = seen
    for (const state of ['Pending', 'Rejected', 'Returned', 'Paid']) {
      await page.goto(`${server.url}/admin/withdrawals`)
      const row = page.getByRole('row').filter({ hasText: hostile('name') }).filter({ hasText: state })
      await row.getByRole('button', { name: 'View Details' }).click()
      await page.getByRole('dialog').getByText(hostile(`wallet ${state.toLowerCase()}`)).waitFor()
      await isShown(seen, 'name')
    }
  })
  test('are words on the user’s own page', async () => {
    await seen.page.goto(`${server.url}/admin/users/${person.user.id}`)
    await isShown(seen, 'name', 'note', 'rejected', 'returned', 'reference', 'correction', 'frozen', 'unfrozen')
    await seen.page.goto(`${server.url}/admin/users/${friend.user.id}`)
    await isShown(seen, 'friend', 'name')
  })
  test('are words in the treasury', async () => {
    await seen.page.goto(`${server.url}/admin/treasury`)
    await isShown(seen, 'capital')
  })
  test('are words among the plans', async () => {
    await seen.page.goto(`${server.url}/admin/plans`)
    await isShown(seen, 'plan', 'warning')
  })
  test('are words in the audit', async () => {
    await seen.page.goto(`${server.url}/admin/audit`)
    await isShown(seen, 'name', 'rejected', 'returned', 'correction', 'frozen', 'unfrozen')
  })
})

describe('E1: hostile words in the hands of an administrator', () => {
  const seen = windowOf(admin)
  const row = (where: string) => seen.page.getByRole('row').filter({ has: seen.page.getByRole('link', { name: hostile(where), exact: true }) })

  test('are words in the form that edits', async () => {
    await seen.page.goto(`${server.url}/admin`)
    await row('name').getByRole('button', { name: 'Edit' }).click()
    await seen.page.getByRole('heading', { name: `Edit User: ${hostile('name')}` }).waitFor()
    await isShown(seen, 'name')
  })
  test('are words where the referrer is credited, and where somebody is deleted', async () => {
    await seen.page.goto(`${server.url}/admin`)
    await row('friend').getByRole('button', { name: 'Credit Referrer' }).click()
    await seen.page.getByRole('heading', { name: `Credit Referrer of ${hostile('friend')}` }).waitFor()
    await row('name').getByRole('button', { name: 'Delete' }).click()
    await seen.page.getByRole('dialog').getByText(hostile('name')).waitFor()
    await isShown(seen, 'name')
  })
})

describe('E1: hostile words before whom they are about', () => {
  const seen = windowOf(person)

  test.each([
    ['/dashboard', ['name']],
    ['/dashboard/profile', ['name']],
    ['/dashboard/transfer', ['rejected']],
    ['/dashboard/invest', ['plan']],
    ['/dashboard/activity', ['rejected', 'returned', 'correction', 'frozen', 'unfrozen']],
  ] as const)('are words on %s', async (path, wheres) => {
    await seen.page.goto(server.url + path)
    await isShown(seen, ...wheres)
  })
  test('are words in the mails of the outbox', async () => {
    await seen.page.goto(`${server.url}/outbox`)
    await isShown(seen, 'rejected')
  })
})

test('E1: hostile words of a plan are words on the public page', async () => {
  const { context, page } = await sitDown(browser)
  const faults = await listenForFaults(context, page, server.url)
  // Pages are rendered anew when the plans have changed.
  await expect.poll(async () => (await fetch(server.url)).text()).toContain('hacked=&quot;plan&quot;')
  await page.goto(server.url)
  await isShown({ page, faults }, 'plan')
  await context.close()
})
