/** The page of a user for staff: who it is, what is in the account and why, and everything that can be done, by mouse and keyboard. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { logInAsAdmin, newcomersPassword, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import {
  allKinds,
  flowWidths,
  formRuns,
  letThrough,
  logInBy,
  type Looks,
  press,
  type SampleUser,
  schemes,
  sitDown,
  staffWays,
  windowOf,
} from '../support/visitor.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase({ world: true })
const [server, browser] = await Promise.all([
  startServer({ databaseUrl: database.url, env: { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '500' } }),
  openBrowser(),
])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

const at = (path: string, looks: Looks & { who?: SampleUser } = {}) =>
  windowOf(browser, server.url, path, looks)

const somebody = (fields: { referralCode?: string } = {}) =>
  signUp(server.url, { fullName: `Una ${randomUUID().slice(0, 8)}`, ...fields })
const pageOf = async ({ user }: Client, looks: Looks & { who?: SampleUser } = {}) => {
  const page = await at(`/admin/users/${user.id}`, looks)
  await page.getByRole('heading', { level: 1, name: user.fullName }).waitFor()
  return page
}
const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-state]').filter({ hasText: text }).first().waitFor()
const entry = (page: Page, text: string | RegExp) =>
  page
    .getByRole('feed', { name: 'Activity' })
    .getByRole('article')
    .filter({ hasText: text })
    .first()
const action = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Actions' }).getByRole('button', { name, exact: true })

/** Somebody with a past: deposits, a plan, a request, a referrer. */
async function investorWithAPast(): Promise<Client> {
  const referrer = await somebody()
  const client = await somebody({ referralCode: referrer.user.referralCode })
  await client.ok('POST', '/demo/deposits', { amount: 1000, asset: 'BTC' })
  const plan = await client.plan('Starter Growth')
  await client.invest(plan, 200)
  await client.ok('POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 50,
    bankName: 'Home',
    bankNumber: 'any wallet',
  })
  return client
}

