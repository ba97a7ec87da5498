/** The whole main job in a browser of any engine, as two people would do it, with every figure checked on the way. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { questions } from '../../src/domains/appropriateness/questions.ts'
import type { Engine, Name, Tab } from './engines/tab.ts'
import { answersWith } from './questions.ts'

export const dialog = { css: '[role=dialog], dialog[open]' }

export async function logIn(tab: Tab, email: string, password: string): Promise<void> {
  await tab.open('/login')
  await tab.fill('Email', email)
  await tab.fill('Password', password)
  await tab.click('button', 'Log In')
  await tab.read('Login successful!')
}

export async function logInAsAdmin(tab: Tab): Promise<void> {
  await logIn(tab, 'admin@glasshouse.example', 'glasshouse-admin')
  await tab.isAt('/admin')
}

export const go = (tab: Tab, place: string): Promise<void> =>
  tab.click('link', place, { css: 'nav' })

/** What the home page says under a heading, or beside a name in a list. */
export const figure = (tab: Tab, label: string): Promise<string> =>
  tab.run((name) => {
    const all = (css: string) => [...document.querySelectorAll<HTMLElement>(css)]
    const heading = all('h1, h2, h3').find(({ textContent }) => textContent.trim() === name)
    const listed = all('dl > div').find(({ textContent }) => textContent.includes(name))
    const found =
      heading?.parentElement?.querySelector<HTMLElement>(':scope > button') ??
      listed?.querySelector('dd')
    return (found?.innerText ?? '').replace(/\s/g, '')
  }, label)

/** Rows that are zero aren't there. */
const none = ''

/** All that the home page says of money, as text. */
async function figures(tab: Tab): Promise<Record<string, string>> {
  await go(tab, 'Home')
  await tab.see('heading', 'Welcome, Nora Newcomer')
  return {
    total: await figure(tab, 'Total value'),
    balance: await figure(tab, 'Account Balance'),
    paid: await figure(tab, 'paid so far'),
    accrued: await figure(tab, 'accrued, paid at maturity'),
    investment: await figure(tab, 'total investment'),
  }
}

/** Chooses what to do with a request in the admin's list and confirms it. */
async function decide(
  admin: Tab,
  email: string,
  button: string,
  text?: { field: Name; text: string },
): Promise<void> {
  await admin.open('/admin/withdrawals')
  await admin.click('button', button, { css: 'tr', has: email })
  if (text) await admin.fill(text.field, text.text, dialog)
  // Nothing was ever paid to her before.
  if (button === 'Approve') await admin.click('checkbox', /I have looked at this/, dialog)
  await admin.click('button', button, dialog)
  await admin.isGone(dialog.css)
}

async function requestStatus(tab: Tab): Promise<string> {
  await tab.open('/dashboard/transfer')
  return tab.see('row', /\$500\.00/)
}

async function signUp(tab: Tab, email: string): Promise<void> {
  await tab.open('/signup')
  await tab.fill('Full name', 'Nora Newcomer')
  await tab.fill('Email', email)
  await tab.fill('Password', 'orange lantern')
  await tab.fill('Confirm password', 'orange lantern')
  await tab.click('button', 'Sign Up')
  await tab.read('Signup successful! Redirecting to dashboard...')
  await tab.isAt('/dashboard')
}

async function signUpAndPayIn(nora: Tab, email: string): Promise<void> {
  await signUp(nora, email)
  await nora.see('link', 'See how to pay in')
  expect(await figure(nora, 'Account Balance')).toBe('$0.00')
  await go(nora, 'Fund account')
  await nora.fill(/^Amount/, '1000')
  await nora.click('button', 'Add play money')
  await nora.read('$1,000.00 of play money credited')
  expect(await figures(nora)).toMatchObject({
    total: '$1,000.00',
    balance: '$1,000.00',
    investment: none,
  })
}

