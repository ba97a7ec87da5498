/** Ways that people look for and didn't find: from what is running to its end, to whom money went before, and what a search is asked. */
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { signUp, type Client } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { flowWidths, sitDownAsNewcomer } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const fund = (client: Client) => client.ok('POST', '/demo/deposits', { amount: 5000, asset: 'BTC' })
async function invest(client: Client): Promise<void> {
  await fund(client)
  await client.invest(await client.plan('Starter Growth'), 250)
}

const at = async (path: string, prepare: (client: Client) => Promise<unknown>, width = 375) =>
  (await sitDownAsNewcomer(browser, server.url, { path, prepare, width })).page

describe.each(flowWidths)('at %i px', (width) => {
  test('a running plan leads from home to itself, and the list to the choice at its end, which has the focus', async () => {
    const page = await at('/dashboard', invest, width)
    await page.getByRole('link', { name: 'Starter Growth', exact: true }).click()
    await page.waitForURL(/\/dashboard\/investments\/[\w-]+$/)
    await page.getByRole('link', { name: 'All my investments' }).click()
    await page.getByRole('button', { name: 'Details of Starter Growth' }).click()
    await page.getByRole('link', { name: 'Choose what happens at the end of the term' }).click()
    const choice = page.getByRole('radio', { name: /^Pay everything to my balance/ })
    await expect.poll(() => choice.evaluate((one) => one === document.activeElement)).toBe(true)
    await expect
      .poll(() =>
        choice.evaluate((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        }),
      )
      .toBe(true)
  })

  test('investing leads to what one holds, and says at the form and in the review that a second one can’t be undone', async () => {
    const page = await at('/dashboard/invest', invest, width)
    await page.getByRole('link', { name: 'My investments', exact: true }).last().waitFor()
    await page.getByText('You can’t undo this one.').waitFor()
    await page.getByLabel('Amount').fill('300')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('dialog').getByText('You can’t undo this one.').waitFor()
  })

  test('whoever was sent money is there to be sent more, in one press', async () => {
    const friend = await signUp(server.url, { fullName: 'Frida Friend' })
    const { accountId } = friend.user
    const page = await at(
      '/dashboard/transfer',
      async (client) => {
        await fund(client)
        await client.ok('POST', '/requestWithdrawal', {
          type: 'tradehub_transfer',
          amount: 20,
          recipientAccountId: accountId,
        })
      },
      width,
    )
    await page
      .getByRole('list', { name: 'Recent' })
      .getByRole('button', { name: accountId })
      .click()
    await page.waitForURL('**/dashboard/transfer?to=account')
    expect(await page.getByLabel('Recipient account ID').inputValue()).toBe(accountId)
  })
})

test('a first investment is not said to be final', async () => {
  const page = await at('/dashboard/invest', fund)
  await page.getByText('This is your first investment: you can undo it').waitFor()
  expect(await page.getByText('You can’t undo this one.').count()).toBe(0)
})

test('the button that reviews an investment is within two screens of a phone', async () => {
  const page = await at('/dashboard/invest', fund)
  const box = await page.getByRole('button', { name: 'Review', exact: true }).boundingBox()
  expect(box!.y).toBeLessThan(1450)
})

test('what is pasted into a new destination chooses its kind and fills it in', async () => {
  const page = await at('/dashboard/transfer', fund)
  await page.getByRole('button', { name: 'Save a destination' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save a destination' })
  await dialog
    .getByLabel('Paste an IBAN, an address or an account ID')
    .fill('DE02 1203 0000 0000 2020 51')
  expect(await dialog.getByLabel('Kind').inputValue()).toBe('bank_account')
  expect(await dialog.getByLabel('IBAN', { exact: true }).inputValue()).toContain('DE02')
})

test.each([
  ['tax', 'Download a statement'],
  ['statement year', 'Download a statement'],
  ['verify', 'Verification'],
  ['data', 'Your data'],
])('a search for “%s” finds “%s”', async (words, label) => {
  const page = await at('/dashboard', fund)
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: /^Search / }).fill(words)
  await page.getByRole('option', { name: label }).waitFor()
})

test('the bar on top fits at 320 px when letters are twice as large', async () => {
  const page = await at('/dashboard', fund, 320)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const bar = page.getByRole('banner')
  await expect.poll(() => bar.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
})

test('whoever changes their name and types a password is told what that does', async () => {
  const page = await at('/dashboard/settings', fund)
  await page.getByLabel('Password', { exact: true }).fill('a violet window')
  const told = page.getByText('To change your name alone, this must be your current password')
  expect(await told.count()).toBe(0)
  await page.getByLabel('Full name').fill('Nora Newname')
  await told.waitFor()
})
