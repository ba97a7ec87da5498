/** Money on its way in, row by row of the specification: Fund account, Receive, Loan, and the ways that lead to them. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { standStill } from '../support/at-rest.ts'
import { openBrowser } from '../support/browser.ts'
import { firstOf, thorough } from '../support/extent.ts'
import { logIn, signUp } from '../support/client.ts'
import { scan } from '../support/scan.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  flowWidths,
  isNarrow,
  letThrough,
  press,
  schemes,
  sitDown,
  sitDownAs,
  ways,
  type Looks,
  type Hand,
  formRuns,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const bitcoin = 'tb1qf9lyt6fyvh9jl3hxf4wffchh3vphr62sw9yjs6'
const tether = 'THIS-IS-NO-ADDRESS-DEMONSTRATION'
const copies = [
  ['fundaccount', 'BTC deposit address'],
  ['fundaccount', 'USDT (TRC20) deposit address'],
  ['receive', 'Account ID'],
] as const

/** Signs the investor in and opens a page below the dashboard; closes everything when the work is done. */
async function visiting(
  path: string,
  looks: Looks,
  work: (page: Page, context: BrowserContext) => Promise<void>,
  before?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { context, page } = await sitDownAs(browser, server.url, 'Investor', looks)
  try {
    await before?.(page)
    await page.goto(`${server.url}/dashboard${path && `/${path}`}`)
    await work(page, context)
  } finally {
    await context.close()
  }
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

const copier = (page: Page, name: string) => page.getByRole('button', { name: `Copy ${name}:` })

async function openMenu(page: Page, width: number, hand: Hand): Promise<void> {
  if (isNarrow(width)) await press(page.getByRole('button', { name: 'Open menu' }), hand)
}

describe.each(ways)('at $width px by $hand', ({ width, hand }) => {
  const looks = { width, touch: hand === 'touch' }

  test.each(firstOf(copies))(
    'on /dashboard/%s the %s is copied, and says so for two seconds',
    (path, name) =>
      visiting(
        path,
        looks,
        async (page, context) => {
          await context.grantPermissions(['clipboard-read', 'clipboard-write'])
          const text = copier(page, name)
          await text.waitFor()
          await standStill(page)
          await press(text, hand)
          const said = page.getByRole('status').filter({ hasText: /^Copied!$/ })
          await said.waitFor()
          expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
            await text.locator('code').innerText(),
          )
          await page.clock.runFor(1999)
          expect(await said.count()).toBe(1)
          await page.clock.runFor(1)
          await said.waitFor({ state: 'detached' })
          expect(await text.isVisible()).toBe(true)
        },
        (page) => page.clock.install({ time: new Date('2026-01-05T12:00:00Z') }),
      ),
  )

  test.each(copies)(
    'on /dashboard/%s the %s is selected where the browser refuses to copy',
    { tags: [thorough] },
    (path, name) =>
      visiting(
        path,
        looks,
        async (page) => {
          const wanted = await copier(page, name).locator('code').innerText()
          await press(copier(page, name), hand)
          await page
            .getByRole('status')
            .filter({
              hasText: 'The browser did not allow copying. The text is selected: copy it by hand.',
            })
            .waitFor()
          expect(await page.evaluate(() => getSelection()!.toString())).toBe(wanted)
          expect(await page.getByText('Copied!').count()).toBe(0)
        },
        (page) =>
          page.addInitScript(() =>
            Object.defineProperty(navigator.clipboard, 'writeText', {
              value: () => Promise.reject(new DOMException('refused', 'NotAllowedError')),
            }),
          ),
      ),
  )

  test(
    'the side menu has every place of the dashboard, and leads to them',
    { tags: [thorough] },
    () =>
      visiting('', looks, async (page) => {
        await openMenu(page, width, hand)
        const menu = page.getByRole('navigation', { name: 'Dashboard' })
        await menu.getByRole('link', { name: 'Home', exact: true }).waitFor()
        expect(await menu.getByRole('link').allInnerTexts()).toEqual([
          'Home',
          'Invest',
          'My investments',
          'Transfer',
          'Receive',
          'Fund account',
          'Loan',
          'Activity',
          'Proof of what we owe you',
          'Invite friends',
          'Verification',
          'Settings',
        ])
        expect(await page.getByRole('button', { name: 'Logout', exact: true }).isVisible()).toBe(
          true,
        )
        for (const [link, title] of [
          ['Receive', 'Receive'],
          ['Fund account', 'Fund Your Account'],
          ['Loan', 'Loan Terms & Conditions'],
        ] as const) {
          if (!(await menu.isVisible())) await openMenu(page, width, hand)
          await press(menu.getByRole('link', { name: link, exact: true }), hand)
          await heading(page, title).waitFor()
        }
      }),
  )

  test.each([
    ['Transfer', 'Request Withdrawal'],
    ['Receive', 'Receive'],
    ['Fund Account', 'Fund Your Account'],
    ['Loan', 'Loan Terms & Conditions'],
  ])('the balance card leads by its button %s to “%s”', { tags: [thorough] }, (name, title) =>
    visiting('', looks, async (page) => {
      await press(
        page
          .getByRole('region', { name: 'Account Balance' })
          .getByRole('link', { name, exact: true }),
        hand,
      )
      await heading(page, title).waitFor()
    }),
  )

  test.each([['fundaccount', 'Contact Account Manager', '#account-manager', 'Account manager']])(
    '/dashboard/%s opens in a new tab, by “%s”, what the firm’s pack says',
    { tags: [thorough] },
    (path, name, hash, part) =>
      visiting(path, looks, async (page, context) => {
        const opening = context.waitForEvent('page')
        await press(page.getByRole('link', { name: `${name} (opens a new tab)` }), hand)
        const opened = await opening
        await opened.getByRole('heading', { name: part, exact: true }).waitFor()
        expect(new URL(opened.url()).hash).toBe(hash)
        expect(await opened.evaluate(() => window.opener)).toBeNull()
        expect(new URL(page.url()).pathname).toBe(`/dashboard/${path}`)
      }),
  )
})

