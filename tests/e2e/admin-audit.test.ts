/** The page 'Audit' of the back office, in a browser: what staff did, narrowed and exported, and the last root. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { readCsv } from '../support/csv.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import {
  enterAs,
  letThrough,
  press,
  schemes,
  sitDown,
  staffWidths,
  windowOf,
  type Looks,
} from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url, env: { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000' } }),
  openBrowser(),
])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)
let ada: Client

beforeAll(async () => {
  // No digits: actions are found by the number of their reason.
  ada = await signUp(server.url, { fullName: 'Ada Longfellow' })
  for (let i = 0; i < 30; i += 1) {
    await admin.ok('POST', `/users/${ada.user.id}/freeze`, { reason: `freeze number ${i}` })
    await admin.ok('POST', `/users/${ada.user.id}/unfreeze`, { reason: `let go number ${i}` })
  }
})

const at = (path: string, looks: Looks = {}) =>
  windowOf(browser, server.url, path, { ...looks, who: 'Auditor' })

const rows = (page: Page) => page.getByRole('table', { name: 'What staff did' }).locator('tbody tr')
const openFilters = (page: Page) =>
  press(page.getByRole('button', { name: /^Filters/ }), 'keyboard')
/** Its list is labelled with it. */
const aboutField = (page: Page) =>
  page.getByLabel('About', { exact: true }).and(page.locator('input'))
const aboutAda = () => `/admin/audit?subject=${ada.user.id}`

describe.each(staffWidths)('at %i px', (width) => {
  test('it tells who did what to whom and why, and reads on by itself', async () => {
    const page = await at(aboutAda(), { width })
    await expect
      .poll(() => rows(page).first().innerText())
      .toMatch(
        /Admin unfroze Ada [\s\S]*let go number 29[\s\S]*Status: frozen → active[\s\S]*[0-9a-f]{12}…/,
      )
    await rows(page).nth(49).waitFor()
    await page.mouse.wheel(0, 100_000)
    await expect.poll(() => rows(page).count()).toBe(60)
  })

  test('it is narrowed by keyboard, and its address says so', { tags: [thorough] }, async () => {
    const page = await at(aboutAda(), { width })
    await rows(page).first().waitFor()
    await openFilters(page)
    await page.getByLabel('Action').focus()
    await page.keyboard.type('Freeze')
    await page.keyboard.press('Tab')
    await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('FreezeUser')
    await expect.poll(() => rows(page).count()).toBe(30)
    await press(page.getByRole('link', { name: 'Show everything' }), 'keyboard')
    await page.waitForURL('**/admin/audit')
    await press(rows(page).getByRole('link', { name: ada.user.fullName }).first(), 'keyboard')
    await expect.poll(() => new URL(page.url()).searchParams.get('subject')).toBe(ada.user.id)
  })

  test('it is searched by words, and narrowed to a person by keyboard', async () => {
    const page = await at('/admin/audit', { width })
    await rows(page).first().waitFor()
    await page.getByLabel('Search').fill('freeze NUMBER 13')
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([expect.stringMatching(/froze Ada/)])
    expect(new URL(page.url()).searchParams.get('search')).toBe('freeze NUMBER 13')
    await page.getByRole('link', { name: 'Show everything' }).click()
    await openFilters(page)
    await aboutField(page).focus()
    await page.keyboard.insertText(ada.user.fullName)
    await page.getByRole('option', { name: ada.user.fullName }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('subject')).toBe(ada.user.id)
    await aboutField(page).click()
    await page.getByRole('option', { name: 'Anybody' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('subject')).toBeNull()
    await aboutField(page).click()
    await page.getByRole('option', { name: 'The firm', exact: true }).click()
    await expect.poll(() => rows(page).first().innerText()).toMatch(/capital|pool|plan|clock/)
  })

  test('it shows the last root, to be kept elsewhere', async () => {
    const page = await at('/admin/audit', { width })
    const {
      rows: [root],
    } = await database.owner.query(
      `select encode(root, 'hex') as root from desk.roots order by day desc limit 1`,
    )
    await page.getByText('Latest daily root').click()
    await page.getByRole('button', { name: `Copy daily root: ${root.root}` }).waitFor()
  })

  test.each(schemes)(
    'everybody can use it in the %s scheme, and nothing scrolls sideways',
    { tags: [thorough] },
    async (colorScheme) => {
      const page = await at(aboutAda(), { width, colorScheme })
      await rows(page).first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await inaccessible(page)).toEqual([])
    },
  )
})

