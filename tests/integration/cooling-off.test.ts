/** A first investment that is undone within its time: by its owner, once, in full, whatever happens meanwhile. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settleDue } from '../../src/domains/investments/due.ts'
import { auditState } from '../../src/domains/audit-state.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { hourMs } from '../../src/lib/instant.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import { investorsOf, type Investor } from '../support/investors.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp } from '../support/http.ts'

const database = await createTestDatabase()
const [app, app2, withoutTime, withTwoDays] = await Promise.all([
  createTestApp(database),
  createTestApp(database),
  createTestApp(database, { policy: { ...demoPolicy, coolingOffMs: 0 } }),
  createTestApp(database, { policy: { ...demoPolicy, coolingOffMs: 48 * hourMs } }),
])
const house = createHouse(database)
const plans = await seedPlans(database)
const pool = 1_000_000_00n

beforeAll(() => house.fund({ returns: pool }))
afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

type Somebody = Investor
type App = typeof app

const { post, investor } = investorsOf(app, plans.advanced)

async function opened(who: Somebody, amount = 1_000, at: App = app) {
  const reply = await post(
    who,
    '/investments',
    { planId: plans.advanced, amount, acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
    at,
  )
  expect([reply.status, reply.text]).toEqual([201, reply.text])
  return reply.body.data.investment as {
    id: string
    openedAt: string
    maturesAt: string
    undoableUntil: string | null
  }
}

const undo = (who: Somebody, id: string, at: App = app) =>
  post(who, `/investments/${id}/undoing`, {}, at)
const shown = async (who: Somebody, id: string) =>
  (await ask(app, 'GET', `${api}/investments/${id}`, { token: who.token })).body.data.investment
const me = async (who: Somebody) =>
  (await ask(app, 'GET', `${api}/me`, { token: who.token })).body.data.user
const inPool = async (): Promise<bigint> => {
  const { rows } = await database.owner.query(
    `select credits - debits as pool from ledger.accounts where kind = 'returns-pool'`,
  )
  return rows[0].pool
}
/** Business time goes on by this much. */
const pass = (ms: number) =>
  database.owner.query(
    `update business_clock set advance = advance + $1 * interval '1 millisecond'`,
    [ms],
  )

