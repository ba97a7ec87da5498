/** The page 'Staff' of the back office, in a browser: who works here, and a role given and taken by two administrators. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { extent } from '../support/extent.ts'
import { logIn, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { press, schemes, windowOf, type Looks } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

const atStaff = (looks: Looks = {}) => windowOf(browser, server.url, '/admin/staff', looks)
const members = (page: Page) => page.getByRole('table', { name: 'People' }).locator('tbody tr')
const newcomer = (): Promise<Client> =>
  signUp(server.url, { fullName: `Nora ${randomUUID().slice(0, 8)}` })

const ways = extent([[1280, 'mouse'] as const], [[375, 'keyboard'] as const])

test.each(ways)(
  'one administrator proposes a role and another gives it, at %i px by %s',
  async (width, hand) => {
    const nora = await newcomer()
    const page = await atStaff({ width })
    await press(page.getByRole('button', { name: 'Give a role' }), hand)
    await press(page.getByRole('button', { name: 'Propose', exact: true }), hand)
    await page.getByText('Please choose somebody').waitFor()
    await page.getByLabel('Who', { exact: true }).and(page.locator('input')).focus()
    await page.keyboard.insertText(nora.user.email)
    await page.getByRole('option', { name: nora.user.fullName }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Support' }).check()
    // An auditor has no other role.
    await page.getByRole('checkbox', { name: 'Auditor' }).check()
    expect(await page.getByRole('checkbox', { name: 'Support' }).isChecked()).toBe(false)
    await page.getByLabel('Reason, shown to them').fill('She reads the books now')
    await page.keyboard.press('Enter')
    await page.getByText('A second, different person must agree.').first().waitFor()
    await page.getByText('1 proposal about roles waits for somebody else.').waitFor()
    expect(await members(page).filter({ hasText: nora.user.fullName }).count()).toBe(0)

    const theirs = await atStaff({ width, as: second })
    await press(theirs.getByRole('link', { name: 'See what waits' }), hand)
    const proposals = theirs.getByRole('table', { name: 'Proposals for you to decide' })
    await proposals.getByText(`${nora.user.fullName} to become an auditor`).waitFor()
    await press(theirs.getByRole('button', { name: 'Agree' }), hand)
    const dialog = theirs.getByRole('dialog')
    await dialog.getByText('She reads the books now').waitFor()
    await dialog.getByText('The roles change at once, and all their sessions end.').waitFor()
    await press(dialog.getByRole('button', { name: 'Agree', exact: true }), hand)
    await theirs.getByText('No proposal waits for you.').waitFor()
    await theirs.goBack()
    await members(theirs)
      .filter({ hasText: nora.user.fullName })
      .filter({ hasText: 'Auditor' })
      .waitFor()
    expect(await theirs.getByText('about roles').count()).toBe(0)

    await press(
      theirs.getByRole('button', { name: `Change the roles of ${nora.user.fullName}` }),
      hand,
    )
    await theirs.getByRole('checkbox', { name: 'Auditor' }).uncheck()
    await theirs.getByLabel('Reason, shown to them').fill('She moves on')
    await theirs.keyboard.press('Enter')
    await press(theirs.getByRole('link', { name: 'See what waits' }), hand)
    await press(theirs.getByRole('button', { name: 'Withdraw' }), hand)
    await theirs
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .fill('She stays')
    await theirs.keyboard.press('Enter')
    await theirs.getByText('Proposal withdrawn. Nothing was changed.').first().waitFor()
  },
)

test('a role of the firm’s own is made of what its holder may do, and offered again for others', async () => {
  const nora = await newcomer()
  const page = await atStaff()
  await page.getByRole('button', { name: 'Give a role' }).click()
  await page.getByLabel('Who', { exact: true }).and(page.locator('input')).fill(nora.user.email)
  await page.getByRole('option', { name: nora.user.fullName }).click()
  await page.getByText('Make a role of your own').click()
  const add = page.getByRole('button', { name: 'Add this role' })
  await page.getByLabel('Its name').fill('approver')
  await page.getByText('This is the name of another role').waitFor()
  await page.getByLabel('Its name').fill('Front desk')
  expect(await add.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'Write notes about people' }).check()
  await add.click()
  expect(await page.getByRole('checkbox', { name: 'Front desk' }).isChecked()).toBe(true)
  expect(await inaccessible(page)).toEqual([])
  await page.getByLabel('Reason, shown to them').fill('She sits in front')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await page.getByText('A second, different person must agree.').first().waitFor()
  const { proposals } = await second.ok('GET', '/proposals?mine=to-decide')
  const [{ id, facts }] = proposals.filter(
    ({ about }: { about: { id: string } | null }) => about?.id === nora.user.id,
  )
  await second.ok('POST', `/proposals/${id}/agreement`, { shown: facts })
  await page.reload()
  await members(page)
    .filter({ hasText: nora.user.fullName })
    .filter({ hasText: 'Front desk' })
    .waitFor()
  await page.getByRole('button', { name: 'Give a role' }).click()
  await page.getByRole('checkbox', { name: 'Front desk' }).waitFor()
})

test('what is refused is said where it was asked, and what was typed stays', async () => {
  const nora = await newcomer()
  await nora.ok('POST', '/demo/deposits', { amount: 10, asset: 'BTC' })
  const page = await atStaff()
  await page.getByRole('button', { name: 'Give a role' }).click()
  await page.getByLabel('Who', { exact: true }).and(page.locator('input')).fill(nora.user.email)
  await page.getByRole('option', { name: nora.user.fullName }).click()
  await page.getByRole('checkbox', { name: 'Auditor' }).check()
  await page.getByLabel('Reason, shown to them').fill('She reads the books now')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await page.getByText('this account holds $10.00 balance. Nothing was changed.').waitFor()
  expect(await page.getByLabel('Reason, shown to them').inputValue()).toBe(
    'She reads the books now',
  )
})

test('an auditor reads who works here, and is offered nothing', async () => {
  const page = await atStaff({
    as: await logIn(server.url, 'auditor@glasshouse.example', 'glasshouse-auditor'),
  })
  await members(page).filter({ hasText: 'Second Admin' }).filter({ hasText: 'None' }).waitFor()
  expect(await page.getByRole('button', { name: /role/ }).count()).toBe(0)
})

test.each(
  extent([320, 1280], [375, 768, 2560]).flatMap((width) =>
    schemes.map((scheme) => [width, scheme] as const),
  ),
)(
  'everybody can use it at %i px in the %s scheme, and nothing scrolls sideways',
  async (width, colorScheme) => {
    const page = await atStaff({ width, colorScheme })
    await members(page).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await inaccessible(page)).toEqual([])
    await page.getByRole('button', { name: 'Give a role' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await inaccessible(page)).toEqual([])
  },
)
