/** Who somebody is, in a browser: what a person sends in and reads, and what staff compare and decide. */
import { randomUUID } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { confirmEach } from '../support/checklist.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { approval, openCase, sendDocument, sendWhoTheyAre } from '../support/documents.ts'
import { photoOfCard } from '../support/files.ts'
import { thorough } from '../support/extent.ts'
import { newFolder } from '../support/folder.ts'
import { root } from '../support/source.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  flowWidths,
  isNarrow,
  letThrough,
  schemes,
  sitDownAsNewcomer,
  staffWidths,
  windowOf,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)
const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')

const place = '/dashboard/verification'
const birthDate = '1990-04-23'
const address = 'Example Street 1\n10115 Berlin'

async function somebody(): Promise<{ client: Client; id: string; fullName: string }> {
  const fullName = `Vera ${randomUUID().slice(0, 8)}`
  const client = await signUp(server.url, { fullName })
  return { client, id: await sendWhoTheyAre(client), fullName }
}

const inYears = (years: number) =>
  new Date(Date.now() + years * 366 * 86_400_000).toISOString().slice(0, 10)
const atPage = (width: number, prepare?: (client: Client) => Promise<unknown>) =>
  sitDownAsNewcomer(browser, server.url, {
    path: place,
    width,
    fullName: 'Vera Newcomer',
    timezone: 'UTC',
    ...(prepare ? { prepare } : {}),
  })
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function expectItFits(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
}

async function choose(page: Page, kind: string, name = 'photo.jpg'): Promise<void> {
  const added = page.getByRole('list', { name: `Added: ${kind}` }).getByRole('listitem')
  const before = await added.count()
  await page
    .getByLabel(`Choose a file: ${kind}`)
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await photoOfCard() })
  await expect.poll(() => added.count()).toBe(before + 1)
}

