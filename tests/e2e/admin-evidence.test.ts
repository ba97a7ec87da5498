/** The auditor's page in the back office: packs of evidence, and samples of users. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { press, windowOf, type Looks, type SampleUser } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const long = await signUp(server.url, {
  fullName: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Adolphine Una',
})
const auditor = await logIn(server.url, 'auditor@glasshouse.example', 'glasshouse-auditor')
const admin = await logInAsAdmin(server.url)
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server.url, path, { who: 'Auditor', ...looks })

async function expectItFits(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect([wider, await inaccessible(page)]).toEqual([0, []])
}

const looks = [375, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
const packs = (page: Page) =>
  page.getByRole('list', { name: 'Packs of evidence' }).getByRole('listitem')

test('what is empty says what to do next', async () => {
  const page = await at('/admin/evidence', { width: 375 })
  await page.getByText('No pack was asked for yet. Ask for one').waitFor()
  await page.getByText('No sample was drawn yet. Draw one').waitFor()
  await expectItFits(page)
  const read = await at('/admin/evidence', { who: 'Admin' })
  await read.getByText('No sample was drawn yet. An auditor draws them.').waitFor()
  expect(await read.getByRole('button', { name: 'Draw a sample' }).count()).toBe(0)
})

test('a pack is asked for by the keyboard, made by itself, and downloaded', async () => {
  const page = await at('/admin/evidence')
  const ask = page.getByRole('button', { name: 'Ask for the pack' })
  await press(ask, 'keyboard')
  await page.getByText('Please enter the first day').waitFor()
  await page.getByText('Please enter the last day').waitFor()
  await page.getByLabel('First day').fill('2026-02-01')
  await page.getByLabel('Last day').fill('2026-01-31')
  await press(ask, 'keyboard')
  await page.getByText('The last day comes before the first one').waitFor()
  await page.getByLabel('Last day').fill('2099-01-31')
  await press(ask, 'keyboard')
  const made = packs(page).filter({ hasText: '2026-02-01 to 2099-01-31' })
  // By itself: nobody asks anew.
  await made.getByText(/Kept until/).waitFor({ timeout: 40_000 })
  await made.getByText('SHA-256 of its manifest.json').waitFor()
  const begun = page.waitForEvent('download')
  await press(made.getByRole('button', { name: /^Download the pack of / }), 'keyboard')
  const download = await begun
  expect(download.suggestedFilename()).toBe('evidence-2026-02-01-2099-01-31.tar')
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 100).toString()).toContain('/manifest.json')
  expect(new URL(page.url()).pathname).toBe('/admin/evidence')
})

test('a pack with words of people waits for two administrators', async () => {
  const page = await at('/admin/evidence')
  await page.getByLabel('First day').fill('2026-03-01')
  await page.getByLabel('Last day').fill('2026-03-31')
  await page.getByLabel('With names and words of people').check()
  await page.getByRole('button', { name: 'Ask for the pack' }).click()
  const own = packs(page).filter({ hasText: '2026-03-01 to 2026-03-31' })
  await own.getByText('Two administrators who did not ask for it must agree').waitFor()
  expect(await own.getByRole('button', { name: /^Agree/ }).count()).toBe(0)

  const office = await at('/admin/evidence', { who: 'Admin' })
  const asked = packs(office).filter({ hasText: '2026-03-01 to 2026-03-31' })
  await press(asked.getByRole('button', { name: /^Agree to the pack of / }), 'keyboard')
  const dialog = office.getByRole('dialog')
  await dialog.getByText('Somebody else must agree too.').waitFor()
  await dialog.getByRole('button', { name: 'Agree' }).click()
  await asked.getByText(/^Agreed to by /).waitFor()
  expect(await asked.getByRole('button', { name: /^Agree/ }).count()).toBe(0)

  const { packs: listed } = await second.ok('GET', '/evidence-packs')
  const { id } = listed.find(({ from }: { from: string }) => from === '2026-03-01')
  const shown = { from: '2026-03-01', to: '2026-03-31' }
  await second.ok('POST', `/proposals/${id}/agreement`, { shown })
  await page.reload()
  await own.getByText(/Kept until/).waitFor({ timeout: 40_000 })
})

test('a pack is refused with a reason that its asker reads', async () => {
  await auditor.ok('POST', '/evidence-packs', {
    from: '2026-04-01',
    to: '2026-04-30',
    withPersons: true,
  })
  const office = await at('/admin/evidence', { who: 'Admin' })
  const asked = packs(office).filter({ hasText: '2026-04-01 to 2026-04-30' })
  await asked.getByRole('button', { name: /^Refuse the pack of / }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await dialog.getByText('Please enter a reason').waitFor()
  await dialog.getByLabel(/^Reason/).fill('The one without words is enough')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await asked.getByText(/“The one without words is enough”/).waitFor()
})

test('a sample is drawn, and looked at one by one', async () => {
  const page = await at('/admin/evidence')
  await page.getByLabel('How many users').fill('51')
  await page.getByRole('button', { name: 'Draw a sample' }).click()
  await page.getByText('Please enter a number from 1 to 50').waitFor()
  await page.getByLabel('How many users').fill('3')
  await press(page.getByRole('button', { name: 'Draw a sample' }), 'keyboard')
  await page.getByRole('heading', { name: 'Sample of users' }).waitFor()
  const done = page.getByRole('progressbar', { name: 'How many are looked at' })
  expect([await done.getAttribute('value'), await done.getAttribute('max')]).toEqual(['0', '3'])
  const table = page.getByRole('table', { name: 'Who was drawn' })
  await press(table.getByRole('button', { name: / as reviewed$/ }).first(), 'keyboard')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
  await dialog.getByText('Please enter a note').waitFor()
  await dialog.getByLabel(/^What you looked at/).fill('Its statement agrees with the bank')
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
  await page.getByText('1 of 3').first().waitFor()
  await table.getByText('Its statement agrees with the bank').waitFor()
  await table.getByRole('button', { name: /^Withdraw the review mark on / }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('Another one was meant')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw mark' }).click()
  await table.getByText(/“Another one was meant”/).waitFor()
  await page.getByText('0 of 3').first().waitFor()
  // Everything about somebody stands on the page that is there for it.
  await table.getByRole('link').first().click()
  await page.waitForURL('**/admin/users/*')
})

describe('both pages', () => {
  let everybody = ''
  beforeAll(async () => {
    everybody = (await auditor.ok('POST', '/samples', { size: 50 })).id
    await auditor.ok('POST', `/samples/${everybody}/marks`, {
      userId: long.user.id,
      note: `Looked at ${'0123456789abcdef'.repeat(8)}`,
    })
    await admin.ok('POST', '/evidence-packs', {
      from: '2026-05-01',
      to: '2026-05-31',
      withPersons: true,
    })
  })

  test.each(looks)('fit: %o', async (look) => {
    const page = await at('/admin/evidence', look)
    await packs(page).first().waitFor()
    await page.getByRole('table', { name: 'Samples' }).waitFor()
    await expectItFits(page)
    await page.goto(`${server.url}/admin/evidence/samples/${everybody}`)
    await page.getByText(long.user.fullName).first().waitFor()
    await expectItFits(page)
  })
})
