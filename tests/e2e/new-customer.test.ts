/**
 * From sign-up to a customer whom the firm knows: questions before a first investment, which is undone in time or too
 * late; limits that stop a withdrawal and an investment and turn a deposit aside; documents, a refusal with its reason,
 * and verification. In the demonstration, and with an operator's pack in a real firm.
 */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { parse, stringify } from 'yaml'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { confirmEach } from '../support/checklist.ts'
import { logIn, logInAsAdmin } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { extent, thorough } from '../support/extent.ts'
import { photoOfCard } from '../support/files.ts'
import { newFolder } from '../support/folder.ts'
import {
  becomeAdministrator,
  confirmAddress,
  fundTheFirm,
  openTheFirm,
  prepareLiveFirm,
  signUpBy,
  sitDownAtLive,
} from '../support/live-firm.ts'
import { honestPack } from '../support/live-pack.ts'
import { callFrom } from '../support/page-call.ts'
import { answerOnPage } from '../support/questions.ts'
import { startServer, stopServers } from '../support/server.ts'
import { root } from '../support/source.ts'
import { figureOf, schemes, sitDown, windowOf } from '../support/visitor.ts'

const browser = await openBrowser()
afterAll(stopServers)

type Look = { width: number; colorScheme: 'light' | 'dark' }
type Firm = {
  origin: string
  /** Two administrators, each at a page of the back office. */
  staff(look: Look): Promise<[Page, Page]>
  /** Somebody who has just signed up, at their dashboard. */
  join(fullName: string, look: Look): Promise<Page>
  /** Business time goes on by an interval of PostgreSQL. */
  pass(time: string): Promise<unknown>
  /** As business time says. */
  today(): Promise<string>
  /** Whether it doesn't serve everybody. */
  asksCountryFirst: boolean
}

const looks: Look[] = extent([375], [1280]).flatMap((width) =>
  schemes.map((colorScheme) => ({ width, colorScheme })),
)

const narrow = {
  in: { whole: 1_000 },
  invested: { whole: 500 },
  out: { day: 200 },
}
const limits = {
  unverified: narrow,
  submitted: narrow,
  verified: { in: {}, invested: {}, out: {} },
}

let people = 0
const addressOf = (fullName: string) =>
  `${fullName.split(' ')[0]!.toLowerCase()}-${(people += 1)}@people.example`

const businessDay = async ({ owner }: Pick<TestDatabase, 'owner'>): Promise<string> =>
  (await owner.query('select business_now()::date::text as day')).rows[0].day

/** The demonstration's own pack, with limits that people come to. */
async function narrowDemonstration(): Promise<string> {
  const pack = join(await newFolder(), 'own')
  await cp(join(root, 'content/demo'), pack, { recursive: true })
  const file = join(pack, 'firm.yaml')
  const firm = parse(await readFile(file, 'utf8')) as { verification: object }
  await writeFile(file, stringify({ ...firm, verification: { ...firm.verification, limits } }))
  return pack
}

async function startDemonstration(): Promise<Firm> {
  const database = await createTestDatabase({ world: true })
  const { url: origin } = await startServer({
    databaseUrl: database.url,
    env: { GLASSHOUSE_CONTENT: await narrowDemonstration() },
  })
  const administrators = [
    await logInAsAdmin(origin),
    await logIn(origin, 'second-admin@glasshouse.example', 'glasshouse-second'),
  ] as const
  const atOffice = (who: (typeof administrators)[number], look: Look) =>
    windowOf(browser, origin, '/admin/verifications', { ...look, as: who })
  return {
    origin,
    staff: async (look) => [
      await atOffice(administrators[0], look),
      await atOffice(administrators[1], look),
    ],
    async join(fullName, look) {
      const { page } = await sitDown(browser, look)
      await signUpBy(page, origin, { fullName, email: addressOf(fullName) })
      return page
    },
    pass: (time) =>
      database.owner.query(`update business_clock set advance = advance + $1::interval`, [time]),
    today: () => businessDay(database),
    asksCountryFirst: false,
  }
}

async function startReal(): Promise<Firm> {
  const pack = honestPack()
  const firm = pack['firm.yaml'] as { verification: object }
  const live = await prepareLiveFirm(browser, {
    ...pack,
    'firm.yaml': { ...firm, verification: { ...firm.verification, limits } },
  })
  await live.start()
  const [adam, bea] = [await sitDownAtLive(live, []), await sitDownAtLive(live, [])]
  await becomeAdministrator(live, adam, 'Adam')
  await becomeAdministrator(live, bea, 'Bea')
  await live.rehearse()
  await openTheFirm(adam, bea)
  await fundTheFirm(adam, bea)
  return {
    origin: live.origin,
    async staff({ width }) {
      for (const page of [adam, bea]) await page.setViewportSize({ width, height: 900 })
      return [adam, bea]
    },
    async join(fullName, look) {
      const page = await sitDownAtLive(live, [], look)
      const email = addressOf(fullName)
      await signUpBy(page, live.origin, { fullName, email })
      await confirmAddress(live, page, email)
      return page
    },
    pass: live.pass,
    today: () => businessDay(live.database),
    asksCountryFirst: true,
  }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, exact: true })

