/** Words that would be code if a page took them for it, in every field that takes words of people, on every page that shows them. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Withdrawal } from '../../src/contract/withdrawal.ts'
import { atRest } from '../support/at-rest.ts'
import { extent, thorough } from '../support/extent.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { listenForFaults } from '../support/faults.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { drawn, flowWidths, sitDown } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

/** Runs as an attribute and as an element, if anything does; says where it came in. */
const hostile = (where: string) =>
  `"'><img src=x onerror=hacked="${where}"><svg/onload=hacked=1><script>hacked=2</script>`

const admin = await logInAsAdmin(server.url)
const auditor = await logIn(server.url, 'auditor@glasshouse.example', 'glasshouse-auditor')

async function asks(person: Client, where: string): Promise<Withdrawal> {
  const { withdrawal } = await person.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 60,
    bankName: hostile(`wallet ${where}`),
    bankNumber: hostile(`address ${where}`),
  })
  return withdrawal
}

/** Somebody of whom every word is hostile, and so is every word about them. */
async function makeTrouble(): Promise<{ person: Client; friend: Client }> {
  const person = await signUp(server.url, { fullName: hostile('name') })
  const friend = await signUp(server.url, {
    fullName: hostile('friend'),
    referralCode: person.user.referralCode,
  })
  await person.ok('POST', '/demo/deposits', { amount: 5000, asset: 'BTC' })
  await asks(person, 'pending')
  const rejected = await asks(person, 'rejected')
  await admin.ok('POST', `/withdrawals/${rejected._id}/rejection`, { reason: hostile('rejected') })
  const returned = await asks(person, 'returned')
  await admin.ok('POST', `/withdrawals/${returned._id}/approval`)
  await admin.ok('POST', `/withdrawals/${returned._id}/return`, { reason: hostile('returned') })
  const paid = await asks(person, 'paid')
  await admin.ok('POST', `/withdrawals/${paid._id}/approval`)
  await admin.ok('POST', `/withdrawals/${paid._id}/payout`, { reference: hostile('reference') })
  await admin.ok('PATCH', `/${person.user.id}`, {
    accountBalance: 5001,
    reason: hostile('correction'),
  })
  await admin.ok('POST', `/users/${person.user.id}/freeze`, { reason: hostile('frozen') })
  await admin.ok('POST', `/users/${person.user.id}/unfreeze`, { reason: hostile('unfrozen') })
  await admin.ok('POST', `/users/${person.user.id}/notes`, { text: hostile('note') })
  await admin.ok('POST', '/treasury/capital', { amount: 1, reference: hostile('capital') })
  await admin.ok('POST', '/plans', {
    title: hostile('plan'),
    riskWarning: `${hostile('warning')} What is placed can be lost.`,
    minimum: 10,
    maximum: 50,
    durationDays: 5,
    profitPercent: 5,
  })
  return { person, friend }
}

const { person, friend } = await makeTrouble()

/** One reader's window. What their pages did wrong is asked for after each test. */
function windowOf(reader: Client): { page: Page; faults: string[] } {
  const opened = {} as { page: Page; faults: string[] }
  beforeAll(async () => {
    const { context, page } = await sitDown(browser, { as: reader })
    opened.page = page
    opened.faults = await listenForFaults(context, page, server.url)
    return () => context.close()
  })
  return opened
}

/** The page shows these words as words, and has done nothing else with any. */
async function isShown(
  { page, faults }: { page: Page; faults: string[] },
  ...wheres: string[]
): Promise<void> {
  for (const where of wheres) await page.getByText(hostile(where)).first().waitFor()
  await atRest(page)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(faults).toEqual([])
}

