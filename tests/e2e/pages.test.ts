/** Pages as people use them: who may see which, what the forms say, and what is sent. */
import { request, type IncomingHttpHeaders } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { cookieNames, storageNames, tabNames } from '../../src/contract/browser-names.ts'
import { atRest } from '../support/at-rest.ts'
import { extent, thorough } from '../support/extent.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { enterAs, figureOf, sitDown, sitDownAs } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

/** Whether the privacy policy doesn't tell of an entry by this name. */
const isUntold = (name: string) =>
  !Object.values<string>({ ...storageNames, ...tabNames }).includes(name)

describe('at 320 px', () => {
  test(
    'the menu opens over the page and closes when something is chosen',
    { tags: [thorough] },
    async () => {
      const { context, page } = await sitDown(browser, { width: 320 })
      await enterAs(page, server.url, 'Investor')
      await page.getByRole('button', { name: 'Open menu' }).click()
      const menu = page.getByRole('navigation', { name: 'Dashboard' })
      await menu.getByRole('link', { name: 'Activity' }).click()
      await page.getByRole('heading', { name: 'Activity', exact: true }).waitFor()
      expect(await menu.isVisible()).toBe(false)
      await context.close()
    },
  )
})

describe('the reply of a page', () => {
  test('allows inline code by its hash only, and is not to be indexed', async () => {
    const { headers } = await fetch(`${server.url}/dashboard`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(/script-src ([^;]*)/.exec(policy)![1]).toMatch(/^'self'( 'sha256-[\w+/=]{44}')+$/)
    expect(/style-src ([^;]*)/.exec(policy)![1]).not.toContain('unsafe')
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('x-robots-tag')).toContain('noindex')
  })
  test('comes from memory: known again by its tag, and compressed', async () => {
    const first = await fetch(`${server.url}/login?next=/dashboard`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect(first.headers.get('content-encoding')).toBe('br')
    const again = await fetch(`${server.url}/login`, {
      headers: { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
  })
  test('for an unknown path is always the same 404', async () => {
    const [one, other] = await Promise.all([
      fetch(`${server.url}/nowhere`),
      fetch(`${server.url}/dashboard/nowhere?x=1`),
    ])
    expect([one.status, other.status]).toEqual([404, 404])
    expect(await one.text()).toBe(await other.text())
  })
})

describe('a path with a slash at its end', () => {
  const leads = async (path: string, method = 'GET') => {
    const { status, headers } = await fetch(server.url + path, { redirect: 'manual', method })
    return [status, headers.get('location')]
  }
  test.each([
    ['/dashboard/', '/dashboard'],
    ['/login/', '/login'],
    ['/login//', '/login'],
    ['/signup/?ref=ABC&x=%2F', '/signup?ref=ABC&x=%2F'],
    ['/PrivacyPolicy/', '/PrivacyPolicy'],
    ['/admin/withdrawals/?status=pending', '/admin/withdrawals?status=pending'],
    ['/admin/users/1/', '/admin/users/1'],
    ['/reset-password/0000.unknown/', '/reset-password/0000.unknown'],
    ['/login/?next=//evil.example/', '/login?next=//evil.example/'],
  ])('%s leads to %s', async (path, to) => {
    expect([await leads(path), await leads(path, 'HEAD')]).toEqual([
      [308, to],
      [308, to],
    ])
  })
  test.each([
    '//evil.example/',
    '///',
    '//login/',
    '/\\evil.example/',
    '/%2fevil.example/',
    '/nowhere/',
    '/.//evil.example/',
    '/login/..//evil.example/',
  ])('A12: %s leads nowhere', async (path) => {
    // As it stands: a browser's own parts would make another path of it.
    const { hostname, port } = new URL(server.url)
    const { status, headers } = await new Promise<{
      status: number | undefined
      headers: IncomingHttpHeaders
    }>((resolve, reject) => {
      request({ hostname, port, path }, (reply) =>
        resolve({ status: reply.resume().statusCode, headers: reply.headers }),
      )
        .on('error', reject)
        .end()
    })
    expect([status, headers.location]).toEqual([404, undefined])
  })
  test('is none of the API’s', async () => {
    expect((await leads('/invest/api/v1/plans/'))[0]).not.toBe(308)
    expect((await leads('/login/', 'POST'))[0]).not.toBe(308)
  })
})

describe('whoever is not signed in', () => {
  test('is led to the login from a page of the dashboard, and back to it afterwards', async () => {
    const { context, page } = await sitDown(browser)
    await page.goto(`${server.url}/dashboard/activity`)
    await page.waitForURL('**/login?next=%2Fdashboard%2Factivity')
    await page.getByRole('button', { name: /^Investor/ }).click()
    await page.waitForURL('**/dashboard/activity')
    await context.close()
  })
  test('A12: is never led to another site', { tags: [thorough] }, async () => {
    const { context, page } = await sitDown(browser)
    await enterAs(page, server.url, 'Investor')
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'https:evil.example',
      '/\t/evil.example',
      '%2f%2fevil.example',
      '/%2fevil.example/..//evil.example',
      'javascript:document.title=1',
      'data:text/html,x',
    ]) {
      await page.goto(`${server.url}/login?next=${encodeURIComponent(next)}`)
      await page.waitForURL('**/dashboard')
      expect(new URL(page.url()).origin).toBe(server.url)
    }
    await context.close()
  })
})

describe('whoever is signed in', () => {
  test('E5: is remembered without a token and without figures, until they leave', async () => {
    const { context, page } = await sitDown(browser)
    await enterAs(page, server.url, 'Investor')
    const kept = JSON.parse((await page.evaluate(() => localStorage.getItem('userInfo')))!)
    expect(kept).not.toHaveProperty('token')
    expect(Object.keys(kept.data.user).sort()).toEqual([
      'accountId',
      'createdAt',
      'email',
      'fullName',
      'id',
      'referralCode',
      'referredBy',
      'referredById',
      'role',
      'status',
    ])
    await page.goto(`${server.url}/login`)
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await page.getByText('Logged out successfully').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
    await context.close()
  })
  test('E5: leaves nothing behind in the browser that speaks for them or of their money', async () => {
    const { context, page } = await sitDown(browser)
    await enterAs(page, server.url, 'Investor')
    const session = (await context.cookies()).find(({ name }) => name === 'session')!
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    const kept = () =>
      page.evaluate(async () =>
        JSON.stringify({
          local: { ...localStorage },
          session: { ...sessionStorage },
          cookie: document.cookie,
          caches: await caches.keys(),
          databases: (await indexedDB.databases()).map(({ name }) => name),
          workers: (await navigator.serviceWorker.getRegistrations()).length,
        }),
      )
    for (const path of extent(
      ['/dashboard', '/dashboard/transfer'],
      ['/dashboard/invest', '/dashboard/activity'],
    )) {
      await page.goto(server.url + path)
      await atRest(page)
      expect(await kept()).not.toContain(session.value)
      expect(await kept()).not.toMatch(/balance|\$[\d,]+\.\d\d|password/i)
    }
    // What the privacy policy tells of, and nothing else.
    const { local: stored, session: ofTab } = JSON.parse(await kept())
    expect([...Object.keys(stored), ...Object.keys(ofTab)].filter(isUntold)).toEqual([])
    expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(
      [cookieNames.knownBrowser, cookieNames.session].toSorted(),
    )
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await page.getByText('Logged out successfully').waitFor()
    const { local, ...rest } = JSON.parse(await kept())
    expect(Object.keys(local).filter((key) => key !== storageNames.scheme)).toEqual([])
    expect({ ...rest, session: Object.keys(rest.session) }).toMatchObject({
      cookie: '',
      caches: [],
      databases: [],
      workers: 0,
    })
    expect(JSON.stringify(rest.session)).not.toMatch(/glasshouse\.example|GH-\d/)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
    await context.close()
  })
  test(
    'can put the app on a home screen: a browser reads the manifest, and nothing in it is unknown to it',
    { tags: [thorough] },
    async () => {
      const { context, page } = await sitDownAs(browser, server.url, 'Investor', { width: 375 })
      await page.goto(`${server.url}/dashboard`)
      const cdp = await context.newCDPSession(page)
      const { errors, manifest } = await cdp.send('Page.getAppManifest')
      expect(errors).toEqual([])
      expect(manifest).toMatchObject({
        id: `${server.url}/dashboard`,
        startUrl: `${server.url}/dashboard`,
        scope: `${server.url}/`,
        display: 'kStandalone',
      })
      expect(manifest.icons!.map(({ sizes }) => sizes)).toEqual([
        '192x192',
        '512x512',
        '192x192',
        '512x512',
      ])
      await context.close()
    },
  )
  test(
    'is sent from the back office to the dashboard, unless staff',
    { tags: [thorough] },
    async () => {
      const { context, page } = await sitDown(browser)
      await enterAs(page, server.url, 'Investor')
      for (const path of [
        '/admin',
        '/admin/withdrawals',
        '/admin/users/1',
        '/admin/treasury',
        '/admin/books',
        '/admin/plans',
        '/admin/receipts',
        '/admin/staff',
        '/admin/evidence',
        '/admin/kept',
        '/admin/audit',
      ]) {
        await page.goto(server.url + path)
        await page.waitForURL('**/dashboard')
        expect(await page.getByRole('heading', { name: 'Welcome, Admin' }).count()).toBe(0)
      }
      await context.close()
    },
  )
  test(
    'reads the back office as an auditor, and is offered nothing that changes anything',
    { tags: [thorough] },
    async () => {
      const { context, page } = await sitDown(browser)
      await enterAs(page, server.url, 'Auditor')
      await page.getByRole('table', { name: 'Users List' }).waitFor()
      expect(
        await page.getByRole('button', { name: /^(Edit|Delete|Credit Referrer)$/ }).count(),
      ).toBe(0)
      await page.getByRole('tab', { name: 'Withdrawals' }).click()
      await page.getByRole('button', { name: 'View Details' }).first().waitFor()
      expect(
        await page
          .getByRole('button', { name: /^(Approve|Reject|Record payout|Returned)$/ })
          .count(),
      ).toBe(0)
      await context.close()
    },
  )
  test('signs in again when the session has ended', { tags: [thorough] }, async () => {
    const { context, page } = await sitDown(browser)
    await enterAs(page, server.url, 'Investor')
    await context.clearCookies()
    await page.goto(`${server.url}/dashboard/transfer`)
    await page.waitForURL('**/login?next=%2Fdashboard%2Ftransfer')
    expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
    await context.close()
  })
  test('opens the balance into the lines that it is made of', { tags: [thorough] }, async () => {
    const { context, page } = await sitDown(browser)
    await enterAs(page, server.url, 'Investor')
    const balance = figureOf(page, 'Account Balance')
    await balance.click()
    const lines = page.locator(`[id="${await balance.getAttribute('aria-controls')}"]`)
    const cents = (text: string) => BigInt(text.replace('\u2212', '-').replace(/[,.]/g, ''))
    const sum = cents(
      await lines
        .getByText('Total', { exact: true })
        .locator('xpath=following-sibling::span')
        .innerText(),
    )
    const amounts = (await lines.locator('summary > span:last-child').allInnerTexts()).map(cents)
    expect(amounts.length).toBeGreaterThan(3)
    expect(amounts.reduce((all, amount) => all + amount, 0n)).toBe(sum)
    await context.close()
  })
})

describe('asking for a withdrawal', () => {
  test('sends once, however often the button is pressed', async () => {
    const { context, page } = await sitDown(browser)
    const sent: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/requestWithdrawal'))
        sent.push(request.headers()['idempotency-key'])
    })
    await enterAs(page, server.url, 'Investor')
    await page.goto(`${server.url}/dashboard/transfer?to=wallet`)
    const form = page.getByRole('form', { name: 'Wallet transfer' })
    await form.getByLabel('Wallet name').fill('Home')
    await form.getByLabel('Wallet address').fill('any wallet')
    await form.getByLabel('Amount').fill('1')
    await form.evaluate((element) => {
      for (let i = 0; i < 5; i += 1) (element as HTMLFormElement).requestSubmit()
    })
    await page
      .getByRole('dialog', { name: 'Withdraw $1.00?' })
      .locator('form')
      .evaluate((element) => {
        for (let i = 0; i < 5; i += 1) (element as HTMLFormElement).requestSubmit()
      })
    await page.getByRole('dialog').getByText('Request Submitted!').waitFor()
    expect(sent).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    await context.close()
  })
  test('keeps the key of a request whose answer never came', { tags: [thorough] }, async () => {
    const { context, page } = await sitDown(browser)
    const keys: (string | undefined)[] = []
    await page.route('**/requestWithdrawal', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await enterAs(page, server.url, 'Investor')
    await page.goto(`${server.url}/dashboard/transfer?to=wallet`)
    const form = page.getByRole('form', { name: 'Wallet transfer' })
    await form.getByLabel('Wallet name').fill('Lost answer')
    await form.getByLabel('Wallet address').fill('any wallet')
    await form.getByLabel('Amount').fill('2')
    const send = async () => {
      await form.getByRole('button', { name: 'Request withdrawal' }).click()
      await page.getByRole('button', { name: 'Request $2.00' }).click()
    }
    await send()
    await page.getByRole('dialog').getByText('Request Failed').waitFor()
    await page.keyboard.press('Escape')
    await send()
    await page.getByRole('dialog').getByText('Request Submitted!').waitFor()
    expect(keys[0]).toBe(keys[1])
    await page.keyboard.press('Escape')
    const rows = page.getByRole('row', { name: /Lost answer/ })
    await rows.first().waitFor()
    expect(await rows.count()).toBe(1)
    await context.close()
  })
})
