/** Inviting friends: the link, its way to a sign-up that says who invited, and the friends with what was credited for them. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { inaccessible } from '../support/axe.ts'
import { atRest } from '../support/at-rest.ts'
import { openBrowser } from '../support/browser.ts'
import { logInAsAdmin, newcomersPassword, signUp, type Client } from '../support/client.ts'
import { firstOf, thorough } from '../support/extent.ts'
import { scan } from '../support/scan.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import {
  isNarrow,
  letThrough,
  press,
  sitDown,
  sitDownAsNewcomer,
  ways,
  windowOf,
  type Looks,
} from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

const path = '/dashboard/friends'
const friendOf = ({ user }: Client, fullName: string) =>
  signUp(server.url, { fullName, referralCode: user.referralCode })
const credit = (friend: Client, fundingAmount: number) =>
  admin.ok('POST', '/credit-referrer', { userId: friend.user.id, fundingAmount })
const atFriends = (as: Client, looks: Looks = {}) =>
  windowOf(browser, server.url, path, { as, ...looks })

const copyLink = (page: Page) => page.getByRole('button', { name: 'Copy Referral link:' })
const friends = (page: Page) => page.getByRole('table', { name: 'Your friends' })
const rowsOf = (page: Page) =>
  friends(page)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
    )
const namesAndCredits = async (page: Page) =>
  (await rowsOf(page)).map(([name, , credited]) => [name, credited])

/** Fills the sign-up form in but for its code, and answers with the email. */
async function fillIn(page: Page, fullName: string): Promise<string> {
  const email = `${randomUUID()}@people.example`
  for (const [label, text] of [
    ['Full name', fullName],
    ['Email', email],
    ['Password', newcomersPassword],
    ['Confirm password', newcomersPassword],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  return email
}

describe.each(ways)('at $width px by $hand', ({ width, hand }) => {
  const looks = { width, touch: hand === 'touch' }

  test('the link is found by the menu, copied, and brings a friend, who is listed with what was credited', async () => {
    const { page, client, context } = await sitDownAsNewcomer(browser, server.url, {
      fullName: 'Ivan Crook',
      ...looks,
    })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    if (isNarrow(width)) await press(page.getByRole('button', { name: 'Open menu' }), hand)
    await press(
      page
        .getByRole('navigation', { name: 'Dashboard' })
        .getByRole('link', { name: 'Invite friends' }),
      hand,
    )
    await page.getByRole('heading', { level: 1, name: 'Invite friends', exact: true }).waitFor()
    await page.getByText('Nobody has signed up with your link yet.').waitFor()
    await press(copyLink(page), hand)
    await page
      .getByRole('status')
      .filter({ hasText: /^Copied!$/ })
      .waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(`${server.url}/signup?ref=${client.user.referralCode}`)

    const { page: theirs } = await sitDown(browser, looks)
    await theirs.goto(link)
    await theirs.getByRole('status').filter({ hasText: 'Invited by I*** C****.' }).waitFor()
    const email = await fillIn(theirs, 'Gwen van Dyke')
    await press(theirs.getByRole('button', { name: 'Sign Up' }), hand)
    await theirs.getByText('Your account is open.').waitFor()

    await page.reload()
    await page.getByText('1 friend has signed up. Nothing has been credited').waitFor()
    expect(await namesAndCredits(page)).toEqual([['G*** v** D***', '$0.00']])
    const [gwen] = (await admin.ok('GET', `/users?search=${email}`)).users
    // The page stands open meanwhile.
    await admin.ok('POST', '/credit-referrer', { userId: gwen.id, fundingAmount: 1234.5 })
    await page.getByText('You were credited $123.45').waitFor()
    expect(await namesAndCredits(page)).toEqual([['G*** v** D***', '$123.45']])
    await press(page.getByRole('link', { name: 'see each credit' }), hand)
    await page.getByText('Referral bonus credited').first().waitFor()
  })
})

describe('the page', () => {
  test('has the link as a code that a telephone reads, and the code alone', async () => {
    const ada = await signUp(server.url)
    const page = await atFriends(ada)
    const code = page.getByRole('img', { name: 'QR code of your referral link' })
    expect(await scan(code)).toBe(`${server.url}/signup?ref=${ada.user.referralCode}`)
    expect(
      await page.getByRole('button', { name: 'Copy Referral code:' }).locator('code').innerText(),
    ).toBe(ada.user.referralCode)
  })

  test('is reached from the card of home', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url)
    await press(page.getByRole('link', { name: 'Your friends', exact: true }), 'keyboard')
    await page.getByRole('heading', { level: 1, name: 'Invite friends', exact: true }).waitFor()
  })

  test.each(firstOf([320, 375, 1280]))(
    'shows many friends twenty at a time, long names and closed accounts among them, at %i px',
    async (width) => {
      const ada = await signUp(server.url)
      const gone = await friendOf(ada, 'Gone Away')
      await credit(gone, 10)
      await admin.ok('DELETE', `/${gone.user.id}`)
      for (let n = 1; n <= 19; n += 1) await friendOf(ada, `Friend Number${n}`)
      await friendOf(ada, `W${'x'.repeat(99)}`)
      const page = await atFriends(ada, { width })
      await page.getByText('21 friends have signed up. You were credited $1.00').waitFor()
      expect(await rowsOf(page)).toHaveLength(20)
      expect((await namesAndCredits(page))[0]).toEqual([`W${'*'.repeat(99)}`, '$0.00'])
      await press(page.getByRole('button', { name: 'Load more' }), 'keyboard')
      await expect.poll(async () => (await rowsOf(page)).length).toBe(21)
      expect((await namesAndCredits(page)).at(-1)).toEqual(['A closed account', '$1.00'])
      expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
      await atRest(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await inaccessible(page)).toEqual([])
    },
  )
})

