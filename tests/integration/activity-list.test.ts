/** The list of everything that happened, as it is narrowed, searched and added up, and what its items are about. */
import { describe, expect, test } from 'vitest'
import type { ActivityItem, ActivitySums } from '../../src/contract/activity.ts'
import { activityGroups } from '../../src/contract/activity-groups.ts'
import { kindsOfGroup } from '../../src/contract/activity-kinds.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 1_000_00n, corrections: 1_000_00n })
const app = await createTestApp(database)
const admin = await house.person({ role: 'admin', fullName: 'Grace Head' })
const auditor = await signUpSomebody(app)
await setRole(database, auditor.id, 'auditor')

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const credit = (owner: string, amount: bigint) =>
  house.run('CreditPlayMoney', { owner, amount, asset: 'BTC' }, owner)
const invest = (owner: string, amount: bigint) =>
  house.run(
    'OpenInvestment',
    { owner, planId: plans.starter, amount, acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
    owner,
  )
async function request(owner: string, amount: bigint, to: string | null = null): Promise<string> {
  const target = to
    ? ({ type: 'tradehub_transfer', recipientAccountId: to } as const)
    : ({ type: 'bank_transfer', walletName: 'Blue wallet', walletAddress: 'a' } as const)
  const reply = await house.run('RequestWithdrawal', { owner, amount, target }, owner)
  return JSON.parse(reply.text).data.withdrawal._id
}
const approve = (withdrawal: string) =>
  house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin)

async function list({ token }: Somebody, query: Record<string, string> = {}) {
  const { body } = await ask(app, 'GET', `${api}/activity?${new URLSearchParams(query)}`, { token })
  return body.data.activity as ActivityItem[]
}
const kinds = async (person: Somebody, query: Record<string, string>) =>
  (await list(person, query)).map(({ kind }) => kind)
async function sums({ token }: Somebody, query: Record<string, string> = {}) {
  const { body } = await ask(app, 'GET', `${api}/activity/sums?${new URLSearchParams(query)}`, {
    token,
  })
  return body.data.sums as ActivitySums[]
}

/** Somebody to whom a bit of everything has happened. */
async function busy(): Promise<Somebody> {
  const ada = await signUpSomebody(app)
  const ben = await signUpSomebody(app)
  await credit(ada.id, 1_200_50n)
  await invest(ada.id, 200_00n)
  await approve(await request(ada.id, 50_00n, ben.user.accountId))
  const wallet = await request(ada.id, 40_00n)
  await approve(wallet)
  await house.run('PayWithdrawal', { withdrawal: wallet, reference: `PAY-${wallet}` }, admin)
  await house.run(
    'CancelWithdrawal',
    { withdrawal: await request(ada.id, 7_00n), owner: ada.id },
    ada.id,
  )
  await house.run(
    'CorrectUser',
    { user: ada.id, accountBalance: 905_50n, reason: 'A missing fee of Zürich' },
    admin,
  )
  return ada
}

describe('a group', () => {
  test.each(Object.keys(activityGroups))('%s has its kinds and no other', async (group) => {
    const own = kindsOfGroup(group)!
    const ada = await busy()
    const all = (await list(ada)).map(({ kind }) => kind)
    expect(await kinds(ada, { kind: group })).toEqual(
      all.filter((kind) => own.some((one) => one.kind === kind)),
    )
  })

  test('of all that staff did has it whatever its kind, and nothing of the person’s own', async () => {
    const ada = await busy()
    const all = await list(ada)
    const byTheirs = all.filter(({ by }) => by === 'staff').map(({ kind }) => kind)
    expect(byTheirs.length).toBeGreaterThan(3)
    expect(await kinds(ada, { kind: 'by-staff' })).toEqual(byTheirs)
    expect(await kinds(ada, { kind: 'by-staff', search: 'missing fee' })).toEqual([
      'correction-made',
    ])
  })

  test('that is none is a kind of which there is nothing', async () => {
    const ada = await signUpSomebody(app)
    for (const kind of ['toString', 'gifts']) expect(await kinds(ada, { kind })).toEqual([])
  })
})

describe('a search', () => {
  test.each([
    ['the title', 'PLAY money', ['deposit']],
    ['the plan', 'starter', ['investment-opened']],
    ['title and plan, in any order', 'growth opened', ['investment-opened']],
    ['an amount', '$1,200.5', ['deposit']],
    ['an amount that another begins with: not it', '1200', []],
    ['an amount inside of another: not it', '00.50', []],
    ['the wallet', 'blue', ['withdrawal-requested', 'withdrawal-requested']],
    ['the reference', 'pay-', ['withdrawal-paid']],
    ['who of the staff it was', 'grace', 'staff'],
    ['the reason, however its letters are composed', 'ZU\u0308RICH', ['correction-made']],
    ['what was changed', '905.50', ['correction-made']],
    ['nothing of what is not shown', 'acceptedRiskVersion', []],
    ['no pattern', '%', []],
  ])('finds %s', async (_, search, found) => {
    const ada = await busy()
    const expected =
      found === 'staff'
        ? (await list(ada)).filter(({ by }) => by === 'staff').map(({ kind }) => kind)
        : found
    expect(await kinds(ada, { search })).toEqual(expected)
  })

  test('goes with a group, from page to page, and leads to a file of the same', async () => {
    const ada = await busy()
    const query = { search: 'withdrawal', kind: 'withdrawn', limit: '3' }
    const { body } = await ask(app, 'GET', `${api}/activity?${new URLSearchParams(query)}`, ada)
    const rest = await list(ada, { ...query, limit: '200', cursor: body.data.nextCursor })
    const both = [...body.data.activity, ...rest].map(({ id }) => id)
    expect(both).toHaveLength(7)
    const csv = await ask(app, 'GET', `${api}/activity.csv?search=withdrawal&kind=withdrawn`, ada)
    expect(
      csv.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').at(-1)),
    ).toEqual(both)
  })

  test('of nothing but spaces is none, and of what cannot be stored is refused', async () => {
    const ada = await signUpSomebody(app)
    expect(await kinds(ada, { search: '   ' })).toEqual(['account-opened'])
    const reply = await ask(app, 'GET', `${api}/activity?search=%00`, ada)
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed'])
  })
})

