/** Months of the books in a browser: what lacks before one can be closed, closed by two, and reopened by two with a reason. */
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { windowOf, type Looks } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const admin = await logInAsAdmin(server.url)
const secondAdmin = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

const at = (looks: Looks, path = '/admin/months') =>
  windowOf(browser, server.url, path, { who: 'Admin', ...looks })
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** What the books have of an account, without the receipt that the sample has besides. */
async function reconcile(account: string): Promise<void> {
  const { file } = await admin.ok('GET', `/bank-statements/sample?account=${account}`)
  const lines = (file as string).split('\n').filter((line) => !line.includes(',SAMPLE '))
  await admin.ok('POST', '/reconciliations', { account, file: lines.join('\n') })
}

/** Agrees to what waits, and comes back. */
async function agree(what: RegExp): Promise<void> {
  const page = await at({ as: secondAdmin }, '/admin/waiting')
  await page.getByText(what).first().waitFor()
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: what })
  expect(await inaccessible(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Agree' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.context().close()
}

const looks: Looks[] = [375, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

test('what lacks is said before anybody proposes it', async () => {
  const page = await at({})
  const taken = page.getByRole('table', { name: /^What closing/ })
  await taken.getByText('The clients’ bank account was never reconciled').waitFor()
  await taken.getByText(/ has ended$/).waitFor()
  expect(await taken.getByText('Not yet').count()).toBe(2)
  expect(await page.getByRole('button', { name: /^Propose to close/ }).isDisabled()).toBe(true)
  await reconcile('client-bank')
  await reconcile('firm-bank')
})

test.each(looks)('a month is closed and reopened by two: %o', async (look) => {
  const page = await at(look)
  const title = await page.getByRole('heading', { name: /^To close next: / }).innerText()
  const month = title.replace('To close next: ', '')
  expect([await wide(page), await inaccessible(page)]).toEqual([0, []])
  await page.getByRole('button', { name: `Propose to close ${month}` }).click()
  const close = page.getByRole('dialog', { name: `Close ${month}?` })
  expect(await inaccessible(page)).toEqual([])
  await close.getByRole('button', { name: 'Propose' }).click()
  await page.getByText('1 proposal about closing or reopening a month waits').waitFor()
  await agree(new RegExp(`Closing ${month}`))
  await page.reload()
  const all = page.getByRole('table', { name: 'All months' })
  const row = all.getByRole('row').filter({ hasText: month })
  await row.getByText('Closed', { exact: true }).waitFor()
  expect([await wide(page), await inaccessible(page)]).toEqual([0, []])

  await page.getByRole('button', { name: `Reopen ${month}` }).click()
  const reopen = page.getByRole('dialog', { name: `Reopen ${month}?` })
  await reopen.getByRole('button', { name: 'Propose' }).click()
  await reopen.getByText('Please enter a reason').waitFor()
  await reopen.getByLabel('Reason').fill('A charge of the bank was left out')
  expect(await inaccessible(page)).toEqual([])
  await reopen.getByRole('button', { name: 'Propose' }).click()
  await reopen.waitFor({ state: 'hidden' })
  await agree(new RegExp(`Reopening ${month}`))
  await page.reload()
  await row.getByText('Reason: A charge of the bank was left out').first().waitFor()
  await row.getByText('Open', { exact: true }).waitFor()
  await page.context().close()
})

test('an auditor sees which months are closed, and can’t change them', async () => {
  const page = await windowOf(browser, server.url, '/admin/months', { who: 'Auditor' })
  await page.getByRole('table', { name: 'All months' }).waitFor()
  expect(await page.getByRole('button', { name: /^(Propose|Reopen)/ }).count()).toBe(0)
})
