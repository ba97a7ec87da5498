/** People's documents in a browser: sent from a phone and from a desk, stopped, refused and removed; and opened by staff, whose name the person reads. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { pdfOf, photo, photoOfCard } from '../support/files.ts'
import { newFolder } from '../support/folder.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { hold, letThrough, sitDownAs, sitDownAsNewcomer } from '../support/visitor.ts'
import { extent } from '../support/extent.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const path = '/dashboard/verification'
const identity = 'Identity card or passport'

async function newcomer(width: number): Promise<Page> {
  const { page } = await sitDownAsNewcomer(browser, server.url, { width })
  await page.goto(server.url + path)
  await page.getByRole('heading', { level: 1, name: 'Verification' }).waitFor()
  return page
}

const part = (page: Page, kind = identity) => page.getByRole('group', { name: `Add: ${kind}` })
const listOf = (page: Page, kind = identity) => page.getByRole('list', { name: `Added: ${kind}` })
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  part(page).getByLabel(`Choose a file: ${identity}`).setInputFiles({ name, mimeType, buffer })

describe.each(extent([320], [1280]))('at %i px', (width) => {
  test('a photo is sent, listed and removed', async () => {
    const page = await newcomer(width)
    await choose(page, 'card.jpg', 'image/jpeg', await photoOfCard())
    await listOf(page)
      .getByText(/^Photo, \d/)
      .waitFor()
    expect(await inaccessible(page)).toEqual([])
    await listOf(page)
      .getByRole('button', { name: /^Remove/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('Nothing added yet.').nth(1).waitFor()
    await page.context().close()
  })
})

test('a file that can’t be used is refused in words, and another one is taken', async () => {
  const page = await newcomer(320)
  await choose(page, 'card.svg', 'image/svg+xml', Buffer.from('<svg onload="alert(1)"/>'))
  await part(page)
    .getByText(/card\.svg: Drawings and web pages cannot be used/)
    .waitFor()
  // From the disk, as people choose it: so much takes long through the connection to the browser.
  const large = join(await newFolder(), 'large.pdf')
  await writeFile(large, Buffer.alloc(11 * 1024 * 1024))
  await part(page).getByLabel(`Choose a file: ${identity}`).setInputFiles(large)
  await part(page)
    .getByText(/large\.pdf: This file is larger than 10 MB/)
    .waitFor()
  await choose(page, 'letter.pdf', 'application/pdf', await pdfOf(['A letter', 'Its end']))
  await listOf(page)
    .getByText(/^PDF of 2 pages/)
    .waitFor()
  await page.context().close()
})

test('what is under way can be stopped, and what didn’t get through is sent again, once', async () => {
  const page = await newcomer(1280)
  const letGo = await hold(page, '**/documents?kind=identity')
  await choose(page, 'card.jpg', 'image/jpeg', await photoOfCard())
  await part(page).getByRole('progressbar', { name: 'Sending card.jpg' }).waitFor()
  const stopped = page.waitForEvent('requestfailed')
  await part(page).getByRole('button', { name: 'Cancel' }).click()
  await part(page).getByRole('button', { name: 'Choose a file', exact: true }).waitFor()
  await stopped
  letGo()
  await letThrough(page)
  await page.route('**/documents?kind=identity', (route) => route.abort())
  await choose(page, 'card.jpg', 'image/jpeg', await photoOfCard())
  await part(page)
    .getByText(/could not be reached/)
    .waitFor()
  await letThrough(page)
  await part(page).getByRole('button', { name: 'Send again' }).click()
  await listOf(page)
    .getByText(/^Photo/)
    .waitFor()
  expect(await listOf(page).getByRole('listitem').count()).toBe(1)
  await page.context().close()
})

test.each([
  [320, 'dark'],
  [375, 'light'],
  [1280, 'light'],
] as const)(
  'at %i px, %s, what a look at a photo finds is said before it is sent, and never refused by',
  async (width, colorScheme) => {
    const { page } = await sitDownAsNewcomer(browser, server.url, { width, colorScheme })
    await page.goto(server.url + path)
    await choose(page, 'card.jpg', 'image/jpeg', await photo())
    const looked = page.getByRole('group', { name: 'A look at card.jpg' })
    await looked.getByText('It is small, so words may be hard to read.').waitFor()
    expect(await looked.evaluate((group) => group === document.activeElement)).toBe(true)
    expect(await inaccessible(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await looked.getByRole('button', { name: 'Choose another' }).press('Enter')
    await part(page).getByRole('button', { name: 'Choose a file', exact: true }).waitFor()
    await page.getByText('Nothing added yet.').first().waitFor()
    await choose(page, 'card.jpg', 'image/jpeg', await photo())
    await looked.getByRole('button', { name: 'Use it anyway' }).press('Enter')
    await listOf(page)
      .getByText(/^Photo/)
      .waitFor()
    expect(await listOf(page).locator('canvas').count()).toBe(1)
    await page.context().close()
  },
)

test('a file is dropped on a desk', async () => {
  const page = await newcomer(1280)
  const bytes = [...(await photoOfCard())]
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(given)], 'card.jpg', { type: 'image/jpeg' }))
    return data
  }, bytes)
  await part(page, 'Proof of address').dispatchEvent('drop', { dataTransfer: transfer })
  await listOf(page, 'Proof of address')
    .getByText(/^Photo/)
    .waitFor()
  await page.context().close()
})

test('staff open a document page by page, and the person reads who did', async () => {
  const page = await newcomer(1280)
  await choose(page, 'letter.pdf', 'application/pdf', await pdfOf(['One', 'Two', 'Three']))
  await listOf(page)
    .getByText(/^PDF of 3 pages/)
    .waitFor()
  const me = await page.evaluate(async () => (await fetch('/invest/api/v1/me')).json())
  const { page: desk } = await sitDownAs(browser, server.url, 'Admin')
  await desk.goto(`${server.url}/admin/users/${me.data.user.id}#documents`)
  await desk.getByRole('button', { name: `Open ${identity}` }).click()
  const viewer = desk.getByRole('dialog', { name: identity })
  await viewer.getByText('The person sees that you opened it.').waitFor()
  const shown = (n: number) => viewer.getByRole('img', { name: `${identity}, page ${n}` })
  const isDrawn = (n: number) =>
    expect
      .poll(() => shown(n).evaluate((image) => (image as HTMLImageElement).naturalWidth), {
        timeout: 20_000,
      })
      .toBeGreaterThan(1000)
  await isDrawn(1)
  expect(await viewer.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true)
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await viewer.getByText('Page 2 of 3').waitFor()
  await isDrawn(2)
  const width = () => shown(2).evaluate((image) => image.getBoundingClientRect().width)
  const before = await width()
  await viewer.getByRole('button', { name: 'Larger' }).click()
  await expect.poll(width).toBeGreaterThan(before * 1.4)
  expect(await inaccessible(desk)).toEqual([])
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^document-\w+\.pdf$/)
  await page.goto(`${server.url}/dashboard/activity`)
  await page.getByText('Document opened by staff').waitFor()
  await page.context().close()
  await desk.context().close()
})