describe.each(flowWidths)('a person at %i px', (width) => {
  test('sends in who they are, reads what is missing, sends that in, and is verified', async () => {
    const { page, client } = await atPage(width)
    await heading(page, 'You are not verified yet').waitFor()
    await expectItFits(page, width)
    expect(await page.getByLabel('Full name').inputValue()).toBe('Vera Newcomer')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    for (const problem of [
      'Please enter your date of birth',
      'Please choose a country',
      'Please enter your address',
    ])
      await page.getByText(problem).waitFor()
    expect(await page.getByText('Please add this document').count()).toBe(2)
    await page.getByLabel('Date of birth').fill(birthDate)
    await page.getByLabel('Country').selectOption('Germany')
    await page.getByLabel('Address', { exact: true }).fill(address)
    // A page that is loaded again has what was typed.
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect.poll(() => page.getByLabel('Address', { exact: true }).inputValue()).toBe(address)
    expect(await page.getByLabel('Date of birth').inputValue()).toBe(birthDate)
    // Where a document is all that lacks, whoever presses is led to it.
    await page.getByRole('button', { name: 'Submit for review' }).click()
    const place = page.getByRole('group', { name: 'Add: Identity card or passport' })
    await expect.poll(() => place.evaluate((one) => one === document.activeElement)).toBe(true)
    await choose(page, 'Identity card or passport')
    await choose(page, 'Proof of address')
    await expectItFits(page, width)
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await heading(page, 'We are reviewing what you sent in').waitFor()
    await heading(page, 'What you sent in').waitFor()
    await page.getByText('Apr 23, 1990').waitFor()
    await expectItFits(page, width)

    const { lastCase } = await client.ok('GET', '/verification')
    expect(lastCase).toMatchObject({ birthDate, country: 'DE', address })
    await admin.ok('POST', `/verifications/${lastCase.id}/refusal`, {
      reason: 'The photo of the card is blurred',
    })
    await heading(page, 'We need something else').waitFor()
    await page.getByText('The photo of the card is blurred').waitFor()
    // Nothing is asked for twice: what was entered is there, and so is the document that was fine.
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(address)
    const again = page.getByRole('checkbox', { name: /^Use again/ })
    // What was sent in before is asked for by itself, and comes when it comes.
    await expect.poll(() => again.count()).toBe(2)
    expect(await again.first().isChecked()).toBe(true)
    await again.first().uncheck()
    await choose(page, 'Identity card or passport')
    await expectItFits(page, width)
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await heading(page, 'We are reviewing what you sent in').waitFor()

    const open = (await client.ok('GET', '/verification')).lastCase
    expect(open.documents).toHaveLength(2)
    expect(open.documents.map(({ id }: { id: string }) => id)).not.toEqual(
      lastCase.documents.map(({ id }: { id: string }) => id),
    )
    const until = inYears(5)
    await openCase(admin, open.id)
    await admin.ok('POST', `/verifications/${open.id}/approval`, approval(until))
    await heading(page, /^Verified until /).waitFor()
    expect(await page.getByRole('button', { name: 'Submit for review' }).count()).toBe(0)
    await expectItFits(page, width)
    await page.goto(`${server.url}/dashboard/settings`)
    await page.getByText(/You’re verified until/).waitFor()
  })

  test('who is too young is told so at the field, and keeps what was typed', async () => {
    const { page } = await atPage(width, async (client) => {
      await sendDocument(client, 'identity')
      await sendDocument(client, 'address')
    })
    for (const kind of ['Identity card or passport', 'Proof of address'])
      await page
        .getByRole('list', { name: `Added: ${kind}` })
        .getByRole('listitem')
        .waitFor()
    await page.getByLabel('Date of birth').fill(new Date().toISOString().slice(0, 10))
    await page.getByLabel('Country').selectOption('France')
    await page.getByLabel('Address', { exact: true }).fill(address)
    const calls = '**/api/**/verification'
    await page.route(calls, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await page.getByText('The server could not be reached.').first().waitFor()
    await letThrough(page, calls)
    await page.getByRole('button', { name: 'Submit for review' }).click()
    const field = page.getByLabel('Date of birth')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('You must be at least 18 years old.').first().waitFor()
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(address)
    await expectItFits(page, width)
  })

  test('who was refused for good reads why, and what that ends', async () => {
    const { page } = await atPage(width, async (client) => {
      const id = await sendWhoTheyAre(client)
      for (const one of [admin, second]) await openCase(one, id)
      const path = `/verifications/${id}/final-refusal`
      const { proposal } = await admin.ok('POST', path, { reason: 'The passport is forged' })
      await second.ok('POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
    })
    await heading(page, 'We cannot verify you').waitFor()
    await page.getByText('The passport is forged').waitFor()
    await page.getByText('Running plans are paid out at maturity.').waitFor()
    expect(await page.getByRole('button', { name: 'Submit for review' }).count()).toBe(0)
    await expectItFits(page, width)
    await page.getByRole('link', { name: 'Withdraw what is yours' }).click()
    await page.waitForURL('**/dashboard/transfer')
  })
})

test('whoever’s verification ends soon reads it on Home, with the way to renew it', async () => {
  const { page } = await sitDownAsNewcomer(browser, server.url, {
    path: '/dashboard',
    width: 375,
    async prepare(client) {
      const id = await sendWhoTheyAre(client)
      await openCase(admin, id)
      const until = new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 10)
      await admin.ok('POST', `/verifications/${id}/approval`, approval(until))
    },
  })
  await page
    .getByText(/^You’re verified until .+, so that your limits stay as they are\.$/)
    .waitFor()
  await page.getByRole('link', { name: 'Send in what we need for the time after it' }).click()
  await page.getByText(/That is soon: you can already send in what we need/).waitFor()
  await page.getByText('Proof of income: only where we ask for it').waitFor()
  expect(await page.getByRole('group', { name: 'Add: Proof of income' }).isVisible()).toBe(false)
})

test('the page in each scheme, with a name as long as names get, leaves nothing out', async () => {
  for (const colorScheme of schemes) {
    const { page } = await sitDownAsNewcomer(browser, server.url, {
      path: place,
      width: 320,
      colorScheme,
      fullName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
      prepare: sendWhoTheyAre,
    })
    await heading(page, 'What you sent in').waitFor()
    await expectItFits(page, 320)
  }
})

const atQueue = (width: number, id: string, who?: Client) =>
  windowOf(
    browser,
    server.url,
    isNarrow(width) ? `/admin/verifications/${id}` : `/admin/verifications?case=${id}`,
    { width, timezone: 'UTC', ...(who ? { as: who } : {}) },
  )
const panel = (page: Page) => page.getByRole('region', { name: 'Verification' })

/** Whoever decides has opened each document. */
async function openEach(page: Page) {
  for (const kind of ['Identity card or passport', 'Proof of address']) {
    await panel(page)
      .getByRole('button', { name: new RegExp(`^Open.*${kind}`) })
      .click()
    await panel(page)
      .getByRole('img', { name: new RegExp(`^${kind}, page 1`) })
      .first()
      .waitFor()
  }
}

describe.each(staffWidths)('staff at %i px', (width) => {
  test('compare what was entered with what was sent in, and verify until a day', async () => {
    const { client, id, fullName } = await somebody()
    await client.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
    await client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 10,
      bankName: 'Mine',
      bankNumber: 'an address of any kind',
    })
    const page = await atQueue(width, id)
    await panel(page).getByRole('heading', { name: fullName }).waitFor()
    await panel(page).getByText('Germany').waitFor()
    await panel(page).getByText('1 withdrawal of this user is pending.').waitFor()
    await panel(page).getByRole('heading', { name: 'Identity card or passport' }).waitFor()
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
    const verify = panel(page).getByRole('button', { name: 'Verify', exact: true })
    await verify.click()
    const question = dialog(page, `Verify ${fullName}?`)
    const confirm = question.getByRole('button', { name: 'Verify', exact: true })
    await question.getByText(/^Not opened by you yet: /).waitFor()
    await question
      .getByText(
        'Missing in the checklist: 9 checks, the document number, and when the document expires.',
      )
      .waitFor()
    expect(await confirm.isDisabled()).toBe(true)
    expect(await inaccessible(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await openEach(page)
    const [number, expiresOn] = [`L${id.slice(-8)}`, inYears(2)]
    await confirmEach(panel(page), { number, expiresOn })
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
    await verify.click()
    const day = question.getByLabel('Verified until')
    expect(await day.inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
    await question.getByText(/^The document expires on .+: verified until then$/).waitFor()
    await day.fill(new Date().toISOString().slice(0, 10))
    await confirm.click()
    await question.getByText('at most ten years from now').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await day.fill(inYears(3))
    await question.getByRole('button', { name: 'Verify', exact: true }).click()
    await question.waitFor({ state: 'hidden' })
    await expect
      .poll(async () => (await client.ok('GET', '/verification')).verifiedUntil)
      .toBe(`${expiresOn}T23:59:59.999Z`)
    await page.goto(`${server.url}/admin/verifications/${id}`)
    const list = panel(page).getByRole('region', { name: 'Checklist' })
    await expect.poll(() => list.getByText('Confirmed', { exact: true }).count()).toBe(9)
    expect(await page.getByText(number).count()).toBe(0)
    await list.getByRole('button', { name: 'Open the document number' }).click()
    await list.getByText(number).waitFor()
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
    const kinds = (await client.activity()).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['document-viewed', 'verification-approved']))
    const [request] = await client.withdrawals()
    const queue = await windowOf(
      browser,
      server.url,
      `/admin/withdrawals?request=${request!._id}&search=${encodeURIComponent(client.user.email)}`,
      { width },
    )
    await queue
      .getByText('After this was asked for, we decided who this person is: they were verified.')
      .waitFor()
  })

  test('refuse with a reason, and a second person refuses for good', async () => {
    const { client, id, fullName } = await somebody()
    const page = await atQueue(width, id)
    await panel(page).getByRole('button', { name: 'Refuse', exact: true }).click()
    const refusing = dialog(page, `Refuse ${fullName}?`)
    await refusing.getByRole('button', { name: 'Refuse', exact: true }).click()
    await refusing.getByText('Please enter a reason').waitFor()
    await refusing.getByLabel(`Reason, shown to ${fullName}`).fill('The card has ended')
    await refusing.getByRole('button', { name: 'Refuse', exact: true }).click()
    await refusing.waitFor({ state: 'hidden' })
    expect((await client.ok('GET', '/verification')).lastCase.reason).toBe('The card has ended')

    const next = await sendWhoTheyAre(client)
    await page.goto(
      `${server.url}/admin/verifications${isNarrow(width) ? `/${next}` : `?case=${next}`}`,
    )
    await panel(page).getByRole('heading', { name: 'Sent in at other times' }).waitFor()
    await openEach(page)
    await panel(page).getByRole('button', { name: 'Refuse for good' }).click()
    const proposing = dialog(page, `Propose to refuse ${fullName} for good?`)
    await proposing.getByText('Money in ends.').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await proposing.getByLabel(`Reason, shown to ${fullName}`).fill('The passport is forged')
    await proposing.getByRole('button', { name: 'Propose the refusal' }).click()
    await proposing.waitFor({ state: 'hidden' })
    await page.goto(
      `${server.url}/admin/verifications${isNarrow(width) ? `/${next}` : `?case=${next}`}`,
    )
    await panel(page).getByRole('button', { name: 'Withdraw the proposal' }).waitFor()
    expect((await client.ok('GET', '/verification')).isFinal).toBe(false)

    const waiting = await windowOf(browser, server.url, '/admin/waiting', { width, as: second })
    const path = await waiting
      .getByRole('link', { name: `A final refusal of ${fullName}` })
      .getAttribute('href')
    expect(path).toBe(`/admin/verifications/${next}`)
    const other = await atQueue(width, next, second)
    await panel(other).getByText('“The passport is forged”').first().waitFor()
    await openEach(other)
    await panel(other).getByRole('button', { name: 'Agree (2 of 2)' }).click()
    await dialog(other, `Agree to this: A final refusal of ${fullName}?`)
      .getByRole('button', { name: 'Agree', exact: true })
      .click()
    await expect.poll(async () => (await client.ok('GET', '/verification')).isFinal).toBe(true)
    await other.goto(`${server.url}/admin/users/${client.user.id}#verification`)
    await other.getByText('Refused for good').first().waitFor()
    expect(await inaccessible(other, { parts: ['main'] })).toEqual([])
  })

  test(
    'who is an auditor reads all of it, and is offered nothing to decide',
    { tags: [thorough] },
    async () => {
      const { id, fullName } = await somebody()
      const auditor = await logIn(server.url, 'auditor@glasshouse.example', 'glasshouse-auditor')
      const page = await atQueue(width, id, auditor)
      await panel(page).getByRole('heading', { name: fullName }).waitFor()
      await panel(page).getByText('Germany').waitFor()
      expect(
        await panel(page)
          .getByRole('button', { name: /Verify|Refuse/ })
          .count(),
      ).toBe(0)
    },
  )
})

