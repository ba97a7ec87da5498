/** The whole main job in a browser, as two people would do it, with every figure checked on the way. */
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { answerOnPage } from './questions.ts'
import { figureOf, formRuns } from './visitor.ts'

type Place = { browser: Browser; url: string }

/** A browser of one's own; whatever goes wrong in it fails the test. */
async function sitDown({ browser, url }: Place, faults: string[]): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.setDefaultTimeout(15_000)
  return page
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup')
  await formRuns(page)
  await page.getByLabel('Full name').fill('Nora Newcomer')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('orange lantern')
  await page.getByLabel('Confirm password').fill('orange lantern')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByText('Signup successful! Redirecting to dashboard...').waitFor()
  await page.waitForURL('**/dashboard')
}

async function logInAsAdmin(page: Page): Promise<void> {
  await page.goto('/login')
  await formRuns(page)
  await page.getByLabel('E-mail').fill('admin@glasshouse.example')
  await page.getByLabel('Password', { exact: true }).fill('glasshouse-admin')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL('**/admin')
}

async function go(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click()
}

/** All that the home page says of money, as text. */
async function figures(page: Page): Promise<Record<string, string>> {
  await go(page, 'Home')
  await page.getByRole('heading', { name: 'Welcome, Nora Newcomer' }).waitFor()
  const part = async (name: string) =>
    (await page.locator('dl > div', { hasText: name }).locator('dd').innerText()).replace(/\s/g, '')
  return {
    total: await figureOf(page, 'Total value').innerText(),
    balance: await figureOf(page, 'Account Balance').innerText(),
    paid: await part('paid so far'),
    accrued: await part('accrued, paid at maturity'),
    investment: await part('total investment'),
  }
}

/** Chooses what to do with Nora's request in the admin's list and confirms it. */
async function decide(
  admin: Page,
  email: string,
  button: string,
  confirm: string,
  text?: string,
): Promise<void> {
  await admin.goto('/admin/withdrawals')
  const row = admin.getByRole('row', { name: new RegExp(email) })
  await row.getByRole('button', { name: button, exact: true }).click()
  const dialog = admin.getByRole('dialog')
  if (text) await dialog.getByRole('textbox').fill(text)
  // Nothing was ever paid to her before.
  if (button === 'Approve')
    await dialog.getByRole('checkbox', { name: 'I have looked at this' }).click()
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function requestStatus(page: Page): Promise<string> {
  await page.goto('/dashboard/transfer')
  return (
    await page.getByRole('table', { name: 'My requests' }).getByRole('row').nth(1).innerText()
  ).replace(/\s+/g, ' ')
}

async function signUpAndPayIn(nora: Page, email: string): Promise<void> {
  await signUp(nora, email)
  await nora.getByRole('link', { name: 'See how to pay in' }).waitFor()
  expect(await figureOf(nora, 'Account Balance').innerText()).toBe('$0.00')

  await go(nora, 'Fund account')
  await nora.getByLabel('Amount').fill('1000')
  await nora.getByRole('button', { name: 'Add play money' }).click()
  await nora.getByText('$1,000.00 of play money credited').waitFor()
  expect(await figures(nora)).toMatchObject({
    total: '$1,000.00',
    balance: '$1,000.00',
    investment: '$0.00',
  })
}

async function invest(nora: Page): Promise<void> {
  await go(nora, 'Invest')
  await nora.getByLabel('Amount').fill('1000')
  await nora.getByRole('radio', { name: /Advanced Wealth Builder/, checked: true }).waitFor()
  await nora.getByText('$1,120.00').first().waitFor()
  await nora.getByLabel(/I have read the risk warning/).check()
  await nora.getByRole('button', { name: 'Review' }).click()
  await answerOnPage(nora)
  await nora.getByRole('button', { name: 'Invest $1,000.00' }).click()
  await nora.getByText('Investment opened').first().waitFor()
  // Money that is placed has gone nowhere: the total stays.
  expect(await figures(nora)).toEqual({
    total: '$1,000.00',
    balance: '$0.00',
    paid: '$0.00',
    accrued: '$0.00',
    investment: '$1,000.00',
  })
}

async function waitUntilItMatures(nora: Page, admin: Page): Promise<void> {
  await logInAsAdmin(admin)
  await admin.getByRole('link', { name: 'Treasury' }).click()
  await admin.getByRole('textbox', { name: 'Days' }).fill('16')
  await admin.getByRole('button', { name: 'Move the clock' }).click()
  await admin.getByRole('button', { name: 'Move it by 16 days' }).click()
  await admin.getByText(/matured\./).waitFor()
  await nora.reload()
  expect(await figures(nora)).toEqual({
    total: '$1,120.00',
    balance: '$1,120.00',
    paid: '$120.00',
    accrued: '$0.00',
    investment: '$1,000.00',
  })
}

async function requestWithdrawal(nora: Page): Promise<void> {
  await go(nora, 'Transfer')
  await nora.getByLabel('Wallet name').fill('My wallet')
  await nora.getByLabel('Wallet address').fill('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
  await nora.getByRole('form', { name: 'Wallet transfer' }).getByLabel('Amount').fill('500')
  await nora.getByRole('button', { name: 'Request withdrawal' }).click()
  await nora.getByRole('button', { name: 'Request $500.00' }).click()
  await nora.getByRole('dialog').getByText('Request Submitted!').waitFor()
  await nora.getByRole('dialog').getByText('Pending Admin Approval').waitFor()
  await nora.keyboard.press('Escape')
  expect(await figures(nora)).toMatchObject({
    total: '$1,120.00',
    balance: '$620.00',
    paid: '$120.00',
  })
  expect(await requestStatus(nora)).toContain('Pending Admin Approval')
}

async function payOut(nora: Page, admin: Page, email: string): Promise<void> {
  await decide(admin, email, 'Approve', 'Approve')
  expect(await requestStatus(nora)).toContain('Approved')
  await decide(admin, email, 'Record payout', 'Record payout', 'tx 4a5e1e4b')
  expect(await requestStatus(nora)).toContain('Paid')
  expect(await figures(nora)).toMatchObject({
    total: '$620.00',
    balance: '$620.00',
    paid: '$120.00',
    investment: '$1,000.00',
  })
}

async function lookAtActivity(nora: Page): Promise<void> {
  await go(nora, 'Activity')
  for (const title of [
    'Withdrawal paid',
    'Withdrawal approved',
    'Withdrawal requested',
    'Investment matured: Advanced Wealth Builder',
    'Investment opened: Advanced Wealth Builder',
    'Play money credited',
    'Account opened',
  ]) {
    await nora.getByText(title, { exact: true }).first().waitFor()
  }
  await nora.getByText('tx 4a5e1e4b').first().waitFor()
}

/** From signing up to the payout. Answers with what went wrong in the pages by itself. */
export async function doMainJob(place: Place): Promise<string[]> {
  const faults: string[] = []
  const nora = await sitDown(place, faults)
  const admin = await sitDown(place, faults)
  const email = `${randomUUID()}@people.example`
  await signUpAndPayIn(nora, email)
  await invest(nora)
  await waitUntilItMatures(nora, admin)
  await requestWithdrawal(nora)
  await payOut(nora, admin, email)
  await lookAtActivity(nora)
  return faults
}
