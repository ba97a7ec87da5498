/** Request Withdrawal: to whom, how much and once more; the specification's two kinds row by row, what they refuse, how a request ends, and the list of the own ones. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { accountIdFromDigits } from '../../src/lib/account-id.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { firstOf, thorough } from '../support/extent.ts'
import { logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  flowWidths,
  hands,
  letThrough,
  press,
  sitDownAsNewcomer,
  walks,
  type Hand,
  type Looks,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([
  startSite({ env: { GLASSHOUSE_SMALLEST_WITHDRAWAL: '2.50' } }),
  openBrowser(),
])
afterAll(stopServers)
const [admin, recipient] = await Promise.all([
  logInAsAdmin(server.url),
  signUp(server.url, { fullName: 'Rita Recipient' }),
])

const cash = 1234.5

type Forms = Looks & {
  /** What the address says of where it goes; nothing: that is asked first. */
  to?: 'wallet' | 'account' | 'bank'
  prepare?: (client: Client) => Promise<unknown>
}

/** Somebody with $1,234.50 who is about to send, and how often they have. */
async function atTheForms({ prepare, to, ...looks }: Forms = {}) {
  const opened = await sitDownAsNewcomer(browser, server.url, {
    ...looks,
    path: `/dashboard/transfer${to ? `?to=${to}` : ''}`,
    async prepare(client) {
      await client.ok('POST', '/demo/deposits', { amount: cash, asset: 'BTC' })
      await prepare?.(client)
    },
  })
  const sent: unknown[] = []
  opened.page.on('request', (request) => {
    if (request.url().endsWith('/requestWithdrawal')) sent.push(request.postDataJSON())
  })
  await opened.page.getByRole('heading', { name: 'My requests' }).waitFor()
  return { ...opened, sent }
}

const toWallet = (page: Page) => page.getByRole('form', { name: 'Wallet transfer' })
const toAccount = (page: Page) => page.getByRole('form', { name: 'Account transfer' })
/** The kind of a new place is chosen where it is asked. */
const choose = (page: Page, name: string | RegExp) =>
  page.getByRole('list', { name: /^Send/ }).getByRole('button', { name })
const field = (form: Locator, name: string) => form.getByLabel(name)
const sendButton = (form: Locator) => form.locator('button[type=submit]')
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })
/** Reads it once more, and confirms it. */
async function confirm(page: Page, hand: Hand = 'mouse') {
  const review = page.getByRole('dialog', { name: /^(Withdraw|Transfer) \$/ })
  await press(review.getByRole('button', { name: /^Request \$/ }), hand)
}
async function send(page: Page, form: Locator) {
  await sendButton(form).click()
  await confirm(page)
}
const requests = (page: Page) => page.getByRole('table', { name: 'My requests' })
const balance = (page: Page, text: string) =>
  page
    .locator('main')
    .getByRole('button', { name: new RegExp(`^\\$${text.replace('.', '\\.')}`) })
    .first()
const toast = (page: Page, role: 'status' | 'alert', words: string) =>
  page.getByRole(role).filter({ hasText: words })

/** Both kinds, filled in as somebody would: who gets it, and the texts that belong to each. */
const forms = [
  {
    name: 'wallet',
    kind: 'wallet',
    form: toWallet,
    idle: 'Request withdrawal',
    busy: 'Processing...',
    to: 'Cold wallet',
    fields: {
      'Wallet name': 'Cold wallet',
      'Wallet address': 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    },
    missing: ['Please enter the wallet name', 'Please enter the wallet address'],
    body: {
      type: 'bank_transfer',
      bankName: 'Cold wallet',
      bankNumber: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    },
  },
  {
    name: 'account',
    kind: 'account',
    form: toAccount,
    idle: 'Request transfer',
    busy: 'Submitting Request...',
    to: recipient.user.accountId,
    fields: { 'Recipient account ID': recipient.user.accountId },
    missing: ['Please enter the recipient account ID'],
    body: { type: 'tradehub_transfer', recipientAccountId: recipient.user.accountId },
  },
] as const

async function fill(form: Locator, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await field(form, name).fill(text)
}

async function valuesOf(form: Locator): Promise<string[]> {
  return form
    .locator('input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
}

test('J7: the smallest withdrawal stands at the forms that pay out before an amount is typed, and holds there', async () => {
  const { page, sent } = await atTheForms({ to: 'wallet' })
  const form = toWallet(page)
  const words =
    'The smallest withdrawal is $2.50. Your whole balance can be less, while no other request is pending.'
  await form.getByText(words).waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await choose(page, /^Your bank account/).click()
  await page.getByText(words).waitFor()
  await page.goBack()
  await choose(page, /^A platform account/).click()
  await field(toAccount(page), 'Amount').waitFor()
  expect(await page.getByText(words).count()).toBe(0)
  await page.goBack()
  await choose(page, /^A wallet/).click()
  await fill(form, forms[0].fields)
  await field(form, 'Amount').fill('2.49')
  await sendButton(form).click()
  await form
    .getByText('The smallest withdrawal is $2.50, or your whole balance', { exact: true })
    .waitFor()
  expect(sent).toEqual([])
  await field(form, 'Amount').fill('2.50')
  await send(page, form)
  await expect.poll(() => sent).toHaveLength(1)
})

const askWallet = (client: Client, amount = 200, bankName = 'Cold wallet') =>
  client.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount,
    bankName,
    bankNumber: 'any wallet',
  })

