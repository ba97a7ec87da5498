/** A first investment in a browser: the questions before it, undoing it in time, a pause, and one's own limit. */
import { afterAll, describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { questions } from '../../src/domains/appropriateness/questions.ts'
import { basePath } from '../../src/contract/endpoint.ts'
import { atRest } from '../support/at-rest.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { extent } from '../support/extent.ts'
import { answerByCall, answerOnPage } from '../support/questions.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { hold, schemes, sitDownAs, sitDownAsNewcomer, type Looks } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const looks = schemes.flatMap((colorScheme) =>
  extent([320], [1280]).map((width) => ({ width, colorScheme })),
)

/** Somebody with $5,000 of play money. */
const sitDown = (
  path: string,
  { answered = false, ...look }: Looks & { answered?: boolean } = {},
) =>
  sitDownAsNewcomer(browser, server.url, {
    ...look,
    path,
    async prepare(newcomer) {
      await newcomer.ok('POST', '/demo/deposits', { amount: 5_000, asset: 'BTC' })
      if (answered) await answerByCall(newcomer)
    },
  })

async function reviewOf(page: Page, dollars: string): Promise<void> {
  await page.getByLabel('Amount').fill(dollars)
  await page.getByLabel(/I have read the risk warning/).check()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
}
const fits = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

