/** Every figure that a screen shows opens into lines: they come to the figure, the figure is the books', and entries come to their line. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playInMemory } from '../../proofs/simulation/memory.ts'
import { stepOf, stepsOf } from '../../proofs/simulation/steps.ts'
import {
  explanation,
  figureName,
  type ExplainedLine,
  type Explanation,
  type FigureName,
} from '../../src/contract/explain.ts'
import type { User } from '../../src/contract/user.ts'
import { Desk } from '../../src/desk/desk.ts'
import { readExplanation } from '../../src/domains/activity/explain.ts'
import { readActivitySums } from '../../src/domains/activity/sums.ts'
import { readStatement } from '../../src/domains/activity/statement.ts'
import { formatUsd } from '../../src/lib/money.ts'
import { readHistory } from '../../src/domains/activity/history.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import { readUser } from '../../src/domains/users/queries.ts'
import { createClient } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { thorough } from '../support/extent.ts'
import { emptyDatabase, makeInDatabase, prepare } from '../support/replay.ts'
import { testStamp } from '../support/stamp.ts'

const [database, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
const house = createHouse(second)
await seedPlans(second)
const app = await createTestApp(second)
/** The sum of what somebody was given may be more than one request can ask for, which is all that the app reads. */
const cents = (dollars: number) => BigInt(dollars.toFixed(2).replace('.', ''))
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + cents(amount), 0n)

/** The figures of `GET /me`. */
const shown: Record<FigureName, (me: User) => bigint> = {
  'total-value': (me) => cents(me.accountBalance) + cents(me.held) + cents(me.invested),
  'account-balance': (me) => cents(me.accountBalance),
  held: (me) => cents(me.held),
  invested: (me) => cents(me.invested),
  'estimated-profit': (me) => cents(me.totalProfit) + cents(me.accruedProfit),
  'total-profit': (me) => cents(me.totalProfit),
  'accrued-profit': (me) => cents(me.accruedProfit),
  'total-investment': (me) => cents(me.totalInvestment),
  'total-loss': (me) => cents(me.totalLoss),
}

/** What an account holds by the postings alone, each side of them added up. */
async function heldByPostings(owner: string, kind: string): Promise<bigint> {
  const { rows } = await database.owner.query(
    `select coalesce(sum(case when credit_owner = $1 and credit_kind = $2 then amount else 0 end - case when debit_owner = $1 and debit_kind = $2 then amount else 0 end), 0)::bigint as held
      from ledger.postings`,
    [owner, kind],
  )
  return rows[0].held
}

const behind = ({ entries, earlier }: ExplainedLine) =>
  sum(entries.map(({ amount }) => amount)) + cents(earlier.amount)

function expectWhole(figure: FigureName, made: Explanation, me: User): void {
  explanation.parse(made)
  expect(cents(made.sum), figure).toBe(shown[figure](me))
  expect(sum(made.lines.map(({ amount }) => amount)), figure).toBe(cents(made.sum))
  for (const line of made.lines)
    expect(behind(line), `${figure}: ${line.label}`).toBe(cents(line.amount))
}