// Auditors read the same pages.
describe.each(extent([['an administrator', admin]] as const, [['an auditor', auditor]] as const))(
  'E1: hostile words before %s',
  (_, reader) => {
    const seen = windowOf(reader)

    test('are words in the list of users', async () => {
      await seen.page.goto(`${server.url}/admin`)
      await isShown(seen, 'name', 'friend')
    })
    test('are words in the queue of withdrawals, and in the details of each', async () => {
      const { page } = seen
      for (const state of extent(['Pending'], ['Rejected', 'Returned', 'Paid'])) {
        await page.goto(`${server.url}/admin/withdrawals`)
        const row = page
          .getByRole('row')
          .filter({ hasText: hostile('name') })
          .filter({ hasText: state })
        await row.getByRole('button', { name: 'View Details' }).click()
        await page
          .getByRole('region', { name: 'Withdrawal details' })
          .getByText(hostile(`wallet ${state.toLowerCase()}`))
          .waitFor()
        await isShown(seen, 'name')
      }
    })
    test('are words on the user’s own page', async () => {
      await seen.page.goto(`${server.url}/admin/users/${person.user.id}`)
      await isShown(
        seen,
        'name',
        'note',
        'rejected',
        'returned',
        'reference',
        'correction',
        'frozen',
        'unfrozen',
      )
      await seen.page.goto(`${server.url}/admin/users/${friend.user.id}`)
      await isShown(seen, 'friend', 'name')
    })
    test('are words in the treasury', async () => {
      await seen.page.goto(`${server.url}/admin/treasury`)
      await isShown(seen, 'capital')
    })
    test('are words among the plans', async () => {
      await seen.page.goto(`${server.url}/admin/plans`)
      await isShown(seen, 'plan', 'warning')
    })
    test('are words in the audit', async () => {
      await seen.page.goto(`${server.url}/admin/audit`)
      await isShown(seen, 'name', 'rejected', 'returned', 'correction', 'frozen', 'unfrozen')
    })
  },
)

describe('E1: hostile words in the hands of an administrator', () => {
  const seen = windowOf(admin)
  const row = (where: string) =>
    seen.page
      .getByRole('row')
      .filter({ has: seen.page.getByRole('link', { name: hostile(where), exact: true }) })

  test('are words in the form that edits', async () => {
    await seen.page.goto(`${server.url}/admin`)
    await row('name').getByRole('button', { name: 'Edit' }).click()
    await seen.page.getByRole('heading', { name: `Edit User: ${hostile('name')}` }).waitFor()
    await isShown(seen, 'name')
  })
  test('are words where the referrer is credited, and where somebody is deleted', async () => {
    await seen.page.goto(`${server.url}/admin`)
    await row('friend').getByRole('button', { name: 'Credit Referrer' }).click()
    await seen.page
      .getByRole('heading', { name: `Credit Referrer of ${hostile('friend')}` })
      .waitFor()
    await row('name').getByRole('button', { name: 'Delete' }).click()
    await seen.page.getByRole('dialog').getByText(hostile('name')).waitFor()
    await isShown(seen, 'name')
  })
})

describe('E1: hostile words before whom they are about', () => {
  const seen = windowOf(person)

  test.each([
    ['/dashboard', ['name']],
    ['/dashboard/profile', ['name']],
    ['/dashboard/transfer', ['rejected']],
    ['/dashboard/invest', ['plan']],
    ['/dashboard/activity', ['rejected', 'returned', 'correction', 'frozen', 'unfrozen']],
  ] as const)('are words on %s', async (path, wheres) => {
    await seen.page.goto(server.url + path)
    await isShown(seen, ...wheres)
  })
  test('are words in the mails of the outbox', async () => {
    await seen.page.context().addCookies([
      {
        name: 'outbox',
        value: new URL(server.outboxUrl).searchParams.get('key')!,
        url: `${server.url}/outbox`,
      },
    ])
    await seen.page.goto(`${server.url}/outbox`)
    const mail = seen.page.getByRole('article').filter({ hasText: hostile('rejected') })
    // Older mails are folded, and so is the text beside each mail.
    await mail.locator('summary').first().click()
    await mail.getByText(hostile('rejected')).filter({ visible: true }).waitFor()
    await mail.getByText('As plain text').click()
    await isShown(seen, 'rejected')
  })
})

test('E1: hostile words of a plan are words on the public page', async () => {
  const { context, page } = await sitDown(browser)
  const faults = await listenForFaults(context, page, server.url)
  // Pages are rendered anew when the plans have changed.
  await expect
    .poll(async () => (await fetch(server.url)).text())
    .toContain('hacked=&quot;plan&quot;')
  await page.goto(server.url)
  await isShown({ page, faults }, 'plan')
  await context.close()
})

/** Words that nothing divides, as long as each field takes them. */
const undivided = (length: number, letters = 'Wm') => letters.repeat(length).slice(0, length)

