import { afterAll, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { sitDownAsNewcomer } from '../support/visitor.ts'
const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
test('look', async () => {
  for (const [width, colorScheme] of [
    [375, 'light'],
    [1280, 'dark'],
    [320, 'dark'],
  ] as const) {
    const { page, client } = await sitDownAsNewcomer(browser, server.url, {
      width,
      colorScheme,
      path: '/dashboard/transfer',
      async prepare(client) {
        await client.ok('POST', '/demo/deposits', { amount: 1234.5, asset: 'BTC' })
        await client.ok('POST', '/destinations', {
          type: 'bank_transfer',
          name: 'Hardware wallet',
          bankNumber: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
        })
        await client.ok('POST', '/destinations', {
          type: 'bank_account',
          name: 'Checking with a rather long name for everyday use',
          holder: client.user.fullName,
          bankNumber: 'DE89370400440532013000',
        })
        await client.ok('POST', '/requestWithdrawal', {
          type: 'bank_transfer',
          amount: 20,
          bankName: 'Cold wallet',
          bankNumber: 'any wallet',
        })
        await client.ok('POST', '/requestWithdrawal', {
          type: 'bank_account',
          amount: 10,
          bankName: client.user.fullName,
          bankNumber: 'DE89370400440532013000',
          note: 'Rent',
        })
      },
    })
    await page.getByRole('heading', { name: 'My requests' }).waitFor()
    await page.screenshot({ path: `/tmp/shots/send-${width}.png`, fullPage: true })
    await page.getByRole('button', { name: /^Checking/ }).click()
    await page.getByLabel('Amount').fill('12')
    await page.screenshot({ path: `/tmp/shots/send2-${width}.png`, fullPage: true })
    await page.locator('form button[type=submit]').click()
    await page.getByRole('dialog').waitFor()
    await page.screenshot({ path: `/tmp/shots/send3-${width}.png` })
    await page.keyboard.press('Escape')
    await page.goto(server.url + '/dashboard/transfer?to=wallet')
    await page.getByLabel('Wallet name').fill('x')
    await page.getByLabel('Wallet address').fill('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')
    await page.getByLabel('Amount').fill('12')
    await page.locator('form button[type=submit]').click()
    await page.getByRole('dialog').waitFor()
    await page.screenshot({ path: `/tmp/shots/send4-${width}.png` })
    void client
  }
}, 120000)
