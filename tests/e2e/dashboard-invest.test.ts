/** Investing in a browser: plans as they are offered, what will happen before it does, a review, and what became of it. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import type { Plan } from '../../src/contract/plan.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { firstOf, thorough } from '../support/extent.ts'
import { logInAsAdmin, type Client } from '../support/client.ts'
import { haveVerified } from '../support/documents.ts'
import { answerByCall } from '../support/questions.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { flowWidths, press, schemes, sitDownAsNewcomer, type Looks } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

/** Somebody with play money, at the page where plans are chosen. */
async function atThePlans({
  cash = 5000,
  verified = false,
  ...looks
}: { cash?: number; verified?: boolean } & Looks = {}) {
  const { page, client } = await sitDownAsNewcomer(browser, server.url, {
    ...looks,
    path: '/dashboard/invest',
    async prepare(newcomer) {
      await answerByCall(newcomer)
      if (verified) await haveVerified(newcomer, admin)
      // Play money comes by the million at most.
      for (let left = cash; left > 0; left -= 1_000_000)
        await newcomer.ok('POST', '/demo/deposits', {
          amount: Math.min(left, 1_000_000),
          asset: 'BTC',
        })
    },
  })
  await page.getByRole('radio').first().waitFor()
  return { page, client }
}

const expectNoSidewaysScrolling = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
const choose = (page: Page, plan: string) =>
  page.getByRole('radio', { name: new RegExp(plan) }).check()
const amount = (page: Page) => page.getByLabel('Amount')
const accept = (page: Page) => page.getByLabel(/I have read the risk warning/)
const review = (page: Page) => page.getByRole('button', { name: 'Review', exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function toTheReview(page: Page, plan: string, dollars: string): Promise<void> {
  await amount(page).fill(dollars)
  expect(await page.getByRole('radio', { name: new RegExp(plan) }).isChecked()).toBe(true)
  await accept(page).check()
  await review(page).click()
  await dialog(page).waitFor()
}

/** As a date stands on a screen of this browser. */
const shownDate = (at: number) =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }).format(at)
const dayMs = 86_400_000

const investments = async (client: Client) =>
  (await client.ok('GET', '/investments')).investments as {
    amount: number
    maturesAt: string
    openedAt: string
  }[]

describe('the preview', () => {
  test.each(flowWidths)(
    'at %i px says while typing what leaves, when it matures, the profit and the end amount',
    async (width) => {
      const { page } = await atThePlans({ width })
      await amount(page).fill('1234.56')
      // 12% of 1,234.56 is 148.1472.
      for (const text of ['1,234.56', '3,765.44', '148.15', '$1,382.71'])
        await page.getByText(text, { exact: true }).first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
    },
  )
  test('says the day by the house’s clock, which a demonstration may have moved', async () => {
    const { page, client } = await atThePlans()
    await toTheReview(page, 'Advanced Wealth Builder', '1000')
    const said = await dialog(page).locator('time').first().innerText()
    await dialog(page).getByRole('button', { name: 'Invest $1,000.00' }).click()
    await page.waitForURL('**/dashboard/investments')
    const [made] = await investments(client)
    expect(said).toBe(shownDate(Date.parse(made!.maturesAt)))
    expect(Date.parse(made!.maturesAt) - Date.parse(made!.openedAt)).toBe(16 * dayMs)
  })
})

const looks = firstOf(
  [375, 1280].flatMap((width) =>
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      (['keyboard', 'mouse'] as const).map((hand) => ({ width, colorScheme, hand })),
    ),
  ),
)
const chosen = (page: Page) => page.locator('label', { has: page.locator(':checked') }).innerText()

