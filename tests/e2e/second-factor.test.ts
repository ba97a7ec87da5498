/** Logging in with a second factor, and by a passkey alone, as somebody does it in a browser. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { inaccessible } from '../support/axe.ts'
import { codeOf, setUpAppOf } from '../support/authenticator.ts'
import { thorough } from '../support/extent.ts'
import { openBrowser } from '../support/browser.ts'
import { newcomersPassword, signUp, type Client } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { flowWidths, sitDown, type Looks } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
// Passkeys belong to a name, and an address in figures has none.
expect(new URL(server.url).hostname).toBe('localhost')

type Factors = { client: Client; secret: string; recoveryCodes: string[] }

/** Somebody new with an authenticator app; a code of the step before was used for it. */
async function withApp(): Promise<Factors> {
  const client = await signUp(server.url)
  return { client, ...(await setUpAppOf(client)) }
}

async function windowAt(path: string, looks: Looks = {}): Promise<Page> {
  const { page } = await sitDown(browser, looks)
  await page.goto(server.url + path)
  return page
}

async function givePassword(page: Page, { user }: Client): Promise<void> {
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(newcomersPassword)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
}

const codeField = (page: Page) => page.getByLabel('Code', { exact: true })
const isFocused = (page: Page) =>
  codeField(page).evaluate((field) => field === document.activeElement)
const rememberedIn = (page: Page) => page.evaluate(() => localStorage.getItem('userInfo'))

/** A security key that is always there and always says yes; kept by the browser for this page. */
async function plugInKey(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Makes a passkey on the key of this page, for somebody who adds it over the API. */
async function addPasskey(page: Page, client: Client): Promise<void> {
  const { challenge, options } = await client.ok('POST', '/second-factors/passkeys/options')
  const passkey = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given)
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
  }, options)
  await client.ok('POST', '/second-factors/passkeys', { challenge, name: 'Key', passkey })
}