test('the queue leads from one to the next, oldest first, and its row to the page on a phone', async () => {
  const [first] = [await somebody(), await somebody()]
  const page = await windowOf(browser, server.url, '/admin/verifications', { width: 320 })
  await page.getByRole('link', { name: first.fullName }).click()
  await page.waitForURL(`**/admin/verifications/${first.id}`)
  await panel(page).getByRole('heading', { name: first.fullName }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('link', { name: 'Back to the verifications' }).click()
  await page.waitForURL('**/admin/verifications')
})

test('the same document at two people is said before the second is verified', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const same = { identity: { number: `S${one.id.slice(-8)}`, expiresOn: null } }
  await openCase(admin, one.id)
  await admin.ok('POST', `/verifications/${one.id}/approval`, approval(inYears(2), same))
  const page = await atQueue(1280, other.id)
  await openEach(page)
  await confirmEach(panel(page), {
    number: same.identity.number.toLowerCase(),
    expiresOn: inYears(3),
  })
  await panel(page).getByRole('button', { name: 'Verify', exact: true }).click()
  const question = dialog(page, `Verify ${other.fullName}?`)
  const confirm = question.getByRole('button', { name: 'Verify', exact: true })
  await confirm.click()
  await question
    .getByText(`The same document number is recorded for ${one.fullName} (`, { exact: false })
    .waitFor()
  expect(await confirm.isDisabled()).toBe(true)
  await question.getByLabel('I have compared both people').check()
  await confirm.click()
  await question.waitFor({ state: 'hidden' })
  expect((await other.client.ok('GET', '/verification')).state).toBe('verified')
})

