/** Login and sign-up, row by row of the specification: what they ask for, what they say, and where they lead. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { openBrowser } from '../support/browser.ts'
import { firstOf, thorough } from '../support/extent.ts'
import { newcomersPassword, signUp } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  flowWidths,
  hands,
  letThrough,
  press,
  sitDown,
  stopTheClock,
  type Hand,
  type Looks,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const [member, referrer] = await Promise.all([
  signUp(server.url),
  signUp(server.url, { fullName: 'Rita Referrer' }),
])

type Door = '/login' | '/signup'

/** A visitor at one of the forms, and every body that it has sent. */
async function at(
  door: Door,
  { search = '', clock = false, ...looks }: Looks & { search?: string; clock?: boolean } = {},
) {
  const { page } = await sitDown(browser, looks)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(basePath + door))
      sent.push(request.postDataJSON())
  })
  if (clock) await stopTheClock(page)
  await page.goto(server.url + door + search)
  return { page, sent, form: page.locator('form') }
}

const labels = {
  '/login': ['Email', 'Password'],
  '/signup': ['Full name', 'Email', 'Password', 'Confirm password', 'Referral code (optional)'],
} as const
const buttons = {
  '/login': { idle: 'Log In', busy: 'Logging in...' },
  '/signup': { idle: 'Sign Up', busy: 'Signing up...' },
} as const

const field = (form: Locator, name: string) => form.getByLabel(name, { exact: true })
const sendButton = (form: Locator) => form.locator('button[type=submit]')
const toast = (page: Page, role: 'status' | 'alert', words: string) =>
  page.getByRole(role).filter({ hasText: words })

const newcomer = (changes: Record<string, string> = {}): Record<string, string> => ({
  'Full name': 'Nick Newcomer',
  Email: `${randomUUID()}@people.example`,
  Password: newcomersPassword,
  'Confirm password': newcomersPassword,
  ...changes,
})
const rightFields = (door: Door) =>
  door === '/login' ? { Email: member.user.email, Password: newcomersPassword } : newcomer()

async function fill(form: Locator, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await field(form, name).fill(text)
}

