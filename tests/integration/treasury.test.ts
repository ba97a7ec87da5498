/** What staff read of the whole house: every figure is the books', all of one moment. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TreasuryBooks } from '../../src/contract/treasury.ts'
import { keepReplay, type KeptReplay } from '../../src/desk/replays.ts'
import { createTreasuryReader } from '../../src/domains/treasury/queries.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { withClient } from '../../src/platform/database.ts'
import { believe } from '../support/believe.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole, testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
const app = await createTestApp(database)

let admin: Awaited<ReturnType<typeof signUpSomebody>>
beforeAll(async () => {
  admin = await signUpSomebody(app, { fullName: 'Ina Wells' })
  await setRole(database, admin.id, 'admin')
})

const get = async (path: string) =>
  (await ask(app, 'GET', api + path, { token: admin.token })).body.data
const treasury = async (): Promise<TreasuryBooks> => (await get('/treasury')).treasury
const post = (path: string, payload: object) =>
  ask(app, 'POST', api + path, {
    token: admin.token,
    payload,
    headers: { 'idempotency-key': randomUUID() },
  })

const invest = (owner: string, planId: string, amount: bigint) =>
  house.run(
    'OpenInvestment',
    { owner, planId, amount, acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
    owner,
  )
async function requested(owner: string, amount: bigint): Promise<string> {
  const id = randomUUID()
  await house.run(
    'RequestWithdrawal',
    { owner, amount, target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' } },
    owner,
    { id },
  )
  return id
}

const cents = (dollars: number) => BigInt(Math.round(dollars * 100))
const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0n)
const dateIn = async (days: number): Promise<string> =>
  (
    await database.owner.query(
      `select ((business_now() + make_interval(days => $1)) at time zone 'UTC')::date as date`,
      [days],
    )
  ).rows[0].date

describe('what is owed to investors', () => {
  test('is told by its kind, held money by what it waits for, and comes to what the firm’s side says', async () => {
    await house.fund({ returns: 1_000_00n })
    const before = await treasury()
    const ada = await house.person({ cash: 10_000_00n })
    const ben = await house.person({ cash: 500_00n })
    await invest(ada, plans.advanced, 2_000_00n)
    await requested(ada, 70_00n)
    await house.run(
      'ApproveWithdrawal',
      { withdrawal: await requested(ben, 30_00n), secondApprovalAbove: null },
      await house.person({ role: 'admin' }),
    )
    const after = await treasury()
    const gained = Object.fromEntries(
      Object.entries(after.owed).map(([kind, amount]) => [
        kind,
        cents(amount) - cents(before.owed[kind as 'cash']),
      ]),
    )
    expect(gained).toEqual({
      cash: 8_400_00n,
      held: 100_00n,
      pending: 70_00n,
      approved: 30_00n,
      invested: 2_000_00n,
      promised: 240_00n,
    })
    const { cash, held, invested, promised } = after.owed
    expect(total([cash, held, invested, promised])).toBe(cents(after.owedToInvestors))
  })
})

describe('the trial balance', () => {
  test('is the sum of all accounts of each kind, and comes to zero', async () => {
    await house.person({ cash: 12_34n })
    const { balances, sums } = await treasury()
    const { rows } = await database.owner.query(
      `select kind::text, count(*)::int as accounts, sum(debits) as debits, sum(credits) as credits from ledger.accounts group by kind having sum(debits) + sum(credits) > 0`,
    )
    const shown = balances.map(({ kind, accounts, debits, credits, balance }) => ({
      kind,
      accounts,
      debits: cents(debits),
      credits: cents(credits),
      balance: cents(balance),
    }))
    expect(shown.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual(
      rows
        .map(({ kind, accounts, debits, credits }) => ({
          kind,
          accounts,
          debits: BigInt(debits),
          credits: BigInt(credits),
          balance: BigInt(credits) - BigInt(debits),
        }))
        .toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    )
    expect(sums).toEqual([
      { unit: 'USD', debits: sums[0]!.credits, credits: sums[0]!.credits, balance: 0 },
    ])
    expect(total(balances.map(({ balance }) => balance))).toBe(0n)
  })

  test('is of one moment, whatever is booked meanwhile', async () => {
    await house.fund({ returns: 100_000_00n })
    const people = await Promise.all(
      Array.from({ length: 8 }, () => house.person({ cash: 10_000_00n })),
    )
    const { approved } = (await treasury()).owed
    let busy = true
    const work = Promise.all(
      people.map(async (owner) => {
        for (let n = 0; n < 25; n += 1) {
          await requested(owner, 1_00n)
          await invest(owner, plans.starter, 100_00n)
        }
      }),
    ).finally(() => {
      busy = false
    })
    let readings = 0
    while (busy) {
      const {
        sums,
        owed,
        owedToInvestors,
        maturities: { days, later },
      } = await treasury()
      expect(sums[0]).toMatchObject({ debits: sums[0]!.credits, balance: 0 })
      expect(total([owed.cash, owed.held, owed.invested, owed.promised])).toBe(
        cents(owedToInvestors),
      )
      // Nobody approves anything meanwhile.
      expect(owed.approved).toBe(approved)
      expect(total([...days, later].map(({ profit }) => profit))).toBe(cents(owed.promised))
      readings += 1
    }
    await work
    expect(readings).toBeGreaterThan(2)
  })
})

describe('the cover of plans', () => {
  test('is what the public offer says, and tells of plans that are sold out or not on sale', async () => {
    await house.fund({ returns: 50_00n })
    await database.owner.query(`update plan_terms set minimum = 9000000000000 where plan_id = $1`, [
      plans.platinum,
    ])
    const offered = (await get('/plans')).plans
    await database.owner.query('update plans set on_sale = false where id = $1', [plans.starter])
    const { cover } = await treasury()
    await database.owner.query('update plans set on_sale = true where id = $1', [plans.starter])
    await database.owner.query(`update plan_terms set minimum = 5000000 where plan_id = $1`, [
      plans.platinum,
    ])
    expect(
      cover.map(({ planId, covered, largestCoverable }) => [planId, covered, largestCoverable]),
    ).toEqual(
      offered.map((plan: { id: string; available: boolean; largestCoverable: number }) => [
        plan.id,
        plan.available,
        plan.largestCoverable,
      ]),
    )
    expect(cover.map(({ onSale }) => onSale)).toEqual([false, true, true, true])
    expect(cover.at(-1)).toMatchObject({ covered: false, largestCoverable: 0 })
  })
})

describe('the calendar of maturities', () => {
  test('tells for each day how many fall due and what they pay; what comes after its end is told as one', async () => {
    await house.fund({ returns: 100_000_00n })
    const ada = await house.person({ cash: 100_000_00n })
    const before = (await treasury()).maturities
    await invest(ada, plans.starter, 100_00n)
    await invest(ada, plans.starter, 200_00n)
    await invest(ada, plans.advanced, 1_000_00n)
    await database.owner.query('update plan_terms set duration_days = 60 where plan_id = $1', [
      plans.elite,
    ])
    await believe(database.owner, 'plan_terms')
    await invest(ada, plans.elite, 10_000_00n)
    await database.owner.query('update plan_terms set duration_days = 26 where plan_id = $1', [
      plans.elite,
    ])
    await believe(database.owner, 'plan_terms')
    const { days, later, from } = (await treasury()).maturities
    const on = async (all: typeof days, inDays: number) => {
      const date = await dateIn(inDays)
      const { date: _, ...found } = all.find((day) => day.date === date) ?? {
        date,
        investments: 0,
        principal: 0,
        profit: 0,
      }
      return found
    }
    expect(from).toBe(await dateIn(0))
    const added = (was: typeof later, is: typeof later) => [
      is.investments - was.investments,
      cents(is.principal) - cents(was.principal),
      cents(is.profit) - cents(was.profit),
    ]
    expect(added(await on(before.days, 8), await on(days, 8))).toEqual([2, 300_00n, 30_00n])
    expect(added(await on(before.days, 16), await on(days, 16))).toEqual([1, 1_000_00n, 120_00n])
    expect(added(before.later, later)).toEqual([1, 10_000_00n, 1_500_00n])
    expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted())
  })

  test('counts what is overdue as today’s, and comes to everything that was promised', async () => {
    await house.fund({ returns: 100_00n })
    const ada = await house.person({ cash: 100_00n })
    await invest(ada, plans.starter, 100_00n)
    await moveDays(database, 9)
    const {
      maturities: { days, later, from },
      owed,
    } = await treasury()
    expect(days[0]!.date).toBe(from)
    expect(days[0]!.investments).toBeGreaterThan(0)
    expect(total([...days, later].map(({ profit }) => profit))).toBe(cents(owed.promised))
    expect(total([...days, later].map(({ principal }) => principal))).toBe(cents(owed.invested))
  })
})

describe('the firm’s own movements', () => {
  test('stand in a list with who, how much, and the reference', async () => {
    await post('/treasury/capital', { amount: 40, reference: 'wire of the firm' })
    await post('/treasury/funding', { pool: 'referral', amount: 15 })
    const { activity } = await get('/treasury/activity')
    expect(activity.slice(0, 2)).toMatchObject([
      {
        kind: 'pool-funded',
        by: 'staff',
        staffName: 'Ina Wells',
        details: { pool: 'referral', amount: '$15.00' },
      },
      {
        kind: 'capital-paid-in',
        by: 'staff',
        staffName: 'Ina Wells',
        details: { amount: '$40.00', reference: 'wire of the firm' },
      },
    ])
    const [newest, next] = [await get('/treasury/activity?limit=1'), activity[1]]
    expect((await get(`/treasury/activity?limit=1&cursor=${newest.nextCursor}`)).activity).toEqual([
      next,
    ])
  })
})

describe('in a large house', () => {
  test('the books are read once in a while, and anew after capital was booked, by whomever and wherever', async () => {
    const reader = createTreasuryReader(database.pool, 0)
    const first = await reader.read()
    const ada = await house.person({ cash: 5_00n })
    expect(await reader.read()).toBe(first)
    const booked = { amount: 1_00n, reference: randomUUID() }
    expect((await house.run('PayInCapital', booked, null)).outcome).toBe('done')
    const second = await reader.read()
    expect(cents(second.owed.cash) - cents(first.owed.cash)).toBe(5_00n)
    await house.run('CreditPlayMoney', { owner: ada, amount: 1_00n, asset: 'BTC' }, ada)
    expect(await createTreasuryReader(database.pool).read()).not.toEqual(second)
  })

  test('a reading that failed is not kept', async () => {
    let fails = false
    const pool = new Proxy(database.pool, {
      get: (target, name) =>
        name === 'connect' || name === 'query'
          ? (...given: never[]) =>
              fails
                ? Promise.reject(new Error('no connection'))
                : (target[name] as (...of: never[]) => unknown).apply(target, given)
          : target[name as 'end'],
    })
    const reader = createTreasuryReader(pool, 0)
    fails = true
    await expect(reader.read()).rejects.toThrow('no connection')
    fails = false
    expect((await reader.read()).sums[0]!.balance).toBe(0)
  })
})

describe('what the replays of the journal found', () => {
  const at = Date.UTC(2026, 0, 31, 3, 0, 0)
  const replay: KeptReplay = {
    startedAt: at,
    endedAt: at + 90_500,
    part: 'whole',
    commands: 1_000_000n,
    rows: 520_000n,
    lastCommand: randomUUID(),
    differences: [],
  }
  const keep = (changes: Partial<KeptReplay>) =>
    withClient({ url: database.url, name: 'replay of a test' }, (db) =>
      keepReplay(db, testMacKeys, { ...replay, ...changes }),
    )
  const shown = {
    startedAt: '2026-01-31T03:00:00.000Z',
    endedAt: '2026-01-31T03:01:30.500Z',
    commands: 1_000_000,
    rows: 520_000,
    differences: [],
  }

  test('is told beside the books: nothing at first, then the last of each part, and the last difference', async () => {
    expect((await get('/treasury')).replays).toEqual({ whole: null, new: null, different: null })
    await keep({})
    expect((await get('/treasury')).replays).toEqual({ whole: shown, new: null, different: null })
    const differences = ['owners: somebody: role is "admin", and must be "user"']
    const next = { startedAt: at + 86_400_000, endedAt: at + 86_401_000, part: 'new' } as const
    await keep({ ...next, differences })
    const different = {
      ...shown,
      startedAt: '2026-02-01T03:00:00.000Z',
      endedAt: '2026-02-01T03:00:01.000Z',
      differences,
    }
    expect((await get('/treasury')).replays).toEqual({ whole: shown, new: different, different })
  })
})

describe('J12: above the limit of one', async () => {
  const strict = await createTestApp(database, {
    policy: { ...demoPolicy, secondApprovalAboveCents: 100_00n },
  })
  const give = (who: string, path: string, payload: object) =>
    ask(strict, 'POST', api + path, {
      token: who,
      payload,
      headers: { 'idempotency-key': randomUUID() },
    })
  const open = async () =>
    (await ask(strict, 'GET', `${api}/proposals`, { token: admin.token })).body.data.proposals
  type Proposed = { id: string; facts: Record<string, unknown> }
  const agree = (token: string, { id, facts }: Proposed, other = {}) =>
    give(token, `/proposals/${id}/agreement`, { shown: { ...facts, ...other } })

  test('the firm’s own money takes two administrators, and a row that somebody changes is believed by none', async () => {
    const other = await signUpSomebody(strict, { fullName: 'Ola Second' })
    await setRole(database, other.id, 'admin')
    const before = (await treasury()).capital
    const asked = await give(admin.token, '/treasury/capital', { amount: 101, reference: 'two' })
    const { proposal } = asked.body.data
    expect([asked.status, proposal.status, proposal.needs]).toEqual([202, 'open', 1])
    expect(await open()).toEqual([proposal])
    expect((await agree(admin.token, proposal)).body.code).toBe('same_approver')
    expect((await agree(other.token, proposal, { amount: 102 })).body.code).toBe('not_as_shown')
    const change = (from: string, to: string) =>
      database.owner.query('update proposals set facts = replace(facts, $2, $3) where id = $1', [
        proposal.id,
        from,
        to,
      ])
    await change('10100', '10010100')
    expect((await agree(other.token, proposal, { amount: 100_101 })).body.code).toBe(
      'not_as_recorded',
    )
    await change('10010100', '10100')
    const agreed = await agree(other.token, proposal)
    expect([agreed.status, agreed.body.data.proposal]).toMatchObject([
      200,
      {
        status: 'done',
        agreements: [{ by: { id: admin.id } }, { by: { id: other.id, fullName: 'Ola Second' } }],
      },
    ])
    expect(cents((await treasury()).capital) - cents(before)).toBe(101_00n)
    expect(await open()).toEqual([])
    expect((await get('/treasury/activity?limit=1')).activity).toMatchObject([
      { details: { amount: '$101.00', reference: 'two' } },
    ])
    await expect(
      database.owner.query(`update proposals set status = 'open' where id = $1`, [proposal.id]),
    ).rejects.toThrow()
  })

  test('what is proposed holds its reference, however it is spelled, and is booked when another agrees', async () => {
    const other = await signUpSomebody(strict)
    await setRole(database, other.id, 'admin')
    const pay = (amount: number, reference: string) =>
      give(other.token, '/treasury/capital', { amount, reference })
    const asked = await give(admin.token, '/treasury/capital', { amount: 7_000, reference: 'Y-1' })
    const spellings = ['Y-1', 'y 1', 'Y-1\u200B', 'Ｙ-1']
    for (const reference of spellings)
      for (const amount of [0.01, 900])
        expect((await pay(amount, reference)).body.code).toBe('change_open')
    const agreed = await agree(other.token, asked.body.data.proposal)
    expect([agreed.status, agreed.body.data.proposal.facts.reference]).toEqual([200, 'Y-1'])
    for (const reference of spellings)
      expect((await pay(0.01, reference)).body.code).toBe('reference_used')
  })

  test('a proposal is withdrawn with a reason, and nothing is booked', async () => {
    const before = await treasury()
    const asked = await give(admin.token, '/treasury/funding', { pool: 'returns', amount: 100.5 })
    const { id } = asked.body.data.proposal
    const reason = 'Too early'
    const withdrawn = await give(admin.token, `/proposals/${id}/withdrawal`, { reason })
    expect(withdrawn.body.data.proposal).toMatchObject({
      status: 'withdrawn',
      facts: { pool: 'returns', amount: 100.5 },
      refusal: { by: { id: admin.id }, reason },
    })
    expect((await treasury()).pools).toEqual(before.pools)
  })
})
