/** The security settings in a browser, proving again who one is, and sessions as their owner and staff see them. */
import { noRoles } from '../../src/contract/roles.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { agreementTo, waiting } from '../support/agreements.ts'
import { inaccessible } from '../support/axe.ts'
import { atRest } from '../support/at-rest.ts'
import { thorough } from '../support/extent.ts'
import { openBrowser } from '../support/browser.ts'
import { codeOf, setUpAppOf } from '../support/authenticator.ts'
import { logIn, newcomersPassword, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { startServer, stopServers } from '../support/server.ts'
import { mailedLink } from '../support/mailed-links.ts'
import { randomUUID } from 'node:crypto'
import {
  drawn,
  flowWidths,
  isNarrow,
  letThrough,
  press,
  schemes,
  sitDown,
  sitDownAsNewcomer,
  walks,
  windowOf,
  type Looks,
} from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
// Passkeys are bound to the address that the server knows itself by: http://localhost with its port.
const secret = 'a secret of the tests, 0123456789 abcdef'
const env = { GLASSHOUSE_SECURITY_HOLD: '24', GLASSHOUSE_SECRET: secret }
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url, env }),
  openBrowser(),
])
afterAll(stopServers)

const house = createHouse(database)

const path = '/dashboard/security'
const atSecurity = (looks: Looks & { prepare?: (client: Client) => Promise<unknown> } = {}) =>
  sitDownAsNewcomer(browser, server.url, { path, ...looks })

/** As if the sign-in were older than ten minutes, everywhere. */
const stale = ({ user }: Client) =>
  database.owner.query(
    `update auth.sessions set created_at = created_at - interval '11 minutes', fresh_until = null where person_id = $1`,
    [user.id],
  )
/** As if the day had passed in which money can only go where it has been paid to before. */
const endHold = ({ user }: Client) =>
  database.owner.query('update auth.persons set security_changed_at = null where id = $1', [
    user.id,
  ])
const forgetCodes = ({ user }: Client) =>
  database.owner.query('update auth.authenticator_apps set last_step = 0 where person_id = $1', [
    user.id,
  ])

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const sheet = (page: Page, title: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })
const toast = (page: Page, text: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first()
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** Somebody with an app, whose secret is known here. */
async function withApp(looks: Looks & { path?: string } = {}) {
  let secret = ''
  const { page, client, context } = await sitDownAsNewcomer(browser, server.url, {
    path,
    ...looks,
    prepare: async (newcomer) => void ({ secret } = await setUpAppOf(newcomer)),
  })
  return { page, client, context, secret }
}

async function sendWithdrawal(page: Page) {
  await page.getByRole('button', { name: 'Request withdrawal' }).click()
  await page.getByRole('button', { name: 'Request $12.00' }).click()
}

/** Asks for $12 to a new address; answers the form. */
async function askForWithdrawal(page: Page) {
  const form = page.getByRole('form', { name: 'Wallet transfer' })
  await form.getByLabel('Wallet name').fill('My wallet')
  await form.getByLabel('Wallet address').fill('somewhere')
  await form.getByLabel('Amount').fill('12')
  await sendWithdrawal(page)
  return form
}

/** A device that makes passkeys and answers by itself, in this window. */
async function withDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    cancelNext: (isCancelled: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isCancelled }),
  }
}

