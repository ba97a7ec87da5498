/**
 * The site in other engines than the one that all else is tested in: Firefox where it is installed, and, where everything is
 * tested, WebKit. Two cheap looks are taken in each of them.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { chromiumEngine } from '../support/engines/chromium.ts'
import { openFirefox } from '../support/engines/firefox.ts'
import type { Engine, Tab } from '../support/engines/tab.ts'
import { openWebKit } from '../support/engines/webkit.ts'
import { everything } from '../support/extent.ts'
import { dialog, doMainJob, go, logInAsAdmin, payIn, signUp } from '../support/main-job.ts'
import { missingParts, skippedBy } from '../support/outside.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser({ breaksPolicies: true })])
afterAll(stopServers)

const leftOut = everything ? null : 'left to npm run test:all'
const engines = [
  { name: 'Chromium', missing: null, open: async () => chromiumEngine(browser) },
  { name: 'Firefox', missing: missingParts('firefox-esr'), open: openFirefox },
  {
    name: 'WebKit',
    missing: leftOut ?? missingParts('WebKitWebDriver', 'Xvfb'),
    open: openWebKit,
  },
]

/** Lists of staff that have a badge in a row. */
const lists = ['/admin/withdrawals', '/admin/plans', '/admin/audit']

/** How far each badge sticks out of its cell, in CSS pixels; whoever fits isn't named. */
const spilling = (tab: Tab): Promise<string[]> =>
  tab.run(() =>
    [...document.querySelectorAll<HTMLElement>('td [class*=_badge_]')].flatMap((badge) => {
      const [inner, outer] = [badge, badge.closest('td')!].map((one) => one.getBoundingClientRect())
      const over = Math.max(inner!.right - outer!.right, outer!.left - inner!.left)
      return over > 0.5 ? [`${badge.innerText} by ${over.toFixed(1)} px`] : []
    }),
  )

describe.each(engines)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== null)(`as any engine${skippedBy(missing)}`, () => {
    let engine!: Engine
    beforeAll(async () => {
      engine = await open()
    })
    afterAll(() => engine.close())

    test('shows no badge wider than its cell', async () => {
      const admin = await engine.open(server.url)
      await logInAsAdmin(admin)
      for (const list of lists) {
        await admin.open(list)
        await admin.see('row', /./)
        expect(await admin.run(() => document.querySelectorAll('td [class*=_badge_]').length)).toBeGreaterThan(0)
        expect(await spilling(admin)).toEqual([])
      }
    })

    test('tells us of a page that breaks its policy', async () => {
      const told = () => server.output().stdout.split('policy-violation').length
      const before = told()
      const tab = await engine.open(server.url)
      await tab.open('/login')
      await tab.run(() => {
        const picture = document.createElement('img')
        picture.src = 'https://elsewhere.invalid/a.png'
        document.body.append(picture)
      })
      await expect.poll(told).toBeGreaterThan(before)
    })
  })
})