describe('signing up', () => {
  const invited = (page: Page) =>
    page.locator('form').getByRole('status').filter({ hasText: 'Invited by' })

  /** Opens the form with this code in the link, and keeps which invitations are asked for. */
  async function atSignUp(code: string) {
    const { page } = await sitDown(browser)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(`${basePath}/invitations`)) asked.push(request.postDataJSON().code)
    })
    await page.goto(`${server.url}/signup${code && `?ref=${code}`}`)
    await page.getByRole('button', { name: 'Sign Up' }).and(page.locator(':enabled')).waitFor()
    return { page, asked, field: page.getByLabel('Referral code (optional)') }
  }

  test('says who invited once the code is whole, says it of the code that stands there, and asks once for each', async () => {
    const [ada, ben] = await Promise.all([
      signUp(server.url, { fullName: 'Ada First' }),
      signUp(server.url, { fullName: 'Ben Second' }),
    ])
    const [first, second] = [ada.user.referralCode, ben.user.referralCode]
    const { page, asked, field } = await atSignUp('')
    await field.pressSequentially(first.toLowerCase())
    await invited(page).getByText('Invited by A** F****.').waitFor()
    await field.fill(second)
    await invited(page).getByText('Invited by B** S*****.').waitFor()
    await field.fill(first.slice(0, 9))
    await invited(page).waitFor({ state: 'detached' })
    await field.fill(first)
    await invited(page).getByText('Invited by A** F****.').waitFor()
    expect(asked).toEqual([first, second])
  })

  test('names nobody for a code that nobody has', async () => {
    const { page, asked } = await atSignUp('ZZZZZZZZZZ')
    await expect.poll(() => asked).toEqual(['ZZZZZZZZZZ'])
    await atRest(page)
    expect(await invited(page).count()).toBe(0)
  })

  test('goes on where nobody can be asked who invited', { tags: [thorough] }, async () => {
    const ada = await signUp(server.url)
    const { page } = await sitDown(browser)
    await page.route(`**${basePath}/invitations`, (route) => route.abort())
    await page.goto(`${server.url}/signup?ref=${ada.user.referralCode}`)
    await fillIn(page, 'Gwen Anyway')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByText('Your account is open.').waitFor()
    await letThrough(page)
    expect((await ada.ok('GET', '/friends')).friends).toMatchObject([{ maskedName: 'G*** A*****' }])
  })
})