async function expectItFits(page: Page): Promise<void> {
  const width = page.viewportSize()!.width
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expect(await inaccessible(page)).toEqual([])
}

let receipts = 0
/** Recorded by one administrator and approved by the other; answers what became of it. */
async function receive(
  firm: Firm,
  [adam, bea]: [Page, Page],
  person: Page,
  amount: number,
): Promise<string> {
  const me = await callFrom(person, '/me')
  const recorded = await callFrom(adam, '/receipts', {
    userId: me.body.data.user.id,
    amount,
    reference: `IN ${(receipts += 1)}`,
    valueDate: await firm.today(),
  })
  expect(recorded.status, JSON.stringify(recorded.body)).toBe(202)
  const { id, facts: shown } = recorded.body.data.proposal
  const approved = await callFrom(bea, `/proposals/${id}/agreement`, { shown })
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  return approved.body.message
}

/** As far as the questions or the review that follow. */
async function wantToInvest(firm: Firm, page: Page, dollars: string): Promise<void> {
  await page.goto(`${firm.origin}/dashboard/invest`)
  await page.getByLabel('Amount').fill(dollars)
  await page.getByLabel(/I have read the risk warning/).check()
  await button(page, 'Review').click()
}

/** A first investment of $300, at its own page. */
async function investFirst(firm: Firm, page: Page): Promise<void> {
  await wantToInvest(firm, page, '300')
  await answerOnPage(page)
  await button(page, 'Invest $300.00').click()
  await page.getByText(/^Investment opened\. You can undo it until/).waitFor()
  const { body } = await callFrom(page, '/investments')
  await page.goto(`${firm.origin}/dashboard/investments/${body.data.investments[0].id}`)
  await button(page, 'Undo this investment').click()
}

async function wantToWithdraw(firm: Firm, page: Page, dollars: string): Promise<void> {
  await page.goto(`${firm.origin}/dashboard/transfer?to=bank`)
  const form = page.getByRole('form', { name: 'Bank transfer' })
  await form.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  await form.getByLabel('Amount').fill(dollars)
  await button(page, 'Request bank transfer').click()
  await dialog(page)
    .getByRole('button', { name: /^Request \$/ })
    .click()
}

async function addDocument(page: Page, kind: string): Promise<void> {
  const added = page.getByRole('list', { name: `Added: ${kind}` }).getByRole('listitem')
  const before = await added.count()
  await page
    .getByLabel(`Choose a file: ${kind}`)
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photoOfCard() })
  await expect.poll(() => added.count()).toBe(before + 1)
}

/** The case of this person, as staff come to it from the queue. */
async function openCase(firm: Firm, staff: Page, fullName: string) {
  await staff.goto(`${firm.origin}/admin/verifications`)
  const panel = staff.getByRole('region', { name: 'Verification' })
  // On a phone a page of its own, at a desk beside the list.
  const inList = { name: fullName }
  await staff.getByRole('link', inList).or(staff.getByRole('button', inList)).first().click()
  await panel.getByRole('heading', { name: fullName }).waitFor()
  return panel
}