/** The chart ends in the figures of now, and passes through what every day ended with, by the postings alone. */
async function expectHistoryOf(id: string, me: User): Promise<void> {
  const points = await readHistory(database.pool, id, 366)
  const last = points.at(-1)!
  expect([last.balance, last.held, last.invested, last.accrued, last.profit].map(cents)).toEqual(
    (['account-balance', 'held', 'invested', 'accrued-profit', 'estimated-profit'] as const).map(
      (figure) => shown[figure](me),
    ),
  )
  const { rows } = await database.owner.query<
    { at: number; entry: string } & Record<'cash' | 'held' | 'invested', bigint>
  >(
    `with mine as (
       select * from ledger.postings
       where (debit_owner = $1 and debit_kind in ('cash', 'held', 'invested') or credit_owner = $1 and credit_kind in ('cash', 'held', 'invested')))
     select day.at, (select command_id from desk.activity join mine using (command_id) where owner_id = $1 and mine.at = day.at order by activity.version desc limit 1) as entry, ${[
       'cash',
       'held',
       'invested',
     ]
       .map(
         (
           kind,
         ) => `(select coalesce(sum(case when credit_owner = $1 and credit_kind = '${kind}' then amount else 0 end - case when debit_owner = $1 and debit_kind = '${kind}' then amount else 0 end), 0)::bigint
          from mine where at <= day.at) as ${kind}`,
       )
       .join(', ')}
      from (select max(at) as at from mine where at >= business_now() - interval '366 days' group by date_trunc('day', at)) day order by 1`,
    [id],
  )
  // Between the beginning, where somebody new has nothing, and now.
  expect(
    points
      .slice(1, -1)
      .map(({ at, entry, balance, held, invested }) => [
        Date.parse(at),
        entry,
        ...[balance, held, invested].map(cents),
      ]),
  ).toEqual(rows.map(({ at, entry, cash, held, invested }) => [at, entry, cash, held, invested]))
  expect([points[0]!.entry, last.entry]).toEqual([null, null])
  for (const { accrued } of points) expect(accrued).toBeGreaterThanOrEqual(0)
}

/** Each month begins with what the one before ended with, and adds up to its end; the last end is what is there. */
async function expectMonthsOf(id: string, me: User): Promise<void> {
  const bounds = Array.from({ length: 60 }, (_, month) =>
    new Date(Date.UTC(2025, month, 1)).toISOString(),
  )
  const months = await readActivitySums(database.pool, id, { bounds })
  let worth = 0n
  for (const { value, moneyIn, moneyOut } of months) {
    expect(cents(value!.opening)).toBe(worth)
    worth += cents(moneyIn) - cents(moneyOut)
    expect(cents(value!.closing)).toBe(worth)
  }
  expect(worth).toBe(shown['total-value'](me))
  expect(cents(months.at(-1)!.value!.invested)).toBe(shown.invested(me))
  // From the middle of it, what was before is in its opening.
  const half = bounds.slice(20)
  expect(await readActivitySums(database.pool, id, { bounds: half })).toEqual(months.slice(20))
  expect((await readActivitySums(database.pool, id, { kind: 'money-in' }))[0]!.value).toBe(null)
}

/** All that came less all that went is what is there, and what the items did to the balance is the balance. Statements print only what adds up. */
async function expectSumsOf(id: string, me: User): Promise<void> {
  const [all] = await readActivitySums(database.pool, id, {})
  expect(cents(all!.moneyIn) - cents(all!.moneyOut)).toBe(shown['total-value'](me))
  expect(cents(all!.balanceChange)).toBe(shown['account-balance'](me))
  await expectMonthsOf(id, me)
  const { rows } = await database.pool.query<{ month: string }>(
    `select distinct to_char(at at time zone 'UTC', 'YYYY-MM') as month from desk.activity where owner_id = $1`,
    [id],
  )
  for (const { month } of rows) {
    const { holdings } = (await readStatement(database.pool, id, month, {
      name: 'a firm',
      sample: true,
    }))!
    if (rows.length === 1) expect(holdings.at(-1)!.amount).toBe(formatUsd(shown['total-value'](me)))
  }
}

