/** Filters of staff's lists: they survive the menu and the tabs, and are saved by a name. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { press, schemes, staffWays, staffWidths, windowOf, type Hand } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)

const at = (path: string, looks = {}) => windowOf(browser, server.url, path, looks)
const hasAddress = (page: Page, ending: string) =>
  expect.poll(() => page.url()).toBe(`${server.url}${ending}`)
const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const chosen = '/admin/withdrawals?search=Ada&work=to-decide'

describe('filters', () => {
  test.each(staffWidths)('survive the menu and the tabs at %i px', async (width) => {
    const page = await at(chosen, { width })
    await page.getByRole('link', { name: /^To decide/ }).waitFor()
    const open = async (name: string) => {
      const toggle = page.getByRole('button', { name: 'Open menu' })
      if (await toggle.isVisible()) await toggle.click()
      await menu(page)
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click()
    }
    await open('Plans')
    await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor()
    await open('Withdrawals')
    await hasAddress(page, chosen)
    expect(await page.getByLabel('Search').inputValue()).toBe('Ada')
    await page.getByRole('tab', { name: 'Users Management' }).click()
    await hasAddress(page, '/admin')
    await page.getByRole('tab', { name: /^Withdrawals/ }).click()
    await hasAddress(page, chosen)
    // From the list itself the menu leads to the whole of it.
    await open('Withdrawals')
    await hasAddress(page, '/admin/withdrawals')
  })

  test('are kept nowhere but in the open page, and not for the next person', async () => {
    const page = await at(chosen, { as: await logInAsAdmin(server.url) })
    await page.getByRole('link', { name: /^To decide/ }).waitFor()
    await menu(page).getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor()
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    )
    expect(stored).not.toContain('search=Ada')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('button', { name: /^Auditor/ }).click()
    await page.waitForURL('**/admin')
    await menu(page).getByRole('link', { name: 'Withdrawals' }).click()
    await hasAddress(page, '/admin/withdrawals')
  })
})

const views = (page: Page) => page.getByRole('button', { name: 'Views', exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

async function save(page: Page, name: string, hand: Hand = 'mouse'): Promise<void> {
  await press(views(page), hand)
  await press(item(page, 'Save this view...'), hand)
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Name').press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}

describe('a view', () => {
  test.each(staffWays)(
    'is saved, opened, renamed and deleted at $width px by $hand',
    async ({ width, hand }) => {
      const page = await at('/admin?search=Ada&sort=fullName', { width })
      await save(page, 'Ada, by name', hand)
      await page.goto(`${server.url}/admin`)
      await press(views(page), hand)
      await press(item(page, 'Ada, by name'), hand)
      await hasAddress(page, '/admin?search=Ada&sort=fullName')
      await press(views(page), hand)
      await press(item(page, 'Manage views...'), hand)
      const dialog = page.getByRole('dialog', { name: 'Saved views' })
      await dialog.getByLabel('Name of Ada, by name').fill('Everybody called Ada')
      await press(dialog.getByRole('button', { name: 'Rename' }), hand)
      await dialog.getByLabel('Name of Everybody called Ada').waitFor()
      await press(dialog.getByRole('button', { name: 'Delete' }), hand)
      await dialog.getByText('No saved views.').waitFor()
      await press(dialog.getByRole('button', { name: 'Done' }), hand)
      await press(views(page), hand)
      await page.getByText('No saved views').waitFor()
    },
  )

  test.each(schemes)('is asked for accessibly in the %s scheme', async (colorScheme) => {
    const page = await at(chosen, { colorScheme })
    await save(page, 'Ada to decide')
    await views(page).click()
    await item(page, 'Ada to decide').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await item(page, 'Manage views...').click()
    await page.getByLabel('Name of Ada to decide').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No saved views.').waitFor()
  })

  test('of a name that is taken is refused in its field', async () => {
    const page = await at('/admin/audit?outcome=refused')
    await save(page, 'Refused')
    await views(page).click()
    await item(page, 'Save this view...').click()
    await page.getByLabel('Name', { exact: true }).fill('Refused')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('You have a saved view of this name.').waitFor()
  })

  test('is shared, opened and copied by another, and changed by who made it alone', async () => {
    const query = '?sort=amount&status=paid'
    const page = await at(`/admin/withdrawals${query}`)
    await save(page, 'Small payouts')
    await views(page).click()
    await item(page, 'Manage views...').click()
    const own = page.getByRole('dialog', { name: 'Saved views' })
    await own.getByRole('button', { name: 'Share' }).click()
    await page.getByText('View shared').waitFor()
    const as = await logIn(server.url, 'auditor@glasshouse.example', 'glasshouse-auditor')
    const other = await windowOf(browser, server.url, '/admin/withdrawals', { as, width: 375 })
    await views(other).click()
    await other.getByText('Shared by others').waitFor()
    expect(await inaccessible(other)).toEqual([])
    await item(other, 'Small payouts, by Admin').click()
    await hasAddress(other, `/admin/withdrawals${query}`)
    await views(other).click()
    await item(other, 'Manage views...').click()
    const shared = other.getByRole('dialog', { name: 'Saved views' })
    expect(await shared.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    expect(await inaccessible(other)).toEqual([])
    await shared.getByRole('button', { name: 'Copy Small payouts' }).click()
    await shared.getByLabel('Name of Small payouts').waitFor()
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      375,
    )
  })
})