describe('A first investment', () => {
  test('says until when it can be undone, and is undone in full: its amount returns, its promise goes back to the pool', async () => {
    const before = await inPool()
    const ada = await investor()
    const investment = await opened(ada)
    expect(Date.parse(investment.undoableUntil!) - Date.parse(investment.openedAt)).toBe(
      24 * hourMs,
    )
    expect(await inPool()).toBe(before - 120_00n)
    const { status, body } = await undo(ada, investment.id)
    expect([status, body.message]).toEqual([200, 'Investment undone'])
    expect(body.data).toMatchObject({
      investment: { id: investment.id, status: 'undone', accrued: 0, undoableUntil: null },
      user: { accountBalance: 5_000, invested: 0, accruedProfit: 0, totalProfit: 0 },
    })
    expect(await inPool()).toBe(before)
    expect(await shown(ada, investment.id)).toMatchObject({ status: 'undone', undoableUntil: null })
    const { rows } = await database.owner.query(
      `select event::text, debit_kind::text as debit, credit_kind::text as credit, amount from ledger.postings where command_id = (
         select id from desk.commands where kind = 'UndoInvestment' and subject = $1) order by debit_kind`,
      [ada.id],
    )
    expect(rows).toEqual([
      { event: 'investment-undone', debit: 'invested', credit: 'cash', amount: 1_000_00n },
      { event: 'investment-undone', debit: 'promised', credit: 'returns-pool', amount: 120_00n },
    ])
  })

  test('is told of in the activity and by a mail, and never matures any more', async () => {
    const ada = await investor()
    const { id } = await opened(ada)
    await undo(ada, id)
    const { body } = await ask(app, 'GET', `${api}/activity?kind=invested`, { token: ada.token })
    expect(body.data.activity).toMatchObject([
      {
        title: 'Investment undone',
        amount: 1_000,
        balanceAfter: 5_000,
        by: 'you',
        about: { noun: 'investment', id },
        details: { plan: 'Advanced Wealth Builder' },
      },
      { title: 'Investment opened', amount: -1_000 },
    ])
    const { rows } = await database.owner.query(
      `select template, "values" ->> 'amount' as amount, "values" ? 'undoableUntil' as until from outbox
        where owner_id = $1 and template like 'investment%' order by id`,
      [ada.id],
    )
    expect(rows).toEqual([
      { template: 'investment-opened', amount: '$1,000.00', until: true },
      { template: 'investment-undone', amount: '$1,000.00', until: true },
    ])
    await moveDays(database, 17)
    await settleDue({ pool: database.pool, desk: house.desk })
    expect(await me(ada)).toMatchObject({ accountBalance: 5_000, totalProfit: 0 })
  })

  test('can be undone to the last millisecond, and not from then on', async () => {
    const [ada, ben] = [await investor(), await investor()]
    const [first, other] = [await opened(ada), await opened(ben)]
    await pass(24 * hourMs - 60_000)
    expect((await undo(ada, first.id)).status).toBe(200)
    await pass(60_000)
    const late = await undo(ben, other.id)
    expect([late.status, late.body.code]).toEqual([409, 'undoing_too_late'])
    expect(late.body.message).toMatch(
      /^This investment could be undone until \w{3} \d+, \d{4} at \d\d:\d\d UTC\. Nothing was booked: it goes on/,
    )
    expect(await shown(ben, other.id)).toMatchObject({ status: 'running', undoableUntil: null })
  })

  test('can be undone as long as it was opened with, whatever is set later', async () => {
    const [ada, ben] = [await investor(), await investor()]
    const [long, none] = [
      await opened(ada, 1_000, withTwoDays),
      await opened(ben, 1_000, withoutTime),
    ]
    await pass(47 * hourMs)
    expect((await undo(ada, long.id, withoutTime)).status).toBe(200)
    expect(none.undoableUntil).toBeNull()
    expect((await undo(ben, none.id, withTwoDays)).body.code).toBe('not_undoable')
  })

  test('can be undone at most until it matures', async () => {
    const long = createTestApp(database, {
      policy: { ...demoPolicy, coolingOffMs: 999 * hourMs },
    })
    const investment = await opened(await investor(), 1_000, await long)
    expect(investment.undoableUntil).toBe(investment.maturesAt)
  })

  test('can be undone by a frozen person: nothing leaves', async () => {
    const ada = await investor()
    const { id } = await opened(ada)
    await house.run('FreezeUser', { user: ada.id, reason: 'a test' }, null)
    expect((await undo(ada, id)).status).toBe(200)
    expect(await me(ada)).toMatchObject({ status: 'frozen', accountBalance: 5_000 })
  })

  test('is nobody else’s to undo, and no other thing is undone', async () => {
    const [ada, eve] = [await investor(), await investor()]
    const { id } = await opened(ada)
    for (const one of [id, randomUUID()])
      expect((await undo(eve, one)).body.code).toBe('unknown_investment')
    expect(await shown(ada, id)).toMatchObject({ status: 'running' })
    expect((await ask(app, 'POST', `${api}/investments/${id}/undoing`)).status).toBe(401)
  })
})

describe('No second one', () => {
  test('can be undone, neither beside the first nor after it was undone, matured or became too old', async () => {
    const ada = await investor()
    const first = await opened(ada)
    const beside = await opened(ada)
    expect(beside.undoableUntil).toBeNull()
    const refused = await undo(ada, beside.id)
    expect([refused.status, refused.body.code]).toEqual([422, 'not_undoable'])
    await undo(ada, first.id)
    const after = await opened(ada)
    expect(after.undoableUntil).toBeNull()
    expect((await undo(ada, after.id)).body.code).toBe('not_undoable')
    expect((await undo(ada, first.id)).body.code).toBe('already_undone')

    const ben = await investor()
    const matured = await opened(ben)
    await moveDays(database, 16)
    await settleDue({ pool: database.pool, desk: house.desk })
    const { body } = await undo(ben, matured.id)
    expect(body).toMatchObject({ code: 'already_settled' })
    expect(body.message).toMatch(/^This investment has matured, and was paid to your balance\./)
    expect((await opened(ben)).undoableUntil).toBeNull()
  })

  test('is made undoable by whoever writes into the database: there is one for each person', async () => {
    const ada = await investor()
    await opened(ada)
    const second = await opened(ada)
    await expect(
      database.owner.query('update investments set undoable_until = matures_at where id = $1', [
        second.id,
      ]),
    ).rejects.toThrow('investments_undoable_once')
    await expect(
      database.pool.query('update investments set undoable_until = matures_at where id = $1', [
        second.id,
      ]),
    ).rejects.toThrow('permission denied')
  })

  test('makes a loop of: a deposit, an investment and its undoing bring nothing, however often', async () => {
    const before = await inPool()
    const ada = await investor(1_000)
    for (const round of times(3, (n) => n)) {
      const { id } = await opened(ada)
      expect((await undo(ada, id)).status).toBe(round === 0 ? 200 : 422)
      if (round > 0) break
      await post(ada, '/demo/deposits', { amount: 1_000, asset: 'USDT' })
    }
    expect(await me(ada)).toMatchObject({ accountBalance: 1_000, invested: 1_000, totalProfit: 0 })
    expect(await inPool()).toBe(before - 120_00n)
  })
})