test.each([
  [1024, true],
  [1023, false],
  [768, false],
  [320, false],
])('at %i px the documents stand beside the form: %s', async (width, isBeside) => {
  const { id } = await somebody()
  const page = await windowOf(browser, server.url, `/admin/verifications/${id}`, {
    width,
    colorScheme: 'dark',
  })
  const [form, papers] = [
    panel(page).getByRole('region', { name: 'Checklist' }),
    panel(page).getByRole('list', { name: 'Documents' }),
  ]
  await papers.waitFor()
  const [left, right] = [(await form.boundingBox())!, (await papers.boundingBox())!]
  expect(right.x >= left.x + left.width).toBe(isBeside)
  expect(right.y >= left.y + left.height).toBe(!isBeside)
  await expectItFits(page, width)
})

test('the list is narrowed by country and risk, sorted, and kept as a file', async () => {
  // Two with one address.
  const [{ client, id, fullName }] = [await somebody(), await somebody()]
  await client.ok('POST', '/demo/deposits', { amount: 90_000, asset: 'BTC' })
  for (const [width, colorScheme] of [
    [320, 'dark'],
    [375, 'light'],
    [768, 'dark'],
    [1024, 'light'],
  ] as const) {
    const look = { width, colorScheme }
    const page = await windowOf(browser, server.url, '/admin/verifications', look)
    await page.getByLabel('Order').selectOption('Most money first')
    const table = page.getByRole('table', { name: 'What people sent in' })
    await expect.poll(() => table.getByRole('link').first().innerText()).toBe(fullName)
    await page.getByLabel('Risk', { exact: true }).selectOption('High')
    await page.getByLabel('Country').selectOption('Germany')
    await table.getByRole('link', { name: fullName }).waitFor()
    await page.waitForURL('**/admin/verifications?country=DE&risk=high&sort=-moneyAtStake')
    await expectItFits(page, width)
    const file = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')
    expect(file).toMatch(
      /\/verifications\.csv\?work=to-review&country=DE&risk=high&sort=-moneyAtStake$/,
    )
    await page.getByLabel('Country').selectOption('Norway')
    await page.getByText('Nothing matches these filters.').waitFor()
    await expectItFits(page, width)
    await page.close()
  }
  const page = await atQueue(1280, id)
  const reasons = panel(page).getByRole('list', { name: 'Reasons for the risk' })
  await reasons.getByText('No proof of income for more than $50,000.00').waitFor()
  await reasons.getByText(/^Same address as (another person|\d+ other people)$/).waitFor()
  await panel(page).getByText('Money at stake: $90,000.00').waitFor()
})

