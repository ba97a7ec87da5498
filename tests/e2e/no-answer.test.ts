/** What people see when the server is gone, slow, or answers what nobody can read: the status by its name, what to do, and a Retry that works. */
import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { openBrowser } from '../support/browser.ts'
import { startServer, stopServers } from '../support/server.ts'
import { sitDown } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startServer(), openBrowser()])
afterAll(stopServers)

type Failing = { status: string; sentence: RegExp; answer(route: Route): Promise<void>; patience?: number }

const ways: Failing[] = [
  { status: 'FETCH_ERROR', sentence: /could not be reached/, answer: (route) => route.abort() },
  // Never answered: the page has to lose its patience, which is a matter of its clock.
  { status: 'TIMEOUT_ERROR', sentence: /took too long/, answer: async () => {}, patience: 30_000 },
  { status: 'PARSING_ERROR', sentence: /could not be read/, answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '<html>' }) },
]

/** Signs in as somebody of the demonstration, at a clock that the test moves. */
async function signIn(who: 'Investor' | 'Admin'): Promise<Page> {
  const { context, page } = await sitDown(browser)
  await page.clock.install()
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: new RegExp(`^${who}`) }).click()
  await page.waitForURL(who === 'Admin' ? '**/admin' : '**/dashboard')
  await page.getByRole('heading', { name: who === 'Admin' ? 'Users List' : /^Welcome, / }).waitFor()
  context.setDefaultTimeout(15_000)
  return page
}

const lists = [
  { who: 'Investor', path: '/dashboard/profile', call: '/me', title: 'Error loading data: ', shows: 'Account ID' },
  { who: 'Investor', path: '/dashboard/activity', call: '/activity*', title: 'Error loading activity: ', shows: /^balance [\d,]+\.\d\d/ },
  { who: 'Investor', path: '/dashboard/investments', call: '/investments?**', title: 'Error loading investments: ', shows: 'Starter Growth' },
  { who: 'Investor', path: '/dashboard/transfer', call: '/withdrawals?**', title: 'Error loading requests: ', shows: 'My requests' },
  { who: 'Admin', path: '/admin', call: '/users?**', title: 'Error loading data: ', shows: 'Users List' },
  { who: 'Admin', path: '/admin/withdrawals', call: '/getAllWithdrawals**', title: 'Error loading withdrawals: ', shows: 'Withdrawal Requests' },
  { who: 'Admin', path: '/admin/treasury', call: '/treasury', title: 'Error loading the treasury: ', shows: 'Trial balance' },
  { who: 'Admin', path: '/admin/plans', call: '/plans/all', title: 'Error loading plans: ', shows: 'Starter Growth' },
] as const

describe.each(ways)('where an answer ends as $status', ({ status, sentence, answer, patience = 0 }) => {
  test.each(lists)('$path says so, and Retry shows what it is about', async ({ who, path, call, title, shows }) => {
    const page = await signIn(who)
    const calls = `**${basePath}${call}`
    // Home asks for some of it when it rests: that is not the call that is meant.
    await page.goto('about:blank')
    await page.route(calls, answer)
    const asked = page.waitForRequest(calls)
    await page.goto(server.url + path)
    await asked
    await page.clock.runFor(patience)
    const alert = page.getByRole('alert').filter({ hasText: title }).first()
    await alert.waitFor()
    expect(await alert.innerText()).toMatch(sentence)
    expect(await alert.innerText()).toContain(`Status: ${status}`)
    await page.unroute(calls)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await page.getByText(shows).first().waitFor()
    await expect.poll(() => alert.count()).toBe(0)
    await page.context().close()
  })

  test('a form says so, keeps what was typed, and sends again with the same key: booked once', async () => {
    const page = await signIn('Investor')
    const keys: (string | undefined)[] = []
    const calls = '**/requestWithdrawal'
    await page.goto(`${server.url}/dashboard/transfer`)
    const form = page.getByRole('form', { name: 'Wallet transfer' })
    const name = `Wallet of ${status}`
    await form.getByLabel('Wallet name').fill(name)
    await form.getByLabel('Wallet address').fill('any wallet')
    await form.getByLabel('Amount').fill('1.23')
    await page.route(calls, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      // It arrives and is booked; only its answer is lost.
      await route.fetch()
      await answer(route)
    })
    const arrived = page.waitForRequest(calls)
    await form.getByRole('button').click()
    await arrived
    await expect.poll(() => keys.length).toBe(1)
    await page.clock.runFor(patience)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Request Failed').waitFor()
    expect(await dialog.innerText()).toMatch(sentence)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect([await form.getByLabel('Wallet name').inputValue(), await form.getByLabel('Amount').inputValue()]).toEqual([name, '1.23'])
    await form.getByRole('button').click()
    await dialog.getByText('Request Submitted!').waitFor()
    expect(keys[1]).toBe(keys[0])
    await page.keyboard.press('Escape')
    expect(await page.getByRole('row', { name: new RegExp(name) }).count()).toBe(1)
    await page.context().close()
  })
})
