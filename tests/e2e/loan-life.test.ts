/** A loan in browsers, by its borrower on a phone and by two of staff at a desk: from the first document to the security that comes back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { haveVerified, sendDocument } from '../support/documents.ts'
import { photoOfCard } from '../support/files.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { windowOf } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const [admin, second] = [
  await logInAsAdmin(server.url),
  await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second'),
]

const terms = { yearlyRate: 500, securityPercent: 15 }
const [phone, desk] = [375, 1280]

beforeAll(async () => {
  const { proposal } = await admin.ok('POST', '/treasury/funding', {
    pool: 'loan',
    amount: 200_000,
  })
  if (proposal)
    await second.ok('POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
})

/** Somebody who is verified, and has some money of their own. */
async function borrower(fullName: string): Promise<Client> {
  const client = await signUp(server.url, { fullName })
  await haveVerified(client, admin)
  await client.ok('POST', '/demo/deposits', { amount: 3000, asset: 'BTC' })
  return client
}

/** Applied for by the API, with a proof of income. */
async function applied(client: Client, amount: number, months: number): Promise<string> {
  const incomeDocumentId = await sendDocument(client, 'income')
  const { application } = await client.ok('POST', '/loans/applications', {
    ...{ amount, months, incomeDocumentId },
    shown: terms,
  })
  return application.id
}

/** The page, or what is open on it, as wide as the window and for everybody, in both schemes. */
async function fits(page: Page, parts = ['main']): Promise<void> {
  const width = page.viewportSize()!.width
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([wide <= width, await inaccessible(page, { parts })]).toEqual([true, []])
  }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })

async function addProof(page: Page): Promise<void> {
  const proofs = page
    .getByRole('group', { name: 'Proof of income', exact: true })
    .getByRole('radio')
  const before = await proofs.count()
  await page
    .getByLabel('Choose a file: Proof of income')
    .setInputFiles({ name: 'payslip.jpg', mimeType: 'image/jpeg', buffer: await photoOfCard() })
  await expect.poll(() => proofs.count()).toBe(before + 1)
}

async function openProof(page: Page): Promise<void> {
  await button(page, 'Open Proof of income').click()
  await page.getByRole('img', { name: 'Proof of income, page 1' }).waitFor()
}

const atApplication = (id: string, as: Client) =>
  windowOf(browser, server.url, `/admin/loans?application=${id}`, { as, width: desk })

async function agree(page: Page): Promise<void> {
  await button(page, 'Agree (2 of 2)').click()
  await inDialog(page, 'Agree').click()
  await dialog(page).waitFor({ state: 'detached' })
}

