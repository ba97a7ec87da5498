/** A real firm as its operator brings it up, for browser tests: a database of its own, mail, https in front, and an owner at the shell. */
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { formRuns } from './visitor.ts'
import { codeOf } from './authenticator.ts'
import { writeDocumentKeys } from './document-keys.ts'
import { startHttpsProxy } from './https-proxy.ts'
import { writePack, type PackFiles } from './live-pack.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { createOperatorsDatabase } from './own-roles.ts'
import { callFrom } from './page-call.ts'
import { runMigrate, startRefused, startServer, type TestServer } from './server.ts'
import { testSecret } from './stamp.ts'

/** Of everybody who signs in to a live firm here. */
export const livePassword = 'a long enough password of theirs'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Finds what matches in the mails to an address, once one has arrived. */
export const inMailsOf =
  ({ received }: MailServer) =>
  async (to: string, sought: RegExp): Promise<string> => {
    const found = () =>
      received.filter((mail) => mail.to === to).flatMap((mail) => sought.exec(mail.text) ?? [])[0]
    await expect.poll(found, { timeout: 30_000 }).toBeTruthy()
    return found()!
  }

export type LiveFirm = Awaited<ReturnType<typeof prepareLiveFirm>>

/** Nothing runs yet but the mail server and the proxy, which leads nowhere. */
export async function prepareLiveFirm(
  browser: Browser,
  pack: PackFiles,
  more: Record<string, string> = {},
) {
  const [database, mailServer, proxy] = await Promise.all([
    createOperatorsDatabase(),
    startMailServer(),
    startHttpsProxy(),
  ])
  const { ownerUrl, serverUrl } = database
  const origin = proxy.url
  const settings: Record<string, string> = {
    GLASSHOUSE_MODE: 'live',
    GLASSHOUSE_CONTENT: await writePack(pack),
    GLASSHOUSE_SECRET: testSecret,
    GLASSHOUSE_MAIL_FROM: 'Firm <office@firm.example>',
    GLASSHOUSE_SECOND_APPROVAL_ABOVE: '100',
    GLASSHOUSE_DOCUMENT_KEYS_FILE: await writeDocumentKeys(),
    GLASSHOUSE_TRUST_PROXY: 'loopback',
    PUBLIC_URL: origin,
    SMTP_URL: mailServer.url,
    ...more,
  }
  return {
    browser,
    database,
    origin,

    /** The database is brought up by its owner; then the server, which is the application alone. */
    async start(): Promise<TestServer> {
      expect((await runMigrate({ ...settings, DATABASE_OWNER_URL: ownerUrl })).code).toBe(0)
      const server = await startServer({ databaseUrl: serverUrl, env: settings })
      proxy.leadTo(Number(/Listening on port (\d+)/.exec(server.output().stdout)![1]))
      return server
    },

    /** A script of the project with the server's rights, or with those of the database's owner. */
    script: (file: string, args: string[] = [], by: 'server' | 'owner' = 'server') =>
      startRefused({
        ...(by === 'server' ? { databaseUrl: serverUrl } : {}),
        command: [process.execPath, `scripts/${file}`, ...args],
        env: { ...settings, ...(by === 'owner' ? { DATABASE_OWNER_URL: ownerUrl } : {}) },
      }),

    /** As if a backup had been rehearsed, which takes pgBackRest. */
    rehearse: () =>
      database.owner.query(
        `insert into backup_rehearsals (started_at, ended_at, backup, backup_at, commands) values (now(), now(), '20271101F', now(), 0)`,
      ),

    /** Business time of a real firm is nobody's to move: a test's own database is older by its triggers' leave. `time` is an interval of PostgreSQL. */
    pass: (time: string) =>
      database.owner.query(
        `begin; set local session_replication_role = replica; update business_clock set advance = advance + interval '${time}'; commit`,
      ),

    inMail: inMailsOf(mailServer),
  }
}

/** A window at a live firm; what goes wrong in its scripts is added to `faults`. */
export async function sitDownAtLive(
  { browser }: Pick<LiveFirm, 'browser'>,
  faults: string[],
  { width = 1280, colorScheme = 'light' }: { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.setDefaultTimeout(20_000)
  return page
}

/** By the link that the shell prints: name, password, and a second factor before anything else. */
export async function becomeAdministrator(
  { script }: Pick<LiveFirm, 'script'>,
  page: Page,
  name: string,
): Promise<void> {
  const email = `${name.toLowerCase()}@firm.example`
  const invited = await script('admin-create.ts', [email], 'owner')
  expect(invited.stderr).toBe('')
  await page.goto(/https:\S+/.exec(invited.stdout)![0])
  await page.getByLabel('Full name').fill(`${name} Admin`)
  await page.getByLabel('Password', { exact: true }).fill(livePassword)
  await page.getByLabel('Confirm password').fill(livePassword)
  await button(page, 'Open the account').click()
  await button(page, 'Set up an app').click()
  const shown = page.getByRole('button', { name: /^Copy secret/ }).locator('code')
  const secret = (await shown.innerText()).trim()
  await page.getByLabel('2. Enter the code that the app shows').fill(codeOf(secret, -1))
  await button(page, 'Confirm').click()
  await page.getByRole('group', { name: 'Your recovery codes' }).waitFor()
  await button(page, 'I have saved them').click()
  await button(page, 'Log in again').click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(livePassword)
  await button(page, 'Log In').click()
  await page.getByLabel(/code/i).first().fill(codeOf(secret))
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/admin/live')
}

/** One proposes to open the firm, another opens it. */
export async function openTheFirm(adam: Page, bea: Page): Promise<void> {
  await adam.reload()
  await button(adam, 'Propose to open').click()
  await adam.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await adam.getByText('by somebody else.').waitFor()
  await bea.reload()
  await button(bea, 'Agree and open').click()
  await bea.getByRole('dialog').getByRole('button', { name: 'Agree' }).click()
  await bea.getByText('The firm is open since').waitFor()
}

/** Capital, and what profits are paid from; by two administrators at pages of the back office. */
export async function fundTheFirm(adam: Page, bea: Page): Promise<void> {
  for (const [path, body] of [
    ['/treasury/capital', { amount: 500, reference: 'CAP 1' }],
    ['/treasury/funding', { pool: 'returns', amount: 300 }],
  ] as const) {
    const asked = await callFrom(adam, path, body)
    expect(asked.status).toBe(202)
    const { id, facts } = asked.body.data.proposal
    const agreed = await callFrom(bea, `/proposals/${id}/agreement`, { shown: facts })
    expect(agreed.status).toBe(200)
  }
}

/** By the form. In live the link in the mail follows. */
export async function signUpBy(
  page: Page,
  origin: string,
  { fullName, email }: { fullName: string; email: string },
): Promise<void> {
  await page.goto(`${origin}/signup`)
  await formRuns(page)
  await page.getByLabel('Full name').fill(fullName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(livePassword)
  await page.getByLabel('Confirm password').fill(livePassword)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/dashboard')
}

/** Confirms an address by the link in the mail that was sent there. */
export async function confirmAddress(
  { inMail }: Pick<LiveFirm, 'inMail'>,
  page: Page,
  email: string,
): Promise<void> {
  await page.goto(await inMail(email, /https:\S+\/verify-email\/\S+/))
  await page.getByLabel('Password', { exact: true }).fill(livePassword)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/dashboard')
}
