/** A page of the account that can't be reached: a page of ours says so, knows nothing of anybody, and leads back. */
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logInAsAdmin } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { flowWidths, sitDown, sitDownAsNewcomer } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const path = '/dashboard/transfer?to=wallet'

async function signedIn(width?: number) {
  const opened = await sitDownAsNewcomer(browser, server.url, {
    path,
    offlinePage: true,
    ...(width ? { width } : {}),
    prepare: (client) => client.ok('POST', '/demo/deposits', { amount: 1234.5, asset: 'BTC' }),
  })
  await opened.page.getByRole('form', { name: 'Wallet transfer' }).waitFor()
  await opened.page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  await expect
    .poll(() => opened.page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  return opened
}

/** All that workers have kept here. */
const kept = () =>
  caches
    .keys()
    .then((names) =>
      Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      ),
    )
    .then((urls) => urls.flat())

describe.each(flowWidths)('whoever loads a page again without a connection, at %i px,', (width) => {
  test('reads that they are offline, and goes on where they were once it is back', async () => {
    const { page, context } = await signedIn(width)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
    await page.getByText('Nothing was sent, changed or lost.').waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/Nora|1,234/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await inaccessible(page)).toEqual([])
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('form', { name: 'Wallet transfer' }).waitFor()
    expect(page.url()).toBe(server.url + path)
  })
})

test('the browser keeps that page alone, and nothing of it once they have logged out', async () => {
  const { page } = await signedIn()
  expect(await page.evaluate(kept)).toEqual([`${server.url}/offline`])
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(kept)).toEqual([])
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0)
})

test('the back office keeps none', async () => {
  const admin = await logInAsAdmin(server.url)
  const { page } = await sitDown(browser, { as: admin, offlinePage: true })
  await page.goto(`${server.url}/admin`)
  await page.getByRole('table', { name: 'Users List' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0)
})
