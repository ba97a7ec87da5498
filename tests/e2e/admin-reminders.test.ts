/** People of whom something is missing are reminded by hand, several at once, after a look at what each will be told. */
import { afterAll, expect, test } from 'vitest'
import type { StaffCase } from '../../src/contract/verification.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logInAsAdmin } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { staffWidths, windowOf } from '../support/visitor.ts'

const browser = await openBrowser()
const database = await createTestDatabase({ world: true })
const server = await startServer({ databaseUrl: database.url })
afterAll(stopServers)

const admin = await logInAsAdmin(server.url)
const casesOf = async (query = '') =>
  ((await admin.ok('GET', `/verifications${query}`)) as { verifications: StaffCase[] })
    .verifications

test.each(staffWidths)(
  'at %i px: chosen, seen before with whom it mails and what is missing, and left out where they were told lately',
  async (width) => {
    // Later than the system reminds anybody.
    await admin.ok('POST', '/demo/clock', { days: 61 })
    const waiting = (await casesOf('?work=to-review')).at(-1)!
    await admin.ok('POST', `/verifications/${waiting.id}/refusal`, { reason: 'The photo is cut' })
    await database.owner.query('update owners set email_verified = true')
    const missing = (await casesOf()).filter(({ reminder }) => reminder !== null)
    const lately = missing.find(({ id }) => id === waiting.id)!
    const [due] = missing.filter(({ reminder }) => reminder!.whyNot === null)
    expect(lately.reminder!.whyNot).toMatch(/less than a week ago/)

    const page = await windowOf(browser, server.url, '/admin/verifications?list=all', { width })
    for (const { user } of [due!, lately])
      await page
        .getByRole('checkbox', { name: `Select ${user.fullName}` })
        .first()
        .click()
    await page.getByRole('button', { name: 'Remind selected (2)…' }).click()
    const asked = page.getByRole('dialog', { name: 'Remind 1 person?' })
    await asked.getByText(`Email to ${due!.user.email}. Missing: “${due!.reason}”`).waitFor()
    await asked.getByText(/^Left out: They were told what is missing less than/).waitFor()
    expect(await inaccessible(page)).toEqual([])
    await asked.getByRole('button', { name: 'Remind 1' }).click()
    await asked.getByText('Please enter a reason').waitFor()
    await asked.getByLabel('Reason, shown to each of them').fill('Your withdrawal waits for it')
    await asked.getByRole('button', { name: 'Remind 1' }).click()
    await page.getByRole('dialog', { name: 'Results' }).getByText('1 of 1 went through.').waitFor()
    expect((await casesOf()).find(({ id }) => id === due!.id)!.reminder!.whyNot).toMatch(
      /less than a week ago/,
    )
    const told = await windowOf(browser, server.url, '/admin/audit', { who: 'Auditor' })
    await told
      .getByRole('row')
      .filter({ hasText: `reminded ${due!.user.fullName} of the documents that are missing` })
      .getByText('Your withdrawal waits for it')
      .waitFor()
  },
)