describe('after any history', { timeout: 240_000 }, () => {
  let desk: Desk<typeof commands>
  beforeAll(async () => {
    await prepare(database)
    desk = new Desk({
      rules: commands,
      writers: writersOf('waiting'),
      stamp: testStamp,
      open: (lockMs) =>
        createClient({
          url: database.url,
          name: 'glasshouse test desk',
          pipeline: true,
          limits: { lockMs },
        }),
      db: database.pool,
      log: { error: (fault: unknown) => console.error(fault), warn: () => {} },
      newId,
      limits: { inFlight: 1 },
    })
  })
  afterAll(() => desk.close())
  /** Every other step is one that brings an investment to maturity; by chance alone few would come to it. */
  const toMaturity = stepsOf(8, 5_000).filter((number) =>
    ['OpenInvestment', 'SettleInvestment', 'pass'].includes(stepOf(number).what),
  )
  const step = fc.oneof(fc.noBias(fc.nat(0xffff_ffff)), fc.constantFrom(...toMaturity))

  /** Plays so many histories, of this seed or of any one. Answers the lines that they had. */
  async function check(parameters: fc.Parameters<[number[]]>): Promise<Set<string>> {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 40, maxLength: 80, size: 'max' }),
        async (steps) => {
          await emptyDatabase(database)
          const { both, moves } = playInMemory({ users: 3, people: 6, steps })
          for (const move of moves) await makeInDatabase(database, (one) => desk.run(one), move)
          for (const { id } of both.model.people) {
            const me = (await readUser(database.pool, id))!
            for (const figure of figureName.options) {
              const made = (await readExplanation(database.pool, id, figure))!
              expectWhole(figure, made, me)
              for (const { label } of made.lines) seen.add(`${figure}: ${label}`)
            }
            for (const [figure, kind] of [
              ['account-balance', 'cash'],
              ['held', 'held'],
              ['invested', 'invested'],
            ] as const) {
              expect(shown[figure](me), figure).toBe(await heldByPostings(id, kind))
            }
            await expectHistoryOf(id, me)
            await expectSumsOf(id, me)
          }
        },
      ),
      parameters,
    )
    return seen
  }

  test('each figure of each user is the sum of its lines, and what the postings say', async () => {
    const seen = await check({ seed: 8, numRuns: 24 })
    // A property of figures that never moved would say little.
    for (const line of [
      'account-balance: Deposits',
      'account-balance: In running plans',
      'estimated-profit: Profit paid at maturity',
      'total-investment: In running plans',
    ]) {
      expect(seen).toContain(line)
    }
  })

  test('so it is after others, which nobody has chosen', { tags: [thorough] }, async () => {
    await check({ numRuns: 12, interruptAfterTimeLimit: 30_000 })
  })
})

describe('an explanation', () => {
  test('never counts a deposit as profit, and tells what lies behind each line', async () => {
    const ada = await signUpSomebody(app)
    await house.run('CreditPlayMoney', { owner: ada.id, amount: 1_000_00n, asset: 'BTC' }, ada.id)
    const explain = async (figure: FigureName) =>
      (await ask(app, 'GET', `${api}/explain/${figure}`, { token: ada.token })).body.data
        .explanation as Explanation
    const balance = await explain('account-balance')
    expect(
      balance.lines.map(({ label, amount, entries }) => [
        label,
        amount,
        entries.map(({ title }) => title),
      ]),
    ).toEqual([['Deposits', 1000, ['Play money credited']]])
    for (const figure of ['estimated-profit', 'total-profit', 'accrued-profit'] as const)
      expect(await explain(figure)).toMatchObject({ lines: [], sum: 0 })
  })
  test('shows the latest twenty entries of a line and adds up the earlier ones', async () => {
    const ada = await signUpSomebody(app)
    for (let i = 1n; i <= 23n; i += 1n)
      await house.run('CreditPlayMoney', { owner: ada.id, amount: i, asset: 'BTC' }, ada.id)
    const { body } = await ask(app, 'GET', `${api}/explain/account-balance`, { token: ada.token })
    const [line] = body.data.explanation.lines as ExplainedLine[]
    expect([line!.amount, line!.entries.length, line!.entries[0]!.amount, line!.earlier]).toEqual([
      2.76,
      20,
      0.23,
      { count: 3, amount: 0.06 },
    ])
  })
  test('is refused of a figure that nobody shows, and to whoever is not signed in', async () => {
    const ada = await signUpSomebody(app)
    expect((await ask(app, 'GET', `${api}/explain/net-worth`, { token: ada.token })).status).toBe(
      400,
    )
    expect((await ask(app, 'GET', `${api}/explain/held`)).status).toBe(401)
  })
})
