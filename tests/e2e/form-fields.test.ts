/** Fields of forms: what stands in those for money once they are left, and where what is wrong is said. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { atRest } from '../support/at-rest.ts'
import { openBrowser } from '../support/browser.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { sitDownAsNewcomer, windowOf } from '../support/visitor.ts'
import { extent } from '../support/extent.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

test('an amount gets its cents when its field is left, and what is none stays as it was typed', async () => {
  const { page, client } = await sitDownAsNewcomer(browser, server.url, {
    path: '/dashboard/transfer?to=wallet',
    prepare: (one) => one.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' }),
  })
  const form = page.getByRole('form', { name: 'Wallet transfer' })
  const amount = form.getByLabel('Amount')
  for (const [typed, left] of [
    ['0', '0.00'],
    ['5', '5.00'],
    ['5.1', '5.10'],
    ['.5', '0.50'],
    ['007', '7.00'],
    ['12.34', '12.34'],
    ['1.005', '1.005'],
    ['1e2', '1e2'],
    ['-3', '-3'],
    ['', ''],
  ] as const) {
    await amount.fill(typed)
    expect(await amount.inputValue()).toBe(typed)
    await form.getByLabel('Wallet name').focus()
    await expect.poll(() => amount.inputValue()).toBe(left)
  }
  // The form knows what stands there.
  await amount.fill('5')
  await form.getByLabel('Wallet name').fill('Home')
  await form.getByLabel('Wallet address').fill('any wallet')
  await form.getByRole('button', { name: 'Request withdrawal' }).click()
  await page.getByRole('dialog').getByText('$5.00').first().waitFor()
  expect((await client.me()).accountBalance).toBe(100)
})

describe.each(extent([375], [1280]))(
  'at %i px, what is wrong is said in a line that doesn’t move Save,',
  (width) => {
    /** Where the button is on the page, and the words that lie over other ones. */
    const lieOf = (page: Page) =>
      page.evaluate(() => {
        const form = document.querySelector(
          'form[novalidate]:has([id$="-error"]), form[novalidate]:has(input:focus)',
        )!
        const submit = form.querySelector('button[type=submit]')!
        const boxOf = (element: Element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return range.getBoundingClientRect()
        }
        const words = [
          ...form.querySelectorAll('label, [id$="-error"], [id$="-description"], input, textarea'),
        ]
          .filter((element) => element.checkVisibility())
          .map((element) => ({
            element,
            box: element.matches('input, textarea')
              ? element.getBoundingClientRect()
              : boxOf(element),
          }))
        const over = words
          .filter(({ element }) => element.id.endsWith('-error'))
          .flatMap(({ element, box }) =>
            words
              .filter(
                (other) =>
                  other.element !== element &&
                  other.box.left < box.right - 1 &&
                  other.box.right > box.left + 1 &&
                  other.box.top < box.bottom - 1 &&
                  other.box.bottom > box.top + 1,
              )
              .map(
                (other) =>
                  `${element.textContent} over ${other.element.textContent || other.element.id}`,
              ),
          )
        return { top: Math.round(submit.getBoundingClientRect().top + scrollY), over }
      })

    test.each([
      [
        'Edit',
        '/admin?search=investor@glasshouse.example',
        ['Full Name', 'Email', 'Profit'],
        'Save Changes',
      ],
      ['Offer a plan', '/admin/plans', ['Title', 'Minimum', 'Days'], 'Review'],
      [null, '/dashboard/settings', ['Confirm password'], 'Save'],
      [
        null,
        '/dashboard/transfer?to=wallet',
        ['Wallet name', 'Wallet address'],
        'Request withdrawal',
      ],
      [
        null,
        '/dashboard/transfer?to=bank',
        ['Account holder', 'IBAN', 'Amount'],
        'Request bank transfer',
      ],
    ] as const)('by “%s” of %s', async (opener, path, fields, save) => {
      const page = await windowOf(browser, server.url, path, {
        width,
        who: path.startsWith('/admin') ? 'Admin' : 'Investor',
      })
      if (opener) await page.getByRole('button', { name: opener, exact: true }).first().click()
      for (const field of fields) await page.getByLabel(field, { exact: true }).first().fill('')
      if (path.endsWith('settings'))
        await page.getByLabel('Password', { exact: true }).fill('another')
      await atRest(page)
      const before = await lieOf(page)
      await page.getByRole('button', { name: save, exact: true }).click()
      await expect
        .poll(() => page.locator('form [id$="-error"]').count())
        .toBeGreaterThanOrEqual(fields.length)
      expect(await lieOf(page)).toEqual({ top: before.top, over: [] })
    })
  },
)

describe.each(extent([375], [1280]))(
  'at %i px, a refusal of several lines leaves Save under the pointer,',
  (width) => {
    const short = 'This can’t be taken as it is. Nothing was saved.'
    const long = `${short} It needs some more words to say why, and what to do about it instead.`

    test.each([
      [
        'Edit',
        '/admin?search=investor@glasshouse.example',
        'Save Changes',
        ['fullName', 'email', 'totalLoss'],
      ],
      [null, '/dashboard/settings', 'Save', ['fullName', 'password', 'confirmPassword']],
    ] as const)('by “%s” of %s', async (opener, path, save, fields) => {
      const page = await windowOf(browser, server.url, path, {
        width,
        who: path.startsWith('/admin') ? 'Admin' : 'Investor',
      })
      if (opener) await page.getByRole('button', { name: opener, exact: true }).first().click()
      else
        for (const name of ['Password', 'Confirm password'])
          await page.getByLabel(name, { exact: true }).fill('glasshouse-investor')
      const refuse = (code: string, refused: readonly string[]) =>
        page.route(
          (url) => /\/(api\/user\/update|users\/[\w-]+|v1\/[\w-]+)$/.test(url.pathname),
          (route) =>
            ['PATCH', 'POST', 'PUT'].includes(route.request().method())
              ? route.fulfill({
                  status: 403,
                  contentType: 'application/problem+json',
                  body: JSON.stringify({
                    status: 403,
                    code,
                    message: short,
                    fields: Object.fromEntries(refused.map((field) => [field, long])),
                  }),
                })
              : route.fallback(),
        )
      await refuse(opener ? 'validation_failed' : 'fresh_sign_in_needed', fields)
      const button = page.getByRole('button', { name: save, exact: true })
      await atRest(page)
      await button.scrollIntoViewIfNeeded()
      const { x, y, height, width: wide } = (await button.boundingBox())!
      await page.mouse.click(x + wide / 2, y + height / 2)
      await expect
        .poll(() => page.locator('form [id$="-error"]').count())
        .toBeGreaterThanOrEqual(fields.length)
      if (!opener) await page.getByLabel('Current password').waitFor()
      await expect.poll(() => button.isEnabled()).toBe(true)
      const after = (await button.boundingBox())!
      expect(Math.abs(after.y - y)).toBeLessThan(2)
      expect(
        await button.evaluate(
          (element, [left, top]) => element.contains(document.elementFromPoint(left!, top!)),
          [x + wide / 2, y + height / 2],
        ),
      ).toBe(true)
    })
  },
)
