/** What is typed isn't dropped unasked: by a link, the way back, closing the window, or another form in its place. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { allKinds, type Looks, press, schemes, staffWays, windowOf } from '../support/visitor.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url }),
  openBrowser(),
])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

const at = (path: string, looks: Looks = {}) => windowOf(browser, server.url, path, looks)
const question = (page: Page) =>
  page.getByRole('dialog', { name: 'What you have typed here is not saved yet' })
const answer = (page: Page, words: 'Stay here' | 'Leave without saving') =>
  question(page).getByRole('button', { name: words })
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true })
const isGone = (thing: Locator) => thing.waitFor({ state: 'detached' })

const somebody = () => signUp(server.url, { fullName: `Una ${randomUUID().slice(0, 8)}` })
const caseFile = async ({ user }: Client, looks: Looks = {}) => {
  const page = await at(`/admin/users/${user.id}`, looks)
  await page.getByRole('heading', { level: 1, name: user.fullName }).waitFor()
  return page
}

/** Where work is typed, and how: each is left by the first place of its menu. */
const forms: [name: string, path: string, type: (page: Page) => Promise<Locator>][] = [
  [
    'a note',
    'user',
    async (page) => {
      const note = page.getByRole('textbox', { name: 'New note' })
      await note.fill('A long call')
      return note
    },
  ],
  [
    'an edit',
    'user',
    async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      const name = page.getByLabel('Full Name')
      await name.fill('Another Name')
      return name
    },
  ],
  [
    'a plan',
    '/admin/plans',
    async (page) => {
      await page.getByRole('button', { name: 'Offer a plan' }).click()
      const warning = page.getByLabel('Risk warning')
      await warning.fill('It can be lost.')
      return warning
    },
  ],
  [
    'capital',
    '/admin/treasury',
    async (page) => {
      const reference = page.getByLabel('Bank reference')
      await reference.fill('B 12')
      return reference
    },
  ],
  [
    'the settings',
    '/dashboard/settings',
    async (page) => {
      const name = page.getByLabel('Full name')
      await name.fill('Another Name')
      return name
    },
  ],
  [
    'a withdrawal',
    '/dashboard/transfer?to=wallet',
    async (page) => {
      const address = page.getByLabel('Wallet address')
      await address.fill('any wallet')
      return address
    },
  ],
]

describe('what is typed into', () => {
  test.each(forms)(
    '%s stays when the person stays, and goes when they leave',
    async (_, path, type) => {
      const client = await somebody()
      const isStaff = !path.startsWith('/dashboard')
      const page =
        path === 'user' ? await caseFile(client) : await at(path, isStaff ? {} : { as: client })
      const field = await type(page)
      const typed = await field.inputValue()
      const elsewhere = place(page, isStaff ? 'Audit' : 'Activity')
      const before = page.url()
      await elsewhere.click()
      await answer(page, 'Stay here').click()
      await isGone(question(page))
      expect([page.url(), await field.inputValue()]).toEqual([before, typed])
      await elsewhere.click()
      await answer(page, 'Leave without saving').click()
      await page.getByRole('heading', { level: 1, name: isStaff ? 'Audit' : 'Activity' }).waitFor()
      // Nothing is unsaved there.
      await page.goBack()
      await page.waitForURL(before)
      expect(await question(page).count()).toBe(0)
    },
  )

  test('a form is asked about by another one in its place and by a search; its own Cancel is the answer', async () => {
    const page = await at('/admin')
    const edit = page.locator('tbody').getByRole('button', { name: 'Edit', exact: true })
    await edit.nth(0).click()
    await page.getByLabel(/^Reason/).fill('A reason that took a while')
    for (const drop of [
      () => edit.nth(1).click(),
      () => page.getByLabel('Status').selectOption('Frozen'),
    ]) {
      await drop()
      await answer(page, 'Stay here').click()
      await isGone(question(page))
      expect(await page.getByLabel(/^Reason/).inputValue()).toBe('A reason that took a while')
    }
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await isGone(page.getByLabel(/^Reason/))
    expect(await question(page).count()).toBe(0)
  })

  test('a question of the page stays when it is pressed beside, and leaves the forms below as they are', async () => {
    const { user } = await somebody()
    const page = await at(`/admin?search=${user.email}`)
    await page.getByRole('link', { name: user.fullName }).click()
    await page.getByRole('heading', { level: 1, name: user.fullName }).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Full Name').fill('Another Name')
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    const reason = page.getByRole('dialog').getByLabel(/^Reason/)
    await reason.fill('A call is awaited')
    await page.mouse.click(5, 300)
    expect(await reason.inputValue()).toBe('A call is awaited')
    await page.goBack()
    await answer(page, 'Stay here').click()
    await isGone(question(page))
    expect(await reason.inputValue()).toBe('A call is awaited')
    await page.keyboard.press('Escape')
    await isGone(reason)
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Another Name')
  })
})