describe('the amount', () => {
  test.each(looks)(
    'at $width px, $colorScheme, by $hand: chooses its plan, and the preview is read from the balance on',
    async ({ hand, ...look }) => {
      const { page } = await atThePlans({ cash: 12_010, ...look })
      if (hand === 'mouse') await amount(page).click()
      else await amount(page).focus()
      for (const [typed, plan] of [
        ['999.99', 'Starter Growth'],
        ['1000', 'Advanced Wealth Builder'],
        ['10000', 'Elite Wealth'],
        ['50000', 'Platinum Pro'],
        ['1234.56', 'Advanced Wealth Builder'],
      ] as const) {
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type(typed)
        expect(await chosen(page)).toContain(plan)
      }
      const happens = page.locator('section', {
        has: page.getByRole('heading', { name: 'What will happen' }),
      })
      await happens.locator('time').waitFor()
      const read = (await happens.locator('dl > div').allInnerTexts()).map((line) =>
        line.split(/\n+/).map((part) => part.trim()),
      )
      expect(read.map(([label]) => label)).toEqual([
        'From your balance',
        'Profit, 12%',
        'Paid at maturity',
        'Left in your balance',
      ])
      expect(read.map((parts) => parts.at(-1))).toEqual([
        '1,234.56',
        '148.15',
        '$1,382.71',
        '10,775.44',
      ])
      await expectNoSidewaysScrolling(page, look.width)
      expect(await inaccessible(page)).toEqual([])
      // To look at another plan is no change of the amount: it is said which one takes it.
      await (hand === 'mouse'
        ? choose(page, 'Starter Growth')
        : page.getByRole('radio', { name: /Starter Growth/ }).press('Space'))
      await happens.getByText('From $1,000.00 on, choose Advanced Wealth Builder.').waitFor()
      expect(await amount(page).inputValue()).toBe('1234.56')
      await press(page.getByRole('button', { name: 'Choose Advanced Wealth Builder' }), hand)
      expect(await chosen(page)).toContain('Advanced Wealth Builder')
    },
  )
})

describe('an amount that can’t be placed', () => {
  const happens = (page: Page) =>
    page.locator('section', { has: page.getByRole('heading', { name: 'What will happen' }) })

  test.each(flowWidths)(
    'at %i px shows no profit but what is in its way, all of it, and what takes that away',
    async (width) => {
      const { page } = await atThePlans({ cash: 12_010, width })
      await amount(page).fill('99999')
      await choose(page, 'Starter Growth')
      await happens(page).getByText('From $50,000.00 on, choose Platinum Pro.').waitFor()
      await happens(page)
        .getByText('Your balance of $12,010.00 does not cover this amount.')
        .waitFor()
      expect(await page.getByText('Paid at maturity').count()).toBe(0)
      expect(
        await happens(page).getByRole('link', { name: 'Fund your account' }).getAttribute('href'),
      ).toBe('/dashboard/fundaccount')
      await happens(page).getByRole('button', { name: 'Choose Platinum Pro' }).click()
      expect([
        await page.getByRole('radio', { name: /Platinum Pro/ }).isChecked(),
        await amount(page).inputValue(),
      ]).toEqual([true, '99999.00'])
      await amount(page).fill('5000')
      await happens(page).getByText('$5,600.00', { exact: true }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
    },
  )
  test(
    'of a frozen account is told so before anything is typed',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atThePlans()
      await admin.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'a test of the note' })
      const note = page.getByText(
        'This account is frozen: no money can leave it. Our staff can unfreeze it.',
      )
      for (const path of ['/dashboard', '/dashboard/invest', '/dashboard/transfer']) {
        await page.goto(server.url + path)
        await note.waitFor()
        const first = page.locator('main').getByRole('button', { name: /^\$/ }).first()
        expect((await note.boundingBox())!.y).toBeLessThan((await first.boundingBox())!.y)
      }
    },
  )

  test(
    'of a frozen account is promised nothing, and can’t review it',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atThePlans()
      await admin.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'a test of the preview' })
      await page.goto(`${server.url}/dashboard/invest`)
      await page.getByLabel('Amount').fill('200')
      await happens(page).getByText('You cannot invest while this account is frozen.').waitFor()
      expect(await page.getByText('Paid at maturity').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true)
    },
  )
})

