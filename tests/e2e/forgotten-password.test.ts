/** A forgotten password in a browser: from the form to the mail, which a real mail server gets, to the link and the new password. */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { codeOf } from '../support/authenticator.ts'
import { Client, logIn as logInByApi, newcomersPassword, signUp } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { flowWidths, sitDown, type Looks, formRuns } from '../support/visitor.ts'

const received: { to: string; text: string }[] = []
const post = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, session, done) {
    let text = ''
    stream
      .on('data', (chunk) => (text += chunk))
      .on('end', () => {
        received.push({
          to: session.envelope.rcptTo[0]!.address,
          text: text.replaceAll('=\r\n', ''),
        })
        done()
      })
  },
})
await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
const { port } = post.server.address() as { port: number }
const [server, browser] = await Promise.all([
  startSite({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } }),
  openBrowser(),
])
afterAll(async () => {
  await stopServers()
  await new Promise<void>((resolve) => post.close(resolve))
})

async function windowAt(path: string, looks: Looks = {}) {
  const { page } = await sitDown(browser, looks)
  const asked: { url: string; referrer: string | undefined }[] = []
  page.on('request', (request) =>
    asked.push({ url: request.url(), referrer: request.headers()['referer'] }),
  )
  await page.goto(path.startsWith('http') ? path : server.url + path)
  return { page, asked }
}

const newPassword = 'a new set of words'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The link of the last mail to this address, once it has come. */
async function linkFor(email: string, use = 'reset-password'): Promise<string> {
  const find = () =>
    new RegExp(`http:\\S+/${use}/[\\w.-]+`).exec(
      received
        .findLast(({ to, text }) => to === email && text.includes(`/${use}/`))
        ?.text.replaceAll('=3D', '=') ?? '',
    )?.[0]
  await expect.poll(find, { timeout: 60_000, interval: 200 }).toBeDefined()
  return find()!
}

async function askFor(page: Page, email: string): Promise<void> {
  await formRuns(page)
  await page.getByLabel('Email').fill(email)
  await button(page, 'Send Reset Link').click()
  await page
    .getByRole('alert')
    .filter({ hasText: 'Check your email for the reset link.' })
    .waitFor()
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(again)
  await button(page, 'Reset Password').click()
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await formRuns(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Log In').click()
}

test.each(flowWidths)(
  'at %i px, the link of the mail sets a new password, which signs in',
  async (width) => {
    const { user } = await signUp(server.url)
    const { page } = await windowAt('/login', { width })
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await page.waitForURL('**/forgot-password')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await askFor(page, user.email)
    const link = await linkFor(user.email)
    const { page: opened, asked } = await windowAt(link, { width })
    await opened.waitForURL(`${server.url}/reset-password`)
    expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await choose(opened, newPassword)
    await opened.getByRole('alert').filter({ hasText: 'Password reset successful' }).waitFor()
    // The secret goes to the page's address and to the call, and is kept and told nowhere else.
    const secret = link.split('/').at(-1)!
    expect(
      asked.filter(({ url }) => url.includes(secret)).map(({ url }) => new URL(url).pathname),
    ).toEqual([`/reset-password/${secret}`, `${basePath}/reset-password/${secret}`])
    expect(asked.filter(({ referrer }) => referrer?.includes(secret))).toEqual([])
    expect(
      await opened.evaluate(() =>
        JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]),
      ),
    ).not.toContain(secret)
    // The next step has the focus.
    await opened.keyboard.press('Enter')
    await opened.waitForURL('**/login')
    await logIn(opened, user.email, newcomersPassword)
    await opened
      .getByRole('alert')
      .filter({ hasText: 'The email or the password is wrong.' })
      .waitFor()
    await logIn(opened, user.email, newPassword)
    await opened.waitForURL('**/dashboard')
  },
)

/** Wrong passwords from many addresses of this machine, until the account is shut for whoever isn't known. */
async function pollPasswords(email: string): Promise<void> {
  const body = JSON.stringify({ email, password: 'wrong guess' })
  const guess = (place: number) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        host: new URL(server.url).host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      request(
        `${server.url}${basePath}/login`,
        { method: 'POST', headers, localAddress: `127.0.1.${1 + Math.floor(place / 4)}` },
        (reply) => {
          reply.resume().on('end', () => resolve(reply.statusCode!))
        },
      )
        .on('error', reject)
        .end(body)
    })
  for (let place = 0; place < 120; place++) if ((await guess(place)) === 429) return
  throw new Error('Nobody stopped them')
}