describe.each(flowWidths)('at %i px, after the password', (width) => {
  test('the code of the app is asked for where one goes on typing, and leads back to where one was', async () => {
    const { client, secret } = await withApp()
    const page = await windowAt('/dashboard/activity', { width })
    await page.waitForURL('**/login?next=**')
    await givePassword(page, client)
    await expect.poll(() => isFocused(page)).toBe(true)
    // Whoever has none of it any more learns what becomes of them, and whom to ask.
    await page.getByText('I have lost my second factor').click()
    await page.getByRole('link', { name: /^write to our support/ }).waitFor()
    expect(await inaccessible(page)).toEqual([])
    await codeField(page).focus()
    expect(
      await page
        .getByRole('status')
        .filter({ hasText: 'One more step: your second factor.' })
        .count(),
    ).toBe(1)
    expect(
      await codeField(page).evaluate((field) => [
        field.getAttribute('inputmode'),
        field.getAttribute('autocomplete'),
      ]),
    ).toEqual(['numeric', 'one-time-code'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await rememberedIn(page)).toBeNull()
    const code = codeOf(secret)
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/activity')
    await page.getByRole('status').filter({ hasText: 'Login successful!' }).waitFor()
  })

  test(
    'a wrong code is said to be wrong, and a recovery code works in the same field',
    { tags: [thorough] },
    async () => {
      const { client, recoveryCodes } = await withApp()
      const page = await windowAt('/login', { width })
      await givePassword(page, client)
      await codeField(page).fill('000000')
      await page.getByRole('button', { name: 'Log In', exact: true }).click()
      const form = page.locator('form')
      await form
        .getByText('This code is wrong, already used or expired. Please enter the next one.')
        .waitFor()
      expect(await codeField(page).getAttribute('aria-invalid')).toBe('true')
      await expect.poll(() => isFocused(page)).toBe(true)
      await codeField(page).fill(recoveryCodes[0]!)
      await codeField(page).press('Enter')
      await page.waitForURL('**/dashboard')
      const welcome = page.getByRole('status').filter({ hasText: 'Login successful!' })
      await welcome.getByRole('button', { name: 'Close this message' }).click()
      await page.getByText('You used a recovery code: 9 are left.').waitFor()
    },
  )

  test(
    'whoever has no app at hand is offered letters for a recovery code',
    { tags: [thorough] },
    async () => {
      const { client, recoveryCodes } = await withApp()
      const page = await windowAt('/login', { width })
      await givePassword(page, client)
      await page.getByRole('button', { name: 'Enter a recovery code' }).click()
      const field = page.getByLabel('Recovery code', { exact: true })
      expect(await field.getAttribute('inputmode')).toBe('text')
      await expect
        .poll(() => field.evaluate((element) => element === document.activeElement))
        .toBe(true)
      await field.fill(recoveryCodes[1]!)
      await field.press('Enter')
      await page.waitForURL('**/dashboard')
    },
  )
})

test(
  'starting again asks for the password, whose owner is still known',
  { tags: [thorough] },
  async () => {
    const { client } = await withApp()
    const page = await windowAt('/login')
    await givePassword(page, client)
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(client.user.email)
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  },
)

test(
  'what was tried too often leads back to the password, and says why',
  { tags: [thorough] },
  async () => {
    const { client } = await withApp()
    const page = await windowAt('/login')
    await givePassword(page, client)
    // The five tries of this sign-in, all at once, since one after the other they are slowed down.
    const [{ challenge }] = await Promise.all([
      page
        .waitForRequest(`**${basePath}/login/second-factor`)
        .then((request) => request.postDataJSON()),
      codeField(page)
        .fill('000000')
        .then(() => codeField(page).press('Enter')),
    ])
    await page.locator('form').getByText('This code is wrong').waitFor()
    await expect
      .poll(
        async () =>
          (await client.send('POST', '/login/second-factor', { challenge, code: '000000' })).body
            .code,
        { timeout: 20_000 },
      )
      .toBe('challenge_ended')
    await codeField(page).fill('111111')
    await codeField(page).press('Enter')
    await page
      .getByRole('alert')
      .filter({
        hasText: 'This took too long, or there were too many attempts. Please start again.',
      })
      .waitFor()
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
  },
)

test('whoever is told to wait reads how long', { tags: [thorough] }, async () => {
  const page = await windowAt('/login')
  await page.getByLabel('Email').fill('somebody@people.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.route(`**${basePath}/login`, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '480' },
      contentType: 'application/problem+json',
      body: '{"title":"Too many attempts","message":"Too many attempts. Please wait a moment and try again."}',
    }),
  )
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: 'Too many attempts. Please wait 8 minutes and try again.' })
    .waitFor()
})

describe('a passkey', () => {
  test('signs in after the password', { tags: [thorough] }, async () => {
    const client = await signUp(server.url)
    const page = await windowAt('/login')
    await plugInKey(page)
    await addPasskey(page, client)
    await givePassword(page, client)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { name: `Welcome, ${client.user.fullName}` }).waitFor()
  })

  test('signs in alone, by keyboard, without email or password', async () => {
    const client = await signUp(server.url)
    const page = await windowAt('/login?next=/dashboard/profile')
    await plugInKey(page)
    await addPasskey(page, client)
    await page.getByRole('button', { name: 'Log in with a passkey' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/profile')
    await page.getByText(client.user.accountId).first().waitFor()
  })

  test(
    'that this device doesn’t hold signs nobody in, and the page says what to do',
    { tags: [thorough] },
    async () => {
      const page = await windowAt('/login')
      await plugInKey(page)
      await page.getByRole('button', { name: 'Log in with a passkey' }).click()
      await page
        .getByRole('alert')
        .filter({ hasText: /^(?=.*passkey).*(Try again|try again)/ })
        .waitFor()
      expect(new URL(page.url()).pathname).toBe('/login')
      expect(await page.getByRole('button', { name: 'Log In', exact: true }).isEnabled()).toBe(true)
    },
  )

  test('is not offered where the browser has none', { tags: [thorough] }, async () => {
    const { page } = await sitDown(browser)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await page.goto(`${server.url}/login`)
    await page.getByRole('button', { name: 'Log In', exact: true, disabled: false }).waitFor()
    expect(await page.getByRole('button', { name: /passkey/i }).count()).toBe(0)
  })
})