describe.each(flowWidths)('at %i px', (width) => {
  test(
    'the page is called Request Withdrawal, begins with the balance, and takes no more than that',
    { tags: [thorough] },
    async () => {
      const { page } = await atTheForms({ width })
      await page
        .getByRole('heading', { level: 1, name: 'Request Withdrawal', exact: true })
        .waitFor()
      expect(await page.title()).toMatch(/^Request Withdrawal/)
      const tops = [
        page.getByRole('heading', { level: 1 }),
        balance(page, '1,234.50'),
        page.getByRole('heading', { name: 'To whom?' }),
        page.getByRole('heading', { name: 'My requests' }),
      ]
      const places = await Promise.all(tops.map(async (one) => (await one.boundingBox())!.y))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      for (const { form, kind, fields, idle } of forms) {
        await page.goto(`${server.url}/dashboard/transfer?to=${kind}`)
        await form(page).waitFor()
        expect(
          await form(page)
            .locator('input:not([data-path=note])')
            .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).required)),
        ).toEqual([...Object.keys(fields).map(() => true), true])
        const limits = await field(form(page), 'Amount').evaluate((input) =>
          ['type', 'inputmode'].map((name) => input.getAttribute(name)),
        )
        expect(limits).toEqual(['text', 'decimal'])
        await form(page).getByText('In US dollars, up to $1,234.50').waitFor()
        expect(await sendButton(form(page)).innerText()).toBe(idle)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    },
  )

  describe.each(firstOf(forms))(
    'the $name form',
    ({ form: formOf, kind, fields, missing, busy, body, to }) => {
      test('says what is missing and which amounts it can’t take, and sends nothing', async () => {
        const { page, sent } = await atTheForms({ width, to: kind })
        const form = formOf(page)
        await sendButton(form).click()
        for (const words of [...missing, 'Please enter a valid amount'])
          await form.getByText(words, { exact: true }).waitFor()
        expect(
          await form
            .locator('input:not([data-path=note])')
            .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('aria-invalid'))),
        ).toEqual([...missing.map(() => 'true'), 'true'])
        await fill(form, fields)
        for (const [typed, words] of [
          ['0', 'Please enter a valid amount'],
          ['1234.51', 'Insufficient balance for this transfer'],
          ['-1', 'Please enter a valid amount'],
          ['99999999999999', 'Insufficient balance for this transfer'],
          ['0.001', 'Dollars have two decimals at most'],
          ['1,000', '“1,000” can be read in two ways. Write 1000.00 or 1.00'],
        ] as const) {
          await field(form, 'Amount').fill(typed)
          await field(form, 'Amount').press('Enter')
          await form.getByText(words, { exact: true }).waitFor()
        }
        expect(sent).toEqual([])
      })

      test('J21: reads a decimal comma as one, and shows what was understood', async () => {
        const { page, sent, client } = await atTheForms({ width, to: kind })
        const form = formOf(page)
        await fill(form, fields)
        // Measured at once: what is said of the address may still be on its way, and moves both.
        const button = await sendButton(form).elementHandle()
        const distance = () =>
          field(form, 'Amount').evaluate(
            (amount, below) => below!.getBoundingClientRect().y - amount.getBoundingClientRect().y,
            button,
          )
        const before = await distance()
        await field(form, 'Amount').pressSequentially('12,5')
        await form.getByText('= $12.50, up to $1,234.50').waitFor()
        expect(await distance()).toBe(before)
        await page.keyboard.press('Tab')
        expect(await field(form, 'Amount').inputValue()).toBe('12.50')
        await send(page, form)
        await dialog(page, 'Request Submitted!').waitFor()
        expect(sent).toEqual([{ ...body, userId: client.user.id, amount: 12.5 }])
      })

      test.each(hands)(
        'by %s sends the whole balance, says so while it does, and shows what is pending',
        async (hand) => {
          const { page, sent, client } = await atTheForms({
            width,
            to: kind,
            touch: hand === 'touch',
          })
          const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
          await page.route('**/requestWithdrawal', async (route) => {
            await answering
            await route.continue()
          })
          const form = formOf(page)
          if (hand === 'keyboard') {
            await form.locator('input').first().focus()
            for (const text of Object.values(fields)) {
              await page.keyboard.type(text)
              await page.keyboard.press('Tab')
            }
            // After the field comes Max, which fills in all of it.
            await page.keyboard.press('Tab')
            await page.keyboard.press('Enter')
            await expect.poll(() => field(form, 'Amount').inputValue()).toBe('1234.50')
            // What a recipient may be told is left out.
            if (kind === 'account') await page.keyboard.press('Tab')
            await page.keyboard.press('Tab')
            await page.keyboard.press('Enter')
          } else {
            await fill(form, { ...fields, Amount: '1234.50' })
            await press(sendButton(form), hand)
          }
          const review = page.getByRole('dialog', { name: /^(Withdraw|Transfer) \$1,234\.50\?$/ })
          for (const words of ['$1,234.50', 'No fee from us'])
            await review.getByText(words, { exact: true }).first().waitFor()
          expect(sent).toEqual([])
          await confirm(page, hand)
          await review.getByRole('button', { name: busy, exact: true }).waitFor()
          expect(await sendButton(form).innerText()).toBe(busy)
          expect(await sendButton(form).isDisabled()).toBe(true)
          answer()
          const outcome = dialog(page, 'Request Submitted!')
          await outcome.waitFor()
          for (const words of ['$1,234.50', to, 'Pending Admin Approval'])
            await outcome.getByText(words, { exact: true }).waitFor()
          if (hand === 'keyboard') await page.keyboard.press('Escape')
          else await press(outcome.getByRole('button', { name: 'Close', exact: true }).last(), hand)
          await outcome.waitFor({ state: 'hidden' })
          // What was typed is gone, and the first question is asked again.
          await page.getByRole('heading', { name: 'To whom?' }).waitFor()
          expect(await form.count()).toBe(0)
          await balance(page, '0.00').waitFor()
          await requests(page)
            .getByRole('row')
            .filter({ hasText: to })
            .filter({ hasText: '$1,234.50' })
            .getByText('Pending Admin Approval')
            .waitFor()
          expect(sent).toEqual([{ ...body, userId: client.user.id, amount: 1234.5 }])
        },
      )

      test.each([
        [
          'refuses without a word',
          (route: Route) =>
            route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
          'Failed to submit withdrawal request. Please try again.',
        ],
        [
          'says why',
          (route: Route) =>
            route.fulfill({
              status: 503,
              contentType: 'application/json',
              body: '{"message":"The server is busy."}',
            }),
          'The server is busy.',
        ],
        [
          'can’t be reached',
          (route: Route) => route.abort(),
          'Failed to submit withdrawal request. Please try again.',
        ],
        [
          'answers what can’t be read',
          (route: Route) =>
            route.fulfill({ status: 201, contentType: 'application/json', body: '{' }),
          'Failed to submit withdrawal request. Please try again.',
        ],
      ] as const)(
        'when the server %s, says Request Failed, keeps what was typed, and sends it again',
        { tags: [thorough] },
        async (_what, fail, words) => {
          const { page } = await atTheForms({ width, to: kind })
          const form = formOf(page)
          await fill(form, { ...fields, Amount: '10.25' })
          const typed = await valuesOf(form)
          await page.route('**/requestWithdrawal', fail)
          await send(page, form)
          await dialog(page, 'Request Failed').getByText(words, { exact: true }).waitFor()
          await page.keyboard.press('Escape')
          await dialog(page, 'Request Failed').waitFor({ state: 'hidden' })
          expect(await valuesOf(form)).toEqual(typed)
          await letThrough(page)
          await send(page, form)
          await dialog(page, 'Request Submitted!').waitFor()
          await balance(page, '1,224.25').waitFor()
        },
      )
    },
  )
})