async function invest(nora: Tab): Promise<void> {
  await go(nora, 'Invest')
  await nora.fill(/^Amount/, '1000')
  await nora.read('$1,120.00')
  expect(await nora.isChecked('radio', /Advanced Wealth Builder/)).toBe(true)
  await nora.click('checkbox', /I have read the risk warning/)
  await nora.click('button', 'Review')
  const answers = answersWith()
  for (const { id, text, choices } of questions) {
    const choice = choices.find((one) => one.id === answers[id])!
    await nora.click('radio', choice.text, { css: 'fieldset, [role=group]', has: text })
  }
  await nora.click('button', 'Continue')
  await nora.click('button', 'Invest $1,000.00')
  await nora.read('Investment opened')
  // Money that is placed has gone nowhere: the total stays.
  expect(await figures(nora)).toEqual({
    total: '$1,000.00',
    balance: '$0.00',
    paid: none,
    accrued: none,
    investment: '$1,000.00',
  })
}

async function waitUntilItMatures(nora: Tab, admin: Tab): Promise<void> {
  await logInAsAdmin(admin)
  await go(admin, 'Treasury')
  await admin.fill(/^Days/, '16')
  await admin.click('button', 'Move the clock')
  await admin.click('button', 'Move it by 16 days')
  await admin.read(/matured\./)
  await nora.reload()
  expect(await figures(nora)).toEqual({
    total: '$1,120.00',
    balance: '$1,120.00',
    paid: '$120.00',
    accrued: none,
    investment: '$1,000.00',
  })
}

/** To a wallet, up to the question. */
export async function askForWithdrawal(nora: Tab, amount: string): Promise<void> {
  await go(nora, 'Transfer')
  await nora.click('button', /^A wallet/)
  await nora.fill('Wallet name', 'My wallet')
  await nora.fill('Wallet address', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
  await nora.fill(/^Amount/, amount, { css: 'form', has: 'Request withdrawal' })
  await nora.click('button', 'Request withdrawal')
}

async function withdraw(nora: Tab): Promise<void> {
  await askForWithdrawal(nora, '500')
  await nora.click('button', 'Request $500.00')
  await nora.read('Request Submitted!', dialog.css)
  await nora.read('Pending Admin Approval', dialog.css)
  await nora.press('Escape')
  await nora.isGone(dialog.css)
  expect(await figures(nora)).toMatchObject({
    total: '$1,120.00',
    balance: '$620.00',
    paid: '$120.00',
  })
  expect(await requestStatus(nora)).toContain('Pending Admin Approval')
}

async function payOut(nora: Tab, admin: Tab, email: string): Promise<void> {
  await decide(admin, email, 'Approve')
  expect(await requestStatus(nora)).toContain('Approved')
  await decide(admin, email, 'Record payout', { field: /./, text: 'tx 4a5e1e4b' })
  expect(await requestStatus(nora)).toContain('Paid')
  expect(await figures(nora)).toMatchObject({
    total: '$620.00',
    balance: '$620.00',
    paid: '$120.00',
    investment: '$1,000.00',
  })
}

async function lookAtActivity(nora: Tab): Promise<void> {
  await go(nora, 'Activity')
  for (const title of [
    'Withdrawal paid',
    'Withdrawal approved',
    'Withdrawal requested',
    'Investment matured: Advanced Wealth Builder',
    'Investment opened: Advanced Wealth Builder',
    'Play money credited',
    'Account opened',
    'tx 4a5e1e4b',
  ])
    await nora.read(title)
}

/** From signing up to the payout. Answers with what went wrong in the pages by itself. */
export async function doMainJob(engine: Engine, origin: string): Promise<string[]> {
  const faults: string[] = []
  const nora = await engine.open(origin, faults)
  const admin = await engine.open(origin, faults)
  const email = `${randomUUID()}@people.example`
  await signUpAndPayIn(nora, email)
  await invest(nora)
  await waitUntilItMatures(nora, admin)
  await withdraw(nora)
  await payOut(nora, admin, email)
  await lookAtActivity(nora)
  return faults
}
