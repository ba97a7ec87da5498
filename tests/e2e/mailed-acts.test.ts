/** Links in mails that act, in a browser: found in the mail, read, pressed, and pressed again. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { schemes, sitDown, type Looks } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)

async function withRequest(): Promise<Client> {
  const client = await signUp(server.url, { fullName: 'Nora Newcomer' })
  await client.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
  await client.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 40,
    bankName: 'My savings',
    bankNumber: 'of any kind',
  })
  return client
}

/** The newest mail to this person with a link of this name, as the outbox shows it, in a window of nobody who is signed in. */
async function mailTo({ user }: Client, link: string, looks: Looks) {
  const { context, page } = await sitDown(browser, looks)
  await page.goto(server.outboxUrl)
  // The one that verifies their address is written by and by, and may be newer.
  const mail = page
    .getByRole('article')
    .filter({ hasText: user.email })
    .filter({ hasText: link })
    .first()
  if ((await mail.locator('details[open]').count()) === 0)
    await mail.locator('summary').first().click()
  return { context, page, mail }
}

/** Follows a link of a mail, which opens beside it. */
async function follow(
  { context, mail }: Awaited<ReturnType<typeof mailTo>>,
  name: string,
): Promise<Page> {
  const link = mail.getByRole('link', { name })
  const [page] = await Promise.all([context.waitForEvent('page'), link.click()])
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const statusesOf = async (client: Client) =>
  (await client.ok('GET', '/withdrawals')).withdrawals.map(
    ({ status }: { status: string }) => status,
  )
const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

describe.each(schemes)('a mail’s links in %s', (colorScheme) => {
  test.each([375, 1280])('cancel a request, by mouse at %i px', async (width) => {
    const client = await withRequest()
    const opened = await mailTo(client, 'Cancel this request', { width, colorScheme })
    const page = await follow(opened, 'Cancel this request')
    await page.getByText('This cancels your withdrawal of $40.00 to My savings.').waitFor()
    // The secret leaves the address, and opening the page has done nothing.
    expect(new URL(page.url()).pathname).toBe('/cancel-request')
    expect(await statusesOf(client)).toEqual(['pending'])
    expect([await scrollWidth(page), await inaccessible(page)]).toEqual([width, []])
    await button(page, 'Cancel this request').click()
    await page.getByText('The request is cancelled, and $40.00 is back in your balance.').waitFor()
    expect([await statusesOf(client), (await client.me()).accountBalance]).toEqual([
      ['cancelled'],
      100,
    ])
    const again = await follow(opened, 'Cancel this request')
    await button(again, 'Cancel this request').click()
    await again.getByText('This request is no longer pending: it was cancelled.').waitFor()
    expect(await button(again, 'Cancel this request').count()).toBe(0)
    await opened.context.close()
  })

  test.each([375, 1280])('freeze an account, by keyboard at %i px', async (width) => {
    const client = await withRequest()
    const opened = await mailTo(client, 'Freeze my account', { width, colorScheme })
    const page = await follow(opened, 'Freeze my account')
    await page.getByText('No money leaves your account until our staff unfreeze it').waitFor()
    expect((await client.me()).status).toBe('active')
    expect([await scrollWidth(page), await inaccessible(page)]).toEqual([width, []])
    await expect.poll(() => button(page, 'Freeze my account').isEnabled()).toBe(true)
    await button(page, 'Freeze my account').press('Enter')
    await page.getByText('Your account is frozen: no money leaves it.').waitFor()
    expect([(await client.me()).status, await statusesOf(client)]).toEqual(['frozen', ['pending']])
    // What is next has the focus that the button had.
    await page.keyboard.press('Enter')
    await page.waitForURL('**/forgot-password')
    const again = await follow(opened, 'Freeze my account')
    await button(again, 'Freeze my account').click()
    await again.getByText('This account is already frozen.').waitFor()
    await opened.context.close()
  })
})

test('a link that has ended says so, and leads on', async () => {
  const client = await withRequest()
  const opened = await mailTo(client, 'Cancel this request', {})
  await database.owner.query(
    'update auth.passwords set changed_at = clock_timestamp() where person_id = $1',
    [client.user.id],
  )
  for (const name of ['Cancel this request', 'Freeze my account']) {
    const page = await follow(opened, name)
    await button(page, name).click()
    await page.getByText('This link has already been used, or has expired.').waitFor()
    expect(await button(page, name).count()).toBe(0)
  }
  expect([(await client.me()).status, await statusesOf(client)]).toEqual(['active', ['pending']])
  await opened.context.close()
})