describe('whatever is pasted', () => {
  const paste = (page: Page) => page.getByLabel('Paste an IBAN, an address or an account ID')

  test('leads to the amount where it is plainly an account or an address, with it filled in', async () => {
    const { page } = await atTheForms()
    for (const [pasted, form, name, filled] of [
      ['IBAN: DE89 3704 0044 0532 0130 00', 'Bank transfer', 'IBAN', 'DE89 3704 0044 0532 0130 00'],
      [
        recipient.user.accountId.slice(3),
        'Account transfer',
        'Recipient account ID',
        recipient.user.accountId,
      ],
      [
        'bitcoin:mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn?amount=1',
        'Wallet transfer',
        'Wallet address',
        'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      ],
    ] as const) {
      await paste(page).fill(pasted)
      const there = page.getByRole('form', { name: form })
      expect(await there.getByLabel(name, { exact: true }).inputValue()).toBe(filled)
      // The way back asks again.
      await page.goBack()
    }
    await paste(page).fill('DE89 3704 0044 0532 0130 01')
    await page.getByText('This is not an IBAN: its check digits are wrong.').waitFor()
    await paste(page).fill('somebody I know')
    await page.getByText('Not recognised yet. If it is complete, choose its kind below.').waitFor()
    // It is carried to the field of the kind that is chosen by hand.
    await choose(page, /^A wallet/).click()
    expect(await field(toWallet(page), 'Wallet address').inputValue()).toBe('somebody I know')
    await page.goBack()
    await paste(page).fill('cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx')
    await page.getByText('This is a private key. It must never reach a server').waitFor()
  })
})

test.each([
  [320, 'dark'],
  [375, 'light'],
  [1280, 'dark'],
] as const)(
  'every step of sending is in order for everybody at %i px, %s',
  async (width, colorScheme) => {
    const { page } = await atTheForms({ width, colorScheme, prepare: (one) => askWallet(one, 3) })
    const isInOrder = async () => {
      expect(await inaccessible(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await isInOrder()
    for (const kind of [/^Your bank account/, /^A wallet/, /^A platform account/]) {
      await choose(page, kind).press('Enter')
      await page.getByLabel('Amount').waitFor()
      await isInOrder()
      await page.getByRole('button', { name: 'Change', exact: true }).press('Enter')
      await page.getByRole('heading', { name: 'To whom?' }).waitFor()
    }
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIV')
  },
)

test('a note for the recipient is reviewed, shown to staff, and read by whoever gets the money', async () => {
  const { page, client, sent } = await atTheForms({ to: 'account', width: 375 })
  const form = toAccount(page)
  await fill(form, {
    'Recipient account ID': recipient.user.accountId,
    'Note for the recipient': 'Rent of May',
    Amount: '7',
  })
  await sendButton(form).click()
  await dialog(page, 'Transfer $7.00?').getByText('Rent of May').waitFor()
  await confirm(page)
  await dialog(page, 'Request Submitted!').waitFor()
  expect(sent).toMatchObject([{ note: 'Rent of May' }])
  const [{ _id } = { _id: '' }] = await client.withdrawals()
  await admin.ok('POST', `/withdrawals/${_id}/approval`)
  const { activity } = await recipient.ok('GET', '/activity?kind=transfer-received')
  expect(activity[0].details).toMatchObject({ recipientNote: 'Rent of May' })
})

test('money goes to a saved destination by four presses beside what is typed', async () => {
  const { page, client } = await atTheForms({
    width: 375,
    prepare: (one) =>
      one.ok('POST', '/destinations', {
        type: 'tradehub_transfer',
        name: 'Rita',
        recipientAccountId: recipient.user.accountId,
      }),
  })
  let presses = 0
  await page.exposeFunction('countPress', () => void presses++)
  await page.evaluate(() =>
    addEventListener(
      'click',
      () => (globalThis as unknown as { countPress(): void }).countPress(),
      true,
    ),
  )
  await choose(page, /^Rita/).click()
  await expect
    .poll(() => field(toAccount(page), 'Amount').evaluate((one) => one === document.activeElement))
    .toBe(true)
  await page.keyboard.type('12')
  await sendButton(toAccount(page)).click()
  await confirm(page)
  const outcome = dialog(page, 'Request Submitted!')
  await expect
    .poll(() => outcome.evaluate((one) => one.contains(document.activeElement)))
    .toBe(true)
  await outcome.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect.poll(() => presses).toBe(4)
  expect((await client.withdrawals())[0]).toMatchObject({ amount: 12, status: 'pending' })
})

describe('a wallet address', () => {
  const kinds = [
    ['bech32', 'Bitcoin', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
    ['base58', 'Bitcoin', 'n3GNqMveyvaPvUbH469vDRadqpJMPc84JA'],
    ['TRON base58check', 'TRON', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
  ] as const

  test.each(firstOf(kinds))(
    'of the kind %s is refused when it is mistyped, with what is wrong, and goes through when it is mended',
    async (_kind, network, address) => {
      const { page, client, sent } = await atTheForms({ to: 'wallet' })
      const form = toWallet(page)
      const mistyped = address.slice(0, -1) + (address.endsWith('7') ? '6' : '7')
      await fill(form, { 'Wallet name': 'Cold wallet', 'Wallet address': mistyped, Amount: '5' })
      await form
        .getByText(`Looks like a ${network} address that is incomplete or mistyped`)
        .waitFor()
      await sendButton(form).click()
      const words = `This looks like a ${network} address, but its checksum is wrong. Please check it for a typing mistake.`
      await form.getByText(words).waitFor()
      expect(await field(form, 'Wallet address').getAttribute('aria-invalid')).toBe('true')
      // It is said once.
      expect(await form.getByText('that is incomplete or mistyped').count()).toBe(0)
      expect([
        await field(form, 'Wallet address').inputValue(),
        (await client.me()).accountBalance,
        sent,
      ]).toEqual([mistyped, cash, []])
      await field(form, 'Wallet address').fill(address)
      await form.getByText(`A ${network} address; its checksum is right.`).waitFor()
      await send(page, form)
      await dialog(page, 'Request Submitted!').waitFor()
      expect((await client.withdrawals()).map(({ bankNumber }) => bankNumber)).toEqual([address])
    },
  )
  test('J22: that is a private key is refused before it leaves the browser, and a link is freed of all but the address', async () => {
    const { page, client, sent } = await atTheForms({ to: 'wallet' })
    const form = toWallet(page)
    const secret = 'cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx'
    const told: string[] = []
    page.on('request', (request) => void told.push(request.url() + (request.postData() ?? '')))
    await fill(form, { 'Wallet name': 'Cold wallet', 'Wallet address': secret, Amount: '5' })
    await form.getByText('This is a private key. It must never reach a server').waitFor()
    await sendButton(form).click()
    expect(await field(form, 'Wallet address').getAttribute('aria-invalid')).toBe('true')
    await fill(form, { 'Wallet name': secret, 'Wallet address': 'elsewhere' })
    await sendButton(form).click()
    await form.getByText('This is a private key. It must never reach a server').waitFor()
    await fill(form, { 'Wallet address': 'IBAN DE89 3704 0044 0532 0130 00.' })
    await form.getByText('This is an account at a bank, not a wallet.').waitFor()
    const address = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'
    const link = `BITCOIN:${address.toUpperCase()}?amount=5`
    await fill(form, { 'Wallet name': 'Cold wallet', 'Wallet address': link })
    await form.getByText('A Bitcoin address; its checksum is right.').waitFor()
    await send(page, form)
    await dialog(page, 'Request Submitted!').waitFor()
    expect(sent).toMatchObject([{ bankNumber: address }])
    expect((await client.withdrawals()).map(({ bankNumber }) => bankNumber)).toEqual([address])
    expect(told.filter((text) => text.includes(secret))).toEqual([])
  })

  test(
    'of another kind passes, with a note that it can’t be checked',
    { tags: [thorough] },
    async () => {
      const { page } = await atTheForms({ to: 'wallet' })
      const form = toWallet(page)
      const note = form.getByText('An address of this kind can’t be checked for typing mistakes.')
      expect(await note.count()).toBe(0)
      await fill(form, {
        'Wallet name': 'Savings',
        'Wallet address': 'nano_3t6k35gi95xu6tergt6p69ck76ogmitsa8mnijtpxm9fkcm736xtoncuohr3',
        Amount: '5',
      })
      await note.waitFor()
      await send(page, form)
      await dialog(page, 'Request Submitted!').waitFor()
    },
  )
})

describe('saved destinations', () => {
  const address = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'
  const list = (page: Page) => page.getByRole('list', { name: 'Saved destinations' })
  const save = (client: Client, name = 'Hardware wallet') =>
    client.ok('POST', '/destinations', { type: 'bank_transfer', name, bankNumber: address })

  test.each(flowWidths)(
    'at %i px are offered after a request, and the next one needs the name and the amount only',
    async (width) => {
      const { page, client, sent } = await atTheForms({ width, to: 'wallet' })
      const form = toWallet(page)
      await page.getByText('You have not saved a destination yet.').waitFor()
      await fill(form, { 'Wallet name': 'Hardware wallet', 'Wallet address': address, Amount: '5' })
      await send(page, form)
      const outcome = dialog(page, 'Request Submitted!')
      expect(await outcome.getByLabel('Save it for next time as').inputValue()).toBe(
        'Hardware wallet',
      )
      await outcome.getByRole('button', { name: 'Save destination' }).click()
      await outcome.getByText('Saved for next time as “Hardware wallet”.').waitFor()
      await outcome.getByRole('button', { name: 'Close', exact: true }).last().click()
      await choose(page, /^Hardware wallet/).click()
      await field(form, 'Amount').waitFor()
      expect(await form.locator('code span').allInnerTexts()).toEqual(address.match(/.{1,4}/g))
      expect(await field(form, 'Wallet address').count()).toBe(0)
      await field(form, 'Amount').fill('6')
      await send(page, form)
      await dialog(page, 'Request Submitted!').waitFor()
      // What is saved isn't offered again.
      expect(await dialog(page, 'Request Submitted!').getByLabel('Save it').count()).toBe(0)
      const { destinations } = await client.ok('GET', '/destinations')
      expect(sent.at(-1)).toMatchObject({
        bankName: 'Hardware wallet',
        bankNumber: address,
        amount: 6,
        destinationId: destinations[0].id,
      })
      await outcome.getByRole('button', { name: 'Close', exact: true }).last().click()
      await outcome.waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    },
  )
  test('are saved from the list by keyboard, and removed after a question', async () => {
    const { page } = await atTheForms({ width: 375 })
    await page.getByRole('button', { name: 'Save a destination' }).focus()
    await page.keyboard.press('Enter')
    const form = dialog(page, 'Save a destination')
    await field(form, 'Kind').selectOption('A platform account')
    await field(form, 'Name').fill('Rita')
    await form
      .getByRole('textbox', { name: 'Account ID', exact: true })
      .fill(recipient.user.accountId)
    await form.getByText('This account belongs to R*** R********').waitFor()
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'hidden' })
    await list(page).getByRole('heading', { name: 'Rita' }).waitFor()
    expect(await inaccessible(page)).toEqual([])
    await list(page).getByRole('button', { name: 'Remove Rita' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('You have not saved a destination yet.').waitFor()
  })
  test('say what is wrong beside the field, and save nothing', async () => {
    const { page } = await atTheForms({ prepare: (one) => save(one) })
    await page.getByRole('button', { name: 'Save a destination' }).click()
    const form = dialog(page, 'Save a destination')
    await form.getByRole('button', { name: 'Save destination' }).click()
    await form.getByText('Please enter a name').waitFor()
    await field(form, 'Name').fill('Again')
    await field(form, 'Wallet address').fill(address)
    await form.getByRole('button', { name: 'Save destination' }).click()
    await form
      .getByText(
        'You have already saved this destination as “Hardware wallet”. Nothing was changed.',
      )
      .waitFor()
    expect(await list(page).getByRole('listitem').count()).toBe(1)
  })
  test(
    'removed in another tab are chosen no more, and nothing is sent',
    { tags: [thorough] },
    async () => {
      const { page, client, sent } = await atTheForms({ prepare: (one) => save(one) })
      const form = toWallet(page)
      await choose(page, /^Hardware wallet/).click()
      const { destinations } = await client.ok('GET', '/destinations')
      await client.ok('DELETE', `/destinations/${destinations[0].id}`)
      await field(form, 'Amount').fill('6')
      await send(page, form)
      await dialog(page, 'Request Failed')
        .getByText('You have no such saved destination. Nothing was changed.')
        .waitFor()
      expect([sent.length, (await client.me()).accountBalance]).toEqual([1, cash])
    },
  )
})

describe('the recipient of a transfer', () => {
  const id = (page: Page) => field(toAccount(page), 'Recipient account ID')
  const said = (page: Page) => toAccount(page).getByRole('status')

  test.each(
    firstOf([
      ['with gaps', (whole: string) => ` ${whole.toLowerCase().replace(/(\d{5})/, '$1 ')} `],
      ['as ten digits', (whole: string) => whole.slice(3)],
    ]),
  )('is named, masked, before anything is sent, with an account ID %s', async (_, typed) => {
    const { page, sent } = await atTheForms({ to: 'account' })
    await id(page).fill(typed(recipient.user.accountId))
    await said(page).filter({ hasText: 'This account belongs to R*** R********' }).waitFor()
    expect(sent).toEqual([])
    await field(toAccount(page), 'Amount').fill('1')
    await send(page, toAccount(page))
    await dialog(page, 'Request Submitted!').getByText(recipient.user.accountId).waitFor()
  })
  test(
    'with a mistyped account ID is refused before anything is asked or sent',
    { tags: [thorough] },
    async () => {
      const { page, sent } = await atTheForms({ to: 'account' })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const { accountId } = recipient.user
      await id(page).pressSequentially(accountId.slice(0, -1))
      expect(await id(page).getAttribute('aria-invalid')).toBe(null)
      await id(page).press(String((Number(accountId.at(-1)) + 1) % 10))
      await toAccount(page)
        .getByText('This account ID has a typing mistake: its check digit is wrong.')
        .waitFor()
      await field(toAccount(page), 'Amount').fill('1')
      await sendButton(toAccount(page)).click()
      expect([sent, asked.filter((url) => url.includes('/recipients/'))]).toEqual([[], []])
    },
  )
  test(
    'whom nobody knows is said to be unknown, and gets nothing',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atTheForms({ to: 'account' })
      await fill(toAccount(page), {
        'Recipient account ID': accountIdFromDigits('100000000'),
        Amount: '1',
      })
      await said(page)
        .filter({ hasText: 'No account has this account ID. Check it with the recipient.' })
        .waitFor()
      await send(page, toAccount(page))
      await dialog(page, 'Request Failed')
        .getByText('No account has this account ID. Check it with the recipient.')
        .waitFor()
      expect((await client.me()).accountBalance).toBe(cash)
    },
  )
  test('can’t be oneself, which is said while it is typed', { tags: [thorough] }, async () => {
    const { page, client, sent } = await atTheForms({ to: 'account' })
    await fill(toAccount(page), { 'Recipient account ID': client.user.accountId.slice(3) })
    await toAccount(page)
      .getByText('This is your own account ID. You cannot transfer to your own account.')
      .waitFor()
    await field(toAccount(page), 'Amount').fill('1')
    await sendButton(toAccount(page)).click()
    expect(sent).toEqual([])
  })
  test('who can’t be looked up is not said to be unknown', { tags: [thorough] }, async () => {
    const { page } = await atTheForms({ to: 'account' })
    await page.route('**/recipients/*', (route) => route.abort())
    await id(page).fill(recipient.user.accountId)
    await said(page).filter({ hasText: 'The server could not be reached.' }).waitFor()
    expect(await page.getByText('No account has this').count()).toBe(0)
  })
})

describe('the own requests', () => {
  const row = (page: Page, words: string) =>
    requests(page).getByRole('row').filter({ hasText: words })
  const steps = (page: Page) => page.locator('main ol > li')
  const stepsOf = (page: Page) =>
    steps(page).evaluateAll((all) =>
      all.map(
        (step) =>
          `${step.querySelector('strong')!.textContent}: ${step.getAttribute('data-state')}`,
      ),
    )

  test('are none at first, and the page says what to do', { tags: [thorough] }, async () => {
    const { page } = await atTheForms()
    await page
      .getByText('You have not requested a withdrawal yet. Choose a recipient above.')
      .waitFor()
  })
  test.each(flowWidths)(
    'at %i px say where each stands, step by step, while staff decide and pay',
    async (width) => {
      const { page, client } = await atTheForms({ width, prepare: (one) => askWallet(one) })
      const open = page.getByRole('list', { name: 'On its way' }).getByRole('listitem')
      await open.getByText('A person reviews it: You can still cancel it.').waitFor()
      await open.getByRole('link', { name: /^Follow/ }).click()
      await steps(page).first().waitFor()
      expect(await stepsOf(page)).toEqual([
        'Requested: done',
        'A person reviews it: now',
        'Approved, or rejected with a reason: to-come',
        'Paid: to-come',
      ])
      await page.getByText('$200.00 left your balance and is held in your name.').waitFor()
      const { _id } = (await client.withdrawals())[0]!
      await admin.ok('POST', `/withdrawals/${_id}/approval`)
      await expect
        .poll(() => stepsOf(page))
        .toEqual(['Requested: done', 'Approved: done', 'Paid: now'])
      await page
        .getByText(`By ${admin.user.fullName}. It stays set aside for you until it is paid.`)
        .waitFor()
      expect(await page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0)
      await page.goBack()
      await open.getByText('Approved', { exact: true }).waitFor()
      expect(await open.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0)
      await admin.ok('POST', `/withdrawals/${_id}/payout`, { reference: `payout of ${_id}` })
      await row(page, `reference payout of ${_id}`).getByText('Paid', { exact: true }).waitFor()
      expect(await open.count()).toBe(0)
      await balance(page, '1,034.50').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    },
  )
  test(
    'that are rejected say by whom and why, and the amount is back',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atTheForms({ prepare: (one) => askWallet(one) })
      await balance(page, '1,034.50').waitFor()
      await admin.ok('POST', `/withdrawals/${(await client.withdrawals())[0]!._id}/rejection`, {
        reason: 'the wallet is not yours',
      })
      await row(page, `${admin.user.fullName}: “the wallet is not yours”`)
        .getByText('Rejected', { exact: true })
        .waitFor()
      await balance(page, '1,234.50').waitFor()
    },
  )
  test.each(flowWidths)(
    'at %i px stay open while a newer one is asked for, and each opens at an address of its own, whole',
    { tags: [thorough] },
    async (width) => {
      const address = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'
      const { page, client } = await atTheForms({
        width,
        async prepare(one) {
          await one.ok('POST', '/requestWithdrawal', {
            type: 'bank_transfer',
            amount: 20,
            bankName: 'Cold wallet',
            bankNumber: address,
          })
          await one.ok('POST', '/requestWithdrawal', {
            type: 'tradehub_transfer',
            amount: 10,
            recipientAccountId: recipient.user.accountId,
          })
        },
      })
      const blocks = page.locator('main code').filter({ hasText: address })
      const [transfer, wallet] = await client.withdrawals()
      await row(page, 'Cold wallet').getByRole('link', { name: /^Open/ }).click()
      await page.waitForURL(`**/dashboard/transfer/${wallet!._id}`)
      await page.getByRole('heading', { level: 1, name: 'Withdrawal request' }).waitFor()
      await blocks.waitFor()
      expect(await blocks.locator('span').allInnerTexts()).toEqual(address.match(/.{1,4}/g))
      expect(await stepsOf(page)).toEqual([
        'Requested: done',
        'A person reviews it: now',
        'Approved, or rejected with a reason: to-come',
        'Paid: to-come',
      ])
      await admin.ok('POST', `/withdrawals/${wallet!._id}/rejection`, {
        reason: 'the wallet is not yours',
      })
      await page
        .getByText(
          `By ${admin.user.fullName}: “the wallet is not yours”. $20.00 returned to your balance at once.`,
        )
        .waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Request Withdrawal' }).waitFor()
      await page.goto(`${server.url}/dashboard/transfer/${transfer!._id}`)
      await page.getByText(recipient.user.accountId, { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Cancel this request' }).click()
      await page.getByRole('button', { name: 'Cancel the request' }).click()
      await page.getByText('By you. $10.00 returned to your balance at once.').waitFor()
    },
  )
  test('that are another person’s, or nobody’s, aren’t there', async () => {
    const theirs = await signUp(server.url)
    await theirs.ok('POST', '/demo/deposits', { amount: 50, asset: 'BTC' })
    const { withdrawal } = await askWallet(theirs, 5)
    const { page, client } = await atTheForms()
    expect((await client.send('GET', `/me/withdrawals/${withdrawal._id}`)).body).toMatchObject({
      status: 404,
      code: 'unknown_withdrawal',
    })
    for (const id of [withdrawal._id, '5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5f', 'no-id']) {
      await page.goto(`${server.url}/dashboard/transfer/${id}`)
      await page.getByText('You have no request at this address.').waitFor()
      expect(await page.getByText('Cold wallet').count()).toBe(0)
    }
    await page.getByRole('link', { name: 'See all my requests' }).click()
    await page.getByRole('heading', { name: 'My requests' }).waitFor()
  })
  test('that can’t be had say so, and come with Retry', { tags: [thorough] }, async () => {
    const { page } = await atTheForms({ prepare: (one) => askWallet(one) })
    await page.route(`**${basePath}/withdrawals?**`, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"message":"The server is busy."}',
      }),
    )
    await page.route(`**${basePath}/withdrawals`, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"message":"The server is busy."}',
      }),
    )
    await page.reload()
    const problem = page
      .getByRole('alert')
      .filter({ hasText: 'Error loading requests: The server is busy.' })
    await problem.getByText('Status: 503').waitFor()
    await letThrough(page)
    await problem.getByRole('button', { name: 'Retry' }).click()
    await row(page, 'Cold wallet').waitFor()
  })
})

