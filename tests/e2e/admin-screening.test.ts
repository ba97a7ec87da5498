/** Possible matches in a browser: found by the worker, decided by two, and told to nobody else. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { listOf, loadText } from '../support/listed.ts'
import { startServer, stopServers } from '../support/server.ts'
import { windowOf } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)
const [admin, second] = [
  await logInAsAdmin(server.url),
  await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second'),
]

const names = ['Radomir Madeupovich', 'Branislav Inventedov', 'Casimir Fictitious']

const fits = async (page: Page, width: number) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
}

type Found = { user: { fullName: string } }

/** Somebody of that name, once the worker has compared them. */
async function matched(fullName: string): Promise<Client> {
  const client = await signUp(server.url, { fullName })
  await expect
    .poll(
      async () => {
        const { matches } = await admin.ok('GET', '/checks')
        return matches.some(({ user }: Found) => user.fullName === fullName)
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  return client
}

test('without a list the page says how to load one', async () => {
  const page = await windowOf(browser, server.url, '/admin/screening', { width: 1280 })
  await page.getByText('No list is loaded, so nobody is compared.').waitFor()
  await page.getByText('No possible match is waiting for a decision.').waitFor()
  await loadText(database, listOf(names.map((name) => ({ name, born: '1961-02-03' }))))
})

const looks = extent(
  [[320, 'light'] as const, [1280, 'dark'] as const],
  [[375, 'light'] as const, [1280, 'light'] as const, [320, 'dark'] as const],
)

test.each(looks)('a list that is old is named at %i px, %s', async (width, colorScheme) => {
  await database.owner.query(`update screening_lists set loaded_at = now() - interval '8 days'`)
  const page = await windowOf(browser, server.url, '/admin/screening', { width, colorScheme })
  const note = 'Loaded more than 7 days ago: OpenSanctions. Have them loaded anew.'
  await page.getByText(note).waitFor()
  await fits(page, width)
  await database.owner.query(`update screening_lists set loaded_at = now() - interval '6 days'`)
  await page.reload()
  await page.getByRole('table', { name: 'Lists', exact: true }).waitFor()
  expect(await page.getByText(note).count()).toBe(0)
})

describe('a possible match', () => {
  test.each(looks)('has both sides at %i px, %s', async (width, colorScheme) => {
    if ((await admin.ok('GET', '/checks')).matches.length === 0) await matched(names[0]!)
    const page = await windowOf(browser, server.url, '/admin/screening', { width, colorScheme })
    const match = page.getByRole('listitem', { name: names[0]! })
    await match.getByRole('cell', { name: '1961-02-03' }).waitFor()
    await match.getByText('The account is frozen.').waitFor()
    await page.getByRole('table', { name: 'Lists', exact: true }).waitFor()
    await fits(page, width)
  })

  test('is cleared by two, with the keyboard, and the account goes on', async () => {
    const client = await matched(names[1]!)
    const page = await windowOf(browser, server.url, '/admin/screening')
    const match = page.getByRole('listitem', { name: names[1]! })
    await match.getByRole('button', { name: 'Clear as somebody else' }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Clear as somebody else?' })
    await question.getByRole('textbox').waitFor()
    await page.keyboard.type('Born in another country')
    await question.getByRole('button', { name: 'Propose' }).focus()
    await page.keyboard.press('Enter')
    await match.getByText('Second decision').waitFor()
    const other = await windowOf(browser, server.url, '/admin/screening', {
      as: second,
    })
    const theirs = other.getByRole('listitem', { name: names[1]! })
    await theirs.getByText('“Born in another country”').waitFor()
    await theirs.getByRole('button', { name: 'Agree' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Agree' }).click()
    await theirs.waitFor({ state: 'detached' })
    await other.getByRole('link', { name: 'Decided' }).click()
    await other.getByRole('listitem', { name: names[1]! }).getByText('Somebody else').waitFor()
    expect((await client.ok('GET', '/me')).user.status).toBe('active')
  })

  test.each(looks)(
    'is agreed to on the waiting page with both sides in sight at %i px, %s',
    async (width, colorScheme) => {
      const { matches } = await admin.ok('GET', '/checks')
      const { id } = matches.find(({ user }: Found) => user.fullName === names[0])
      const body = { isSomebodyElse: true, reason: 'Another birthplace' }
      const { proposal } = await admin.ok('POST', `/checks/${id}/decision`, body)
      const page = await windowOf(browser, server.url, '/admin/waiting', {
        as: second,
        width,
        colorScheme,
      })
      const row = page.getByRole('row', {
        name: `${names[0]} is somebody else than who a list names`,
      })
      await row.getByRole('button', { name: 'Agree' }).click()
      const question = page.getByRole('dialog')
      const sides = question.getByRole('table', { name: 'Both sides' })
      await sides.getByRole('cell', { name: '1961-02-03' }).waitFor()
      expect(await inaccessible(page, { parts: ['[role=dialog]'] })).toEqual([])
      expect(await question.getByRole('button', { name: 'Agree' }).isEnabled()).toBe(true)
      const change = (name: string) =>
        database.owner.query(
          `update check_findings set finding = jsonb_set(finding, '{ours,matched}', to_jsonb($2::text)) where check_id = $1`,
          [id, name],
        )
      await change('Somebody Harmless')
      await page.reload()
      await row.getByRole('button', { name: 'Agree' }).click()
      await question.getByText('The match differs from what was recorded').waitFor()
      expect(await question.getByRole('button', { name: 'Agree' }).isEnabled()).toBe(false)
      await change(names[0]!)
      await admin.ok('POST', `/proposals/${proposal.id}/withdrawal`, { reason: 'Asked again' })
    },
  )

  test('is told to the person, and to whoever may not read it, as a check that the law requires', async () => {
    const client = await matched(names[2]!)
    const own = await windowOf(browser, server.url, '/dashboard/activity', { as: client })
    await own.getByText('A check that the law requires').first().waitFor()
    const home = await windowOf(browser, server.url, '/dashboard', { as: client })
    await home.getByText('A check that the law requires holds it.').waitFor()
    const page = await windowOf(
      browser,
      server.url,
      `/admin/users/${(await client.ok('GET', '/me')).user.id}`,
    )
    await page.getByText('“A check that the law requires”').first().waitFor()
    for (const shown of [own, home, page])
      expect(await shown.getByRole('main').innerText()).not.toMatch(/sanction|Made-up list|match/i)
  })
})