describe.each(schemes)('in the %s scheme', (colorScheme) => {
  test.each(flowWidths)(
    'each code reads as the text beside it, at %i px',
    { tags: [thorough] },
    (width) =>
      visiting('fundaccount', { width, colorScheme }, async (page) => {
        for (const [asset, text] of [
          ['BTC', bitcoin],
          ['USDT (TRC20)', tether],
        ] as const) {
          const part = page.getByRole('article', { name: `${asset} deposit address` })
          expect(await part.locator('code').innerText()).toBe(text)
          expect(await scan(part.getByRole('img'))).toBe(text)
        }
        await page.goto(`${server.url}/dashboard/receive`)
        const code = page.getByRole('img', { name: /^QR code of your account ID / })
        expect(await scan(code)).toBe(await copier(page, 'Account ID').locator('code').innerText())
      }),
  )
})

describe('Fund Your Account', () => {
  test('says beside each address of a demonstration that nothing may be sent there, and so does its code', () =>
    visiting('fundaccount', {}, async (page) => {
      for (const [asset, why] of [
        ['BTC', 'test network, no real value'],
        ['USDT (TRC20)', 'plainly no address'],
      ] as const) {
        const part = page.getByRole('article', { name: `${asset} deposit address` })
        await part
          .getByText(`Send nothing to this address. It belongs to a demonstration: ${why}.`)
          .waitFor()
        expect(await part.getByRole('img').getAttribute('aria-label')).toBe(
          `QR code of the ${asset} deposit address: send nothing there, ${why}`,
        )
        expect(await part.locator('[data-not-real]').innerText()).toMatch(/^send nothing$/i)
      }
      expect(
        await page
          .locator('section', { has: page.getByRole('heading', { name: 'Deposit addresses' }) })
          .getByText('Sample', { exact: true })
          .isVisible(),
      ).toBe(true)
    }))
  test(
    'invites to an address that can be paid to, and says what may be sent',
    { tags: [thorough] },
    () =>
      visiting(
        'fundaccount',
        {},
        async (page) => {
          const part = page.getByRole('article', { name: 'BTC deposit address' })
          await part.getByText('Send Bitcoin on this network only').waitFor()
          expect(await page.getByText('Send nothing').count()).toBe(0)
          expect(await part.getByRole('img').getAttribute('aria-label')).toBe(
            'QR code of the BTC deposit address',
          )
          expect(await scan(part.getByRole('img'))).toBe(bitcoin)
        },
        (page) =>
          page.route('**/deposit-addresses', async (route) => {
            const reply = await route.fetch()
            await route.fulfill({
              response: reply,
              body: (await reply.text()).replaceAll('"usable":false', '"usable":true'),
            })
          }),
      ),
  )
  test(
    'says what went wrong when the addresses can’t be had, and gets them with Retry',
    { tags: [thorough] },
    () =>
      visiting(
        'fundaccount',
        {},
        async (page) => {
          const problem = page.getByRole('alert').filter({ hasText: 'Error loading addresses' })
          await problem.waitFor()
          await letThrough(page, '**/deposit-addresses')
          await problem.getByRole('button', { name: 'Retry' }).click()
          await copier(page, 'BTC deposit address').waitFor()
        },
        (page) => page.route('**/deposit-addresses', (route) => route.abort()),
      ),
  )
  test('lists what was paid in, the newest first, as soon as it is', { tags: [thorough] }, () =>
    visiting('fundaccount', {}, async (page) => {
      const rows = page
        .locator('section', { has: page.getByRole('heading', { name: 'Latest deposits' }) })
        .locator('dl > div')
      await rows.first().waitFor()
      await page.getByLabel('Amount').fill('123.45')
      await page.getByLabel('Paid with').selectOption('USDT')
      await page.getByRole('button', { name: 'Add play money', exact: true }).click()
      await page.getByText('$123.45 of play money credited').waitFor()
      await expect.poll(() => rows.first().innerText()).toMatch(/paid with USDT\s+\$123\.45$/)
    }),
  )
})

