/** Closing one's own account in a browser: what is left with the way to settle it, the question, and the day in which it can be kept. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { sitDownAsNewcomer } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const path = '/dashboard/settings#close-account'
const sheet = (page: Page) => page.locator('#close-account')
const button = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true })
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

describe.each([320, 375, 1280])('at %i px', (wide) => {
  test('what is left is listed, each with the way to settle it', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url, {
      path,
      width: wide,
      async prepare(client) {
        await client.ok('POST', '/demo/deposits', { amount: 1_000, asset: 'BTC' })
        await client.invest(await client.plan('Starter Growth'), 250)
      },
    })
    const rows = sheet(page).getByRole('list', { name: 'Left in your account' }).locator('li')
    await rows.first().waitFor()
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/^Balance: \$750\.00\s+Withdraw it$/),
      expect.stringMatching(/^In running investments: \$250\.00\s+See when they mature$/),
      expect.stringMatching(/^Promised profit: \$[\d.]+\s+See when it is paid$/),
    ])
    expect(await button(page, 'Close my account').count()).toBe(0)
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
    expect(await width(page)).toBe(wide)
    await sheet(page).getByRole('link', { name: 'Withdraw it' }).click()
    await page.waitForURL('**/dashboard/transfer')
  })

  test('with nothing left it is found, asked for and taken back by the keyboard alone', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url, { width: wide })
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const word of ['close', 'leave', 'delete']) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Search / }).fill(word)
      await page.getByRole('option', { name: 'Close my account' }).waitFor()
      if (word !== 'delete') await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/settings#close-account')

    await button(page, 'Close my account').focus()
    await page.keyboard.press('Enter')
    const asked = page.getByRole('dialog', { name: 'Close your account?' })
    await asked.getByText('In 24 hours we erase your data').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await asked.getByRole('button', { name: 'Close account' }).focus()
    await page.keyboard.press('Enter')
    await sheet(page).getByText('Your account closes on').waitFor()
    await asked.waitFor({ state: 'hidden' })
    expect(await button(page, 'Close my account').count()).toBe(0)
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
    expect(await width(page)).toBe(wide)

    await button(page, 'Keep my account').focus()
    await page.keyboard.press('Enter')
    const keeping = page.getByRole('dialog', { name: 'Keep your account?' })
    await keeping.getByRole('button', { name: 'Keep account' }).focus()
    await page.keyboard.press('Enter')
    await button(page, 'Close my account').waitFor()
  })
})
