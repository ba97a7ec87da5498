/** Work that belongs to somebody, in a browser: taken, given with a note, given back and put off, by one and seen by another. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { StaffWorkItem } from '../../src/contract/staff-work.ts'
import type { User } from '../../src/contract/user.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { press, staffLooks, windowOf } from '../support/visitor.ts'

const browser = await openBrowser()
const database = await createTestDatabase()
const server = await startServer({ databaseUrl: database.url })
afterAll(stopServers)

const admin = await logInAsAdmin(server.url)
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')
const itemsOf = async (query: string) =>
  ((await admin.ok('GET', `/staff-work/items?${query}`)) as { items: StaffWorkItem[] }).items
const work = (page: Page) => page.getByRole('table', { name: 'Work' })

const aDayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('the list of work', () => {
  test.each(staffLooks)(
    'has what waits, and who took what: $width px, $colorScheme',
    async ({ width, colorScheme }) => {
      const [item] = (await itemsOf('work=withdrawals&whose=nobodys')).filter((one) => one.about)
      const name = new RegExp(`^Take: request of ${item!.about!.fullName} for`)
      const page = await windowOf(browser, server.url, '/admin/waiting', {
        who: 'Admin',
        width,
        colorScheme,
      })
      await work(page).getByRole('button', { name }).first().click()
      await page.getByText('Request taken: it is yours.').waitFor()
      await page.getByRole('link', { name: 'Mine' }).click()
      await page.waitForURL('**/admin/waiting?whose=mine')
      const giveBack = work(page).getByRole('button', { name: /^Give back: request of/ })
      await giveBack.first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await inaccessible(page)).toEqual([])
      const other = await windowOf(browser, server.url, '/admin/waiting?whose=mine', {
        as: second,
        width,
        colorScheme,
      })
      await other.getByText('Nothing is yours.').waitFor()
      expect(await inaccessible(other)).toEqual([])
      await press(giveBack.first(), 'keyboard')
      await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).click()
      await page.getByText('Nothing is yours.').waitFor()
    },
  )
})

describe('a request', () => {
  test('is given with a note that the other reads beside it, and says who has it when another decides', async () => {
    const item = (await itemsOf('work=withdrawals&whose=nobodys')).at(-1)
    const at = `/admin/withdrawals?work=to-decide&request=${item!.id}`
    const page = await windowOf(browser, server.url, at, { who: 'Admin' })
    const whose = page.getByRole('region', { name: 'Whose work it is' })
    await whose.getByText('Held by: Nobody.').waitFor()
    await whose.getByRole('button', { name: /^Give:/ }).click()
    const asked = page.getByRole('dialog')
    await asked.getByRole('button', { name: 'Give', exact: true }).click()
    await asked.getByText('Please choose somebody').waitFor()
    const [beatrice] = (
      (await admin.ok('GET', `/staff-work/people?work=withdrawals&item=${item!.id}`)) as {
        people: { id: string; fullName: string }[]
      }
    ).people
    await asked.getByLabel('To').selectOption(beatrice!.fullName)
    await asked.getByLabel('Note').fill('She called this morning')
    expect(await inaccessible(page)).toEqual([])
    await asked.getByRole('button', { name: 'Give', exact: true }).click()
    await page.getByText(`Request given to ${beatrice!.fullName}.`).waitFor()
    await whose.getByText('“She called this morning”').waitFor()
    const other = await windowOf(browser, server.url, at, { as: second })
    await other.getByText('Held by: You.').waitFor()
    await other.getByText('“She called this morning”').waitFor()
    // The other is told, and may all the same: by its own button, as before.
    await page
      .getByRole('region', { name: 'Withdrawal details' })
      .getByRole('button', { name: /^Approve/ })
      .click()
    await page
      .getByRole('dialog')
      .getByText(`${beatrice!.fullName} has taken this. You can decide all the same.`)
      .waitFor()
  })

  test('is put off to a day with a reason, and says so when it was taken meanwhile', async () => {
    const [item] = await itemsOf('work=withdrawals&whose=nobodys')
    const at = `/admin/withdrawals?request=${item!.id}`
    const page = await windowOf(browser, server.url, at, { who: 'Admin' })
    const whose = page.getByRole('region', { name: 'Whose work it is' })
    const asked = page.getByRole('dialog').filter({ hasText: 'Until' })
    await whose.getByRole('button', { name: /^Put off:/ }).click()
    await asked.getByRole('button', { name: 'Put off', exact: true }).click()
    await asked.getByText('Please choose a day').waitFor()
    await asked.getByLabel('Until').fill(aDayIn(40))
    await asked.getByLabel('Reason').fill('Waits for her bank')
    await asked.getByRole('button', { name: 'Put off', exact: true }).click()
    await asked.getByText('by 30 days at most').waitFor()
    await asked.getByLabel('Until').fill(aDayIn(3))
    await asked.getByRole('button', { name: 'Put off', exact: true }).click()
    await page.getByText(`Request put off until ${aDayIn(3)}.`).waitFor()
    await whose.getByText(/Held by: You, put off until/).waitFor()
    await whose.getByRole('button', { name: /^Put off:/ }).click()
    await second.ok('POST', `/staff-work/withdrawals/${item!.id}/taking`, {
      seen: (await itemsOf(`item=${item!.id}`))[0]!.holder!.id,
    })
    await page.getByRole('dialog', { name: 'Taken meanwhile' }).waitFor({ timeout: 40_000 })
    expect(await inaccessible(page)).toEqual([])
  })
})