/** Somebody of whom every word is one long one, and so is every word about them. */
async function makeLongWords(): Promise<Client> {
  const friend = await signUp(server.url, { fullName: undivided(100, 'Referrer') })
  const long = await signUp(server.url, {
    fullName: undivided(100),
    referralCode: friend.user.referralCode,
  })
  await long.ok('POST', '/demo/deposits', { amount: 900_000, asset: 'BTC' })
  const ask = async () =>
    (
      await long.ok('POST', '/requestWithdrawal', {
        type: 'bank_transfer',
        amount: 123_456.78,
        bankName: undivided(100, 'Wallet'),
        bankNumber: undivided(120, 'tX9'),
      })
    ).withdrawal._id as string
  const [, rejected, paid] = [await ask(), await ask(), await ask()]
  await admin.ok('POST', `/withdrawals/${rejected}/rejection`, { reason: undivided(200, 'Reason') })
  await admin.ok('POST', `/withdrawals/${paid}/approval`)
  await admin.ok('POST', `/withdrawals/${paid}/payout`, { reference: undivided(100, 'Reference') })
  await admin.ok('PATCH', `/${long.user.id}`, {
    accountBalance: 600_000,
    reason: undivided(200, 'Correction'),
  })
  await admin.ok('POST', `/users/${long.user.id}/notes`, { text: undivided(300, 'Note') })
  await admin.ok('POST', '/treasury/capital', { amount: 1, reference: undivided(100, 'Capital') })
  const title = undivided(60, 'Plan')
  await admin.ok('POST', '/plans', {
    title,
    riskWarning: `${undivided(200, 'Warning')} What is placed can be lost.`,
    minimum: 55,
    maximum: 90,
    durationDays: 5,
    profitPercent: 5,
  })
  const { plans } = (await long.ok('GET', '/plans')) as {
    plans: { id: string; title: string; riskVersion: string; termsVersion: number }[]
  }
  const plan = plans.find((one) => one.title === title)!
  await long.ok('POST', '/investments', {
    planId: plan.id,
    amount: 60,
    acceptedRiskVersion: plan.riskVersion,
    acceptedTermsVersion: plan.termsVersion,
  })
  return long
}

