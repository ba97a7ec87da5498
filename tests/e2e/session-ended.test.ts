/** A session that ended elsewhere: the sign-in says why, and what was typed is there again, for the same person alone. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { logIn, newcomersPassword, signUp, type Client } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { flowWidths, sitDownAsNewcomer } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

/** The person, in another browser. */
const elsewhere = ({ user }: Client) => logIn(server.url, user.email, newcomersPassword)

async function signInAgain(page: Page, { user }: Client): Promise<void> {
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(newcomersPassword)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

const draftIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('draft'))

async function atTheForm(width?: number) {
  const { page, client } = await sitDownAsNewcomer(browser, server.url, {
    ...(width ? { width } : {}),
    path: '/dashboard/transfer?to=wallet',
    prepare: (someone) => someone.ok('POST', '/demo/deposits', { amount: 500, asset: 'BTC' }),
  })
  const form = page.getByRole('form', { name: 'Wallet transfer' })
  await form.getByLabel('Wallet name').fill('My hardware wallet')
  await form.getByLabel('Amount').fill('123.45')
  return { page, client, form }
}

describe.each(flowWidths)('whose session was ended from elsewhere, at %i px,', (width) => {
  test('reads why, signs in again and finds the form as it was typed', async () => {
    const { page, client, form } = await atTheForm(width)
    await (await elsewhere(client)).ok('DELETE', '/sessions')
    await form.getByLabel('Wallet address').fill('any wallet')
    await page.getByRole('link', { name: 'Home' }).first().click()
    await page.getByText('You were signed out because it was ended from another browser').waitFor()
    await page.getByText('what you typed there is still in this tab').waitFor()
    await signInAgain(page, client)
    await page.waitForURL('**/dashboard/transfer?to=wallet')
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('123.45')
    expect(await form.getByLabel('Wallet name').inputValue()).toBe('My hardware wallet')
    expect(await form.getByLabel('Wallet address').inputValue()).toBe('any wallet')
  })
})

test('what was typed is gone when somebody else signs in, or its writer logs out or leaves it', async () => {
  const { page, client, form } = await atTheForm()
  expect(await draftIn(page)).toContain('123.45')
  await (await elsewhere(client)).ok('DELETE', '/sessions')
  await page.reload()
  await page.getByText('You were signed out because').waitFor()
  const another = await signUp(server.url)
  await signInAgain(page, another)
  await page.getByRole('form', { name: 'Wallet transfer' }).waitFor()
  expect(await form.getByLabel('Amount').inputValue()).toBe('')
  expect(await draftIn(page)).toBeNull()

  await form.getByLabel('Wallet name').fill('Another wallet')
  await expect.poll(() => draftIn(page)).toContain('Another wallet')
  await page.getByRole('link', { name: 'Activity' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /Leave/ }).click()
  await page.waitForURL('**/dashboard/activity')
  await expect.poll(() => draftIn(page)).toBeNull()
})

test('the words of a wallet are kept nowhere', async () => {
  const { page, form } = await atTheForm()
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  await form.getByLabel('Wallet address').fill(words)
  await form.getByLabel('Amount').fill('12')
  await expect.poll(() => draftIn(page)).toContain('"amount":"12"')
  expect(await draftIn(page)).not.toContain('winner')
})

test('no password is kept with what was typed', async () => {
  const { page, client } = await sitDownAsNewcomer(browser, server.url, {
    path: '/dashboard/settings',
  })
  await page.getByLabel('Full name').fill('Nora Newname')
  await page.getByLabel('Password', { exact: true }).fill('never to be kept')
  await page.getByLabel('Confirm password').fill('never to be kept')
  await expect.poll(() => draftIn(page)).toContain('Nora Newname')
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
  )
  expect(stored).not.toContain('never to be kept')
  await (await elsewhere(client)).ok('DELETE', '/sessions')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await signInAgain(page, client)
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Nora Newname')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
})