describe.each(flowWidths)('at %i px', (width) => {
  test('an authenticator app is set up by its secret and first code, and its recovery codes are shown once', async () => {
    const { page, client, context } = await atSecurity({ width })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
    const other = await logIn(server.url, client.user.email, newcomersPassword)
    await page.getByText('You have none: anyone who knows your password').waitFor()
    await button(page, 'Set up an app').click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = (
      await page
        .getByRole('button', { name: /^Copy secret/ })
        .locator('code')
        .innerText()
    ).trim()
    expect(
      await page
        .getByRole('link', { name: 'open it in the app on this device' })
        .getAttribute('href'),
    ).toMatch(/^otpauth:\/\/totp\//)
    const code = page.getByLabel('2. Enter the code that the app shows')
    await code.fill(codeOf(secret, 50))
    await button(page, 'Confirm').click()
    await page.getByText('That code doesn’t match your app').first().waitFor()
    await code.fill(codeOf(secret))
    await button(page, 'Confirm').click()

    const given = page.getByRole('group', { name: 'Your recovery codes' })
    await given.waitFor()
    const codes = await given.locator('li').allInnerTexts()
    expect(codes).toHaveLength(10)
    await given.getByRole('button', { name: 'Copy' }).click()
    await given.getByText('Copied!').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
    const downloading = page.waitForEvent('download')
    await given.getByRole('button', { name: 'Download' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('recovery-codes.txt')
    for (const one of codes) expect(await readFile(await file.path(), 'utf8')).toContain(one)
    await given.getByRole('button', { name: 'I have saved them' }).click()
    await expect.poll(() => given.count()).toBe(0)
    await page.getByText('10 are left.').waitFor()
    await page.getByText('You are not signed in anywhere else.').waitFor()
    await expect(other.me()).rejects.toThrow('401')
  })

  test('a browser that knows no passkeys is told so, and asked to name none', async () => {
    const { page } = await atSecurity({ width })
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await page.reload()
    await page.getByText('This browser has no passkeys. Open this page in another one').waitFor()
    await page.getByText('You have no passkey yet.', { exact: true }).waitFor()
    expect(await page.getByText(/https|Name one below/).count()).toBe(0)
    expect(await page.getByLabel('Name of a new passkey').count()).toBe(0)
  })

  test('a passkey is added by the device, listed, and removed after a question', async () => {
    const { page } = await atSecurity({ width })
    const device = await withDevice(page)
    await page.getByText('You have no passkey yet.').waitFor()
    expect(await page.getByLabel('Name of a new passkey').inputValue()).toMatch(/^Chrome on /)
    await page.getByLabel('Name of a new passkey').fill(' ')
    await button(page, 'Add passkey').click()
    await page.getByText('Please enter a name').waitFor()
    await page.getByLabel('Name of a new passkey').fill('My telephone')
    await device.cancelNext(true)
    await button(page, 'Add passkey').click()
    await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
    await device.cancelNext(false)
    await button(page, 'Add passkey').click()
    await page.getByRole('group', { name: 'Your recovery codes' }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('statements')
    await page.getByRole('option').first().click()
    const leaving = dialog(page, 'Have you saved your recovery codes?')
    await leaving.getByRole('button', { name: 'Stay here' }).click()
    await button(page, 'I have saved them').click()
    const row = page
      .getByRole('table', { name: 'Passkeys' })
      .getByRole('row')
      .filter({ hasText: 'My telephone' })
    expect(await row.innerText()).toContain('Not yet')

    await button(page, 'Remove My telephone').click()
    await dialog(page, 'Remove this passkey?')
      .getByText('your password alone will open this account')
      .waitFor()
    await dialog(page, 'Remove this passkey?').getByRole('button', { name: 'Remove' }).click()
    await toast(page, 'The passkey was removed').waitFor()
    await page.getByText('You have none: anyone who knows your password').waitFor()
  })

  test(
    'the sessions say where somebody is signed in; one is ended, then all others',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atSecurity({ width })
      const others = [
        await logIn(server.url, client.user.email, newcomersPassword),
        await logIn(server.url, client.user.email, newcomersPassword),
      ]
      await page.reload()
      const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
      await expect.poll(() => rows.count()).toBe(4)
      const own = rows.filter({ hasText: 'This session' })
      expect(await own.innerText()).toMatch(/Unknown[^]*just now/)
      expect(await own.getByRole('button').count()).toBe(0)
      await page
        .getByRole('button', { name: /^End Unknown device/ })
        .first()
        .click()
      await toast(page, 'The session has ended').waitFor()
      await expect.poll(() => rows.count()).toBe(3)
      expect(
        (await Promise.allSettled(others.map((other) => other.me())))
          .map(({ status }) => status)
          .toSorted(),
      ).toEqual(['fulfilled', 'rejected'])
      await button(page, 'End all others').click()
      await dialog(page, 'End all other sessions?')
        .getByRole('button', { name: 'End sessions' })
        .click()
      await toast(page, 'One other session has ended').waitFor()
      await page.getByText('You are not signed in anywhere else.').waitFor()
      expect(await button(page, 'End all others').count()).toBe(0)
      for (const other of others) await expect(other.me()).rejects.toThrow('401')
    },
  )

  test('an account is frozen by its owner, by the keyboard alone, and says who lifts it', async () => {
    const { page, client } = await atSecurity({ width })
    await button(page, 'Freeze my account').focus()
    await page.keyboard.press('Enter')
    await dialog(page, 'Freeze your account?').waitFor()
    await page.getByLabel('Reason (optional)').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.keyboard.type('My telephone is gone')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Freeze')
    await page.keyboard.press('Enter')
    await page.getByText('Your account is frozen: money can come in, and none goes out.').waitFor()
    await page.getByRole('link', { name: 'Write to our support (opens a new tab)' }).waitFor()
    expect((await client.me()).status).toBe('frozen')
    expect((await client.activity())[0]).toMatchObject({
      kind: 'account-frozen',
      by: 'you',
      reason: 'My telephone is gone',
    })
    await page.goto(`${server.url}/dashboard/transfer?to=wallet`)
    await page.getByText('This account is frozen: no money can leave it.').waitFor()
  })
})

describe.each(flowWidths)('proving again who one is, at %i px', (width) => {
  const asked = (page: Page) => dialog(page, 'Confirm it’s you')

  test(
    'asks for the password of who has no second factor; a wrong one is told there, the right one goes on',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atSecurity({ width })
      await stale(client)
      await button(page, 'Set up an app').click()
      const field = asked(page).getByLabel('Current password', { exact: true })
      await field.waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
      await expect
        .poll(() => field.evaluate((element) => element === document.activeElement))
        .toBe(true)
      await page.keyboard.type('not the password')
      await page.keyboard.press('Enter')
      await asked(page).getByText('The password is wrong.').waitFor()
      await field.fill(newcomersPassword)
      await page.keyboard.press('Enter')
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
      await expect.poll(() => asked(page).count()).toBe(0)
    },
  )

  test.each(['Escape', 'Cancel'] as const)(
    'is cancelled by %s: the refusal is the form’s to tell, and the focus is where it was',
    { tags: [thorough] },
    async (way) => {
      const { page, client } = await atSecurity({ width })
      await stale(client)
      await button(page, 'Set up an app').focus()
      await page.keyboard.press('Enter')
      await asked(page).getByLabel('Current password', { exact: true }).waitFor()
      for (let step = 0; step < 8; step++) {
        await page.keyboard.press('Tab')
        expect(
          await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
        ).toBe(true)
      }
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await asked(page).getByRole('button', { name: 'Cancel' }).click()
      await toast(page, 'Please enter your current password to do this.').waitFor()
      await expect.poll(() => asked(page).count()).toBe(0)
      await expect.poll(() => focusedName(page)).toBe('Set up an app')
    },
  )

  test(
    'a withdrawal of who has an app asks for its code, and is sent again with the same key',
    { tags: [thorough] },
    async () => {
      const { page, client, secret } = await withApp({
        width,
        path: '/dashboard/transfer?to=wallet',
      })
      await client.ok('POST', '/demo/deposits', { amount: 50, asset: 'BTC' })
      await Promise.all([stale(client), forgetCodes(client), endHold(client)])
      const keys: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/requestWithdrawal'))
          keys.push(request.headers()['idempotency-key']!)
      })
      await page.reload()
      await askForWithdrawal(page)
      await asked(page).getByLabel('Code').fill('000000')
      await asked(page).getByRole('button', { name: 'Confirm' }).click()
      await asked(page).getByText('This code is wrong').waitFor()
      await asked(page).getByLabel('Code').fill(codeOf(secret))
      await asked(page).getByRole('button', { name: 'Confirm' }).click()
      await dialog(page, 'Request Submitted!').waitFor()
      expect([keys.length, new Set(keys).size]).toEqual([2, 1])
      expect(
        await client
          .through(server.url)
          .me()
          .catch((error: Error) => error.message),
      ).toContain('401')
      const { rows } = await database.owner.query(
        'select count(*)::int as requests from withdrawals where owner_id = $1',
        [client.user.id],
      )
      expect(rows).toEqual([{ requests: 1 }])
    },
  )

  test('A14 a withdrawal of who has none asks for the password: the form is as it was, and the request goes through once', async () => {
    const { page, client } = await sitDownAsNewcomer(browser, server.url, {
      width,
      path: '/dashboard/transfer?to=wallet',
    })
    await client.ok('POST', '/demo/deposits', { amount: 50, asset: 'BTC' })
    await stale(client)
    await page.reload()
    const form = await askForWithdrawal(page)
    await asked(page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page, 'Request Failed')
      .getByText('Please enter your current password to do this.')
      .waitFor()
    await dialog(page, 'Request Failed').getByRole('button', { name: 'Close' }).last().click()
    expect(await form.getByLabel('Amount').inputValue()).toBe('12.00')
    await sendWithdrawal(page)
    await asked(page).getByLabel('Current password', { exact: true }).fill(newcomersPassword)
    await page.keyboard.press('Enter')
    await dialog(page, 'Request Submitted!').waitFor()
    const { rows } = await database.owner.query(
      'select count(*)::int as requests from withdrawals where owner_id = $1',
      [client.user.id],
    )
    expect(rows).toEqual([{ requests: 1 }])
  })

  test('a passkey proves it too', { tags: [thorough] }, async () => {
    const { page, client } = await atSecurity({ width })
    await withDevice(page)
    await page.getByLabel('Name of a new passkey').fill('Key')
    await button(page, 'Add passkey').click()
    await button(page, 'I have saved them').click()
    await stale(client)
    await button(page, 'New recovery codes').click()
    await dialog(page, 'Make new recovery codes?')
      .getByRole('button', { name: 'Make new ones' })
      .click()
    await asked(page).getByRole('button', { name: 'Use your passkey' }).click()
    await page.getByRole('group', { name: 'Your recovery codes' }).waitFor()
  })

  test('Escape over another dialog cancels the question alone', { tags: [thorough] }, async () => {
    const { page, client } = await withApp({ width })
    await stale(client)
    await button(page, 'Remove the app').click()
    await dialog(page, 'Remove the authenticator app?')
      .getByRole('button', { name: 'Remove' })
      .click()
    await asked(page).getByLabel('Code').waitFor()
    await page.getByRole('dialog', { name: 'Remove the authenticator app?' }).waitFor()
    await page.keyboard.press('Escape')
    await toast(
      page,
      'Please enter a code from your authenticator app or a recovery code, or use a passkey.',
    ).waitFor()
    await expect.poll(() => asked(page).count()).toBe(0)
    expect(await dialog(page, 'Remove the authenticator app?').isVisible()).toBe(true)
    expect((await client.ok('GET', '/second-factors')).factors.app).not.toBe(null)
  })
})