describe('a pending request', () => {
  const question = (page: Page) => dialog(page, 'Cancel this request?')
  const cancel = (page: Page) =>
    page
      .getByRole('list', { name: 'On its way' })
      .getByRole('button', { name: 'Cancel', exact: true })

  test.each(hands)('is cancelled by %s, after a question, and the amount is back', async (hand) => {
    const { page } = await atTheForms({
      width: 320,
      touch: hand === 'touch',
      prepare: (one) => askWallet(one),
    })
    await balance(page, '1,034.50').waitFor()
    await press(cancel(page), hand)
    await question(page)
      .getByText('$200.00 returns to your balance at once. Nothing is sent.')
      .waitFor()
    await press(question(page).getByRole('button', { name: 'Keep it' }), hand)
    await question(page).waitFor({ state: 'hidden' })
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
    await page.route(`**${basePath}/withdrawals/*`, async (route) => {
      await answering
      await route.continue()
    })
    await press(cancel(page), hand)
    await press(question(page).getByRole('button', { name: 'Cancel the request' }), hand)
    await question(page).getByRole('button', { name: 'Processing...' }).waitFor()
    answer()
    await toast(page, 'status', 'Withdrawal request cancelled').waitFor()
    await requests(page).getByText('Cancelled', { exact: true }).waitFor()
    await balance(page, '1,234.50').waitFor()
    expect(await cancel(page).count()).toBe(0)
  })
  test(
    'that was decided meanwhile says so, and how it stands now',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atTheForms({ prepare: (one) => askWallet(one) })
      // The page hears of nothing by itself: the connection that tells it is cut.
      await page.route('**/events', (route) => route.abort())
      await page.reload()
      await cancel(page).click()
      await admin.ok('POST', `/withdrawals/${(await client.withdrawals())[0]!._id}/approval`)
      await question(page).getByRole('button', { name: 'Cancel the request' }).click()
      await toast(page, 'alert', 'This request is no longer pending: it was approved.').waitFor()
      await requests(page).getByText('Approved', { exact: true }).waitFor()
      await balance(page, '1,034.50').waitFor()
      expect(await cancel(page).count()).toBe(0)
    },
  )
  test('that can’t be cancelled stays as it is', { tags: [thorough] }, async () => {
    const { page } = await atTheForms({ prepare: (one) => askWallet(one) })
    await page.route(`**${basePath}/withdrawals/*`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
    await cancel(page).click()
    await question(page).getByRole('button', { name: 'Cancel the request' }).click()
    await toast(page, 'alert', 'The request could not be cancelled. Please try again.').waitFor()
    await requests(page).getByText('Pending Admin Approval').waitFor()
  })
})