test.each(looks)(
  'at $width px, $colorScheme: the questions keep what was typed, lead to the review, and the investment is undone on its page',
  async (look) => {
    const { page, client } = await sitDown('/dashboard/invest', look)
    await page.getByText('This is your first investment: you can undo it within 24 hours').waitFor()
    await reviewOf(page, '1000')
    // What is missing is said where it is missing, and the first of it has the focus.
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByText('Please choose an answer').count()).toBe(questions.length)
    const first = page.getByRole('group', { name: questions[0]!.text })
    expect(await first.locator(':focus').count()).toBe(1)
    expect(await inaccessible(page)).toEqual([])
    await fits(page, look.width)
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await page.getByLabel('Amount').inputValue()).toBe('1000.00')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await answerOnPage(page)
    await page.getByRole('button', { name: 'Invest $1,000.00' }).click()

    await page.waitForURL('**/dashboard/investments')
    await page.getByText(/^Investment opened\. You can undo it until/).waitFor()
    const { investments } = await client.ok('GET', '/investments')
    await page.goto(`${server.url}/dashboard/investments/${investments[0].id}`)
    await page.getByRole('button', { name: 'Undo this investment' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('$1,000.00 returns to your balance; nothing is charged.').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await question.getByRole('button', { name: 'Undo this investment' }).click()
    await page.getByText('Investment undone: $1,000.00 is in your balance again').waitFor()
    await page.getByText('Undone', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Undo this investment' }).count()).toBe(0)
    expect((await client.ok('GET', '/me')).user.accountBalance).toBe(5_000)
    await fits(page, look.width)
  },
)

describe('at the end of the term', () => {
  const lookedAt = schemes.flatMap((colorScheme) =>
    extent([320, 1280], [375]).map((width) => ({ width, colorScheme })),
  )
  const invested = async (look: Looks = {}) => {
    const { page, client } = await sitDown('/dashboard', { ...look, answered: true })
    const { investment } = await client.invest(await client.plan('Advanced Wealth Builder'), 1_000)
    await page.goto(`${server.url}/dashboard/investments/${investment.id}`)
    return { page, client, id: investment.id as string }
  }

  test.each(lookedAt)(
    'at $width px, $colorScheme: the principal is chosen to be invested again, after its terms were read, and back',
    async (look) => {
      const { page, client, id } = await invested(look)
      const chosen = async () =>
        (await client.ok('GET', `/investments/${id}`)).investment.atMaturity
      const [balance, again] = ['Pay everything to my balance', 'Invest the principal again'].map(
        (name) => page.getByRole('radio', { name }),
      ) as [Locator, Locator]
      const sheet = page.locator('section').filter({ hasText: 'At the end of the term' }).last()
      expect(await balance.isChecked()).toBe(true)
      expect(await sheet.getByRole('button', { name: 'Save choice' }).isDisabled()).toBe(true)
      expect(await inaccessible(page)).toEqual([])
      await fits(page, look.width)

      // By keyboard alone: to the other choice, its terms, and what is to be confirmed.
      await balance.focus()
      await page.keyboard.press('ArrowDown')
      expect(await again.isChecked()).toBe(true)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog')
      await question.getByText('12%, once').waitFor()
      const confirm = question.getByRole('button', { name: 'Invest it again' })
      expect(await confirm.isDisabled()).toBe(true)
      await question.getByText(/Otherwise everything is paid to your balance/).waitFor()
      await question.getByLabel(/^I have read the current terms/).focus()
      await page.keyboard.press('Space')
      expect(await inaccessible(page)).toEqual([])
      await fits(page, look.width)
      await confirm.press('Enter')
      await page.getByText('Chosen: the principal will be invested again').waitFor()
      await page
        .getByText('$120.00 will be paid to your balance, and $1,000.00 will be invested again')
        .waitFor()
      expect(await chosen()).toBe('reinvest')

      await balance.check()
      await sheet.getByRole('button', { name: 'Save choice' }).click()
      await page.getByText('$1,120.00 will be paid to your balance.').waitFor()
      expect(await chosen()).toBe('balance')
      await fits(page, look.width)
    },
  )

  test('says where what is chosen would not be done, and takes the new terms', async () => {
    const { page, client, id } = await invested()
    const plan = await client.plan('Advanced Wealth Builder')
    await client.ok('POST', `/investments/${id}/at-maturity`, {
      choice: 'reinvest',
      acceptedTermsVersion: plan.termsVersion,
      acceptedRiskVersion: plan.riskVersion,
    })
    const { plans } = await client.ok('GET', '/plans')
    for (const one of plans) if (one.id === plan.id) one.termsVersion += 1
    await page.route(`**${basePath}/plans`, (route) =>
      route.fulfill({ json: { status: 'success', data: { plans } } }),
    )
    await page.reload()
    await page.getByText('The plan’s terms have changed since you accepted them.').waitFor()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByLabel(/^I have read the current terms/).check()
    await question.getByRole('button', { name: 'Invest it again' }).click()
    // The server knows the plan by other terms than were shown: they are shown, and accepted anew.
    await question.getByText('You have not accepted this plan’s current terms.').waitFor()
    await question
      .getByRole('button', { name: 'Invest it again' })
      .and(page.locator(':disabled'))
      .waitFor()
    expect(await question.getByLabel(/^I have read the current terms/).isChecked()).toBe(false)
  })
})

test('the offer to undo ends with its time while the page is open', async () => {
  const { page, client } = await sitDown('/dashboard', { answered: true })
  const { investment } = await client.invest(await client.plan('Advanced Wealth Builder'), 1_000)
  await page.clock.install()
  await page.goto(`${server.url}/dashboard/investments/${investment.id}`)
  const undo = page.getByRole('button', { name: 'Undo this investment' })
  await undo.waitFor()
  await atRest(page)
  // The server's clock stays where it is, so nothing asks it for the time again.
  await hold(page, `**${basePath}/**`)
  await page.clock.fastForward('23:59:00')
  expect(await undo.count()).toBe(1)
  await page.clock.fastForward('00:01:30')
  await undo.waitFor({ state: 'detached' })
})

test('whoever plans aren’t for reads why, until when, and that the money can leave; staff read it too', async () => {
  const { page, client } = await sitDown('/dashboard/invest')
  await reviewOf(page, '1000')
  await answerOnPage(page, { loss: 'trouble' })
  const note = page
    .getByRole('alert')
    .filter({ hasText: 'Based on your answers, plans aren’t suitable for you right now.' })
  await note.getByText('You need this money for your rent, your bills or your debts.').waitFor()
  await note.getByText(/You can answer again from .+ on\./).waitFor()
  await note.getByRole('link', { name: 'withdraw it' }).waitFor()
  expect(await page.getByRole('button', { name: 'Review', exact: true }).isDisabled()).toBe(true)
  expect(await page.getByLabel('Amount').inputValue()).toBe('1000.00')
  expect(await inaccessible(page)).toEqual([])

  const { page: office } = await sitDownAs(browser, server.url, 'Admin')
  await office.goto(`${server.url}/admin/users/${client.user.id}`)
  await office
    .getByText('I could not pay my rent, my bills or my debts (speaks against it)')
    .waitFor()
})

describe('one’s own limit', () => {
  test.each(looks)(
    'at $width px, $colorScheme: counts at once, rises a day later, and stands in the way of an amount beyond it',
    async (look) => {
      const { page } = await sitDown('/dashboard/settings', { ...look, answered: true })
      const sheet = page.locator('#own-limit')
      await sheet.getByText('You have set no limit').waitFor()
      await sheet.getByLabel('New limit').fill('1500')
      await sheet.getByRole('button', { name: 'Set limit' }).click()
      await sheet.getByText('Saved. It applies now').waitFor()
      await sheet.getByText('You let yourself have $1,500.00 in plans at once').waitFor()
      await sheet.getByRole('button', { name: 'Remove limit' }).click()
      await sheet.getByText(/^From .+ on: no limit\.$/).waitFor()
      expect(await inaccessible(page)).toEqual([])
      await fits(page, look.width)
      await page.goto(`${server.url}/dashboard/invest`)
      await page.getByLabel('Amount').fill('2000')
      await page.getByRole('button', { name: 'Invest $1,500.00' }).click()
      expect(await page.getByLabel('Amount').inputValue()).toBe('1500.00')
      await page.goto(`${server.url}/dashboard/settings`)
      await sheet.getByRole('button', { name: 'Keep $1,500.00' }).click()
      await sheet.getByText(/: no limit\.$/).waitFor({ state: 'detached' })
    },
  )
})