test(
  'a withdrawal to a new destination soon after a change is refused at its form, which says until when',
  { tags: [thorough] },
  async () => {
    const { page, client } = await withApp({ path: '/dashboard/transfer?to=wallet' })
    await client.ok('POST', '/demo/deposits', { amount: 50, asset: 'BTC' })
    await page.reload()
    const form = await askForWithdrawal(page)
    const failed = dialog(page, 'Request Failed')
    await failed
      .getByText(
        /Until \d{4}-\d\d-\d\d at \d\d:\d\d UTC, money can only be sent to destinations that were paid before/,
      )
      .waitFor()
    await failed.getByRole('button', { name: 'Close' }).last().click()
    await form
      .getByText(/Until .* money can only be sent to destinations that were paid before/)
      .waitFor()
    expect(await form.getByLabel('Amount').inputValue()).toBe('12.00')
  },
)

describe('a call that was refused because the session had a new token by then', () => {
  test(
    'is sent again, in another tab, and nobody is signed out',
    { tags: [thorough] },
    async () => {
      const { page, client, context } = await atSecurity()
      const tab = await context.newPage()
      await tab.goto(server.url + path)
      await button(tab, 'Set up an app').waitFor()
      await stale(client)
      await button(page, 'Set up an app').click()
      const field = dialog(page, 'Confirm it’s you').getByLabel('Current password', { exact: true })
      await field.fill(newcomersPassword)
      await page.keyboard.press('Enter')
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()

      // As if these had left the other tab before the new cookie came: the client still holds the token of before.
      const statuses = new Map<string, number>()
      let asksOfMe = 0
      await tab.route(/\/(sessions|second-factors)$/, async (route) => {
        const { pathname } = new URL(route.request().url())
        if (statuses.has(pathname)) return route.continue()
        const response = await route.fetch({
          headers: { ...route.request().headers(), cookie: `session=${client.token}` },
        })
        statuses.set(pathname, response.status())
        await route.fulfill({ response })
      })
      tab.on('request', (request) => (asksOfMe += request.url().endsWith('/me') ? 1 : 0))
      await tab.bringToFront()
      await tab.evaluate(() => {
        window.dispatchEvent(new Event('visibilitychange'))
        window.dispatchEvent(new Event('online'))
      })
      await expect.poll(() => [...statuses.values()]).toEqual([401, 401])
      await expect.poll(() => asksOfMe).toBeGreaterThan(0)
      await atRest(tab)
      expect(new URL(tab.url()).pathname).toBe(path)
      expect(await tab.getByRole('table', { name: 'Sessions' }).getByRole('row').count()).toBe(2)
    },
  )

  test(
    'is refused for good once the session has ended, in all tabs',
    { tags: [thorough] },
    async () => {
      const { page, client, context } = await atSecurity()
      const tab = await context.newPage()
      await tab.goto(server.url + path)
      await button(tab, 'Set up an app').waitFor()
      // The stream of events would find out by itself, a second later: here it is the call that does.
      await context.route('**/events', (call) => call.abort())
      await database.owner.query('delete from auth.sessions where person_id = $1', [client.user.id])
      await button(page, 'Set up an app').click()
      await page.waitForURL('**/login**')
      await tab.waitForURL('**/login**')
    },
  )
})