describe('the form', () => {
  test.each([
    ['999', 'Your balance of $500.00 does not cover this amount'],
    ['', 'Please enter a valid amount'],
    ['10', 'This plan begins at $100.00'],
    ['1000', 'From $1,000.00 on, choose Advanced Wealth Builder'],
  ])('refuses “%s”: %s', { tags: [thorough] }, async (typed, problem) => {
    const { page } = await atThePlans({ cash: 500 })
    await amount(page).fill(typed)
    await choose(page, 'Starter Growth')
    await accept(page).check()
    await review(page).click()
    await page.getByText(problem, { exact: true }).waitFor()
    expect(await dialog(page).count()).toBe(0)
    expect(await amount(page).evaluate((field) => field === document.activeElement)).toBe(true)
  })
  test(
    'asks for the risk warning of each plan to be accepted, and keeps the amount',
    { tags: [thorough] },
    async () => {
      const { page } = await atThePlans()
      await amount(page).fill('150')
      await accept(page).check()
      await amount(page).fill('1500')
      expect([await amount(page).inputValue(), await accept(page).isChecked()]).toEqual([
        '1500',
        false,
      ])
      await review(page).click()
      await page.getByText('Please read and accept the risk warning', { exact: true }).waitFor()
      expect(await dialog(page).count()).toBe(0)
      expect(await accept(page).evaluate((field) => field === document.activeElement)).toBe(true)
    },
  )
  test('says the largest amount that can be covered', { tags: [thorough] }, async () => {
    const { page, client } = await atThePlans({ cash: 30_000_000, verified: true })
    const { plans } = (await client.ok('GET', '/plans')) as { plans: Plan[] }
    const largest = plans.at(-1)!
    expect(largest.largestCoverable).toBeLessThan(30_000_000)
    await choose(page, largest.title)
    await amount(page).fill('30000000')
    await accept(page).check()
    await review(page).click()
    const most = largest.largestCoverable.toLocaleString('en-US', {
      style: 'currency',
      currency: 'USD',
    })
    await page.getByText(`At most ${most} can be covered now`, { exact: true }).waitFor()
    await page.getByRole('button', { name: `Invest ${most}` }).click()
    expect(await amount(page).inputValue()).toBe(largest.largestCoverable.toFixed(2))
    await page.getByText('Paid at maturity').waitFor()
  })
  test('offers nothing of a plan that is sold out', { tags: [thorough] }, async () => {
    const { page } = await atThePlans()
    await page.route(`**${basePath}/plans`, async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      body.data.plans[0] = { ...body.data.plans[0], available: false, largestCoverable: 0 }
      await route.fulfill({ response: reply, json: body })
    })
    await page.reload()
    await choose(page, 'Starter Growth')
    await page.getByText('Sold out', { exact: true }).waitFor()
    await page
      .getByText(/^This plan is sold out: the returns pool cannot cover its profit at present/)
      .waitFor()
    expect(await review(page).isDisabled()).toBe(true)
  })
})

