/** From an empty folder to a first investor's paid withdrawal: a firm goes live in a browser, over https, by two administrators. */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { writeDocumentKeys } from '../support/document-keys.ts'
import { codeOf } from '../support/authenticator.ts'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { newFolder } from '../support/folder.ts'
import { figureOf } from '../support/visitor.ts'
import { startHttpsProxy } from '../support/https-proxy.ts'
import { honestPack, writePack } from '../support/live-pack.ts'
import { startMailServer } from '../support/mail-server.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import { answerOnPage } from '../support/questions.ts'
import { runMigrate, startRefused, startServer, stopServers } from '../support/server.ts'
import { testSecret } from '../support/stamp.ts'

const [database, browser, mailServer, proxy] = await Promise.all([
  createOperatorsDatabase(),
  openBrowser(),
  startMailServer(),
  startHttpsProxy(),
])
afterAll(stopServers)
const { ownerUrl, serverUrl } = database
const origin = proxy.url
const password = 'a long enough password of theirs'

const settings: Record<string, string> = {
  GLASSHOUSE_MODE: 'live',
  GLASSHOUSE_CONTENT: await writePack(honestPack()),
  GLASSHOUSE_SECRET: testSecret,
  GLASSHOUSE_MAIL_FROM: 'Firm <office@firm.example>',
  GLASSHOUSE_SECOND_APPROVAL_ABOVE: '100',
  GLASSHOUSE_DOCUMENT_KEYS_FILE: await writeDocumentKeys(),
  GLASSHOUSE_TRUST_PROXY: 'loopback',
  PUBLIC_URL: origin,
  SMTP_URL: mailServer.url,
}

const script = (file: string, ...args: string[]) =>
  startRefused({
    databaseUrl: serverUrl,
    command: [process.execPath, `scripts/${file}`, ...args],
    env: settings,
  })

async function sitDown(faults: string[]): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.setDefaultTimeout(20_000)
  return page
}