describe('a loan', { timeout: 120_000 }, () => {
  test('is applied for, lent by two, paid early and by itself, settled, and its security comes back', async () => {
    const client = await borrower('Lea Borrower')
    const page = await windowOf(browser, server.url, '/dashboard/loan', {
      as: client,
      width: phone,
    })

    // Taken over from the calculator, and still there after the way back.
    await page.getByLabel('Amount').fill('10000')
    await page.getByLabel('Months').selectOption('36')
    await page.getByRole('link', { name: 'Apply for Loan' }).click()
    await heading(page, 'Apply for a loan').waitFor()
    await page.goBack()
    await heading(page, 'Loan calculator').waitFor()
    await page.goForward()
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('10000.00')
    expect(await page.getByLabel('Months').inputValue()).toBe('36')
    await page.getByText('$299.71', { exact: true }).waitFor()
    await fits(page)

    // Without a proof whoever presses is led to it.
    await button(page, 'Review application').click()
    await page.getByText('Please add this document').waitFor()
    await addProof(page)
    await button(page, 'Review application').click()
    await dialog(page).getByText('You never pay anything to get a loan.').waitFor()
    for (const figure of ['$8,500.00', '$1,500.00', '$789.54', '7.13%', '5%'])
      await dialog(page).getByText(figure, { exact: true }).waitFor()
    await fits(page, ['[role="dialog"]'])
    await inDialog(page, 'Send application').click()
    await heading(page, /^Your application for \$10,000\.00/).waitFor()
    await page
      .getByText(/^We decide by /)
      .first()
      .waitFor()
    await fits(page)
    const [{ id }] = (await client.ok('GET', '/loans')).applications

    // Staff look at the document, and ask for more.
    const staff = await atApplication(id, admin)
    await heading(staff, 'What they have').waitFor()
    await openProof(staff)
    await fits(staff)
    await button(staff, 'Ask for more…').click()
    await dialog(staff).getByRole('textbox').fill('Please send the payslip of this month')
    await inDialog(staff, 'Ask').click()
    await dialog(staff).waitFor({ state: 'detached' })
    await staff.getByText('More asked for').first().waitFor()

    await page.reload()
    await page.getByText('Please send the payslip of this month').waitFor()
    await page.getByText('You never pay anything to get a loan.', { exact: true }).waitFor()
    await fits(page)
    await button(page, 'Send another proof').click()
    await addProof(page)
    await fits(page, ['[role="dialog"]'])
    await inDialog(page, 'Send it').click()
    await page
      .getByText(/^We decide by /)
      .first()
      .waitFor()

    // What was sent since has to be opened too, by both who lend.
    await staff.reload()
    await button(staff, 'Propose to lend…').click()
    await inDialog(staff, 'Propose').click()
    await dialog(staff).getByRole('alert').waitFor()
    await inDialog(staff, 'Cancel').click()
    await openProof(staff)
    await button(staff, 'Propose to lend…').click()
    await inDialog(staff, 'Propose').click()
    await dialog(staff).waitFor({ state: 'detached' })
    const other = await atApplication(id, second)
    await other.getByText('waits for a second, different person').waitFor()
    await openProof(other)
    await agree(other)
    await expect.poll(async () => (await client.me()).accountBalance).toBe(11_500)

    // A part is paid early: what changes is said before.
    await page.reload()
    await heading(page, /^Your loan of /).waitFor()
    await page.getByText(/^Next payment, /).waitFor()
    await fits(page)
    await button(page, 'Pay now').click()
    await dialog(page).getByLabel('Amount').fill('1000')
    await dialog(page).getByText('Payments to come').waitFor()
    await dialog(page).getByText('Keep the last day').click()
    await dialog(page).getByText('instead of $299.71').waitFor()
    await fits(page, ['[role="dialog"]'])
    await inDialog(page, 'Pay $1,000.00').click()
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(async () => (await client.me()).accountBalance).toBe(10_500)
    await expect.poll(() => page.getByText('$9,000').count()).toBeGreaterThan(0)

    // Home says what comes next, and when its day has come it is taken.
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('link', { name: 'Taken from your balance for your loan' }).waitFor()
    await fits(page)
    await admin.ok('POST', '/demo/clock', { days: 32 })
    await expect.poll(async () => (await client.ok('GET', '/loans')).loans[0].dues.length).toBe(2)
    await page.goto(`${server.url}/dashboard/loan`)
    await page.getByText('All payments, past and to come').click()
    const schedule = page.getByRole('table', { name: 'Schedule' })
    for (const status of ['Paid', 'Paid early'])
      expect(await schedule.getByRole('cell', { name: status, exact: true }).count()).toBe(1)
    await fits(page)

    // All of it is settled, and the security comes back with the last cent.
    const before = await client.me()
    const [{ settling }] = (await client.ok('GET', '/loans')).loans
    await button(page, 'Settle now').click()
    await dialog(page)
      .getByText('The security of $1,500.00 returns to your balance at once.')
      .waitFor()
    await fits(page, ['[role="dialog"]'])
    await inDialog(page, /^Pay \$/).click()
    await dialog(page).waitFor({ state: 'detached' })
    const left = before.accountBalance - settling.amount + 1500
    await expect.poll(async () => (await client.me()).accountBalance).toBeCloseTo(left, 2)
    await page.getByText('Earlier loans and applications').last().click()
    await page.getByText('Repaid', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^\$10,000\.00 of / }).click()
    await page.getByRole('table', { name: 'Payments as booked' }).waitFor()
    await page.getByText('Security returned').waitFor()
    await fits(page)
    await staff.goto(`${server.url}/admin/loans?list=book`)
    await heading(staff, 'By age').waitFor()
    await fits(staff)

    // What it earned is drawn by two.
    await staff.goto(`${server.url}/admin/treasury`)
    const draw = staff.getByRole('form', { name: 'Draw income of loans' })
    await draw.getByLabel('Amount transferred').fill('30')
    await draw.getByLabel('Reference of the transfer').fill('loans-2027-01')
    await draw.getByRole('button', { name: 'Draw the income' }).click()
    await inDialog(staff, 'Propose $30.00').click()
    await dialog(staff).waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await second.ok('GET', '/proposals')).proposals)
      .toContainEqual(expect.objectContaining({ kind: 'loan-income' }))
  })

  test('is refused by two, with a reason that the person reads', async () => {
    const client = await borrower('Rufus Refused')
    const id = await applied(client, 5000, 12)
    const staff = await atApplication(id, admin)
    await button(staff, 'Propose to refuse…').click()
    await dialog(staff).getByRole('textbox').fill('What you earn doesn’t cover the payments')
    await inDialog(staff, 'Propose the refusal').click()
    await dialog(staff).waitFor({ state: 'detached' })
    const other = await atApplication(id, second)
    await agree(other)
    const page = await windowOf(browser, server.url, '/dashboard/loan', {
      as: client,
      width: phone,
    })
    await page.getByText('What you earn doesn’t cover the payments').waitFor()
    await page.getByText('Nothing was lent, and you owe nothing.').waitFor()
    await fits(page)
    await other.goto(`${server.url}/admin/loans?list=decided`)
    await button(other, 'Rufus Refused').waitFor()
    await fits(other)
  })

  test('can be withdrawn until it is decided', async () => {
    const client = await borrower('Wanda Withdrawn')
    await applied(client, 5000, 12)
    const page = await windowOf(browser, server.url, '/dashboard/loan', {
      as: client,
      width: phone,
    })
    await button(page, 'Withdraw application').click()
    await inDialog(page, 'Withdraw it').click()
    await page.getByText('Earlier loans and applications').last().click()
    await page.getByText('Withdrawn', { exact: true }).waitFor()
  })

  test('is for whoever is verified', async () => {
    const client = await signUp(server.url, { fullName: 'Nora Newcomer' })
    const page = await windowOf(browser, server.url, '/dashboard/loan/apply', {
      as: client,
      width: phone,
    })
    await heading(page, 'Verify your identity first').waitFor()
    await fits(page)
    await page.getByRole('link', { name: 'Verify my identity' }).click()
    await page.waitForURL('**/dashboard/verification')
  })

  test('that isn’t paid says what that costs and when, is called due by two, and written off', async () => {
    const client = await borrower('Olga Overdue')
    const id = await applied(client, 5000, 12)
    for (const one of [admin, second]) {
      const { application } = await one.ok('GET', `/loan-applications/${id}`)
      await one.ok('POST', `/documents/${application.incomeDocumentId}/view`)
    }
    const { proposal } = await admin.ok('POST', `/loan-applications/${id}/approval`)
    await second.ok('POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
    // All that they have is on its way out before the day.
    const { accountBalance } = await client.me()
    await client.ok('POST', '/requestWithdrawal', {
      ...{ type: 'bank_transfer', bankName: 'Mine', bankNumber: 'any wallet' },
      ...{ userId: client.user.id, amount: accountBalance },
    })
    await admin.ok('POST', '/demo/clock', { days: 33 })
    const page = await windowOf(browser, server.url, '/dashboard/loan', {
      as: client,
      width: phone,
    })
    await page.getByText('$428.04 is overdue.').waitFor()
    await page.getByText(/\$50\.00 is charged for it once\./).waitFor()
    await fits(page)
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('link', { name: /^Overdue of your loan/ }).waitFor()

    const [loan] = (await client.ok('GET', '/loans')).loans
    const place = `/admin/loans/${loan.id}`
    const [staff, other] = [
      await windowOf(browser, server.url, place, { as: admin, width: desk }),
      await windowOf(browser, server.url, place, { as: second, width: desk }),
    ]
    await fits(staff)
    await button(staff, 'Call due…').click()
    await dialog(staff).getByRole('textbox').fill('No payment came, and no answer')
    await fits(staff, ['[role="dialog"]'])
    await inDialog(staff, 'Propose').click()
    await dialog(staff).waitFor({ state: 'detached' })
    await other.reload()
    await agree(other)
    await other.getByText('Called due', { exact: true }).first().waitFor()
    await page.goto(`${server.url}/dashboard/loan`)
    await page.getByText('All of this loan is due.').waitFor()
    await fits(page)

    await staff.reload()
    await button(staff, 'Write off…').click()
    await dialog(staff).getByRole('textbox').fill('Nothing can be had')
    await inDialog(staff, 'Propose').click()
    await dialog(staff).waitFor({ state: 'detached' })
    await other.reload()
    await agree(other)
    await other.getByText('Written off', { exact: true }).waitFor()
  })
})
