/** Every question of the back office and the dashboard gives the focus back to what opened it, when it is closed by Escape and by its own button. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atRest } from '../support/at-rest.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { windowOf } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url, env: { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '500' } }),
  openBrowser(),
])
afterAll(stopServers)
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

/** Somebody about whom every question can be asked. */
async function somebody(): Promise<Client> {
  const referrer = await signUp(server.url)
  const client = await signUp(server.url, {
    fullName: `Una ${randomUUID().slice(0, 8)}`,
    referralCode: referrer.user.referralCode,
  })
  await client.ok('POST', '/demo/deposits', { amount: 900, asset: 'BTC' })
  const ask = async (amount: number) =>
    (
      await client.ok('POST', '/requestWithdrawal', {
        type: 'bank_transfer',
        amount,
        bankName: 'Home',
        bankNumber: `home-${client.user.accountId}`,
      })
    ).withdrawal._id as string
  await ask(20)
  await second.ok('POST', `/withdrawals/${await ask(30)}/approval`)
  await second.ok('PATCH', `/${client.user.id}`, { totalProfit: 700, reason: 'A bonus' })
  await client.ok('POST', '/destinations', {
    type: 'bank_transfer',
    name: 'Savings',
    bankNumber: `home-${client.user.accountId}`,
  })
  return client
}

let client: Client
beforeAll(async () => {
  client = await somebody()
})

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first()

async function comesBackTo(page: Page, opener: Locator): Promise<void> {
  // What comes late has buttons of the same names above these.
  await atRest(page)
  const shut = page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Cancel|Close|Back|Keep it)$/ })
  for (const [open, close] of [
    [() => opener.press('Enter'), () => page.keyboard.press('Escape')],
    [() => opener.click(), () => shut.last().click()],
  ] as const) {
    await open()
    // It hears the keyboard from when it has the focus.
    await page.locator('[role=dialog] :focus').first().waitFor()
    await close()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect
      .poll(() => opener.evaluate((element) => element === document.activeElement))
      .toBe(true)
  }
}

describe('in the back office,', () => {
  test.each([
    [
      'a user',
      () => `/admin/users/${client.user.id}`,
      [
        'Approve',
        'Reject',
        'View Details',
        'Record payout',
        'Returned',
        'Freeze',
        'Delete',
        'End all sessions',
      ],
    ],
    ['the list', () => `/admin?search=${client.user.email}`, ['Delete']],
    ['what waits', () => '/admin/waiting', ['Agree', 'Refuse']],
    ['the plans', () => '/admin/plans', ['Withdraw from sale']],
  ])('those of %s', async (_, path, names) => {
    const page = await windowOf(browser, server.url, path())
    for (const name of names) await comesBackTo(page, button(page, name))
  })

  test.each([375, 1280])('those of the queue, at %i px', async (width) => {
    const page = await windowOf(
      browser,
      server.url,
      `/admin/withdrawals?search=${client.user.email}`,
      { width },
    )
    for (const name of ['Approve', 'Reject', 'Record payout', 'Returned'])
      await comesBackTo(page, button(page, name))
    if (width < 1200) await comesBackTo(page, button(page, 'View Details'))
  })

  test('those of the treasury, which ask about what was typed', async () => {
    const page = await windowOf(browser, server.url, '/admin/treasury')
    await page.getByLabel('Amount from capital').fill('5')
    await page.getByLabel('Amount paid in').fill('5')
    await page.getByLabel('Bank reference').fill('B 1')
    for (const name of ['Fund the pool', 'Book the capital', 'Move the clock'])
      await comesBackTo(page, button(page, name))
  })
})

describe('in the dashboard,', () => {
  test.each([
    ['/dashboard/security', ['Freeze my account']],
    ['/dashboard/transfer', ['Save a destination', 'Remove Savings', 'Cancel']],
  ])('those of %s', async (path, names) => {
    const page = await windowOf(browser, server.url, path, { as: client })
    for (const name of names) await comesBackTo(page, button(page, name))
  })

  test('the review of a withdrawal', async () => {
    const page = await windowOf(browser, server.url, '/dashboard/transfer?to=wallet', {
      as: client,
    })
    const form = page.getByRole('form', { name: 'Wallet transfer' })
    await form.getByLabel('Wallet name').fill('Home')
    await form.getByLabel('Wallet address').fill('any wallet')
    await form.getByLabel('Amount').fill('5')
    await comesBackTo(page, form.getByRole('button', { name: 'Request withdrawal' }))
  })
})

test('the page is watched for lost focus without drawing a frame, until some is lost', async () => {
  const page = await windowOf(browser, server.url, '/dashboard/profile', { as: client })
  // What the server has answered stands there once everything else is in place.
  await page.getByRole('main').getByText('Account ID').waitFor()
  const frames = await page.evaluate(async () => {
    const focused = document.createElement('button')
    document.querySelector('main')!.append(focused)
    focused.focus()
    let asked = 0
    const draw = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) => {
      asked += 1
      return draw(callback)
    }
    const change = async (how: () => void) => {
      asked = 0
      how()
      // Observers are told before this goes on.
      await Promise.resolve()
      return asked
    }
    return {
      beside: await change(() => document.body.append(document.createElement('p'))),
      lost: await change(() => focused.remove()),
    }
  })
  expect(frames).toEqual({ beside: 0, lost: 1 })
  await expect.poll(() => page.locator('main :focus').count()).toBe(1)
})