describe('the sums', () => {
  const inCents = (dollars: number) => Math.round(dollars * 100)

  test('tell money that came and went from money that was placed, set aside and released', async () => {
    const ada = await busy()
    expect(await sums(ada)).toMatchObject([
      { moneyIn: 1200.5, moneyOut: 95, balanceChange: 905.5, count: (await list(ada)).length },
    ])
    expect(await sums(ada, { kind: 'invested' })).toMatchObject([
      { moneyIn: 0, moneyOut: 0, balanceChange: -200, count: 1 },
    ])
    expect(await sums(ada, { search: 'blue' })).toMatchObject([
      { moneyIn: 0, moneyOut: 0, balanceChange: -47, count: 2 },
    ])
  })

  test('count profit as money in when it is paid, and the principal that returns not at all', async () => {
    const ada = await signUpSomebody(app)
    await credit(ada.id, 500_00n)
    await invest(ada.id, 100_00n)
    await moveDays(database, 8)
    await settleDue({ pool: database.pool, desk: house.desk })
    expect(await sums(ada, { kind: 'investment-matured' })).toMatchObject([
      { moneyIn: 10, moneyOut: 0, balanceChange: 110, count: 1 },
    ])
  })

  test('of periods are what the items of each come to; a bound belongs to what it begins', async () => {
    const ada = await busy()
    const items = await list(ada)
    const times = [...new Set(items.map(({ at }) => at))].toSorted()
    const bounds = [times[0]!, times[Math.floor(times.length / 2)]!, times.at(-1)!]
    const made = await sums(ada, { bounds: bounds.join(',') })
    expect(made.map(({ from, to }) => [from, to])).toEqual([bounds.slice(0, 2), bounds.slice(1)])
    for (const { from, to, count, balanceChange } of made) {
      const own = items.filter(({ at }) => at >= from && at < to)
      expect(count).toBe(own.length)
      expect(inCents(balanceChange)).toBe(
        own.reduce((sum, { amount }) => sum + inCents(amount ?? 0), 0),
      )
    }
  })

  test('are of the chosen days only, inside of the periods', async () => {
    const ada = await busy()
    const [last] = await list(ada)
    const bounds = '2000-01-01T00:00:00Z,9000-01-01T00:00:00Z'
    const [since] = await sums(ada, { bounds, from: last!.at })
    const shown = await list(ada, { from: last!.at })
    expect(since!.count).toBe(shown.length)
  })

  test.each([
    ['2026-01-01T00:00:00Z'],
    ['2026-02-01T00:00:00Z,2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00Z,2026-01-01T00:00:00Z'],
    ['2026-01-01,2026-02-01'],
    [''],
    [Array.from({ length: 14 }, (_, day) => `2026-01-${10 + day}T00:00:00Z`).join(',')],
  ])('are of no such periods: %s', async (bounds) => {
    const { token } = await signUpSomebody(app)
    const path = `${api}/activity/sums?${new URLSearchParams({ bounds })}`
    const reply = await ask(app, 'GET', path, { token })
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed'])
  })

  test('are a person’s own, and staff’s to read', async () => {
    const [ada, ben] = [await busy(), await signUpSomebody(app)]
    expect(await sums(ben)).toMatchObject([{ moneyIn: 0, count: 1 }])
    const path = `${api}/users/${ada.id}/activity/sums`
    expect((await ask(app, 'GET', path, ben)).status).toBe(403)
    expect((await ask(app, 'GET', path, auditor)).body.data.sums).toEqual(await sums(ada))
  })
})

describe('an item', () => {
  test('is about the request or the investment that it opens, at each of their steps', async () => {
    const ada = await signUpSomebody(app)
    await credit(ada.id, 500_00n)
    await invest(ada.id, 100_00n)
    const withdrawal = await request(ada.id, 10_00n)
    await approve(withdrawal)
    await moveDays(database, 8)
    await settleDue({ pool: database.pool, desk: house.desk })
    const items = await list(ada)
    const investment = items.find(({ kind }) => kind === 'investment-opened')!.id
    expect(items.map(({ kind, about }) => [kind, about])).toEqual([
      ['investment-matured', { noun: 'investment', id: investment }],
      ['withdrawal-approved', { noun: 'withdrawal', id: withdrawal }],
      ['withdrawal-requested', { noun: 'withdrawal', id: withdrawal }],
      ['investment-opened', { noun: 'investment', id: investment }],
      ['deposit', null],
      ['account-opened', null],
    ])
    const { body } = await ask(app, 'GET', `${api}/investments/${investment}`, ada)
    expect(body.data.investment).toMatchObject({ id: investment, amount: 100, status: 'matured' })
    const ben = await signUpSomebody(app)
    const reply = await ask(app, 'GET', `${api}/investments/${investment}`, ben)
    expect([reply.status, reply.body.code]).toEqual([404, 'unknown_investment'])
  })

  test('that another person’s request brought is about nothing of one’s own', async () => {
    const [ada, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
    await credit(ada.id, 50_00n)
    await approve(await request(ada.id, 50_00n, ben.user.accountId))
    expect((await list(ben))[0]).toMatchObject({ kind: 'transfer-received', about: null })
  })
})