describe('Receive', () => {
  test('shows what was received once staff have approved it, masked names and holds as its rules say', async () => {
    const [sender, recipient, admin] = await Promise.all([
      signUp(server.url, { fullName: 'Sam Sender' }),
      signUp(server.url, { fullName: 'Rita Recipient' }),
      logIn(server.url, 'admin@glasshouse.example', 'glasshouse-admin'),
    ])
    const accountId = recipient.user.accountId
    await sender.ok('POST', '/demo/deposits', { amount: 50, asset: 'BTC' })
    expect((await sender.ok('GET', `/recipients/${accountId}`)).maskedName).toBe('R*** R********')
    const { withdrawal } = await sender.ok('POST', '/requestWithdrawal', {
      type: 'tradehub_transfer',
      amount: 12.34,
      recipientAccountId: accountId,
    })
    expect(
      await Promise.all([sender, recipient].map(async (one) => (await one.me()).accountBalance)),
    ).toEqual([37.66, 0])
    await admin.ok('POST', `/withdrawals/${withdrawal._id}/approval`)
    const own = (
      await sender.send('POST', '/requestWithdrawal', {
        type: 'tradehub_transfer',
        amount: 1,
        recipientAccountId: sender.user.accountId,
      })
    ).body
    expect(own.code).toBe('own_account')

    const { context, page } = await sitDown(browser)
    await page.goto(`${server.url}/login`)
    await formRuns(page)
    await page.getByLabel('Email').fill(recipient.user.email)
    await page.getByLabel('Password', { exact: true }).fill('orange lantern')
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await page.goto(`${server.url}/dashboard/receive`)
    expect(await copier(page, 'Account ID').locator('code').innerText()).toBe(accountId)
    const received = page.locator('section', {
      has: page.getByRole('heading', { name: 'Recently received' }),
    })
    await received.getByText('12.34').first().waitFor()
    expect(await received.getByRole('listitem').count()).toBe(1)
    await context.close()
  })
  test('says its rules', { tags: [thorough] }, () =>
    visiting('receive', {}, async (page) => {
      const list = page
        .locator('section', { has: page.getByRole('heading', { name: 'Transfer rules' }) })
        .getByRole('listitem')
      await list.first().waitFor()
      const rules = await list.allInnerTexts()
      for (const rule of [
        /masked/,
        /Pending until staff approve it/,
        /cancel/,
        /No fee/,
        /\$0\.01/,
        /own account.*closed account.*frozen account/,
        /Not profit/,
      ]) {
        expect(
          rules.some((text) => rule.test(text.replaceAll('\n', ' '))),
          String(rule),
        ).toBe(true)
      }
    }),
  )
})

describe('Loan', () => {
  test('says every term, and that each is a sample', () =>
    visiting('loan', {}, async (page) => {
      const terms = page.locator('section', {
        has: page.getByRole('heading', { name: 'Terms', exact: true }),
      })
      await terms.getByText('Amount', { exact: true }).waitFor()
      const said = await terms
        .locator('dl > div')
        .evaluateAll((rows) =>
          rows.map((row) => [
            row.querySelector('dt')!.firstChild!.textContent,
            (row.querySelector('dd') as HTMLElement).innerText,
          ]),
        )
      expect(said).toEqual([
        ['Amount', '$5,000 to $50,000'],
        ['Interest', '5% annually'],
        ['Repayment', '12 to 36 months'],
        ['Approval', '2-3 business days'],
        ['Late payment fee', '$50 per missed payment'],
        ['Early repayment fee', 'none'],
        ['Security deposit', '15%'],
        ['Documents', 'Proof of income\nGovernment ID\nProof of address'],
      ])
      const deposit = page.locator('section', {
        has: page.getByRole('heading', { name: 'The security deposit' }),
      })
      await deposit.getByText('It is never sent to a wallet.').waitFor()
      for (const part of [terms, deposit])
        expect(await part.getByText('Sample', { exact: true }).isVisible()).toBe(true)
    }))
})