async function walk(firm: Firm, look: Look): Promise<void> {
  const staff = await firm.staff(look)

  // Whom the questions say that this isn't for.
  const otto = await firm.join('Otto Example', look)
  await receive(firm, staff, otto, 800)
  await wantToInvest(firm, otto, '300')
  await answerOnPage(otto, { loss: 'trouble' })
  await otto
    .getByRole('alert')
    .filter({ hasText: 'Based on your answers, plans aren’t suitable for you right now.' })
    .getByText('You need this money for your rent, your bills or your debts.')
    .waitFor()
  await expectItFits(otto)

  // Who undoes their first investment a minute too late.
  const willa = await firm.join('Willa Example', look)
  await receive(firm, staff, willa, 800)
  await investFirst(firm, willa)
  await firm.pass('24 hours 1 minute')
  await dialog(willa).getByRole('button', { name: 'Undo this investment' }).click()
  await dialog(willa)
    .getByText(/^This investment could be undone until/)
    .waitFor()
  await expectItFits(willa)
  await dialog(willa).getByRole('button', { name: 'Keep it' }).click()
  await expect.poll(() => button(willa, 'Undo this investment').count()).toBe(0)

  // Who undoes it in time.
  const fullName = `Vera Example ${look.width} ${look.colorScheme}`
  const vera = await firm.join(fullName, look)
  await receive(firm, staff, vera, 800)
  await investFirst(firm, vera)
  await dialog(vera).getByRole('button', { name: 'Undo this investment' }).click()
  await vera.getByText('Investment undone: $300.00 is in your balance again').waitFor()

  // Limits of whom nobody knows yet.
  expect(await receive(firm, staff, vera, 500)).toContain('waits in their name')
  await vera.goto(`${firm.origin}/dashboard`)
  const aside = vera.getByText('$500.00 arrived above your limit and is set aside in your name.')
  await aside.waitFor()
  await wantToInvest(firm, vera, '600')
  await button(vera, 'Invest $600.00').click()
  await dialog(vera)
    .getByText(/Nothing was booked\./)
    .waitFor()
  await dialog(vera)
    .getByText(/\$500\.00 more/)
    .waitFor()
  await expectItFits(vera)
  await wantToWithdraw(firm, vera, '250')
  await dialog(vera)
    .getByText(/\$200\.00 more/)
    .waitFor()
  await expectItFits(vera)
  await dialog(vera).getByRole('link', { name: 'See your limits and your verification' }).click()
  // What is in the form would be gone.
  await button(vera, 'Leave without saving').click()
  await heading(vera, 'You are not verified yet').waitFor()
  await heading(vera, 'Set aside in your name').waitFor()
  await vera.getByRole('table', { name: 'Limits' }).getByText('$500.00 of $500.00').waitFor()
  await expectItFits(vera)

  // What they send in, and what is missing in it.
  // An operator's firm serves only some, and asks for the country before anything else.
  if (firm.asksCountryFirst) {
    expect(await vera.getByLabel('Date of birth').count()).toBe(0)
    await vera.getByLabel('Country').selectOption('Germany')
    await button(vera, 'Continue').click()
  }
  await vera.getByLabel('Date of birth').fill('1990-04-23')
  await vera.getByLabel('Country').selectOption('Germany')
  await vera.getByLabel('Address', { exact: true }).fill('Example Street 1\n10115 Berlin')
  for (const kind of ['Identity card or passport', 'Proof of address'])
    await addDocument(vera, kind)
  await button(vera, 'Submit for review').click()
  await heading(vera, 'We are reviewing what you sent in').waitFor()
  const [adam, bea] = staff
  const reviewed = await openCase(firm, adam, fullName)
  await reviewed.getByRole('button', { name: /^Open.*Identity card or passport/ }).click()
  await reviewed.getByRole('img', { name: /^Identity card or passport, page 1/ }).waitFor()
  await expectItFits(adam)
  await reviewed.getByRole('button', { name: 'Refuse', exact: true }).click()
  const reason = 'The photo of the card is blurred'
  await dialog(adam).getByLabel(`Reason, shown to ${fullName}`).fill(reason)
  await dialog(adam).getByRole('button', { name: 'Refuse', exact: true }).click()
  await heading(vera, 'We need something else').waitFor()
  await vera.getByText(reason).waitFor()
  await vera
    .getByRole('checkbox', { name: /^Use again/ })
    .first()
    .uncheck()
  await addDocument(vera, 'Identity card or passport')
  await button(vera, 'Submit for review').click()
  await heading(vera, 'We are reviewing what you sent in').waitFor()
  const again = await openCase(firm, bea, fullName)
  await again.getByRole('heading', { name: 'Sent in at other times' }).waitFor()
  await again.getByRole('button', { name: 'Verify', exact: true }).click()
  await dialog(bea)
    .getByText(/^Not opened by you yet: /)
    .waitFor()
  await dialog(bea).getByRole('button', { name: 'Cancel' }).click()
  for (const open of await again.getByRole('button', { name: /^Open / }).all()) {
    await open.click()
    await again.getByRole('region', { name: 'The page' }).waitFor()
    await again.getByRole('button', { name: /^Close / }).click()
  }
  const number = `C${look.width}${look.colorScheme}`
  await confirmEach(again, { number, expiresOn: '2099-12-31' })
  await expectItFits(bea)
  await again.getByRole('button', { name: 'Verify', exact: true }).click()
  await dialog(bea).getByRole('button', { name: 'Verify', exact: true }).click()
  await dialog(bea).waitFor({ state: 'hidden' })

  // Known: what was set aside has come to the balance, and what was refused goes.
  await heading(vera, /^Verified until /).waitFor()
  await vera.goto(`${firm.origin}/dashboard`)
  await expect.poll(() => figureOf(vera, 'Account Balance').innerText()).toBe('$1,300.00')
  expect(await aside.count()).toBe(0)
  await wantToWithdraw(firm, vera, '250')
  await heading(vera, 'Request Submitted!').waitFor()
  await wantToInvest(firm, vera, '600')
  await button(vera, 'Invest $600.00').click()
  await vera.getByText('Investment opened').first().waitFor()
  await vera.goto(`${firm.origin}/dashboard/activity`)
  await vera.getByText(reason).first().waitFor()
  await expectItFits(vera)
}

describe('in the demonstration', async () => {
  const firm = await startDemonstration()
  test.each(looks)(
    'at $width px, $colorScheme: somebody signs up, is asked and limited, is verified, and is free',
    { timeout: 240_000 },
    (look) => walk(firm, look),
  )
})

describe('in a real firm', () => {
  test(
    'on a phone and at a desk: the same, with an operator’s pack',
    { tags: [thorough], timeout: 600_000 },
    async () => {
      const firm = await startReal()
      for (const look of looks) await walk(firm, look)
    },
  )
})