describe('the review', () => {
  test('is gone through by keyboard alone, books once, and leads to the investment', async () => {
    const { page, client } = await atThePlans()
    await amount(page).focus()
    await page.keyboard.type('1000')
    await accept(page).focus()
    await page.keyboard.press('Space')
    await review(page).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Invest $1,000.00 in Advanced Wealth Builder?').waitFor()
    await dialog(page).getByText('$1,120.00').waitFor()
    await page.locator('[role=dialog] :focus').first().waitFor()
    const confirm = dialog(page).getByRole('button', { name: 'Invest $1,000.00' })
    for (
      let i = 0;
      i < 5 && !(await confirm.evaluate((button) => button === document.activeElement));
      i += 1
    )
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Investment opened').first().waitFor()
    await page.waitForURL('**/dashboard/investments')
    expect((await investments(client)).map((one) => one.amount)).toEqual([1000])
  })
  test.each(['mouse', 'keyboard'] as const)(
    'hands the focus on, by %s: to its button when it is left, to the page that follows when it is booked',
    { tags: [thorough] },
    async (hand) => {
      const { page } = await atThePlans()
      await toTheReview(page, 'Starter Growth', '100')
      await press(dialog(page).getByRole('button', { name: 'Back' }), hand)
      await expect
        .poll(() => review(page).evaluate((button) => button === document.activeElement))
        .toBe(true)
      await press(review(page), hand)
      await press(dialog(page).getByRole('button', { name: 'Invest $100.00' }), hand)
      await page.waitForURL('**/dashboard/investments')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe('My investments')
      // Not merely looked like: the next key goes on from there.
      await page.keyboard.press('Tab')
      expect(await page.locator('main a:focus').innerText()).toBe('Invest')
    },
  )
  test('books nothing when it is left', { tags: [thorough] }, async () => {
    const { page, client } = await atThePlans()
    await toTheReview(page, 'Advanced Wealth Builder', '1000')
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect([await amount(page).inputValue(), await accept(page).isChecked()]).toEqual([
      '1000.00',
      true,
    ])
    expect(await investments(client)).toEqual([])
  })
  test(
    'says why when it is refused, and the form keeps what was typed',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atThePlans({ cash: 1000 })
      await toTheReview(page, 'Advanced Wealth Builder', '1000')
      await page.route('**/events', (route) => route.abort())
      await client.ok('POST', '/requestWithdrawal', {
        type: 'bank_transfer',
        amount: 600,
        bankName: 'Home',
        bankNumber: 'any wallet',
      })
      await dialog(page).getByRole('button', { name: 'Invest $1,000.00' }).click()
      await dialog(page).getByRole('alert').waitFor()
      await dialog(page).getByRole('button', { name: 'Back' }).click()
      await dialog(page).waitFor({ state: 'hidden' })
      expect(await amount(page).inputValue()).toBe('1000.00')
      expect(await investments(client)).toEqual([])
    },
  )
  test(
    'books once when the reply was lost and it is confirmed again',
    { tags: [thorough] },
    async () => {
      const { page, client } = await atThePlans()
      await toTheReview(page, 'Advanced Wealth Builder', '1000')
      let lost = false
      await page.route(`**${basePath}/investments`, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        if (lost) return route.continue()
        lost = true
        await route.fetch()
        await route.abort()
      })
      await dialog(page).getByRole('button', { name: 'Invest $1,000.00' }).click()
      await dialog(page).getByText('The server could not be reached.').waitFor()
      await dialog(page).getByRole('button', { name: 'Invest $1,000.00' }).click()
      await page.waitForURL('**/dashboard/investments')
      expect((await investments(client)).map((one) => one.amount)).toEqual([1000])
    },
  )
})