describe.each(staffWidths)('the record of an action at %i px', (width) => {
  const opened = async (looks: Looks = {}) => {
    const page = await at(`${aboutAda()}&kind=FreezeUser`, { width, ...looks })
    await press(
      rows(page)
        .first()
        .getByRole('link', { name: /^Record: Admin froze/ }),
      'keyboard',
    )
    await page.getByRole('heading', { name: 'Record', level: 1 }).waitFor()
    return page
  }

  test('shows the whole command, and leads back to the same list', async () => {
    const page = await opened()
    await page.getByText('Admin froze Ada').waitFor()
    await page.getByText(/\["command","[0-9a-f-]{36}","FreezeUser"/).waitFor()
    await page.getByRole('button', { name: /^Copy digest of the command: [0-9a-f]{64}/ }).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect.poll(() => rows(page).count()).toBe(30)
    expect(new URL(page.url()).searchParams.get('kind')).toBe('FreezeUser')
  })

  test.each(schemes)('verifies its chain to the head, in the %s scheme', async (colorScheme) => {
    const page = await opened({ colorScheme })
    await press(page.getByRole('button', { name: 'Verify this chain' }), 'keyboard')
    await page.getByText(/The chain holds: 61 links, from the first to the head/).waitFor()
    await page.getByText(/This browser computed 61 links itself, with the digest of this/).waitFor()
    const {
      rows: [owner],
    } = await database.owner.query(`select encode(head, 'hex') as head from owners where id = $1`, [
      ada.user.id,
    ])
    await page.getByRole('button', { name: `Copy head of the chain: ${owner.head}` }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await inaccessible(page)).toEqual([])
  })

  test('is red where the database’s owner changed it, or took a link out', async () => {
    const { user } = await signUp(server.url)
    await admin.ok('POST', `/users/${user.id}/freeze`, { reason: 'asked for' })
    const tamper = (how: string) =>
      database.owner.query(`begin; set local session_replication_role = replica; ${how}; commit`)
    const frozen = `(select command_id from desk.activity where owner_id = '${user.id}' and kind = 'account-frozen')`
    await tamper(
      `update desk.particulars set texts = '{"reason":"none"}' where command_id = ${frozen}`,
    )
    const page = await at(`/admin/audit?subject=${user.id}`, { width })
    await rows(page)
      .first()
      .getByRole('link', { name: /^Record: / })
      .click()
    await page.getByRole('button', { name: 'Verify this chain' }).click()
    await page
      .getByText(/The chain does not hold\. Found by the server after \d+ links?: /)
      .waitFor()
    expect(await inaccessible(page)).toEqual([])
    await tamper(`delete from desk.activity where command_id = ${frozen}`)
    await page.reload()
    await page.getByText('Its link is gone from the chain').waitFor()
    expect(await page.getByRole('button', { name: 'Verify this chain' }).count()).toBe(0)
  })

  test('believes no link that does not fit, even where the server says that it does', async () => {
    const page = await opened()
    await page.route(/v1\/audit\/chains\//, async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      body.data.links[7].values[2] = 'account-unfrozen-by-nobody'
      await route.fulfill({ response: reply, json: body })
    })
    await page.getByRole('button', { name: 'Verify this chain' }).click()
    await page.getByText(/The chain does not hold\. Found by this browser/).waitFor()
  })
})

test('a search that finds nothing in what is newest looks further back by itself', async () => {
  await database.owner.query(
    `insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, particulars_digest, input, outcome, at)
     select gen_random_uuid(), 'WriteNote', (select id from owners where role = 'admin' limit 1), $1, '', 1, '', '',
       jsonb_build_object('reference', case n when 600 then 'needle' else 'hay' end), 'done', '2020-01-02'::timestamptz - n * interval '1 minute'
     from generate_series(1, 600) n`,
    [ada.user.id],
  )
  const page = await at('/admin/audit?search=needle')
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await page.getByText('Older actions are not searched yet.').count()).toBe(0)
})

test('an address of no action says so', { tags: [thorough] }, async () => {
  const page = await at(`/admin/audit/${randomUUID()}`)
  await page.getByText('There is no action of staff at this address.').waitFor()
})

describe('the list', () => {
  test('is a file of what is shown', { tags: [thorough] }, async () => {
    const page = await at(`${aboutAda()}&kind=FreezeUser`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    const [, ...lines] = readCsv(await readFile(await download.path(), 'utf8'))
    expect(lines).toHaveLength(30)
    expect(lines[0]!.slice(2, 5)).toEqual(['Froze user', ada.user.fullName, 'done'])
  })

  test('calls nothing done that only waits for a second person', async () => {
    const berta = await signUp(server.url, {})
    await admin.ok('PATCH', `/${berta.user.id}`, { accountBalance: 99_999 })
    const page = await at(`/admin/audit?subject=${berta.user.id}`)
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /proposed to edit [\s\S]*Account balance: \$0\.00 → \$99,999\.00[\s\S]*Proposed[\s\S]*nothing was posted or changed/,
        ),
      ])
    await openFilters(page)
    await page.getByLabel('Outcome').selectOption('Done')
    await page.getByText('No staff actions match.').waitFor()
    await page.getByLabel('Outcome').selectOption('Proposed, or first of two')
    await rows(page).first().waitFor()
  })

  test(
    'says where there is nothing, and leads back to everything',
    { tags: [thorough] },
    async () => {
      const page = await at(`${aboutAda()}&kind=MoveClock`)
      await page.getByText('No staff actions match.').waitFor()
      await page.getByRole('link', { name: 'Show everything' }).click()
      await rows(page).first().waitFor()
    },
  )

  test('can be asked for again when it could not be loaded', { tags: [thorough] }, async () => {
    const { page } = await sitDown(browser)
    await enterAs(page, server.url, 'Auditor')
    await page.route(/v1\/audit\?/, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"message":"Broken"}',
      }),
    )
    await page.goto(server.url + aboutAda())
    await page.getByText('Error loading the audit log: Broken').waitFor()
    await letThrough(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await rows(page).first().waitFor()
  })
})
