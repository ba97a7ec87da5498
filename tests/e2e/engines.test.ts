/**
 * The site in other engines than the one that all else is tested in, where everything is tested: Firefox and WebKit. Two cheap
 * looks are taken in each of them, and in Chromium always.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import {
  logInAsAdmin as asAdmin,
  newcomersPassword,
  signUp,
  type Client,
} from '../support/client.ts'
import { chromiumEngine } from '../support/engines/chromium.ts'
import { openFirefox } from '../support/engines/firefox.ts'
import type { Engine, Tab } from '../support/engines/tab.ts'
import { openWebKit } from '../support/engines/webkit.ts'
import { everything } from '../support/extent.ts'
import {
  askForWithdrawal,
  dialog,
  doMainJob,
  figure,
  go,
  logIn,
  logInAsAdmin,
} from '../support/main-job.ts'
import { missingParts, skippedBy } from '../support/outside.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser({ breaksPolicies: true })])
afterAll(stopServers)

const leftOut = everything ? null : 'left to npm run test:all'
const engines = [
  { name: 'Chromium', missing: null, open: async () => chromiumEngine(browser) },
  { name: 'Firefox', missing: leftOut ?? missingParts('firefox-esr'), open: openFirefox },
  {
    name: 'WebKit',
    missing: leftOut ?? missingParts('WebKitWebDriver', 'Xvfb'),
    open: openWebKit,
  },
]

const patience = { timeout: 240_000 }

/** Lists that have badges in their rows. */
const lists = ['/admin/withdrawals', '/admin/audit']

/** How far what stands beside a badge sticks out of its cell, in CSS pixels; whatever fits isn't named. */
const spilling = (tab: Tab): Promise<string[]> =>
  tab.run(() =>
    [...document.querySelectorAll<HTMLElement>('td:has([class*=_badge_])')].flatMap((cell) => {
      const edge = cell.getBoundingClientRect().right
      const inside = [...cell.querySelectorAll<HTMLElement>('*')].filter(
        (one) => getComputedStyle(one).position !== 'absolute',
      )
      const over = Math.max(...inside.map((one) => one.getBoundingClientRect().right)) - edge
      return over > 0.5 ? [`${cell.innerText} by ${over.toFixed(1)} px`] : []
    }),
  )

/** The words of what has the focus. */
const focused = (tab: Tab) =>
  tab.run(() => (document.activeElement as HTMLElement).innerText.trim())

/** Somebody with $1,000.00, signed in by the form. */
async function newcomer(engine: Engine): Promise<{ tab: Tab; client: Client }> {
  const client = await signUp(server.url, { fullName: `Una ${randomUUID().slice(0, 8)}` })
  await client.ok('POST', '/demo/deposits', { amount: 1_000, asset: 'BTC' })
  return { client, tab: await signedIn(engine, client) }
}

async function signedIn(engine: Engine, { user }: Client): Promise<Tab> {
  const tab = await engine.open(server.url)
  await logIn(tab, user.email, newcomersPassword)
  await tab.isAt('/dashboard')
  return tab
}

const request = (client: Client, amount: number) =>
  client.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount,
    bankName: 'Mine',
    bankNumber: `home-${client.user.accountId}`,
  })

