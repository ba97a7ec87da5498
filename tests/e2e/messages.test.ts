/** A person and the firm write to each other in browsers: on a phone and at a desk, in both schemes, by the keyboard, with a file. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { neverPays } from '../../src/contract/message.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { signUp } from '../support/client.ts'
import { photo } from '../support/files.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { press, windowOf } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const fits = async (page: Page) => {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect([wider, await inaccessible(page, { parts: ['main'] })]).toEqual([0, []])
}
const looks = [375, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await press(page.getByRole('button', { name: 'Send message' }), 'keyboard')
  await page.getByRole('listitem').getByText(text, { exact: true }).waitFor()
}

async function answer(thread: Locator, text: string): Promise<void> {
  await thread.getByRole('textbox', { name: 'Message' }).fill(text)
  await thread.getByRole('button', { name: 'Send message' }).click()
  await thread.getByRole('listitem').getByText(text, { exact: true }).waitFor()
}

describe.each(looks)('at $width px, $colorScheme', (look) => {
  test('a question with a file is answered, and both read it under the line that nobody has to pay', async () => {
    const fullName = `Ada ${look.width} ${look.colorScheme}`
    const client = await signUp(server.url, { fullName })
    const page = await windowOf(browser, server.url, '/dashboard/messages', { as: client, ...look })
    await page.getByText('Nothing was written yet.').waitFor()
    await page.getByRole('button', { name: 'Add a file' }).click()
    await page
      .getByLabel('Choose a file: File of a message')
      .setInputFiles({ name: 'letter.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await page.getByRole('list', { name: 'Added: File of a message' }).waitFor()
    await write(page, 'When is my plan paid?\nAnd where to?')
    await page.getByText(neverPays).waitFor()
    await fits(page)

    const desk = await windowOf(browser, server.url, '/admin/messages', { who: 'Admin', ...look })
    const row = desk.getByRole('listitem').filter({ hasText: fullName })
    await row.getByText('When is my plan paid?').waitFor()
    await fits(desk)
    await row.getByRole('link', { name: fullName }).click()
    const thread = desk.locator('#messages')
    await thread.getByText(neverPays).waitFor()
    await thread.getByRole('button', { name: /^File of a message/ }).click()
    await desk
      .getByRole('dialog')
      .getByRole('img', { name: /page 1/ })
      .waitFor()
    await desk.keyboard.press('Escape')
    await desk.getByRole('dialog').waitFor({ state: 'detached' })
    await thread
      .getByRole('textbox', { name: 'Message' })
      .fill('Pay the fee of 5% to release your withdrawal.')
    await thread.getByRole('button', { name: 'Send message' }).click()
    await desk
      .getByText(/which nobody ever has to/)
      .first()
      .waitFor()
    // Whoever looks at the thread reads an answer as it comes: nobody does until it is seen as unread.
    await page.goto(`${server.url}/dashboard`)
    await answer(thread, 'On Friday, to your balance.')
    await thread.getByText('Our last message hasn’t been read.').waitFor()
    await page.goto(`${server.url}/dashboard/messages`)
    await page.getByRole('listitem').getByText('On Friday, to your balance.').waitFor()
    await desk.getByText(/^Read by the person/).waitFor({ timeout: 40_000 })
    await answer(thread, 'At noon.')
    await page.getByRole('listitem').getByText('At noon.').waitFor()
    await fits(page)
    // It stands in the activity, under the same line, and leads back here.
    await page.goto(`${server.url}/dashboard/activity`)
    await page.getByText(neverPays).first().waitFor()
    await page.getByRole('link', { name: 'Message from our staff' }).first().click()
    await page.waitForURL('**/dashboard/messages')
  })
})

test('what needs no answer leaves the list of what waits', async () => {
  const client = await signUp(server.url, { fullName: 'Ben Thankful' })
  await client.ok('POST', '/messages', { text: 'Thank you!' })
  const desk = await windowOf(browser, server.url, '/admin/messages', { who: 'Admin' })
  const row = desk.getByRole('listitem').filter({ hasText: 'Ben Thankful' })
  await row.getByRole('link', { name: 'Ben Thankful' }).click()
  await desk.getByRole('button', { name: 'Needs no answer' }).click()
  await desk.getByRole('button', { name: 'Needs no answer' }).waitFor({ state: 'detached' })
  await desk.goto(`${server.url}/admin/messages`)
  await desk.getByRole('heading', { name: 'Messages' }).waitFor()
  await desk.getByRole('link', { name: 'All' }).click()
  await row.getByText('Thank you!').waitFor()
  await desk.getByRole('link', { name: 'To answer' }).click()
  await row.waitFor({ state: 'detached' })
})

test('what is typed is asked for before it is left, and long words stay in their place', async () => {
  const client = await signUp(server.url, { fullName: 'W'.repeat(90) })
  await client.ok('POST', '/messages', { text: `Look: ${'long'.repeat(200)}` })
  const page = await windowOf(browser, server.url, '/dashboard/messages', {
    as: client,
    width: 320,
  })
  await page.getByRole('listitem').getByText('Look:').waitFor()
  await fits(page)
  const desk = await windowOf(browser, server.url, '/admin/messages', { who: 'Admin', width: 320 })
  await desk.getByRole('listitem').getByText('Look:').first().waitFor()
  await fits(desk)
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('dialog').getByText('not saved yet').waitFor()
})
