/**
 * @module-tag story
 * Two of staff announce something in browsers, a person reads it, and one stops the next: on a phone and at a desk, in both schemes.
 */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { neverPays } from '../../src/contract/message.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, signUp } from '../support/client.ts'
import { extent } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { windowOf } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

const fits = async (page: Page) => {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect([wider, await inaccessible(page, { parts: ['main'] })]).toEqual([0, []])
}
const looks = extent(
  [
    { width: 375, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ] as const,
  [
    { width: 375, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ] as const,
)

async function propose(desk: Page, title: string, text: string): Promise<void> {
  await desk.getByRole('button', { name: 'Write an announcement' }).click()
  const form = desk.getByRole('form', { name: 'New announcement' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('textbox', { name: 'Text' }).fill(text)
  await form.getByRole('checkbox', { name: 'Send by email too' }).check()
  await form.getByText(/^Reaches \d+ people now$/).waitFor()
  await fits(desk)
  await form.getByRole('button', { name: 'Preview' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Propose this announcement?' })
  await dialog.getByText(neverPays).waitFor()
  expect(await inaccessible(desk)).toEqual([])
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** By the other administrator, who sees all of it. */
async function agree(title: string, text: string): Promise<void> {
  const page = await windowOf(browser, server.url, '/admin/waiting', { as: second })
  const what = new RegExp(`announcement.*“${title}”`)
  await page.getByText(what).first().waitFor()
  await page.getByText(text).first().waitFor()
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: what })
  await dialog.getByRole('button', { name: 'Agree' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.context().close()
}

describe.each(looks)('at $width px, $colorScheme', (look) => {
  test('an announcement is proposed, agreed to, delivered and read', async () => {
    const title = `Closed on ${look.width} ${look.colorScheme}`
    const text = 'The office is closed on Friday.\nWithdrawals are paid on Monday.'
    const client = await signUp(server.url, { fullName: `Ada ${title}` })
    const desk = await windowOf(browser, server.url, '/admin/announcements', {
      who: 'Admin',
      ...look,
    })
    await propose(desk, title, text)
    await desk.getByText('1 proposal about announcements waits').waitFor()
    await agree(title, 'Withdrawals are paid on Monday.')
    await desk.reload()
    const row = desk.getByRole('listitem').filter({ hasText: title })
    await row.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 })
    await row.getByText(/0 have read it/).waitFor()

    const page = await windowOf(browser, server.url, '/dashboard/activity', { as: client, ...look })
    await page.getByText(neverPays).first().waitFor()
    await page.getByRole('link', { name: 'Announcement', exact: true }).first().click()
    await page.waitForURL('**/dashboard/announcements')
    const item = page.getByRole('listitem').filter({ hasText: title })
    await item.getByText('New', { exact: true }).waitFor()
    await fits(page)
    await item.getByRole('button', { name: `Read ${title}` }).click()
    await item.getByText('Withdrawals are paid on Monday.').waitFor()
    await item.getByText('New', { exact: true }).waitFor({ state: 'detached' })
    await fits(page)

    await desk.reload()
    await row.getByText(/1 have read it|1 has read it/).waitFor()
    await row.getByRole('button', { name: `Who read it: ${title}` }).click()
    await row.getByRole('combobox', { name: 'Show' }).selectOption('Have read it')
    await row.getByRole('link', { name: `Ada ${title}` }).waitFor()
    await fits(desk)
  })
})

test('what asks for a payment isn’t proposed, and says why beside the text', async () => {
  const desk = await windowOf(browser, server.url, '/admin/announcements', { who: 'Admin' })
  await desk.getByRole('button', { name: 'Write an announcement' }).click()
  const form = desk.getByRole('form', { name: 'New announcement' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Your withdrawal')
  await form
    .getByRole('textbox', { name: 'Text' })
    .fill('Pay the fee of 5% to release your withdrawal.')
  await form.getByRole('button', { name: 'Preview' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await form
    .getByText(/which nobody ever has to/)
    .first()
    .waitFor()
})

test('an auditor sees what was announced, and can neither write nor stop', async () => {
  const page = await windowOf(browser, server.url, '/admin/announcements', { who: 'Auditor' })
  await page.getByRole('list', { name: 'Announcements' }).waitFor()
  expect(await page.getByRole('button', { name: 'Write an announcement' }).count()).toBe(0)
})