/** Fills a form in and sends it, by the keyboard alone where that is the hand. */
async function send(
  page: Page,
  form: Locator,
  fields: Record<string, string>,
  hand: Hand,
): Promise<void> {
  await sendButton(form).and(page.locator(':enabled')).waitFor()
  if (hand !== 'keyboard') {
    await fill(form, fields)
    return press(sendButton(form), hand)
  }
  await field(form, Object.keys(fields)[0]!).focus()
  for (const [index, text] of Object.values(fields).entries()) {
    if (index > 0) await tabToNextField(page)
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
}

/** Past what stands between two fields: the buttons that show a password. */
async function tabToNextField(page: Page): Promise<void> {
  do await page.keyboard.press('Tab')
  while (!(await page.evaluate(() => document.activeElement instanceof HTMLInputElement)))
}

const valuesOf = (form: Locator) =>
  form
    .locator('input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
const invalidOf = (form: Locator) =>
  form
    .locator('input')
    .evaluateAll((inputs) =>
      inputs.flatMap((input) =>
        input.getAttribute('aria-invalid') === 'true'
          ? [(input as HTMLInputElement).labels![0]!.firstChild!.textContent]
          : [],
      ),
    )

/** Holds what the form sends until it is let go. */
async function hold(page: Page, door: Door): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**${basePath}${door}`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const answering = (status: number, body: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body })

describe.each(flowWidths)('at %i px', (width) => {
  describe.each(['/login', '/signup'] as const)('%s', (door) => {
    test('has its fields, says which are needed, and hides passwords', async () => {
      const { page, form } = await at(door, { width })
      const fields = await form.locator('input').evaluateAll((inputs) =>
        inputs.map((input) => {
          const { labels: own, required, type } = input as HTMLInputElement
          return [own![0]!.firstChild!.textContent, required, type]
        }),
      )
      const typeOf = (name: string) =>
        /password/i.test(name) ? 'password' : name === 'Email' ? 'email' : 'text'
      expect(fields).toEqual(
        labels[door].map((name) => [name, !name.includes('optional'), typeOf(name)]),
      )
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

    test.each(hands)(
      'by %s says that it is sending, and sends once',
      { tags: [thorough] },
      async (hand) => {
        const { page, form, sent } = await at(door, { width, touch: hand === 'touch' })
        const letGo = await hold(page, door)
        await send(page, form, rightFields(door), hand)
        await form.getByRole('button', { name: buttons[door].busy, exact: true }).waitFor()
        expect(await sendButton(form).isDisabled()).toBe(true)
        await form.evaluate((element) => (element as HTMLFormElement).requestSubmit())
        letGo()
        await page.waitForURL('**/dashboard')
        expect(sent).toHaveLength(1)
      },
    )

    test.each(
      firstOf([
        [
          'refuses without a word',
          answering(500, '{}'),
          { '/login': 'Login failed', '/signup': 'Signup failed' },
        ],
        [
          'says why',
          answering(503, '{"message":"The server is busy."}'),
          { '/login': 'The server is busy.', '/signup': 'The server is busy.' },
        ],
        [
          'is gone',
          (route: Route) => route.abort(),
          {
            '/login': 'The server could not be reached.',
            '/signup': 'The server could not be reached.',
          },
        ],
      ]),
    )(
      'when the server %s, says so, keeps what was typed, and works again',
      { tags: door === '/login' ? [] : [thorough] },
      async (_what, fail, words) => {
        const { page, form } = await at(door, { width })
        await page.route(`**${basePath}${door}`, fail)
        await fill(form, rightFields(door))
        const typed = await valuesOf(form)
        await sendButton(form).click()
        await toast(page, 'alert', words[door]).waitFor()
        expect(new URL(page.url()).pathname).toBe(door)
        expect(await valuesOf(form)).toEqual(typed)
        await letThrough(page)
        await sendButton(form).click()
        await page.waitForURL('**/dashboard')
      },
    )
  })

  test(
    '/login asks for what is missing, and sends nothing before',
    { tags: [thorough] },
    async () => {
      const { page, form, sent } = await at('/login', { width })
      await sendButton(form).click()
      await form.getByText('Please enter a valid email address').waitFor()
      await form.getByText('Please enter your password').waitFor()
      expect(await invalidOf(form)).toEqual(['Email', 'Password'])
      for (const email of ['nobody', 'nobody at home@people.example', '@', 'nobody@']) {
        await fill(form, { Email: email, Password: 'something' })
        await field(form, 'Password').press('Enter')
        await form.getByText('Please enter a valid email address').waitFor()
      }
      expect(sent).toEqual([])
      await page.getByRole('link', { name: 'Sign Up', exact: true }).last().click()
      await page.waitForURL('**/signup')
    },
  )

  test('/login says that the email or the password is wrong, and not which', async () => {
    const { page, form } = await at('/login', { width })
    for (const email of [member.user.email, `${randomUUID()}@people.example`]) {
      await fill(form, { Email: email, Password: 'not the password' })
      await sendButton(form).click()
      await toast(page, 'alert', 'The email or the password is wrong.').first().waitFor()
      await page.reload()
    }
  })

  test('/signup asks for what is missing, wants six characters twice, and sends nothing before', async () => {
    const { page, form, sent } = await at('/signup', { width })
    await sendButton(form).click()
    for (const words of [
      'Please enter your full name',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
    ])
      await form.getByText(words, { exact: true }).waitFor()
    expect(await invalidOf(form)).toEqual(['Full name', 'Email', 'Password', 'Confirm password'])
    expect(await field(form, 'Full name').evaluate((one) => one === document.activeElement)).toBe(
      true,
    )
    await fill(form, newcomer({ Password: 'short', 'Confirm password': 'other' }))
    await field(form, 'Confirm password').press('Enter')
    await form.getByText('Password must be at least 6 characters', { exact: true }).waitFor()
    await form.getByText('Passwords do not match', { exact: true }).waitFor()
    expect(await invalidOf(form)).toEqual(['Password', 'Confirm password'])
    await fill(form, { Password: newcomersPassword })
    await sendButton(form).click()
    await form.getByText('Password must be at least 6 characters').waitFor({ state: 'hidden' })
    await form.getByText('Passwords do not match', { exact: true }).waitFor()
    expect(sent).toEqual([])
    await page.getByRole('link', { name: 'Log In', exact: true }).last().click()
    await page.waitForURL('**/login')
  })

  test(
    '/signup marks what the server refuses, until it is changed',
    { tags: [thorough] },
    async () => {
      const { page, form } = await at('/signup', { width, search: '?ref=NOSUCHCODE' })
      await expect
        .poll(() => field(form, 'Referral code (optional)').inputValue())
        .toBe('NOSUCHCODE')
      const fields = newcomer()
      await fill(form, fields)
      await sendButton(form).click()
      const words = 'This referral code is unknown. Check it or leave it empty.'
      await form.getByText(words).waitFor()
      await toast(page, 'alert', words).first().waitFor()
      expect(await invalidOf(form)).toEqual(['Referral code (optional)'])
      expect(await field(form, 'Full name').inputValue()).toBe('Nick Newcomer')
      await field(form, 'Referral code (optional)').fill(referrer.user.referralCode)
      await form.getByText(words).waitFor({ state: 'hidden' })
      await fill(form, { Email: member.user.email })
      await sendButton(form).click()
      await toast(page, 'alert', 'An account with this email already exists.').first().waitFor()
      expect(await invalidOf(form)).toEqual(['Email'])
      await form.getByText('An account with this email already exists.').waitFor()
      expect(await form.getByRole('link', { name: 'Log in instead' }).getAttribute('href')).toBe(
        '/login',
      )
      await expect
        .poll(() => field(form, 'Email').evaluate((input) => input === document.activeElement))
        .toBe(true)
      await fill(form, {
        Email: fields['Email']!,
        Password: 'password',
        'Confirm password': 'password',
      })
      await sendButton(form).click()
      await toast(page, 'alert', 'This password is too common. Please choose another.')
        .first()
        .waitFor()
      await fill(form, fields)
      await sendButton(form).click()
      await page.waitForURL('**/dashboard')
      await page.getByRole('heading', { name: 'Welcome, Nick Newcomer' }).waitFor()
    },
  )

  test(
    '/signup says how good a password is while it is typed, and remembers which one was refused',
    { tags: [thorough] },
    async () => {
      const { form } = await at('/signup', { width })
      const hint = form.getByRole('status')
      const judged = async (typed: string, words: string) => {
        await field(form, 'Password').fill(typed)
        await hint.getByText(words).waitFor()
      }
      await hint.getByText('At least 6 characters').waitFor()
      await judged('glass', 'Too short')
      await judged('111111111', 'Easy to guess')
      await judged('lantern7', 'Long enough')
      await judged('orange lantern walks', 'Long.')
      await fill(form, newcomer({ Password: 'trustno1', 'Confirm password': 'trustno1' }))
      await sendButton(form).click()
      await hint.getByText('This password is too common. Please choose another.').waitFor()
      await judged('trustno2', 'Long enough')
      await judged('trustno1', 'This password is too common. Please choose another.')
    },
  )

  test(
    '/signup shows a password to whoever wants to see it, by keyboard too, and takes a pasted one',
    { tags: [thorough] },
    async () => {
      const { page, form } = await at('/signup', { width })
      const password = field(form, 'Password')
      await password.focus()
      await page.evaluate((text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        const refused = !document.activeElement!.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
        if (refused) throw new Error('pasting was refused')
      }, newcomersPassword)
      await page.keyboard.insertText(newcomersPassword)
      expect([await password.inputValue(), await password.getAttribute('type')]).toEqual([
        newcomersPassword,
        'password',
      ])
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await password.getAttribute('type')).toBe('text')
      expect(await form.getByRole('button', { name: 'Show password', pressed: true }).count()).toBe(
        1,
      )
    },
  )

  test(
    '/signup says what is agreed to, and opens it beside the form',
    { tags: [thorough] },
    async () => {
      const { form } = await at('/signup', { width })
      await form
        .getByText(
          'By signing up you confirm that you are 18 or older and accept the User Agreement',
        )
        .waitFor()
      const links = await form
        .getByRole('link')
        .evaluateAll((all) =>
          all.map((link) => [
            (link as HTMLAnchorElement).pathname,
            (link as HTMLAnchorElement).target,
          ]),
        )
      expect(links).toEqual([
        ['/UserAgreement', '_blank'],
        ['/TermsOfService', '_blank'],
        ['/PrivacyPolicy', '_blank'],
      ])
    },
  )

  test(
    '/signup says that it succeeded, and leads to the dashboard two seconds later',
    { tags: [thorough] },
    async () => {
      const { page, form, sent } = await at('/signup', {
        width,
        clock: true,
        search: `?ref=${referrer.user.referralCode}`,
      })
      const fields = newcomer()
      await fill(form, fields)
      await sendButton(form).click()
      await page.getByText('Your account is open. Your dashboard opens next.').waitFor()
      await toast(page, 'status', 'Signup successful! Redirecting to dashboard...').waitFor()
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith(`${basePath}/me`)) asked.push(request.url())
      })
      await page.clock.runFor(1999)
      // Home's scripts are there by then, so whoever goes on asks for the own figures while these are on their way.
      for (let trip = 0; trip < 20; trip += 1)
        await page.evaluate(() => fetch('/login').then((reply) => reply.text()))
      expect([asked, await sendButton(form).isDisabled()]).toEqual([[], true])
      await page.clock.runFor(1)
      await page.waitForURL('**/dashboard')
      expect(sent).toEqual([
        {
          fullName: 'Nick Newcomer',
          email: fields['Email'],
          password: newcomersPassword,
          confirmPassword: newcomersPassword,
          referralCode: referrer.user.referralCode,
        },
      ])
    },
  )
})

describe('after a login', () => {
  test.each(
    firstOf([
      ['an administrator', 'admin@glasshouse.example', 'glasshouse-admin', '/admin'],
      ['anybody else', member.user.email, newcomersPassword, '/dashboard'],
    ]),
  )('%s comes to the right place', async (_who, email, password, path) => {
    const { page, form } = await at('/login')
    await fill(form, { Email: email, Password: password })
    await sendButton(form).click()
    await page.waitForURL(`${server.url}${path}`)
    await toast(page, 'status', 'Login successful!').waitFor()
  })
})