test('a name in the list leads to the page, and back', { tags: [thorough] }, async () => {
  const client = await somebody()
  const page = await at(`/admin?search=${client.user.email}`)
  await page.getByRole('link', { name: client.user.fullName }).click()
  await page.getByRole('heading', { level: 1, name: client.user.fullName }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/admin/users/${client.user.id}`)
  await page.goBack()
  await page.getByRole('link', { name: client.user.fullName }).waitFor()
})

describe('the page', () => {
  test('says who it is, how the account stands and what is in it', async () => {
    const client = await investorWithAPast()
    const page = await pageOf(client)
    const { fullName, email, accountId, referralCode, referredBy } = await client.me()
    await page.getByText('Active', { exact: true }).first().waitFor()
    await page.getByText(`Account ID ${accountId}, since`).waitFor()
    const profile = await page.locator('section', { hasText: 'Referral Code' }).first().innerText()
    for (const text of [fullName, email, accountId, referralCode, referredBy!])
      expect(profile).toContain(text)
    await page.getByRole('table', { name: 'Investments' }).getByText('Starter Growth').waitFor()
    expect(await page.getByRole('table', { name: 'Withdrawals' }).innerText()).toMatch(
      /\$50\.00[\s\S]*Wallet transfer[\s\S]*Home[\s\S]*Pending/,
    )
    await entry(page, 'Withdrawal requested').getByText('the user').waitFor()
    await page.getByRole('link', { name: referredBy! }).click()
    await page.getByRole('heading', { level: 1, name: referredBy! }).waitFor()
  })

  test.each(staffWays)(
    'opens each balance into the lines whose sum it is, at $width px by $hand',
    { tags: [thorough] },
    async ({ width, hand }) => {
      const client = await investorWithAPast()
      const page = await pageOf(client, { width })
      await press(page.getByRole('button', { name: '$750.00, how is this made up?' }), hand)
      const lines = page.getByRole('group', { name: 'How Account Balance is made up' })
      await lines.getByText('In running plans').waitFor()
      expect((await lines.innerText()).replace(/\s+/g, ' ')).toBe(
        'Deposits 1,000.00 Held for withdrawals −50.00 In running plans −200.00 Total 750.00',
      )
      for (const [amount, line] of [
        ['$50.00', 'Requests waiting for a decision'],
        ['$200.00', 'Invested in Starter Growth'],
      ] as const) {
        await press(
          page.getByRole('button', { name: `${amount}, how is this made up?` }).first(),
          hand,
        )
        await page.getByText(line).waitFor()
      }
    },
  )

  test('narrows the activity in its address', { tags: [thorough] }, async () => {
    const client = await investorWithAPast()
    const page = await pageOf(client)
    await entry(page, 'Account opened').waitFor()
    await (await allKinds(page)).selectOption('Deposits')
    await expect
      .poll(() => page.getByRole('feed', { name: 'Activity' }).getByRole('article').count())
      .toBe(1)
    expect(new URL(page.url()).search).toBe('?kind=deposit')
    await (await allKinds(page)).selectOption('Transfers received')
    await page.getByRole('link', { name: 'Show everything' }).click()
    await entry(page, 'Account opened').waitFor()
  })

  test.each([randomUUID(), 'nobody'])(
    'for “%s” says calmly, within the frame, that there is no such user',
    { tags: [thorough] },
    async (id) => {
      const page = await at(`/admin/users/${id}`)
      await page.getByRole('heading', { name: 'No such user' }).waitFor()
      await page.getByRole('link', { name: 'Back to the list of users' }).click()
      await page.getByRole('heading', { name: 'Users List' }).waitFor()
    },
  )

  test('says why it could not be loaded, and Retry works', { tags: [thorough] }, async () => {
    const client = await somebody()
    const page = await at('/admin/plans')
    await page.route(`**/invest/api/v1/users/${client.user.id}`, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: '{"code":"busy","message":"Too much is going on"}',
      }),
    )
    await page.goto(`${server.url}/admin/users/${client.user.id}`)
    await page.getByText('Error loading data: Too much is going on').waitFor()
    await page.getByText('Status: 503').waitFor()
    await letThrough(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { level: 1, name: client.user.fullName }).waitFor()
  })

  test(
    'shows an auditor everything, the notes too, and nothing that changes anything',
    { tags: [thorough] },
    async () => {
      const client = await somebody()
      await admin.ok('POST', `/users/${client.user.id}/notes`, { text: 'Called about the address' })
      const page = await pageOf(client, { who: 'Auditor' })
      await page.locator('#notes').getByText('Called about the address').waitFor()
      expect(await page.getByRole('group', { name: 'Actions' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Write note' }).count()).toBe(0)
    },
  )

  test(
    'of one’s own account offers nothing: somebody else has to act',
    { tags: [thorough] },
    async () => {
      const page = await at(`/admin/users/${admin.user.id}`)
      await page.getByText('This is your own account').waitFor()
      expect(await page.getByRole('group', { name: 'Actions' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Write note' }).count()).toBe(0)
    },
  )
})

describe.each(staffWays)('at $width px by $hand', ({ width, hand }) => {
  test('an account is frozen and unfrozen with a reason that the user sees', async () => {
    const client = await somebody()
    const page = await pageOf(client, { width })
    await press(action(page, 'Freeze'), hand)
    const dialog = page.getByRole('dialog', { name: 'Freeze this account?' })
    await press(dialog.getByRole('button', { name: 'Freeze' }), hand)
    await dialog.getByText('Please enter a reason').waitFor()
    await dialog.getByLabel(/^Reason, shown to/).fill('A call is awaited')
    await press(dialog.getByRole('button', { name: 'Freeze' }), hand)
    await toast(page, 'Account frozen')
    await page.getByText('Frozen', { exact: true }).waitFor()
    await entry(page, 'Account frozen').getByText('“A call is awaited”').waitFor()
    expect((await client.activity())[0]).toMatchObject({
      kind: 'account-frozen',
      staffName: 'Admin',
      reason: 'A call is awaited',
      changes: [{ field: 'status', from: 'active', to: 'frozen' }],
    })
    await press(action(page, 'Unfreeze'), hand)
    const reason = page.getByRole('dialog').getByLabel(/^Reason, shown to/)
    await reason.fill('Called')
    await reason.press('Enter')
    await toast(page, 'Account unfrozen')
    await page.getByText('Active', { exact: true }).waitFor()
    expect((await client.activity())[0]).toMatchObject({
      kind: 'account-unfrozen',
      staffName: 'Admin',
      reason: 'Called',
    })
  })

  test(
    'a user is edited from here, and the activity tells who, why, from and to',
    { tags: [thorough] },
    async () => {
      const client = await somebody()
      const page = await pageOf(client, { width })
      await press(action(page, 'Edit'), hand)
      const form = page.getByRole('form', { name: `Edit User: ${client.user.fullName}` })
      await form.getByLabel('Profit').fill('12.5')
      await form.getByLabel(/^Reason/).fill('A bonus was forgotten')
      await press(form.getByRole('button', { name: 'Save Changes' }), hand)
      await toast(page, 'User profile updated successfully')
      await form.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '$12.50, how is this made up?' }).first().waitFor()
      const told = (await entry(page, 'Account corrected by staff').innerText()).replace(
        /\s+/g,
        ' ',
      )
      expect(told).toContain('Admin: “A bonus was forgotten”')
      expect(told).toContain('Profit: $0.00 → $12.50')
    },
  )

  test('a note is written, with its author and time, and the user never sees it', async () => {
    const client = await somebody()
    const page = await pageOf(client, { width })
    await page.getByText('No notes yet.').waitFor()
    await press(page.getByRole('button', { name: 'Write note' }), hand)
    await page.getByText('Please enter a note').waitFor()
    await page.getByRole('textbox', { name: 'New note' }).fill('Called.\nWill send <b>a letter</b>')
    await press(page.getByRole('button', { name: 'Write note' }), hand)
    await toast(page, 'Note written')
    const note = page.getByRole('listitem').filter({ hasText: 'Will send <b>a letter</b>' })
    expect(await note.innerText()).toMatch(
      /^Called\.\nWill send <b>a letter<\/b>\s+Admin, \w{3} \d+, \d{4}, /,
    )
    expect(await page.getByRole('textbox', { name: 'New note' }).inputValue()).toBe('')
    expect(JSON.stringify(await client.activity())).not.toContain('letter')
  })

  test('a correction above the limit waits, says so, and is posted when somebody else approves', async () => {
    const client = await somebody()
    const page = await pageOf(client, { width })
    await press(action(page, 'Edit'), hand)
    await page.getByLabel('Account Balance', { exact: true }).fill('900')
    await page
      .getByText(
        'This needs a second person, as everything above $500.00 does. Saving proposes it: Account Balance +900.00.',
      )
      .waitFor()
    await page.getByLabel(/^Reason/).fill('Booked short')
    await press(page.getByRole('button', { name: 'Save Changes' }), hand)
    await toast(
      page,
      'A second, different person must agree. Nothing has been changed yet. Amounts above $500.00 need a second, different person.',
    )
    const waiting = (one: Page) =>
      one.locator('section', { hasText: 'Waiting for a second person' })
    const told = (await waiting(page).innerText()).replace(/\s+/g, ' ')
    for (const text of ['$0.00 → $900.00', 'Booked short', 'Admin']) expect(told).toContain(text)
    expect(await waiting(page).getByRole('button').allInnerTexts()).toEqual(['Withdraw'])
    await entry(page, 'Correction proposed by staff, not yet made')
      .getByText('Admin: “Booked short”')
      .waitFor()
    expect((await client.me()).accountBalance).toBe(0)

    const { page: other } = await sitDown(browser, { width })
    await other.goto(`${server.url}/login`)
    await formRuns(other)
    await other.getByLabel('Email').fill('second-admin@glasshouse.example')
    await other.getByLabel('Password', { exact: true }).fill('glasshouse-second')
    await other.getByRole('button', { name: 'Log In', exact: true }).click()
    await other.waitForURL('**/admin')
    await press(other.getByRole('link', { name: 'See what waits' }), hand)
    const row = other
      .locator('section', { hasText: 'Proposals for you to decide' })
      .getByRole('row')
      .filter({ hasText: client.user.fullName })
      .first()
    await press(row.getByRole('button', { name: 'Agree' }), hand)
    const dialog = other.getByRole('dialog', { name: /^Agree to this: A correction of / })
    await dialog.getByText('posted against the corrections pool at once').waitFor()
    await press(dialog.getByRole('button', { name: 'Agree' }), hand)
    await toast(other, 'Agreed, and done.')
    await row.waitFor({ state: 'detached' })
    const [posted] = await client.activity()
    expect(posted).toMatchObject({
      kind: 'correction-made',
      amount: 900,
      reason: 'Booked short',
      details: { proposedBy: 'Admin' },
    })
    expect(posted!.staffName).not.toBe('Admin')
    await page.reload()
    await entry(page, 'Account corrected by staff').getByText('Proposed by: Admin').waitFor()
  })

  test(
    'a proposed correction is withdrawn, and the user is told why',
    { tags: [thorough] },
    async () => {
      const client = await somebody()
      await admin.ok('PATCH', `/${client.user.id}`, { totalProfit: 700, reason: 'A bonus' })
      const page = await pageOf(client, { width })
      await press(page.getByRole('button', { name: 'Withdraw' }), hand)
      const dialog = page.getByRole('dialog', { name: 'Withdraw this proposal?' })
      await press(dialog.getByRole('button', { name: 'Withdraw' }), hand)
      await dialog.getByText('Please enter a reason').waitFor()
      await dialog.getByLabel(/^Reason, shown to/).fill('It was paid already')
      await press(dialog.getByRole('button', { name: 'Withdraw' }), hand)
      await toast(page, 'Proposal withdrawn. Nothing was changed.')
      await entry(page, 'Proposed correction was not made')
        .getByText('“It was paid already”')
        .waitFor()
      await expect.poll(() => page.getByText('Waiting for a second person').count()).toBe(0)
    },
  )

  test('a referrer is credited from here', { tags: [thorough] }, async () => {
    const client = await investorWithAPast()
    const page = await pageOf(client, { width })
    await press(action(page, 'Credit Referrer'), hand)
    await page.getByRole('heading', { name: `Deposits of ${client.user.fullName}` }).waitFor()
    const amount = page.getByLabel('Funding Amount')
    await amount.fill('1000')
    const beyond = page.getByText('It waits for a second person, and nothing is booked until then.')
    expect(await beyond.count()).toBe(0)
    await press(page.locator('button[type=submit]').filter({ hasText: 'Credit Referrer' }), hand)
    await toast(page, 'Referrer credited successfully: $100.00')
    await page.getByText('Left within 10%').waitFor()
    await amount.fill('10')
    await page
      .getByText('come to $101.00, more than 10% of the $1,000.00 that they have funded')
      .waitFor()
    await beyond.waitFor()
    await press(page.locator('button[type=submit]').filter({ hasText: 'Credit Referrer' }), hand)
    await toast(
      page,
      'A second, different person must approve this credit. Nothing has been booked yet.',
    )
    const waiting = page
      .locator('section', { hasText: 'Waiting for a second person' })
      .getByRole('listitem')
      .first()
    expect((await waiting.innerText()).replace(/\s+/g, ' ')).toMatch(
      /Referral bonus for Una \w+: 10% of \$10\.00 \$1\.00 to be credited\. Proposed by Admin/,
    )
    await press(waiting.getByRole('button', { name: 'Withdraw' }), hand)
    const dialog = page.getByRole('dialog', { name: 'Withdraw this credit?' })
    await dialog.getByLabel(/^Reason, shown to/).fill('A slip of the hand')
    await press(dialog.getByRole('button', { name: 'Withdraw' }), hand)
    await toast(page, 'Credit withdrawn')
  })

  test(
    'a user is deleted from here; what is left is told first, and then the page says that it is closed',
    { tags: [thorough] },
    async () => {
      const client = await somebody()
      await client.ok('POST', '/demo/deposits', { amount: 5, asset: 'BTC' })
      await admin.ok('POST', `/users/${client.user.id}/notes`, { text: 'A secret of theirs' })
      const page = await pageOf(client, { width })
      const remove = async () => {
        await press(action(page, 'Delete'), hand)
        await press(
          page
            .getByRole('dialog', { name: 'Are you sure you want to delete this user?' })
            .getByRole('button', { name: 'Delete' }),
          hand,
        )
      }
      await remove()
      await toast(page, '$5.00 balance')
      await admin.ok('PATCH', `/${client.user.id}`, {
        accountBalance: 0,
        reason: 'paid out by hand',
      })
      await remove()
      await toast(page, 'User deleted successfully')
      await page.getByText('The account is closed and the person’s data is erased.').waitFor()
      await page.getByRole('heading', { level: 1, name: 'Closed account' }).waitFor()
      await page.reload()
      await page.getByText('No notes yet.').waitFor()
    },
  )
})

test(
  'the sessions of an administrator leave the page when they are frozen',
  { tags: [thorough] },
  async () => {
    const frozen = await somebody()
    await setRole(database, frozen.user.id, 'admin')
    const page = await pageOf(frozen)
    const sessions = page.locator('section', {
      has: page.getByRole('heading', { name: 'Sessions' }),
    })
    await sessions.getByRole('table').waitFor()
    await action(page, 'Freeze').click()
    const dialog = page.getByRole('dialog', { name: 'Freeze this account?' })
    await dialog.getByLabel(/^Reason, shown to/).fill('A key was lost')
    await dialog.getByRole('button', { name: 'Freeze' }).click()
    await toast(page, 'Account frozen')
    await sessions.getByText('No active sessions.').waitFor()
  },
)

test(
  'I2: a frozen administrator is told so, by whom and why, and by whom it is lifted',
  { tags: [thorough] },
  async () => {
    const frozen = await somebody()
    await setRole(database, frozen.user.id, 'admin')
    const { page } = await sitDown(browser)
    const enter = async () => {
      await page.goto(`${server.url}/login`)
      await page.getByLabel('Email').fill(frozen.user.email)
      await page.getByLabel('Password', { exact: true }).fill(newcomersPassword)
      await page.getByRole('button', { name: 'Log In', exact: true }).click()
      await page.waitForURL('**/admin')
    }
    await enter()
    await page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor()
    await admin.ok('POST', `/users/${frozen.user.id}/freeze`, { reason: 'A key was lost' })
    // The sessions end: whatever is open leads to signing in anew, before anything is pressed.
    await page.waitForURL('**/login**')
    await enter()
    await page.getByRole('heading', { level: 1, name: 'Your account is frozen' }).waitFor()
    await page.getByText(/^Frozen by Admin, .*: “A key was lost”$/).waitFor()
    expect(await inaccessible(page)).toEqual([])
    await admin.ok('POST', `/users/${frozen.user.id}/unfreeze`, { reason: 'It was found' })
    await page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor()
  },
)

test('every staff action is seen, with its reason, in the user’s own activity', async () => {
  const referrer = await somebody()
  const client = await somebody({ referralCode: referrer.user.referralCode })
  await client.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
  const request = (amount: number) =>
    client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount,
      bankName: 'Home',
      bankNumber: 'any wallet',
    })
  const [rejected, returned] = [
    (await request(1)).withdrawal._id,
    (await request(2)).withdrawal._id,
  ]
  await admin.ok('PATCH', `/${client.user.id}`, {
    accountBalance: 150,
    reason: 'reason of the edit',
  })
  await admin.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'reason of the freeze' })
  await admin.ok('POST', `/users/${client.user.id}/unfreeze`, { reason: 'reason of the unfreeze' })
  await admin.ok('POST', `/withdrawals/${rejected}/rejection`, {
    reason: 'reason of the rejection',
  })
  await admin.ok('POST', `/withdrawals/${returned}/approval`)
  await admin.ok('POST', `/withdrawals/${returned}/return`, { reason: 'reason of the return' })
  await admin.ok('POST', '/credit-referrer', { userId: client.user.id, fundingAmount: 100 })
  const { page } = await sitDown(browser)
  await logInBy(page, server.url, client.user.email, 'orange lantern')
  await page.goto(`${server.url}/dashboard/activity`)
  for (const [title, reason] of [
    ['Account corrected by staff', 'edit'],
    ['Account frozen', 'freeze'],
    ['Account unfrozen', 'unfreeze'],
    ['Withdrawal rejected', 'rejection'],
    ['Withdrawal returned to the balance', 'return'],
  ] as const) {
    await entry(page, title).getByText(`Admin: “reason of the ${reason}”`).waitFor()
  }
  await entry(page, 'Withdrawal approved').getByText('Admin').waitFor()
  expect((await referrer.activity())[0]).toMatchObject({
    kind: 'referral-credited',
    staffName: 'Admin',
    amount: 10,
  })
})

describe.each(schemes)('in the %s scheme', (colorScheme) => {
  test.each(flowWidths)(
    'at %i px everybody can use it, and nothing scrolls sideways',
    { tags: [thorough] },
    async (width) => {
      const client = await investorWithAPast()
      await admin.ok('POST', `/users/${client.user.id}/notes`, {
        text: `A long word: ${'x'.repeat(200)}`,
      })
      await admin.ok('PATCH', `/${client.user.id}`, { totalProfit: 700, reason: 'y'.repeat(100) })
      const page = await pageOf(client, { width, colorScheme })
      const faults = async () => {
        return inaccessible(page)
      }
      const widest = () => page.evaluate(() => document.documentElement.scrollWidth)
      await entry(page, 'Account opened').waitFor()
      await page.getByRole('button', { name: '$750.00, how is this made up?' }).click()
      await page.getByText('Total', { exact: true }).waitFor()
      expect([await faults(), await widest()]).toEqual([[], width])
      await action(page, 'Edit').click()
      await page.getByRole('form', { name: /^Edit User/ }).waitFor()
      expect([await faults(), await widest()]).toEqual([[], width])
      await action(page, 'Freeze').click()
      await page.getByRole('dialog').waitFor()
      expect(await faults()).toEqual([])
    },
  )
})