describe.each(walks)(
  'at $width px, $colorScheme, by $hand',
  { tags: [thorough] },
  ({ hand, ...look }) => {
    const address = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'

    test('money goes out: to a destination that is saved, all of it, reviewed, and followed at an address of its own to the receipt', async () => {
      const { page, client } = await atTheForms({ ...look, touch: hand === 'touch' })
      const button = (name: string | RegExp) => page.getByRole('button', { name }).last()
      const pressed = (name: string | RegExp) => press(button(name), hand)
      const isInOrder = async () => {
        expect(await inaccessible(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
          true,
        )
      }
      await pressed('Save a destination')
      const adding = dialog(page, 'Save a destination')
      await fill(adding, { Name: 'Hardware wallet', 'Wallet address': address })
      await adding.getByText('A Bitcoin address; its checksum is right.').waitFor()
      await isInOrder()
      await pressed('Save destination')
      await page
        .getByRole('list', { name: 'Saved destinations' })
        .getByRole('heading', { name: 'Hardware wallet' })
        .waitFor()

      const form = toWallet(page)
      await press(choose(page, /^Hardware wallet/), hand)
      // Whoever comes from the first question is led to what is asked next.
      await expect
        .poll(() => field(form, 'Amount').evaluate((input) => input === document.activeElement))
        .toBe(true)
      await press(form.getByRole('button', { name: /^Max/ }), hand)
      expect(await field(form, 'Amount').inputValue()).toBe('1234.50')
      await isInOrder()
      await press(sendButton(form), hand)
      const review = dialog(page, 'Withdraw $1,234.50?')
      for (const words of [
        'Hardware wallet',
        'No fee from us',
        /A person reviews the request; until it is decided you can cancel it/,
        /Usually paid within|Too few such requests/,
      ])
        await review.getByText(words).waitFor()
      expect(await review.locator('code span').allInnerTexts()).toEqual(address.match(/.{1,4}/g))
      await isInOrder()
      await confirm(page, hand)
      await isInOrder()
      await press(
        dialog(page, 'Request Submitted!').getByRole('link', { name: 'Open this request' }),
        hand,
      )

      const [{ _id } = { _id: '' }] = await client.withdrawals()
      await page.waitForURL(`**/dashboard/transfer/${_id}`)
      await page.getByRole('heading', { level: 1, name: 'Withdrawal request' }).waitFor()
      await page.getByText('$1,234.50 left your balance and is held in your name.').waitFor()
      await isInOrder()
      await admin.ok('POST', `/withdrawals/${_id}/approval`)
      await page.getByText(`By ${admin.user.fullName}. It stays set aside for you`).waitFor()
      await admin.ok('POST', `/withdrawals/${_id}/payout`, { reference: `payout of ${_id}` })
      await page.getByText(`payout of ${_id}`).waitFor()
      await page.getByText('Paid', { exact: true }).waitFor()
      await isInOrder()
      const [receipt] = await Promise.all([
        page.waitForEvent('download'),
        press(page.getByRole('link', { name: 'Receipt as PDF' }), hand),
      ])
      expect((await readFile(await receipt.path(), 'latin1')).slice(0, 5)).toBe('%PDF-')
    })
  },
)

test('whoever is frozen reads it above the form and in it, can’t send it, and can still cancel', async () => {
  const { page, client } = await atTheForms({ to: 'wallet' })
  const form = toWallet(page)
  await askWallet(client, 7)
  await fill(form, { 'Wallet name': 'Cold wallet', 'Wallet address': 'any wallet', Amount: '5' })
  await admin.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'a test of the refusal' })
  await page
    .getByText('This account is frozen: no money can leave it. Our staff can unfreeze it.')
    .waitFor()
  await form.getByText('Nothing can be sent while this account is frozen.').waitFor()
  expect(await sendButton(form).isDisabled()).toBe(true)
  expect(await field(form, 'Wallet name').inputValue()).toBe('Cold wallet')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog(page, 'Cancel this request?')
    .getByRole('button', { name: 'Cancel the request' })
    .click()
  await toast(page, 'status', 'Withdrawal request cancelled').waitFor()
})