describe('nothing is asked', () => {
  test('when what is typed is what is saved, nor after it was saved', async () => {
    const client = await somebody()
    const page = await caseFile(client)
    const note = page.getByRole('textbox', { name: 'New note' })
    await note.fill('A long call')
    await note.fill('')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const name = page.getByLabel('Full Name')
    await name.fill('Another Name')
    await name.fill(client.user.fullName)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await isGone(name)
    await note.fill('Kept')
    await page.getByRole('button', { name: 'Write note' }).click()
    await page.locator('#notes').getByText('Kept', { exact: true }).waitFor()
    // The list may have it before the answer to its writer has come.
    await expect.poll(() => note.inputValue()).toBe('')
    await place(page, 'Audit').click()
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
  })

  test('when the session has ended: there is nothing left to save it with', async () => {
    const client = await somebody()
    const page = await at('/dashboard/settings', { as: client })
    await page.getByLabel('Full name').fill('Another Name')
    await admin.ok('DELETE', `/users/${client.user.id}/sessions`)
    await page.waitForURL('**/login**')
    expect(await question(page).count()).toBe(0)
  })

  test('by Cancel, which leads home', async () => {
    const page = await at('/dashboard/settings', { as: await somebody() })
    await page.getByLabel('Full name').fill('Another Name')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL('**/dashboard')
  })

  test('by a part of the same page, its search and its filters', async () => {
    const page = await caseFile(await somebody())
    await page.getByRole('textbox', { name: 'New note' }).fill('A long call')
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#sessions')
    await (await allKinds(page)).selectOption('Deposits')
    await expect.poll(() => new URL(page.url()).search).toBe('?kind=deposit')
    expect(await page.getByRole('textbox', { name: 'New note' }).inputValue()).toBe('A long call')
  })
})

test('logging out asks first', async () => {
  const client = await somebody()
  const page = await at('/dashboard/settings', { as: client })
  await page.getByLabel('Full name').fill('Another Name')
  await page.getByRole('button', { name: 'Logout' }).click()
  await answer(page, 'Stay here').click()
  await isGone(question(page))
  expect((await client.me()).id).toBe(client.user.id)
  await page.getByRole('button', { name: 'Logout' }).click()
  await answer(page, 'Leave without saving').click()
  await page.waitForURL('**/login')
})

test('closing or reloading the window asks, in the browser’s own words, for as long as something is unsaved', async () => {
  const page = await caseFile(await somebody())
  const kinds: string[] = []
  page.on('dialog', (dialog) => {
    kinds.push(dialog.type())
    void dialog.dismiss()
  })
  const note = page.getByRole('textbox', { name: 'New note' })
  await note.click()
  await page.keyboard.type('x')
  const reload = () => page.evaluate(() => location.reload())
  await reload()
  await expect.poll(() => kinds).toEqual(['beforeunload'])
  expect(await note.inputValue()).toBe('x')
  await page.keyboard.press('Backspace')
  await Promise.all([page.waitForEvent('load'), reload()])
  expect(kinds).toHaveLength(1)
})

describe.each(staffWays)('at $width px by $hand', ({ width, hand }) => {
  test.each(schemes)(
    'the way back asks, keeps the focus where it was, and leads on when it is left (%s)',
    async (colorScheme) => {
      const client = await somebody()
      const page = await at(`/admin?search=${client.user.email}`, { width, colorScheme })
      await press(page.getByRole('link', { name: client.user.fullName }), hand)
      const note = page.getByRole('textbox', { name: 'New note' })
      await note.fill('A long call')
      await note.focus()
      await page.goBack()
      await question(page).waitFor()
      expect(await inaccessible(page)).toEqual([])
      await press(answer(page, 'Stay here'), hand)
      await isGone(question(page))
      expect(new URL(page.url()).pathname).toBe(`/admin/users/${client.user.id}`)
      await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true)
      await page.goBack()
      await page.keyboard.press('Escape')
      await isGone(question(page))
      await press(page.getByRole('link', { name: 'Back to the users' }), hand)
      if (process.env['SHOTS'])
        await page.screenshot({ path: `${process.env['SHOTS']}/leave-${width}-${colorScheme}.png` })
      await press(answer(page, 'Leave without saving'), hand)
      await page.getByRole('heading', { name: 'Users List' }).waitFor()
      expect(new URL(page.url()).search).toContain('search=')
    },
  )
})