describe('several at once', () => {
  test('are given with one note: who can’t have one is said before, and each has its answer', async () => {
    const free = await itemsOf('whose=nobodys')
    const chosen = free.filter(({ mayHold }) => mayHold).slice(0, 2)
    const page = await windowOf(browser, server.url, '/admin/waiting?whose=nobodys', {
      who: 'Admin',
      width: 375,
    })
    const boxes = work(page).getByRole('checkbox', { name: /^Select / })
    await boxes.first().waitFor()
    await boxes.nth(0).click()
    await boxes.nth(1).click()
    await page.getByRole('button', { name: 'Give selected (2)…' }).click()
    const asked = page.getByRole('dialog', { name: 'Give 2 pieces of work?' })
    await asked.getByText('Choose to whom first.').first().waitFor()
    await asked.getByLabel('To').selectOption({ index: 1 })
    await asked
      .getByText(/^Goes to /)
      .nth(1)
      .waitFor()
    await asked.getByLabel('Note').fill('For this afternoon')
    expect(await inaccessible(page)).toEqual([])
    // Decided by another meanwhile: the others are given all the same.
    const [first] = chosen
    await second.ok('POST', `/staff-work/${first!.of}/${first!.id}/taking`, { seen: null })
    await asked.getByRole('button', { name: 'Give 2' }).click()
    const results = page.getByRole('dialog', { name: 'Results' })
    await results.getByText('1 of 2 went through, 1 did not.').waitFor()
    await results.getByText(/^Taken meanwhile by /).waitFor()
    expect(await inaccessible(page)).toEqual([])
    await results.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Give selected (0)…' }).waitFor()
  })

  test('are frozen for one reason: what can’t be is said before and left out', async () => {
    const { users } = (await admin.ok('GET', '/users?limit=200')) as { users: User[] }
    const investors = users.filter(({ role }) => role === 'user')
    const frozen = investors.find(({ status }) => status === 'frozen')!
    const active = investors.filter(({ status }) => status === 'active').slice(0, 2)
    const page = await windowOf(browser, server.url, '/admin', { who: 'Admin' })
    await page.getByRole('button', { name: 'Freeze selected (0)…' }).waitFor()
    for (const { email } of [frozen, ...active])
      await page.getByRole('row').filter({ hasText: email }).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Freeze selected (3)…' }).click()
    const asked = page.getByRole('dialog', { name: 'Freeze 2 accounts?' })
    await asked.getByText('Left out: The account is frozen already.').waitFor()
    await asked.getByRole('button', { name: 'Freeze 2' }).click()
    await asked.getByText('Please enter a reason').waitFor()
    await asked.getByLabel('Reason, shown to each of them').fill('One letter of a court')
    expect(await inaccessible(page)).toEqual([])
    await asked.getByRole('button', { name: 'Freeze 2' }).click()
    await page.getByRole('dialog', { name: 'Results' }).getByText('2 of 2 went through.').waitFor()
    for (const { id } of active) {
      const { user } = (await admin.ok('GET', `/users/${id}`)) as { user: User }
      expect(user.status).toBe('frozen')
    }
  })
})