test(
  'I9 while somebody tries passwords, the link of the mail lets the owner’s browser in',
  { tags: [thorough] },
  async () => {
    const { user } = await signUp(server.url)
    await pollPasswords(user.email)
    const { page } = await windowAt('/login', { width: 390 })
    await logIn(page, user.email, newcomersPassword)
    await page
      .getByRole('alert')
      .filter({ hasText: 'open the link in our email to you in this browser' })
      .waitFor()
    const link = await linkFor(user.email, 'known-browser')
    await page.goto(link)
    await page.waitForURL(`${server.url}/known-browser`)
    await button(page, 'Use this browser').click()
    await page.getByRole('alert').filter({ hasText: 'This browser is now known.' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await logIn(page, user.email, newcomersPassword)
    await page.waitForURL('**/dashboard')
    const { page: late } = await windowAt(link)
    await button(late, 'Use this browser').click()
    await late
      .getByRole('alert')
      .filter({
        hasText: 'This link has already been used, or has expired. This browser was not marked',
      })
      .waitFor()
    expect([
      await button(late, 'Use this browser').count(),
      await late.getByText('Please ask for a new one').count(),
    ]).toEqual([0, 0])
    await late.getByRole('link', { name: 'Log In' }).last().click()
    await late.waitForURL('**/login')
  },
)

test('the second factor is asked for as before', { tags: [thorough] }, async () => {
  const { user } = await signUp(server.url)
  // The first reset of an address that nobody has verified would end the factor too.
  const verification = (await linkFor(user.email, 'verify-email')).split('/').at(-1)!
  await new Client(server.url).ok('POST', `/verify-email/${verification}`, {
    password: newcomersPassword,
  })
  const client = await logInByApi(server.url, user.email, newcomersPassword)
  const { secret } = await client.ok('POST', '/second-factors/app')
  await client.ok('POST', '/second-factors/app/confirmation', { code: codeOf(secret, -1) })
  await client.ok('POST', '/forgot-password', { email: client.user.email })
  const { page } = await windowAt(await linkFor(client.user.email))
  await choose(page, newPassword)
  await page.getByRole('link', { name: 'Log In' }).click()
  await logIn(page, client.user.email, newPassword)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})

test(
  'a used link says that it was used, and leads to a new one',
  { tags: [thorough] },
  async () => {
    const client = await signUp(server.url)
    await client.ok('POST', '/forgot-password', { email: client.user.email })
    const link = await linkFor(client.user.email)
    await client.ok('POST', `/reset-password/${link.split('/').at(-1)}`, {
      newPassword,
      confirmPassword: newPassword,
    })
    const { page } = await windowAt(link)
    await choose(page, 'another set of words')
    await page
      .getByRole('alert')
      .filter({ hasText: 'This link has expired, was used, or was replaced by a newer one.' })
      .waitFor()
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await page.waitForURL('**/forgot-password')
  },
)

describe('the page of the link', () => {
  const anyLink = `/reset-password/${randomUUID()}.nothing`

  test(
    'sends nothing while the two passwords differ, or are too short',
    { tags: [thorough] },
    async () => {
      const { page, asked } = await windowAt(anyLink)
      await choose(page, newPassword, 'another one')
      await page.getByText('Passwords do not match', { exact: true }).waitFor()
      await choose(page, 'short')
      await page.getByText('Password must be at least 6 characters', { exact: true }).waitFor()
      expect(asked.filter(({ url }) => url.includes(basePath))).toEqual([])
    },
  )

  test('asks for the link again after a reload', { tags: [thorough] }, async () => {
    const { page } = await windowAt(anyLink)
    await page.waitForURL(`${server.url}/reset-password`)
    await page.reload()
    await page.getByText('Please open the link in our email again.').waitFor()
    expect(await page.getByLabel('New password', { exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await page.waitForURL('**/forgot-password')
  })

  test(
    'says by default that it failed, and that a server can’t be reached',
    { tags: [thorough] },
    async () => {
      const { page } = await windowAt(anyLink)
      await page.route(`**${basePath}/reset-password/**`, (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
      )
      await choose(page, newPassword)
      await page.getByRole('alert').filter({ hasText: 'Failed to reset password' }).waitFor()
      await page.route(`**${basePath}/reset-password/**`, (route) => route.abort())
      await button(page, 'Reset Password').click()
      await page
        .getByRole('alert')
        .filter({ hasText: 'The server could not be reached. Nothing was lost' })
        .waitFor()
    },
  )

  test('tells no other page where it was, and is nothing for search engines', async () => {
    for (const path of [
      anyLink,
      '/reset-password',
      '/confirm-email/any.thing',
      '/confirm-own-email/any.thing',
      '/known-browser/any.thing',
      '/cancel-request/any.thing',
      '/freeze-account/any.thing',
      '/stop-change/any.thing',
      '/undo-factor/any.thing',
      '/agree-email/any.thing',
      '/verify-email/any.thing',
    ]) {
      const reply = await fetch(server.url + path)
      expect([path, reply.status, reply.headers.get('referrer-policy')]).toEqual([
        path,
        200,
        'no-referrer',
      ])
      expect(await reply.text()).toMatch(/<meta name="robots" content="noindex"/)
    }
    expect((await fetch(`${server.url}/login`)).headers.get('referrer-policy')).toBe(
      'strict-origin-when-cross-origin',
    )
  })
})

describe('the form that asks for a link', () => {
  test(
    'wants an email address, and says so without asking the server',
    { tags: [thorough] },
    async () => {
      const { page, asked } = await windowAt('/forgot-password')
      for (const text of ['', 'nobody', 'nobody@']) {
        await page.getByLabel('Email').fill(text)
        await page.getByLabel('Email').press('Enter')
        await page.getByText('Please enter a valid email address').waitFor()
      }
      expect(asked.filter(({ url }) => url.includes(basePath))).toEqual([])
    },
  )

  test(
    'answers an unknown address alike, and nothing is sent there',
    { tags: [thorough] },
    async () => {
      const { page } = await windowAt('/forgot-password')
      const unknown = `${randomUUID()}@people.example`
      await askFor(page, unknown)
      const { user } = await signUp(server.url)
      await askFor(page, user.email)
      await linkFor(user.email)
      expect(received.filter(({ to }) => to === unknown)).toEqual([])
    },
  )

  test('says by default that something went wrong', { tags: [thorough] }, async () => {
    const { page } = await windowAt('/forgot-password')
    await page.route(`**${basePath}/forgot-password`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
    await page.getByLabel('Email').fill('somebody@people.example')
    await button(page, 'Send Reset Link').click()
    await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor()
  })
})