describe.each(engines)('$name', ({ name, missing, open }) => {
  // A real window more for each, on cores that others use too.
  describe.skipIf(missing !== null)(`as any engine${skippedBy(missing)}`, patience, () => {
    let engine!: Engine
    beforeAll(async () => {
      engine = await open()
    })
    afterAll(() => engine?.close())

    test('shows nothing wider than its cell beside a badge', async () => {
      const admin = await engine.open(server.url)
      await logInAsAdmin(admin)
      for (const list of lists) {
        await admin.open(list)
        await admin.see('row', /./)
        const badges = await admin.run(
          () => document.querySelectorAll('td [class*=_badge_]').length,
        )
        expect(badges, list).toBeGreaterThan(0)
        expect(await spilling(admin), list).toEqual([])
      }
    })

    test('tells us of a page that breaks its policy', async () => {
      const told = () => server.output().stderr.split('"policy-violation"').length
      const before = told()
      const tab = await engine.open(server.url)
      await tab.open('/login')
      await tab.see('button', 'Log In')
      await tab.run(() => {
        const picture = document.createElement('img')
        picture.src = 'https://elsewhere.invalid/a.png'
        document.body.append(picture)
      })
      await expect.poll(told).toBeGreaterThan(before)
    })

    // In Chromium other files do all of these.
    describe.skipIf(name === 'Chromium')('beside Chromium', () => {
      test('does the main job, from signing up to the payout', async () => {
        expect(await doMainJob(engine, server.url)).toEqual([])
      })

      test('J21: takes an amount with a comma for what it is, and says it back', async () => {
        const { tab } = await newcomer(engine)
        await go(tab, 'Fund account')
        await tab.fill(/^Amount/, '12,50')
        await tab.read('= $12.50')
        await tab.click('button', 'Add play money')
        await tab.read('$12.50 of play money credited')
        await tab.fill(/^Amount/, '1,234')
        await tab.click('button', 'Add play money')
        await tab.read(/can be read in two ways/)
      })

      test('closes a question by Escape, and gives the focus back', async () => {
        const { tab } = await newcomer(engine)
        await askForWithdrawal(tab, '20')
        await tab.see('button', 'Request $20.00', dialog)
        await tab.press('Escape')
        await tab.isGone(dialog.css)
        await expect.poll(() => focused(tab)).toBe('Request withdrawal')
      })

      test('shows in both windows what happens meanwhile', async () => {
        const { tab, client } = await newcomer(engine)
        const other = await signedIn(engine, client)
        for (const one of [tab, other]) await go(one, 'Transfer')
        const { withdrawal } = await request(client, 30)
        for (const one of [tab, other]) await one.see('row', /\$30\.00.*Pending/)
        const admin = await asAdmin(server.url)
        await admin.ok('POST', `/withdrawals/${withdrawal._id}/approval`)
        for (const one of [tab, other]) await one.see('row', /\$30\.00.*Approved/)
      })

      test('works through the queue by its keys', async () => {
        const { client } = await newcomer(engine)
        for (const amount of [31, 32]) await request(client, amount)
        const admin = await engine.open(server.url)
        await logInAsAdmin(admin)
        const search = encodeURIComponent(client.user.email)
        await admin.open(`/admin/withdrawals?search=${search}&work=to-decide`)
        const shows = (amount: string) =>
          admin.read(`Amount ${amount}`, '[aria-label="Withdrawal details"] dl')
        await shows('$31.00')
        await admin.press('j')
        await shows('$32.00')
        await admin.press('k')
        await shows('$31.00')
        await admin.press('a')
        await admin.read('Approve $31.00 to', dialog.css)
        await admin.press('Escape')
        await admin.isGone(dialog.css)
        await admin.press('r')
        await admin.fill(/^Reason/, 'Not to this bank', dialog)
        await admin.click('button', 'Reject', dialog)
        await admin.isGone(dialog.css)
        await shows('$32.00')
        const rejected = (await client.withdrawals()).filter(({ status }) => status === 'rejected')
        expect(rejected.map(({ amount }) => amount)).toEqual([31])
      })

      test('goes back to what was there', async () => {
        const { tab } = await newcomer(engine)
        await go(tab, 'Invest')
        await tab.isAt('/dashboard/invest')
        await go(tab, 'Activity')
        await tab.isAt('/dashboard/activity')
        await tab.back()
        await tab.isAt('/dashboard/invest')
        await tab.see('button', 'Review')
        await tab.back()
        await tab.isAt('/dashboard')
        await tab.see('heading', /^Welcome, Una/)
        expect(await figure(tab, 'Account Balance')).toBe('$1,000.00')
      })
    })
  })
})