describe('a change of the sign-in that waits', () => {
  const day = { waitMs: 86_400_000, earlierForMs: 86_400_000 }
  /** As two administrators of a live firm do it. */
  async function changeEmail({ user }: Client): Promise<string> {
    const change = randomUUID()
    const email = `new-${user.id.slice(0, 8)}@people.example`
    const admins = [
      await house.person({ role: 'admin', fullName: 'Anna First' }),
      await house.person({ role: 'admin', fullName: 'Berta Second' }),
    ]
    const edit = { user: user.id, email, reason: 'She wrote from her new address', emailWait: day }
    const proposed = await house.run('CorrectUser', edit, admins[0]!)
    const agreement = agreementTo(proposed, waiting(day.waitMs))
    await house.run('AgreeToProposal', agreement, admins[1]!, { id: change })
    // The sample world counts its administrators.
    await database.owner.query(
      `update owners set role = 'user', roles = '${noRoles}' where id = any ($1)`,
      [admins],
    )
    return change
  }
  const linkTo = async (
    use: 'confirm-email' | 'stop-change' | 'undo-factor',
    id: string,
    { user }: Pick<Client, 'user'>,
  ) => `${server.url}/${use}/${await mailedLink(database, use, { id, person: user.id }, secret)}`

  test('is shown to whom it concerns, who stops it', { tags: [thorough] }, async () => {
    const { page, client } = await atSecurity()
    const change = await changeEmail(client)
    await page.reload()
    const waits = sheet(page, 'A change to your sign-in is waiting')
    await waits
      .getByText('By Anna First and Berta Second: “She wrote from her new address”')
      .waitFor()
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
    await waits.getByRole('button', { name: 'Stop this change' }).click()
    await dialog(page, 'Stop this change?').getByRole('button', { name: 'Stop it' }).click()
    await toast(page, 'The change was stopped').waitFor()
    await waits.waitFor({ state: 'detached' })
    await page.goto(await linkTo('stop-change', change, client))
    await button(page, 'Stop the change').click()
    await page
      .getByRole('alert')
      .filter({
        hasText: 'This link has already been used, or has expired. The change is no longer waiting',
      })
      .waitFor()
    expect([
      await button(page, 'Stop the change').count(),
      await page.getByText('Our staff are changing').count(),
      await focusedName(page),
    ]).toEqual([0, 0, 'See your settings'])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/security')
  })

  test.each([
    ['confirm-email', 'Confirm email', 'the account keeps its email', 'Log In'],
    ['undo-factor', 'Remove it', 'Nothing was removed', 'See your settings'],
  ] as const)(
    'is not offered again by a link of %s that has ended: the page says what that means, and leads on',
    { tags: [thorough] },
    async (use, label, meaning, next) => {
      const { page, client } = await sitDownAsNewcomer(browser, server.url)
      await page.goto(await linkTo(use, randomUUID(), client))
      await button(page, label).click()
      await page.getByRole('alert').filter({ hasText: meaning }).waitFor()
      expect([
        await button(page, label).count(),
        await page.getByText('Please ask for a new one').count(),
        await focusedName(page),
      ]).toEqual([0, 0, next])
    },
  )

  test(
    'is stopped by the link of a mail once its button is pressed, and confirmed by the other one',
    { tags: [thorough] },
    async () => {
      const { page, client } = await sitDownAsNewcomer(browser, server.url)
      const change = await changeEmail(client)
      await page.goto(await linkTo('confirm-email', change, client))
      await button(page, 'Confirm email').click()
      await page.getByText('It takes effect when the waiting time is over').waitFor()
      await page.goto(await linkTo('stop-change', change, client))
      // The secret leaves the address; opening the page has stopped nothing.
      await expect.poll(() => new URL(page.url()).pathname).toBe('/stop-change')
      expect((await client.ok('GET', '/me/access-changes')).accessChanges).toHaveLength(1)
      await button(page, 'Stop the change').click()
      await page.getByText('The change was stopped. Nothing has changed.').waitFor()
      expect(await focusedName(page)).toBe('Log In')
      expect((await client.ok('GET', '/me/access-changes')).accessChanges).toEqual([])
    },
  )

  test(
    'an added app is undone by the link of its mail, which leads to a new password',
    { tags: [thorough] },
    async () => {
      const { page, client } = await withApp()
      const { rows } = await database.owner.query(
        'select id from auth.added_factors where person_id = $1',
        [client.user.id],
      )
      await page.goto(await linkTo('undo-factor', rows[0].id, client))
      await button(page, 'Remove it').click()
      await page.getByText('all sessions have ended').waitFor()
      expect(await focusedName(page)).toBe('Choose a new password')
      expect((await client.send('GET', '/me')).status).toBe(401)
      expect((await logIn(server.url, client.user.email, newcomersPassword)).token).not.toBe('')
    },
  )
})