describe('my investments', () => {
  const invest = async (client: Client, title: string, dollars: number) => {
    const plan = await client.plan(title)
    await client.invest(plan, dollars)
  }
  const rows = (page: Page) =>
    page.getByRole('table', { name: 'My investments' }).getByRole('row').count()

  test.each(looks)(
    'at $width px, $colorScheme, by $hand: are headed by what is placed, what accrued and what matures next, and narrow by status',
    async ({ hand, ...look }) => {
      const { page, client } = await atThePlans(look)
      await invest(client, 'Advanced Wealth Builder', 1000)
      await invest(client, 'Starter Growth', 100)
      await page.goto(`${server.url}/dashboard/investments`)
      const head = page.getByRole('region', { name: 'Where your investments stand' })
      await head.getByText(/: \$110\.00$/).waitFor()
      const [made] = await investments(client)
      expect((await head.locator('dl > div').last().innerText()).replace(/\s+/g, ' ')).toContain(
        `Next maturity ${shownDate(Date.parse(made!.maturesAt))}`,
      )
      await press(head.getByRole('button', { name: '$1,100.00, how is this made up?' }), hand)
      await head.getByText('Invested in Starter Growth').waitFor()
      await page.getByText(/^To see an investment mature without waiting/).waitFor()
      await expect.poll(() => rows(page)).toBe(3)
      await expectNoSidewaysScrolling(page, look.width)
      expect(await inaccessible(page)).toEqual([])
      await page.getByLabel('Show').selectOption('Matured')
      await page.getByText('None of your investments has matured.').waitFor()
      expect(new URL(page.url()).search).toBe('?status=matured')
      await page.reload()
      await page.getByText('None of your investments has matured.').waitFor()
      await page.getByLabel('Show').selectOption('Running')
      await expect.poll(() => rows(page)).toBe(3)
    },
  )
  test('say that nothing runs, to whoever has not invested', { tags: [thorough] }, async () => {
    const { page } = await atThePlans()
    await page.goto(`${server.url}/dashboard/investments`)
    await page.getByText('None: nothing is running').waitFor()
    await page.getByText('You have not invested yet.').waitFor()
    expect(await page.getByText(/^To see an investment mature/).count()).toBe(0)
  })
  test.each(flowWidths)(
    'at %i px each opens into its course and into what it comes to',
    async (width) => {
      const { page, client } = await atThePlans({ width })
      const plan = await client.plan('Advanced Wealth Builder')
      await client.invest(plan, 1000)
      await page.goto(`${server.url}/dashboard/investments`)
      const details = page.getByRole('button', { name: 'Details of Advanced Wealth Builder' })
      await details.press('Enter')
      expect(
        await page
          .locator('ol > li')
          .evaluateAll((steps) =>
            steps.map((step) => [
              (step as HTMLElement).dataset['state'],
              step.querySelector('strong')!.textContent,
            ]),
          ),
      ).toEqual([
        ['done', 'Opened'],
        ['now', 'Running'],
        ['to-come', 'Matures'],
      ])
      await page
        .getByText('$1,000.00 left your balance, and $120.00 of profit was set aside in your name.')
        .waitFor()
      await page.getByText('1,120.00', { exact: true }).waitFor()
      const [made] = await investments(client)
      await page
        .getByText(`You can’t take anything out before ${shownDate(Date.parse(made!.maturesAt))}.`)
        .waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
      await details.press('Enter')
      await page.locator('ol > li').first().waitFor({ state: 'hidden' })
    },
  )
  test('that have matured say that they were paid', { tags: [thorough] }, async () => {
    const { page, client } = await atThePlans()
    const plan = await client.plan('Starter Growth')
    await client.invest(plan, 100)
    await admin.ok('POST', '/demo/clock', { days: plan.durationDays })
    await page.goto(`${server.url}/dashboard/investments`)
    await page.getByRole('button', { name: 'Details of Starter Growth' }).click()
    await page.getByText('$110.00 was paid to your balance.').waitFor()
    expect(await page.locator('ol > li[data-state="done"]').count()).toBe(2)
  })
  test('that were to be invested again say that they were, or why not', async () => {
    const { page, client } = await atThePlans()
    const plan = await client.plan('Starter Growth')
    const accepted = {
      acceptedTermsVersion: plan.termsVersion,
      acceptedRiskVersion: plan.riskVersion,
    }
    for (const amount of [100, 200]) {
      const { investment } = await client.invest(plan, amount)
      const choice = { choice: 'reinvest', ...accepted }
      await client.ok('POST', `/investments/${investment.id}/at-maturity`, choice)
    }
    // The first to mature doesn't fit beside the other one, which then has room.
    await client.ok('POST', '/investment-limit', { amount: 250 })
    await admin.ok('POST', '/demo/clock', { days: plan.durationDays })
    const { investments: matured } = await client.ok('GET', '/investments?status=matured')
    for (const { id, amount } of matured) {
      await page.goto(`${server.url}/dashboard/investments/${id}`)
      await page
        .getByText(
          amount === 200
            ? '$20.00 was paid to your balance, and $200.00 was invested again.'
            : '$110.00 was paid to your balance. It was not invested again, because it was more than your own limit allowed.',
        )
        .waitFor()
      expect(await page.getByText('At the end of the term').count()).toBe(0)
    }
    expect(matured).toHaveLength(2)
    expect((await client.ok('GET', '/me')).user).toMatchObject({ invested: 200 })
  })
})

test.each(schemes)(
  'axe finds nothing in %s: plans, review, and an opened investment',
  { tags: [thorough] },
  async (colorScheme) => {
    const { page } = await atThePlans({ colorScheme })
    expect(await inaccessible(page)).toEqual([])
    await toTheReview(page, 'Advanced Wealth Builder', '1000')
    expect(await inaccessible(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Invest $1,000.00' }).click()
    await page.waitForURL('**/dashboard/investments')
    await page.getByRole('button', { name: 'Details of Advanced Wealth Builder' }).click()
    await page.getByRole('button', { name: 'Close this message' }).click()
    expect(await inaccessible(page)).toEqual([])
  },
)