const go = (page: Page, path: string) => page.goto(origin + path)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** By the link that the shell prints: name, password, and a second factor before anything else. */
async function becomeAdministrator(page: Page, name: string): Promise<void> {
  const email = `${name.toLowerCase()}@firm.example`
  const invited = await startRefused({
    command: [process.execPath, 'scripts/admin-create.ts', email],
    env: { ...settings, DATABASE_OWNER_URL: ownerUrl },
  })
  expect(invited.stderr).toBe('')
  await page.goto(/https:\S+/.exec(invited.stdout)![0])
  await page.getByLabel('Full name').fill(`${name} Admin`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await button(page, 'Open the account').click()
  await button(page, 'Set up an app').click()
  const shown = page.getByRole('button', { name: /^Copy secret/ }).locator('code')
  const secret = (await shown.innerText()).trim()
  await page.getByLabel('2. Enter the code that the app shows').fill(codeOf(secret, -1))
  await button(page, 'Confirm').click()
  await page.getByRole('group', { name: 'Your recovery codes' }).waitFor()
  await button(page, 'Log in again').click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Log In').click()
  await page.getByLabel(/code/i).first().fill(codeOf(secret))
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/admin/live')
}

/** What a page calls for in its own name, as its scripts would. */
const call = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, text, key]) => {
      const reply = await fetch(`/invest/api/v1${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key! },
        body: text!,
      })
      return [reply.status, await reply.text()]
    },
    [path, JSON.stringify(body), randomUUID()],
  )

async function signUp(page: Page): Promise<void> {
  await go(page, '/signup')
  await page.getByLabel('Full name').fill('Ines Investor')
  await page.getByLabel('E-mail').fill('ines@people.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/dashboard')
}

/** The link to confirm an address, out of the mail that has arrived. */
async function confirmAddress(page: Page): Promise<void> {
  const linkIn = () =>
    mailServer.received
      .filter(({ to }) => to === 'ines@people.example')
      .flatMap(({ text }) => /https:\S+\/verify-email\/\S+/.exec(text) ?? [])[0]
  await expect.poll(linkIn, { timeout: 30_000 }).toBeTruthy()
  await page.goto(linkIn()!)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/dashboard')
}

/** Business time of a real firm is nobody's to move: a test's own database is older by its triggers' leave. */
const pass = (days: number) =>
  database.owner.query(
    `begin; set local session_replication_role = replica; update business_clock set advance = advance + interval '${days} days'; commit`,
  )

const statementOf = async (
  lines: [day: string, amount: string, reference: string][],
): Promise<string> => {
  let balance = 0
  const rows = lines.map(([day, amount, reference]) => {
    balance += Math.round(Number(amount) * 100)
    return `${day},${amount},${reference},${(balance / 100).toFixed(2)}`
  })
  const file = join(await newFolder(), 'statement.csv')
  await writeFile(file, ['date,amount,reference,balance', ...rows].join('\n'))
  return file
}

const businessDay = async (): Promise<string> =>
  (await database.owner.query('select business_now()::date::text as day')).rows[0].day

test(
  'a firm goes live, and its first investor is paid',
  { tags: [thorough], timeout: 180_000 },
  async () => {
    const faults: string[] = []
    const [adam, bea, ines] = [await sitDown(faults), await sitDown(faults), await sitDown(faults)]

    // An operator's database, brought up by its owner; then the server, which is the application alone.
    expect((await runMigrate({ ...settings, DATABASE_OWNER_URL: ownerUrl })).code).toBe(0)
    const server = await startServer({ databaseUrl: serverUrl, env: settings })
    proxy.leadTo(Number(/Listening on port (\d+)/.exec(server.output().stdout)![1]))
    expect((await go(ines, '/'))!.status()).toBe(503)
    await ines.getByRole('heading', { name: 'Not open yet' }).waitFor()

    await becomeAdministrator(adam, 'Adam')
    await becomeAdministrator(bea, 'Bea')
    await go(adam, '/admin/live')
    await adam.getByRole('heading', { name: 'Missing (1)' }).waitFor()
    expect(await button(adam, 'Propose to open').isDisabled()).toBe(true)
    await database.owner.query(
      `insert into backup_rehearsals (started_at, ended_at, backup, backup_at, commands) values (now(), now(), '20271101F', now(), 0)`,
    )
    const checked = await script('check-live.ts')
    expect([checked.code, checked.stdout]).toEqual([
      0,
      'Nothing is missing: two administrators can open the firm.\n',
    ])
    await adam.reload()
    await button(adam, 'Propose to open').click()
    await adam.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
    await adam.getByText('by another administrator.').waitFor()
    await go(bea, '/admin/live')
    await button(bea, 'Approve and open').click()
    await bea.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await bea.getByText('The firm is open since').waitFor()

    // Capital, and what profits are paid from.
    const today = await businessDay()
    await go(adam, '/admin/treasury')
    for (const [path, body] of [
      ['/treasury/capital', { amount: 500, reference: 'CAP 1' }],
      ['/treasury/funding', { pool: 'returns', amount: 300 }],
    ] as const)
      expect((await call(adam, path, body))[0]).toBe(200)

    // The first investor, and a receipt by two.
    await signUp(ines)
    await confirmAddress(ines)
    await go(ines, '/dashboard/fundaccount')
    await ines.getByRole('heading', { name: 'Bank transfer' }).waitFor()
    const accountId = await ines
      .getByText(/^GH-\d{10}$/)
      .first()
      .innerText()
    const users = (await (
      await adam.request.get(`${origin}/invest/api/v1/users?search=${accountId}`)
    ).json()) as { data: { users: { id: string }[] } }
    expect(
      (
        await call(adam, '/receipts', {
          userId: users.data.users[0]!.id,
          amount: 1000,
          reference: 'IN 1',
          valueDate: today,
        })
      )[0],
    ).toBe(202)
    await go(bea, '/admin/receipts')
    await bea.getByRole('button', { name: 'Approve' }).first().click()
    await bea.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await bea.getByText('Nothing waits for a second administrator.').waitFor()

    // A plan of the pack, to its end.
    await go(ines, '/dashboard/invest')
    await ines.getByLabel('Amount').fill('1000')
    await ines.getByLabel(/I have read the risk warning/).check()
    await ines.getByRole('button', { name: 'Review' }).click()
    await answerOnPage(ines)
    await ines.getByRole('button', { name: 'Invest $1,000.00' }).click()
    await ines.getByText('Investment opened').first().waitFor()
    await pass(31)
    await go(ines, '/dashboard')
    await expect
      .poll(() => figureOf(ines, 'Account Balance').innerText(), { timeout: 30_000 })
      .toBe('$1,020.00')

    // A withdrawal, approved by two, paid, and reconciled to zero.
    const asked = await call(ines, '/requestWithdrawal', {
      type: 'bank_account',
      amount: 500,
      bankName: 'Ines Investor',
      bankNumber: 'DE89 3704 0044 0532 0130 00',
    })
    expect(asked[0]).toBe(201)
    const { data } = JSON.parse(String(asked[1])) as { data: { withdrawal: { _id: string } } }
    const request = `/withdrawals/${data.withdrawal._id}`
    expect((await call(adam, `${request}/approval`, {}))[0]).toBe(202)
    expect((await call(bea, `${request}/approval`, {}))[0]).toBe(200)
    expect((await call(adam, `${request}/payout`, { reference: 'OUT 1' }))[0]).toBe(200)
    await go(ines, `/dashboard/transfer/${data.withdrawal._id}`)
    await ines.getByText('OUT 1').first().waitFor()

    await go(adam, '/admin/statements')
    await adam.getByLabel('Statement: camt.053, or CSV with named columns').setInputFiles(
      await statementOf([
        [today, '300.00', ''],
        [today, '1000.00', 'IN 1'],
        [await businessDay(), '-500.00', 'OUT 1'],
      ]),
    )
    await button(adam, 'Compare with the books').click()
    await adam.getByText('Nothing is left over: the statement and the books agree.').waitFor()
    await button(adam, 'Record as reconciled').click()
    await adam.getByRole('table', { name: 'Reconciled so far' }).getByText('Adam Admin').waitFor()
    expect(faults).toEqual([])
  },
)
