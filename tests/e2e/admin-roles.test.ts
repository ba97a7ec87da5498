/** The back office as each role sees it, in a browser: what its menu leads to opens, and everything else is refused. */
import { afterAll, describe, expect, test } from 'vitest'
import type { BuiltInRole } from '../../src/contract/roles.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { createTestDatabase } from '../support/database.ts'
import { logIn, newcomersPassword, signUp, type Client } from '../support/client.ts'
import { startServer, stopServers } from '../support/server.ts'
import { windowOf } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)
const first = await logIn(server.url, 'admin@glasshouse.example', 'glasshouse-admin')
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')
const ada = await signUp(server.url, { fullName: 'Ada Investor' })

/** Given their role by two, as everybody is. */
async function staffAs(...roles: BuiltInRole[]): Promise<Client> {
  const { user } = await signUp(server.url, { fullName: `Person as ${roles.join(' and ')}` })
  const change = { roles, reason: 'They work here now' }
  const { proposal } = await first.ok('POST', `/users/${user.id}/role-changes`, change)
  await second.ok('POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
  return logIn(server.url, user.email, newcomersPassword)
}

const everywhere = ['Waiting', 'Messages', 'Announcements', 'Imports', 'Going live']
const ofMoney = [
  'Withdrawals',
  'Loans',
  'Receipts',
  'Bank statements',
  'Months',
  'Treasury',
  'Books',
  'Plans',
  'Policies',
]

const cases: [BuiltInRole[], string[], refused: string, onTheirPage: string[]][] = [
  [['support'], ['Users', ...everywhere], '/admin/treasury', ['Freeze']],
  [
    ['compliance'],
    ['Users', ...everywhere, 'Verifications', 'Screening', 'Loans', 'What is kept', 'Audit'],
    '/admin/receipts',
    ['Freeze'],
  ],
  [['treasurer'], ['Users', ...everywhere, ...ofMoney], '/admin/verifications', []],
  [['approver'], ['Users', ...everywhere, ...ofMoney], '/admin/staff', []],
  [['approver', 'support'], ['Users', ...everywhere, ...ofMoney], '/admin/audit', ['Freeze']],
]

describe.each(cases)('as %j', async (roles, menu, refused, acts) => {
  const as = await staffAs(...roles)

  test('finds every page of the menu open, and no other in it', async () => {
    const page = await windowOf(browser, server.url, '/admin/waiting', { as, width: 1280 })
    const forbidden: string[] = []
    page.on('response', (reply) => {
      if (reply.status() === 403) forbidden.push(reply.url())
    })
    const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
    await links.first().waitFor()
    const labels = await links.evaluateAll((all) =>
      all.map((link) => link.textContent.replace(/\d+\+?(?:, \d+\+? late)?$/, '')),
    )
    expect(labels.toSorted()).toEqual([...menu, 'My dashboard'].toSorted())
    for (const label of menu) {
      await links.filter({ hasText: label }).first().click()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByText('Access Denied').count(), label).toBe(0)
    }
    expect(forbidden).toEqual([])
  })

  test('is refused a page that is none of theirs', async () => {
    const page = await windowOf(browser, server.url, refused, { as, width: 1280 })
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    expect(await inaccessible(page)).toEqual([])
  })

  test('is offered on somebody’s page what they may do, and everything there loads', async () => {
    const page = await windowOf(browser, server.url, `/admin/users/${ada.user.id}`, {
      as,
      width: 1280,
    })
    const forbidden: string[] = []
    page.on('response', (reply) => {
      if (reply.status() === 403) forbidden.push(reply.url())
    })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Ada Investor' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(forbidden).toEqual([])
    const offered = page.getByRole('group', { name: 'Actions' }).getByRole('button')
    expect(await offered.allTextContents()).toEqual(acts)
  })

  test('is offered nothing on the page of who works here, and told why where they could act', async () => {
    const path = `/admin/users/${second.user.id}`
    const page = await windowOf(browser, server.url, path, { as, width: 375 })
    await page.getByRole('heading', { level: 1, name: second.user.fullName }).waitFor()
    const told = page.getByText(
      'This person works here: only who gives roles acts on their account.',
    )
    await expect.poll(() => told.count()).toBe(acts.length)
    expect(await page.getByRole('group', { name: 'Actions' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'End all sessions' }).count()).toBe(0)
  })
})