describe('At once', () => {
  test('two tabs at two servers undo it once', async () => {
    const ada = await investor()
    const { id } = await opened(ada)
    const replies = await Promise.all(times(6, (n) => undo(ada, id, n % 2 === 0 ? app : app2)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await me(ada)).toMatchObject({ accountBalance: 5_000, invested: 0 })
  })

  test('two first investments are one first and one second', async () => {
    const ada = await investor()
    const both = await Promise.all([opened(ada), opened(ada, 1_000, app2)])
    expect(both.filter(({ undoableUntil }) => undoableUntil !== null)).toHaveLength(1)
  })

  test('undoing and settling book one of the two', async () => {
    const long = await createTestApp(database, {
      policy: { ...demoPolicy, coolingOffMs: 999 * hourMs },
    })
    const people = await Promise.all(times(8, () => investor()))
    const investments = await Promise.all(people.map((one) => opened(one, 1_000, long)))
    await pass(16 * 24 * hourMs - 400)
    const [replies] = await Promise.all([
      Promise.all(people.map((one, n) => undo(one, investments[n]!.id))),
      (async () => {
        await pass(400)
        await settleDue({ pool: database.pool, desk: house.desk })
      })(),
    ])
    await settleDue({ pool: database.pool, desk: house.desk })
    for (const [n, { status }] of replies.entries()) {
      const { accountBalance } = await me(people[n]!)
      expect(accountBalance).toBe(status === 200 ? 5_000 : 5_120)
    }
  })

  test('the same key undoes it once, and answers the same', async () => {
    const ada = await investor()
    const { id } = await opened(ada)
    const asked = { token: ada.token, payload: {}, headers: { 'idempotency-key': 'undo it' } }
    const path = `${api}/investments/${id}/undoing`
    const first = await ask(app, 'POST', path, asked)
    const again = await ask(app2, 'POST', path, asked)
    expect([first.status, again.text]).toEqual([200, first.text])
  })
})

test('what was undone makes room for others in the pool at once', async () => {
  const ada = await investor(1_000_000)
  const covered = async () => {
    const { body } = await ask(app, 'GET', `${api}/plans`)
    return body.data.plans.at(-1).largestCoverable as number
  }
  const before = await covered()
  const reply = await post(ada, '/investments', {
    planId: plans.platinum,
    amount: 100_000,
    acceptedRiskVersion: 1,
    acceptedTermsVersion: 1,
  })
  expect(await covered()).toBeCloseTo(before - 100_000, 0)
  await undo(ada, reply.body.data.investment.id)
  expect(await covered()).toBe(before)
})

test('a figure of the account still adds up, and the journal decided again comes to the same', async () => {
  const ada = await investor()
  const { id } = await opened(ada)
  await undo(ada, id)
  const explained = await ask(app, 'GET', `${api}/explain/total-investment`, {
    token: ada.token,
  })
  expect(explained.body.data.explanation.lines).toMatchObject([
    { label: 'Undone and returned', amount: 1_000 },
  ])
  const { rows } = await database.owner.query(
    `select to_char(business_now() at time zone 'UTC', 'YYYY-MM') as month`,
  )
  const paper = await ask(app, 'GET', `${api}/statements/${rows[0].month}.pdf`, {
    token: ada.token,
  })
  expect(paper.status).toBe(200)
  expect((await auditState(database.pool)).differences).toEqual([])
})