describe('where a firm doesn’t serve everybody', async () => {
  const pack = join(await newFolder(), 'own')
  await cp(join(root, 'content/demo'), pack, { recursive: true })
  const file = join(pack, 'firm.yaml')
  const firm = parse(await readFile(file, 'utf8')) as { verification: object }
  const verification = { ...firm.verification, notServed: ['KP'] }
  await writeFile(file, stringify({ ...firm, verification }))
  const narrow = await startSite({ env: { GLASSHOUSE_CONTENT: pack } })

  test.each([320, 1280])(
    'at %i px the country is asked for first, and whom it can’t serve is asked for nothing else',
    async (width) => {
      const { page, client } = await sitDownAsNewcomer(browser, narrow.url, { path: place, width })
      await heading(page, 'Where you live').waitFor()
      const next = page.getByRole('button', { name: 'Continue' })
      await next.press('Enter')
      await page.getByText('Please choose a country').waitFor()
      await page.getByLabel('Country').selectOption('North Korea')
      await next.press('Enter')
      const refused = page.getByText(/^We cannot serve people who live in this country/)
      await refused.waitFor()
      expect(await page.getByLabel(/^Choose a file/).count()).toBe(0)
      expect(await page.getByLabel('Full name').count()).toBe(0)
      await expectItFits(page, width)
      expect((await client.ok('GET', '/verification')).lastCase).toBe(null)
      await page.getByLabel('Country').selectOption('Germany')
      await expect.poll(() => refused.count()).toBe(0)
      await page.route('**/verification/country', (route) => route.abort())
      await next.click()
      await page.getByText('The server could not be reached.').first().waitFor()
      await letThrough(page, '**/verification/country')
      await next.click()
      await page.getByLabel('Full name').waitFor()
      expect(await page.getByLabel('Country').inputValue()).toBe('DE')
      expect(await page.getByRole('option', { name: 'North Korea' }).count()).toBe(0)
      await page
        .getByLabel(/^Choose a file/)
        .first()
        .waitFor({ state: 'attached' })
      await expectItFits(page, width)
    },
  )
})