describe('words that nothing divides', () => {
  let long: Client
  beforeAll(async () => {
    long = await makeLongWords()
  })

  /** What is wider than the window, what stands there one or two letters a line, and words that are printed over others. */
  const brokenIn = (page: Page) =>
    page.evaluate(() => {
      /** Lines of words that lie over lines of other words: as they are seen, cut off where their places cut them off. */
      const overlapping = (place: Element) => {
        const lines: { node: Node; left: number; right: number; top: number; bottom: number }[] = []
        const nodes = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
          const parent = node.parentElement!
          if (
            node.textContent!.trim() === '' ||
            parent.closest('.hide, script, style, svg, option, [data-state]') ||
            !parent.checkVisibility({ visibilityProperty: true })
          )
            continue
          const range = document.createRange()
          range.selectNodeContents(node)
          for (const { left, right, top, bottom } of range.getClientRects()) {
            const line = { node, left, right, top: top + 3, bottom: bottom - 3 }
            for (
              let at: Element | null = parent;
              at && at !== place.parentElement;
              at = at.parentElement
            ) {
              const { overflowX, position, clipPath } = getComputedStyle(at)
              if (clipPath !== 'none') line.right = line.left
              if (overflowX !== 'visible') {
                const box = at.getBoundingClientRect()
                line.left = Math.max(line.left, box.left)
                line.right = Math.min(line.right, box.right)
                line.top = Math.max(line.top, box.top)
                line.bottom = Math.min(line.bottom, box.bottom)
              }
              // What sticks or floats lies over the page on purpose.
              if (position === 'sticky' || position === 'fixed') line.right = line.left
            }
            if (line.right - line.left > 2 && line.bottom - line.top > 2) lines.push(line)
          }
        }
        return lines.flatMap((one, at) =>
          lines
            .slice(at + 1)
            .filter(
              (other) =>
                other.node !== one.node &&
                other.left < one.right - 1 &&
                other.right > one.left + 1 &&
                other.top < one.bottom &&
                other.bottom > one.top,
            )
            .map(
              (other) =>
                `${one.node.textContent!.slice(0, 30)} over ${other.node.textContent!.slice(0, 30)}`,
            ),
        )
      }
      const narrow: string[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement!
        if (
          node.textContent!.trim().length < 6 ||
          parent.closest('.hide, script, style, noscript, [aria-hidden=true], svg') ||
          !parent.checkVisibility({ visibilityProperty: true })
        )
          continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const size = Number.parseFloat(getComputedStyle(parent).fontSize)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
        if (lines.length >= 3 && lines.every(({ width }) => width < 3 * size))
          narrow.push(node.textContent!.slice(0, 40))
      }
      /** What lies in a place that scrolls by itself may be wider than the window. */
      const isScrolled = (element: Element | null): boolean =>
        element !== null &&
        element !== document.body &&
        (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
          isScrolled(element.parentElement))
      const wide = [...document.querySelectorAll<HTMLElement>('main *, header *, [role=dialog] *')]
        .filter((element) => {
          const { right, left, width } = element.getBoundingClientRect()
          return (
            width > 2 &&
            (right > innerWidth + 1 || left < -1) &&
            !element.closest('.hide, svg, table, [role=tablist]') &&
            !isScrolled(element) &&
            element.checkVisibility()
          )
        })
        .map(
          (element) =>
            `${element.tagName} ${element.className} ${element.textContent.slice(0, 30)}`,
        )
      const { scrollWidth, clientWidth } = document.documentElement
      // A menu lies over the page; within itself nothing does.
      const places = [
        document.querySelector('[role=dialog]') ?? document.querySelector('main')!,
        ...document.querySelectorAll('nav'),
      ]
      return { scrolls: scrollWidth > clientWidth, narrow, wide, over: places.flatMap(overlapping) }
    })
  const whole = { scrolls: false, narrow: [], wide: [], over: [] }

  async function expectWhole(page: Page): Promise<void> {
    await atRest(page)
    await drawn(page)
    const where = new URL(page.url()).pathname
    expect.soft({ where, ...(await brokenIn(page)) }).toEqual({ where, ...whole })
  }

  describe.each([...new Set([...flowWidths, 375])])('at %i px', (width) => {
    test(
      'keep every page of theirs as wide as the window, and are broken into lines that can be read',
      { tags: [thorough] },
      async () => {
        const { context, page } = await sitDown(browser, { as: long, width })
        for (const path of [
          '',
          '/invest',
          '/investments',
          '/transfer',
          '/receive',
          '/fundaccount',
          '/loan',
          '/activity',
          '/friends',
          '/profile',
          '/settings',
          '/security',
        ]) {
          await page.goto(`${server.url}/dashboard${path}`)
          await page.getByRole('main').getByRole('heading').first().waitFor()
          await expectWhole(page)
        }
        await page.goto(`${server.url}/dashboard/investments`)
        await page
          .getByRole('button', { name: /^Details of/ })
          .first()
          .click()
        await expectWhole(page)
        await context.close()
      },
    )
    test('do so in the back office, and in its dialogs', { tags: [thorough] }, async () => {
      const { context, page } = await sitDown(browser, { as: admin, width })
      for (const path of [
        `?search=${long.user.email}`,
        `/withdrawals?search=${long.user.email}`,
        `/users/${long.user.id}`,
        `/users/${long.user.id}#withdrawals`,
        '/treasury',
        '/plans',
        '/audit',
      ]) {
        await page.goto(`${server.url}/admin${path}`)
        await page.getByRole('main').getByRole('heading').first().waitFor()
        await expectWhole(page)
      }
      await page.goto(`${server.url}/admin?search=${long.user.email}`)
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
      await expectWhole(page)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
      await page.getByRole('dialog').waitFor()
      await expectWhole(page)
      for (const button of ['View Details', 'Approve', 'Reject']) {
        await page.goto(`${server.url}/admin/withdrawals?search=${long.user.email}&status=pending`)
        await page.getByRole('button', { name: button, exact: true }).first().click()
        await page
          .getByRole('dialog')
          .or(page.getByRole('region', { name: 'Withdrawal details' }))
          .getByText(/123,456.78/)
          .first()
          .waitFor()
        await expectWhole(page)
      }
      await context.close()
    })
  })
})
