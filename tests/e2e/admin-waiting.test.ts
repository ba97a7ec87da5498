/** What waits for a second person, in a browser: seen by the other, agreed to as it is shown, refused and withdrawn. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { PlanWithPast } from '../../src/contract/plan.ts'
import type { StaffWork } from '../../src/contract/staff-work.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { windowOf } from '../support/visitor.ts'

const browser = await openBrowser()
const database = await createTestDatabase()
const server = await startServer({
  databaseUrl: database.url,
  env: { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '100' },
})
afterAll(stopServers)

const admin = await logInAsAdmin(server.url)
const starter = async () => {
  const { plans } = (await admin.ok('GET', '/plans/all')) as { plans: PlanWithPast[] }
  return plans[0]!
}

const list = (page: Page, name: string) => page.getByRole('table', { name })
const yours = 'Begun by you'
const theirs = 'Proposals for you to decide'

async function atWaiting(who: 'first' | 'second'): Promise<Page> {
  if (who === 'first') return windowOf(browser, server.url, '/admin/waiting', { who: 'Admin' })
  const as = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')
  return windowOf(browser, server.url, '/admin/waiting', { as })
}

/** Adam proposes other terms, on the page of plans. */
async function propose(page: Page, percent: string): Promise<void> {
  const { title } = await starter()
  await page.goto(`${server.url}/admin/plans`)
  const sheet = page.getByRole('region', { name: title })
  await sheet.getByRole('button', { name: 'Change' }).click()
  const form = page.getByRole('form', { name: `Change ${title}` })
  await form.getByLabel('Profit in percent').fill(percent)
  await form.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change the plan' }).click()
  await page.getByText('A second, different person must agree.').waitFor()
}

describe('what waits in other places', () => {
  test('is counted, beside the bell too, and leads there', async () => {
    const { work } = (await admin.ok('GET', '/staff-work')) as { work: StaffWork[] }
    const sum = work.reduce((all, { toDecide }) => all + toDecide, 0)
    const page = await atWaiting('first')
    await page.getByRole('link', { name: `${sum} to decide` }).waitFor()
    const elsewhere = list(page, 'In other places')
    expect(await elsewhere.getByRole('link').allTextContents()).toContain('Withdrawals')
    expect(await inaccessible(page)).toEqual([])
    await elsewhere.getByRole('link', { name: 'Withdrawals' }).click()
    await page.getByText('for a decision').first().waitFor()
    expect(new URL(page.url()).searchParams.get('work')).toBe('to-decide')
  })

  test('an auditor sees it, and no bell tells them to decide', async () => {
    const as = await logIn(server.url, 'auditor@glasshouse.example', 'glasshouse-auditor')
    const page = await windowOf(browser, server.url, '/admin/waiting', { as })
    await list(page, 'In other places').getByRole('link', { name: 'Withdrawals' }).waitFor()
    expect(await page.getByRole('link', { name: /to decide$/ }).count()).toBe(0)
  })
})

describe('J: what one administrator proposes', () => {
  test('waits for another, who sees all of it and agrees', async () => {
    const [adam, bea] = [await atWaiting('first'), await atWaiting('second')]
    await bea.getByText('No proposal waits for you.').waitFor()
    const before = await starter()
    await propose(adam, '90')
    expect((await starter()).profitPercent).not.toBe(90)
    await adam.goto(`${server.url}/admin/waiting`)
    await list(adam, yours).getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await list(adam, yours).getByRole('button', { name: 'Agree' }).count()).toBe(0)
    expect(await inaccessible(adam)).toEqual([])
    await bea.reload()
    // It stands once: above with its decision and whose work it is, and in the lists by whose.
    const { title } = await starter()
    await list(bea, theirs)
      .getByRole('button', { name: /^Take: proposal/ })
      .waitFor()
    await bea.getByText('1 proposal for you to decide is above.').waitFor()
    expect(await list(bea, 'Work').getByText(`Other terms of ${title}`).count()).toBe(0)
    await bea.getByRole('link', { name: 'Nobody’s' }).click()
    await list(bea, 'Work').getByText(`Other terms of ${title}`).waitFor()
    await list(bea, theirs).getByRole('button', { name: 'Agree' }).click()
    const asked = bea.getByRole('dialog')
    await asked.getByText(/^90% after/).waitFor()
    await asked
      .getByText(`Now: ${before.profitPercent}% after ${before.durationDays} days`)
      .waitFor()
    expect(await inaccessible(bea)).toEqual([])
    await asked.getByRole('button', { name: 'Agree' }).click()
    await bea.getByText('Agreed, and done.').waitFor()
    await bea.getByText('No proposal waits for you.').waitFor()
    expect((await starter()).profitPercent).toBe(90)
  })

  test('is refused with a reason, and taken back by who proposed it', async () => {
    const [adam, bea] = [await atWaiting('first'), await atWaiting('second')]
    await propose(adam, '80')
    await bea.reload()
    await list(bea, theirs).getByRole('button', { name: 'Refuse' }).click()
    const refusing = bea.getByRole('dialog')
    await refusing.getByRole('button', { name: 'Refuse' }).click()
    await refusing.getByText('Please enter a reason').waitFor()
    await refusing.getByLabel('Reason').fill('Too high')
    await refusing.getByRole('button', { name: 'Refuse' }).click()
    await bea.getByText('Proposal refused. Nothing was changed.').waitFor()
    await propose(adam, '70')
    await adam.goto(`${server.url}/admin/waiting`)
    await list(adam, yours).getByRole('button', { name: 'Withdraw' }).click()
    await adam.getByRole('dialog').getByLabel('Reason').fill('A typing mistake')
    await adam.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await adam.getByText('Proposal withdrawn. Nothing was changed.').waitFor()
    expect((await starter()).profitPercent).toBe(90)
  })
})
