/** What is kept about somebody, in a browser: what they read of it, and the copy of all of it that they take with them. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { flowWidths, letThrough, schemes, sitDownAsNewcomer } from '../support/visitor.ts'
import { filesIn } from '../support/zip.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const atPage = (width: number) =>
  sitDownAsNewcomer(browser, server.url, {
    path: '/dashboard/data',
    width,
    fullName: 'Nora Newcomer',
    timezone: 'UTC',
  })
const ask = (page: Page) => page.getByRole('button', { name: 'Get a copy' })

async function expectItFits(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
  }
}

describe.each(flowWidths)('your data, at %i px', (width) => {
  test('says what is kept, why and until when, and gives a copy of it that makes itself', async () => {
    const { context, page } = await atPage(width)
    const kept = page.getByRole('listitem').filter({ hasText: 'Your money, and every movement' })
    await kept.getByText('Until when').waitFor()
    expect(await kept.innerText()).toMatch(/The books are never deleted/)
    await page.getByText('You have no copy yet.').waitFor()
    await expectItFits(page, width)

    await ask(page).click()
    await page.getByText('We are making your copy.').waitFor()
    const made = page.getByRole('list', { name: 'Your copies' }).getByRole('listitem')
    // By itself: nobody asks anew.
    await made.getByText(/^Ready, .*Good until/).waitFor()
    await expectItFits(page, width)
    const begun = page.waitForEvent('download')
    await made.getByRole('button', { name: /^Download the copy of / }).click()
    const download = await begun
    expect(download.suggestedFilename()).toBe('my-data.zip')
    const files = filesIn(await readFile(await download.path()))
    expect(String(files.get('profile.json'))).toContain('Nora Newcomer')
    expect(new URL(page.url()).pathname).toBe('/dashboard/data')
    await context.close()
  })
})

/** Answers the list of copies with these. */
const copies = (page: Page, archives: object[]) =>
  page.route(`**${basePath}/archives`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { status: 'success', data: { archives } } })
      : route.continue(),
  )
const copy = {
  id: '01a211f0-0000-7000-8000-000000000001',
  requestedAt: '2026-11-20T09:30:00.000Z',
  percent: 40,
  size: null,
  goodUntil: null,
}

test('a copy says how far it has come, and meanwhile no other is asked for', async () => {
  const { context, page } = await atPage(320)
  await copies(page, [{ ...copy, state: 'making' }])
  await page.reload()
  const bar = page.getByRole('progressbar', { name: 'How much is made' })
  await bar.waitFor()
  expect(await bar.getAttribute('value')).toBe('40')
  expect(await ask(page).isDisabled()).toBe(true)
  await expectItFits(page, 320)
  await letThrough(page)
  await page.getByText('You have no copy yet.').waitFor()
  expect(await ask(page).isEnabled()).toBe(true)
  await context.close()
})

test('one that could not be made says so, and what to do', { tags: [thorough] }, async () => {
  const { context, page } = await atPage(320)
  await copies(page, [{ ...copy, state: 'failed', goodUntil: '2026-11-27T09:30:00.000Z' }])
  await page.reload()
  await page.getByText('This copy could not be made.').waitFor()
  expect(await ask(page).isEnabled()).toBe(true)
  await expectItFits(page, 320)
  await context.close()
})

test('a fourth copy in a day is refused where it was asked for', { tags: [thorough] }, async () => {
  const { context, page, client } = await atPage(320)
  for (const number of [1, 2, 3])
    await client.send('POST', '/archives', undefined, `a copy ${number}`)
  await page.reload()
  await expect.poll(() => ask(page).isEnabled()).toBe(true)
  await ask(page).click()
  await page.getByText('In one day you can ask for three copies of your data.').waitFor()
  await context.close()
})

test('settings lead there', { tags: [thorough] }, async () => {
  const { context, page } = await atPage(320)
  await page.goto(`${server.url}/dashboard/settings`)
  await page.getByRole('link', { name: 'See your data' }).click()
  await page.getByRole('heading', { name: 'What we keep' }).waitFor()
  await context.close()
})