describe('staff', () => {
  test(
    'see where a user is signed in and end it all; the user is out, and the audit log says who did it',
    { tags: [thorough] },
    async () => {
      const { page: theirs, client } = await atSecurity()
      await button(theirs, 'Set up an app').waitFor()
      const page = await windowOf(browser, server.url, `/admin/users/${client.user.id}`)
      const sessions = sheet(page, 'Sessions')
      await sessions.getByRole('table', { name: 'Sessions' }).waitFor()
      await sessions.getByRole('button', { name: 'End all sessions' }).click()
      await dialog(page, 'End all sessions of this user?')
        .getByText('Nora Newcomer is signed out everywhere')
        .waitFor()
      await dialog(page, 'End all sessions of this user?')
        .getByRole('button', { name: 'End sessions' })
        .click()
      await toast(page, 'All sessions of this user have ended').waitFor()
      await sessions.getByText('No active sessions.').waitFor()
      await page.getByText('All sessions ended by staff').first().waitFor()
      await button(theirs, 'Set up an app').click()
      await theirs.waitForURL('**/login**')
      await page.goto(`${server.url}/admin/audit?kind=EndSessions&subject=${client.user.id}`)
      await page
        .getByRole('row')
        .filter({ hasText: 'Admin ended all sessions of Nora Newcomer' })
        .waitFor()
    },
  )

  test(
    'take a lost app away as two: one proposes, the other approves',
    { tags: [thorough] },
    async () => {
      const { client } = await withApp()
      const page = await windowOf(browser, server.url, `/admin/users/${client.user.id}`)
      await sheet(page, 'Second factors')
        .getByRole('button', { name: 'Remove Authenticator app' })
        .click()
      const question = dialog(page, 'Remove this second factor?')
      await question.getByRole('button', { name: 'Propose' }).click()
      await question.getByText('Please enter a reason').waitFor()
      await question
        .getByLabel('Reason, shown to Nora Newcomer')
        .fill('She lost her phone, and came to the office')
      await question.getByRole('button', { name: 'Propose' }).click()
      await toast(page, 'A second, different person must approve this.').waitFor()
      const proposed = sheet(page, 'Sign-in changes waiting')
      await proposed.getByRole('button', { name: 'Withdraw' }).waitFor()
      expect(await proposed.getByRole('button', { name: 'Approve' }).count()).toBe(0)

      const { page: other } = await sitDown(browser, {
        as: await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second'),
      })
      await other.goto(`${server.url}/admin`)
      const waits = sheet(other, 'Sign-in changes waiting')
        .getByRole('listitem')
        .filter({ hasText: 'Authenticator app to be removed' })
      await waits.getByText('“She lost her phone, and came to the office”').waitFor()
      await waits.getByRole('button', { name: 'Approve' }).click()
      await dialog(other, 'Approve this change?').getByRole('button', { name: 'Approve' }).click()
      await toast(other, 'The second factor was removed').waitFor()
      await page.reload()
      await sheet(page, 'Second factors')
        .getByText('None: the password alone is enough to sign in.')
        .waitFor()
      await page.getByText('Authenticator app removed by staff').first().waitFor()
    },
  )

  test('who only read can’t end any', { tags: [thorough] }, async () => {
    const { client } = await atSecurity()
    const page = await windowOf(browser, server.url, `/admin/users/${client.user.id}`, {
      who: 'Auditor',
    })
    await sheet(page, 'Sessions').getByRole('table', { name: 'Sessions' }).waitFor()
    expect(await button(page, 'End all sessions').count()).toBe(0)
  })

  test(
    'who need a second factor first are led to it, and told why',
    { tags: [thorough] },
    async () => {
      const { page } = await sitDown(browser, {
        as: await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second'),
      })
      await page.route('**/invest/api/v1/users*', (route) =>
        route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            status: 403,
            code: 'second_factor_needed',
            message: 'Everybody who works here needs a second factor.',
          }),
        }),
      )
      await page.goto(`${server.url}/admin`)
      await page.waitForURL('**/dashboard/security**')
      await page
        .getByText(
          'Everybody who works here needs a second factor. Set up an authenticator app or a passkey',
        )
        .waitFor()
    },
  )
})

