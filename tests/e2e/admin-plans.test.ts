/** The plans in the back office, in a browser: offered, changed, withdrawn from sale and put back, at both widths, by mouse and by keyboard. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { logInAsAdmin } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { answerByCall } from '../support/questions.ts'
import { startServer, stopServers } from '../support/server.ts'
import {
  press,
  schemes,
  sitDownAsNewcomer,
  staffWays,
  windowOf,
  type Looks,
  type SampleUser,
} from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const browser = await openBrowser()
const server = await startServer({ databaseUrl: database.url })
const other = await startServer({ databaseUrl: database.url })
const admin = await logInAsAdmin(server.url)
afterAll(stopServers)

// Room above the plans of the demonstration, for each test a place of its own.
const { id, termsVersion, title, minimum, durationDays, profitPercent, riskWarning } =
  await admin.plan('Platinum Pro')
await admin.ok('PATCH', `/plans/${id}`, {
  termsVersion,
  title,
  minimum,
  durationDays,
  profitPercent,
  riskWarning,
  maximum: 99_999,
})

let places = 0
const warning = 'What you invest can be lost.'
function terms(name: string) {
  places += 1
  return {
    title: name,
    minimum: 100_000 + places * 1_000,
    maximum: 100_999 + places * 1_000,
    durationDays: 5,
    profitPercent: 5,
    riskWarning: warning,
  }
}
async function offered(name: string) {
  const given = terms(name)
  const { plan } = await admin.ok('POST', '/plans', given)
  return { ...given, id: plan.id as string }
}

async function atPlans(who: SampleUser, looks: Looks = {}): Promise<Page> {
  const page = await windowOf(browser, server.url, '/admin/plans', { ...looks, who })
  await page.getByRole('heading', { name: 'Starter Growth' }).waitFor()
  return page
}

const sheetOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const landing = async () => (await fetch(other.url)).text()

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

describe.each(staffWays)('at $width px by $hand', ({ width, hand }) => {
  test('a plan is offered, changed, withdrawn and put back, and the public page of every server follows', async () => {
    const page = await atPlans('Admin', { width })
    const name = `Offer ${width} ${hand}`
    const given = terms(name)
    await press(page.getByRole('button', { name: 'Offer a plan' }), hand)
    await fill(page, {
      Title: name,
      Minimum: String(given.minimum),
      Maximum: String(given.maximum),
      Days: '5',
      'Profit in percent': '5',
      'Risk warning': warning,
    })
    await press(page.getByRole('button', { name: 'Review' }), hand)
    await dialog(page).getByText('Everybody can invest in it at once').waitFor()
    await dialog(page).getByText('5 days').waitFor()
    await press(dialog(page).getByRole('button', { name: 'Offer the plan' }), hand)
    const sheet = sheetOf(page, name)
    await sheet.getByText('On sale').waitFor()
    await sheet.getByText('5% after 5 days').first().waitFor()
    await expect.poll(landing).toContain(name)

    await press(sheet.getByRole('button', { name: 'Change' }), hand)
    await fill(page, { 'Profit in percent': '6' })
    await press(page.getByRole('button', { name: 'Review' }), hand)
    await dialog(page).getByText('was 5%').waitFor()
    expect(await dialog(page).locator('dl > div').count()).toBe(1)
    await press(dialog(page).getByRole('button', { name: 'Change the plan' }), hand)
    await sheet.getByText('All 2 versions').waitFor()
    await press(sheet.getByText('All 2 versions'), hand)
    const versions = await sheet
      .getByRole('table', { name: `Versions of ${name}` })
      .getByRole('row')
      .allInnerTexts()
    expect(versions.slice(1).map((row) => /(\d)% after/.exec(row)?.[1])).toEqual(['6', '5'])

    await press(sheet.getByRole('button', { name: 'Withdraw from sale' }), hand)
    await press(dialog(page).getByRole('button', { name: 'Withdraw from sale' }), hand)
    await sheet.getByText('Not on sale').waitFor()
    await expect.poll(landing).not.toContain(name)
    await press(sheet.getByRole('button', { name: 'Put back on sale' }), hand)
    await press(dialog(page).getByRole('button', { name: 'Put back on sale' }), hand)
    await sheet.getByText('On sale', { exact: true }).waitFor()
    await expect.poll(landing).toContain(name)
  })

  test.each(schemes)(
    'everybody can use it in %s, and nothing is wider than the window',
    { tags: [thorough] },
    async (colorScheme) => {
      const page = await atPlans('Admin', { width, colorScheme })
      await page.getByRole('button', { name: 'Offer a plan' }).click()
      await page.getByRole('button', { name: 'Review' }).click()
      await page.getByText('Please enter a title').waitFor()
      await page.getByText('Say that money invested can be lost', { exact: true }).waitFor()
      await sheetOf(page, 'Starter Growth').getByText('One version').click()
      expect(await inaccessible(page)).toEqual([])
      expect(await wide(page)).toBeLessThanOrEqual(0)
    },
  )
})

test('at 320 px nothing is cut off', { tags: [thorough] }, async () => {
  const page = await atPlans('Admin', { width: 320 })
  await sheetOf(page, 'Starter Growth').getByRole('button', { name: 'Change' }).click()
  expect(await wide(page)).toBeLessThanOrEqual(0)
})

describe('a form', () => {
  test(
    'keeps what was typed when another plan takes these amounts, and says which',
    { tags: [thorough] },
    async () => {
      const page = await atPlans('Admin')
      await page.getByRole('button', { name: 'Offer a plan' }).click()
      await fill(page, {
        Title: 'In Between',
        Minimum: '500',
        Maximum: '600',
        Days: '5',
        'Profit in percent': '5',
        'Risk warning': warning,
      })
      await page.getByRole('button', { name: 'Review' }).click()
      await dialog(page).getByRole('button', { name: 'Offer the plan' }).click()
      await page
        .getByRole('alert')
        .getByText('Starter Growth takes amounts up to $999.00')
        .waitFor()
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('In Between')
    },
  )

  test(
    'that promises safety is refused by the server in plain words',
    { tags: [thorough] },
    async () => {
      const page = await atPlans('Admin')
      const { minimum: from, maximum: to } = terms('')
      await page.getByRole('button', { name: 'Offer a plan' }).click()
      await fill(page, {
        Title: 'Sure Profit',
        Minimum: String(from),
        Maximum: String(to),
        Days: '5',
        'Profit in percent': '5',
        'Risk warning': warning,
      })
      await page.getByRole('button', { name: 'Review' }).click()
      await dialog(page).getByRole('button', { name: 'Offer the plan' }).click()
      await page
        .getByText('The title must not promise safety: say what can be lost')
        .first()
        .waitFor()
    },
  )

  test(
    'that is older than another’s change is told so, and nothing is undone',
    { tags: [thorough] },
    async () => {
      const { id: plan, ...given } = await offered('Two At Once')
      const page = await atPlans('Admin')
      const sheet = sheetOf(page, 'Two At Once')
      await sheet.getByRole('button', { name: 'Change' }).click()
      await admin.ok('PATCH', `/plans/${plan}`, { ...given, durationDays: 44, termsVersion: 1 })
      await fill(page, { 'Profit in percent': '9' })
      await page.getByRole('button', { name: 'Review' }).click()
      await dialog(page).getByRole('button', { name: 'Change the plan' }).click()
      await sheet
        .getByRole('alert')
        .getByText('This plan has changed since the form was opened')
        .waitFor()
      await sheet.getByRole('button', { name: 'Cancel' }).click()
      await sheet.getByText('5% after 44 days').first().waitFor()
    },
  )
})

test(
  'auditors read the plans and all their versions, and find nothing to press',
  { tags: [thorough] },
  async () => {
    const page = await atPlans('Auditor')
    await sheetOf(page, 'Starter Growth').getByText('One version').click()
    await sheetOf(page, 'Starter Growth').getByText('the beginning').waitFor()
    for (const name of ['Offer a plan', 'Change', 'Withdraw from sale', 'Put back on sale'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
  },
)

test('I19: whoever reviews an investment while its terms change is shown the new ones there, and nothing is sent before they are accepted', async () => {
  const { id: plan, ...given } = await offered('Moving Terms')
  const { page, client } = await sitDownAsNewcomer(browser, server.url, {
    async prepare(newcomer) {
      await newcomer.ok('POST', '/demo/deposits', { amount: 500_000, asset: 'BTC' })
      await answerByCall(newcomer)
    },
  })
  await page.goto(`${server.url}/dashboard/invest`)
  await page.getByText('Moving Terms').first().click()
  await page.getByLabel('Amount').fill(String(given.minimum))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Review' }).click()
  await admin.ok('PATCH', `/plans/${plan}`, { ...given, profitPercent: 2, termsVersion: 1 })
  await dialog(page)
    .getByRole('button', { name: /^Invest/ })
    .click()
  await dialog(page).getByText('You have not accepted this plan’s current terms.').waitFor()
  for (const words of ['2%, once', 'was: 5%, once', ', as before', given.riskWarning])
    await dialog(page).getByText(words).first().waitFor()
  const confirm = dialog(page).getByRole('button', { name: /^Invest/ })
  expect([
    await dialog(page).getByRole('checkbox').isChecked(),
    await confirm.isDisabled(),
  ]).toEqual([false, true])
  // Accepted are these terms: others that come meanwhile have to be accepted anew.
  await dialog(page).getByRole('checkbox').check()
  await admin.ok('PATCH', `/plans/${plan}`, {
    ...given,
    profitPercent: 1,
    riskWarning: 'All of it can be lost, at once.',
    termsVersion: 2,
  })
  await confirm.click()
  for (const words of [
    'You have not accepted this plan’s current risk warning.',
    '1%, once',
    'All of it can be lost, at once.',
  ])
    await dialog(page).getByText(words).first().waitFor()
  expect([
    await dialog(page).getByRole('checkbox').isChecked(),
    await confirm.isDisabled(),
    (await client.me()).invested,
  ]).toEqual([false, true, 0])
  await dialog(page).getByRole('checkbox').check()
  await confirm.click()
  await page.waitForURL('**/dashboard/investments')
  expect(
    (await client.ok('GET', '/investments')).investments.map(
      (one: { profitPercent: number }) => one.profitPercent,
    ),
  ).toEqual([1])
  await page.getByText('Moving Terms').first().waitFor()
})