test('what can’t be loaded says so, and Retry works', { tags: [thorough] }, async () => {
  const { page } = await atSecurity()
  const refuse = {
    status: 503,
    contentType: 'application/json',
    body: '{"message":"Too much is going on"}',
  }
  await page.route('**/second-factors', (route) => route.fulfill(refuse))
  await page.route('**/sessions', (route) => route.fulfill(refuse))
  await page.reload()
  await page.getByText('Error loading your second factors: Too much is going on').waitFor()
  await page.getByText('Error loading your sessions: Too much is going on').waitFor()
  await letThrough(page)
  for (const title of ['Second factor', 'Where you are signed in'])
    await sheet(page, title).getByRole('button', { name: 'Retry' }).click()
  await button(page, 'Set up an app').waitFor()
  await page.getByText('You are not signed in anywhere else.').waitFor()
})

describe.each(walks)('at $width px, $colorScheme, by $hand', ({ hand, ...look }) => {
  const touch = hand === 'touch'
  const isInOrder = async (page: Page) => {
    await drawn(page)
    expect(await inaccessible(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      look.width,
    )
  }

  test('an app that was scanned is still the one after a reload; its codes are not left unsaved without a question', async () => {
    const { page } = await atSecurity({ ...look, touch })
    await press(button(page, 'Set up an app'), hand)
    const shown = page.getByRole('button', { name: /^Copy secret/ }).locator('code')
    const scanned = (await shown.innerText()).trim()
    await isInOrder(page)
    await page.reload()
    await press(button(page, 'Set up an app'), hand)
    expect((await shown.innerText()).trim()).toBe(scanned)
    // On a phone the app is on the same device: one press instead of a second screen.
    const inApp = await page
      .getByRole('link', { name: 'open it in the app on this device' })
      .getAttribute('href')
    expect(new URL(inApp!).searchParams.get('secret')).toBe(scanned.replaceAll(' ', ''))
    await page.getByLabel('2. Enter the code that the app shows').fill(codeOf(scanned))
    await page.keyboard.press('Enter')
    const codes = page.getByRole('group', { name: 'Your recovery codes' })
    await codes.waitFor()
    await isInOrder(page)
    const home = page
      .getByRole('navigation', { name: isNarrow(look.width) ? 'Main pages' : 'Dashboard' })
      .getByRole('link', { name: 'Home' })
    await press(home, hand)
    const leaving = dialog(page, 'Have you saved your recovery codes?')
    await leaving.waitFor()
    await isInOrder(page)
    await press(leaving.getByRole('button', { name: 'Stay here' }), hand)
    expect(await codes.locator('li').count()).toBe(10)
    await press(button(page, 'I have saved them'), hand)
    await page.getByText('10 are left.').waitFor()
    await press(home, hand)
    await page.waitForURL('**/dashboard')
  })

  test('a passkey is added under the name that is proposed, and the only session has nothing to end', async () => {
    const { page } = await atSecurity({ ...look, touch })
    await withDevice(page)
    const name = await page.getByLabel('Name of a new passkey').inputValue()
    expect(name).toMatch(/^Chrome on /)
    await press(button(page, 'Add passkey'), hand)
    await press(button(page, 'I have saved them'), hand)
    await page
      .getByRole('table', { name: 'Passkeys' })
      .getByRole('row')
      .filter({ hasText: name })
      .waitFor()
    await page.getByText('You are not signed in anywhere else.').waitFor()
    expect(await button(page, 'End all others').count()).toBe(0)
    await isInOrder(page)
  })
})

describe.each(schemes)('in the %s scheme', (colorScheme) => {
  test.each(flowWidths)(
    'at %i px everybody can use it, with everything open, and nothing scrolls sideways',
    { tags: [thorough] },
    async (width) => {
      const { page, client } = await atSecurity({ width, colorScheme })
      const check = async () => {
        await drawn(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          width,
        )
        expect(await inaccessible(page)).toEqual([])
      }
      await button(page, 'Set up an app').click()
      const secret = (
        await page
          .getByRole('button', { name: /^Copy secret/ })
          .locator('code')
          .innerText()
      ).trim()
      await check()
      await page.getByLabel('2. Enter the code that the app shows').fill(codeOf(secret))
      await button(page, 'Confirm').click()
      await page.getByRole('group', { name: 'Your recovery codes' }).waitFor()
      await check()
      await stale(client)
      await button(page, 'New recovery codes').click()
      await dialog(page, 'Make new recovery codes?')
        .getByRole('button', { name: 'Make new ones' })
        .click()
      await dialog(page, 'Confirm it’s you').getByLabel('Code').waitFor()
      await check()
    },
  )
})
