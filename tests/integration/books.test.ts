/** The firm's own accounts over HTTP: of an empty firm, of leap days and turns of the year, and never another figure than the postings'. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BalanceSheet, Flows, Outlook, ProfitAndLoss } from '../../src/contract/books.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createDaySums, readCellSums } from '../../src/ledger/store/day-sums.ts'
import { addDays } from '../../src/lib/calendar.ts'
import { createTestDatabase } from '../support/database.ts'
import {
  countWaitingForBooks,
  createHouse,
  moveDays,
  seedPlans,
  turnClock,
} from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { readCsv } from '../support/csv.ts'
import { readPdf } from '../support/pdf-text.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
const app = await createTestApp(database)
const sums = createDaySums(database.pool)

let reader: Awaited<ReturnType<typeof signUpSomebody>>
beforeAll(async () => {
  reader = await signUpSomebody(app, { fullName: 'Ina Wells' })
  await setRole(database, reader.id, 'auditor')
})

const get = async (path: string) => {
  const { status, body } = await ask(app, 'GET', `${api}/books/${path}`, { token: reader.token })
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const balanceSheet = async (query = ''): Promise<BalanceSheet> =>
  (await get(`balance-sheet${query}`)).balanceSheet
const profitAndLoss = async (query = ''): Promise<ProfitAndLoss> =>
  (await get(`profit-and-loss${query}`)).profitAndLoss
const flows = async (query = ''): Promise<Flows> => (await get(`flows${query}`)).flows
const outlook = async (): Promise<Outlook> => (await get('maturities')).outlook

async function today(): Promise<string> {
  const { rows } = await database.owner.query(
    `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as today`,
  )
  return rows[0].today
}
/** Moves business time on to this day, wherever within it. */
async function goTo(day: string): Promise<void> {
  await moveDays(database, (Date.parse(day) - Date.parse(await today())) / 86_400_000)
}
async function countSummed(): Promise<number> {
  const { rows } = await database.pool.query(
    'select count(distinct day)::int as days from ledger.day_sums',
  )
  return rows[0].days
}
/** As the worker does. */
async function sumAll(): Promise<number> {
  await sums()
  return countSummed()
}

const amounts = ({ lines }: BalanceSheet) =>
  Object.fromEntries(lines.map(({ kind, amount }) => [kind, amount]))
const lineOf = <Name extends string>(
  { lines }: { lines: { line: Name; amount: number }[] },
  name: Name,
) => lines.find(({ line }) => line === name)!.amount

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

describe('the books of a firm', { tags: ['story'] }, () => {
  test('that has booked nothing are all zeros, and say so for any day, month and span', async () => {
    const none = { assets: 0, claims: 0, difference: 0 }
    const sheet = await balanceSheet()
    expect(sheet.lines.every(({ amount, before }) => amount === 0 && before === 0)).toBe(true)
    expect(sheet.sums).toEqual([{ unit: 'USD', ...none, before: none }])
    expect(sheet.isOver).toBe(false)
    expect((await balanceSheet('?day=1970-01-01&compare=day')).before).toBe('1969-12-31')
    const { whole, months } = await profitAndLoss()
    expect([whole.profit, months.length]).toEqual([0, 12])
    expect((await flows('?by=week')).spans).toHaveLength(26)
    const ahead = await outlook()
    expect([ahead.weeks.length, ahead.rate.basisPoints]).toEqual([13, null])
    expect(await sumAll()).toBe(0)
  })

  test('say on the first day what was paid in, set aside, deposited, invested and promised', async () => {
    await house.fund({ returns: 10_000_00n })
    const ada = await house.person({ cash: 5_000_00n })
    await house.run(
      'OpenInvestment',
      {
        owner: ada,
        planId: plans.advanced,
        amount: 2_000_00n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      ada,
    )
    const sheet = await balanceSheet('?compare=day')
    const { cash, invested, promised, 'returns-pool': pool } = amounts(sheet)
    expect([cash, invested]).toEqual([3_000, 2_000])
    expect([pool! + promised!, promised! > 0]).toEqual([10_000, true])
    expect(sheet.lines.every(({ before }) => before === 0)).toBe(true)
    const [ofDollars] = sheet.sums
    expect(ofDollars!.difference).toBe(0)
    const { whole } = await profitAndLoss('?months=1')
    expect(lineOf(whole, 'returns')).toBe(-promised!)
    expect([whole.profit, whole.capitalPaidIn]).toEqual([-promised!, sheetOwn(sheet) + promised!])
    const { spans } = await flows('?by=day')
    expect([spans.at(-1)!.in, spans.at(-1)!.out]).toEqual([5_000, 0])
    expect(lineOf(spans.at(-1)!, 'invested')).toBe(2_000)
    const ahead = await outlook()
    expect(ahead.weeks.reduce((sum, { investments }) => sum + investments, 0)).toBe(
      ahead.later.investments === 0 ? 1 : 0,
    )
  })

  test('are the same figures whether a day is summed or not, over a leap day and the turn of a year', async () => {
    const first = await today()
    const days = ['2027-12-31', '2028-01-01', '2028-02-28', '2028-02-29', '2028-03-01']
    for (const day of days) {
      await goTo(day)
      await house.person({ cash: 10_00n })
    }
    await goTo('2028-03-20')
    const asked = [
      { from: null, to: '2028-02-29', by: null },
      { from: '2027-12-01', to: '2028-03-31', by: 'month' },
      { from: '2027-12-27', to: '2028-03-05', by: 'week' },
      { from: '2028-02-27', to: '2028-03-02', by: 'day' },
      { from: first, to: '2028-03-31', by: 'month' },
    ] as const
    const read = () => Promise.all(asked.map((one) => readCellSums(database.pool, one)))
    const before = await read()
    expect(await sumAll()).toBe(days.length + 1)
    expect(await read()).toEqual(before)

    const { spans } = await flows('?by=day&to=2028-03-01')
    const came = Object.fromEntries(spans.map(({ from, in: amount }) => [from, amount]))
    expect([came['2028-02-28'], came['2028-02-29'], came['2028-03-01']]).toEqual([10, 10, 10])
    const months = (await flows('?by=month&to=2028-03-31')).spans
    expect(months.slice(-4).map(({ from, to, in: amount }) => [from, to, amount])).toEqual([
      ['2027-12-01', '2027-12-31', 10],
      ['2028-01-01', '2028-01-31', 10],
      ['2028-02-01', '2028-02-29', 20],
      ['2028-03-01', '2028-03-31', 10],
    ])
    const weeks = (await flows('?by=week&to=2028-01-01')).spans
    expect(weeks.at(-1)).toMatchObject({ from: '2027-12-27', to: '2028-01-02', in: 20 })
    const leap = await balanceSheet('?day=2028-03-31')
    expect([leap.before, leap.isOver]).toEqual(['2028-02-29', false])
    const { cash } = amounts(await balanceSheet('?day=2028-02-29'))
    const { cash: earlier } = amounts(await balanceSheet('?day=2028-02-28'))
    expect(cash! - earlier!).toBe(10)
  })

  test('sum no day that was over for less than a day, and none twice; days after it are read from the postings', async () => {
    const now = await today()
    await house.person({ cash: 7_00n })
    for (const day of [now, addDays(now, -1)])
      await expect(database.pool.query('select ledger.sum_days($1)', [day])).rejects.toMatchObject({
        code: 'GH007',
      })
    await moveDays(database, 1)
    const days = await sumAll()
    await database.pool.query('select ledger.sum_days($1)', [addDays(now, -2)])
    expect(await sumAll()).toBe(days)
    const { spans } = await flows('?by=day')
    expect(spans.at(-2)).toMatchObject({ from: now, in: 7 })
    await moveDays(database, 1)
    expect(await sumAll()).toBe(days + 1)
    expect((await flows('?by=day')).spans.at(-3)).toMatchObject({ from: now, in: 7 })
  })

  test('wait for whoever is booking while a day is summed', async () => {
    await house.person({ cash: 3_00n })
    await moveDays(database, 2)
    const booking = await database.owner.connect()
    try {
      await booking.query('begin')
      // What every booking shares until its transaction ends (db/migrations/043-months.sql).
      await booking.query('select pg_advisory_xact_lock_shared(7401017)')
      const days = await countSummed()
      const summing = sums()
      await expect.poll(() => countWaitingForBooks(database)).toBe(1)
      expect(await countSummed()).toBe(days)
      await booking.query('commit')
      await summing
      expect(await countSummed()).toBe(days + 1)
    } finally {
      booking.release()
    }
  })

  test('stay what they are when the clock goes back: what is booked then stands on the first day that isn’t summed', async () => {
    await house.person({ cash: 2_00n })
    const summed = await today()
    await moveDays(database, 2)
    await sumAll()
    const back = 3 * 86_400_000
    await turnClock(database, -back)
    try {
      await house.person({ cash: 9_00n })
    } finally {
      await turnClock(database, back)
    }
    const { spans } = await flows('?by=day')
    expect(spans.find(({ from }) => from === summed)).toMatchObject({ in: 2 })
    expect(spans.find(({ from }) => from === addDays(summed, 1))).toMatchObject({ in: 9 })
    expect((await auditBooks(database.pool)).faults).toEqual([])
  })

  test('can be changed by nobody, and the audit finds sums that are not those of the postings', async () => {
    for (const change of [
      'insert into ledger.day_sums select day - 9999, event, debit_kind, credit_kind, postings, amount from ledger.day_sums limit 1',
      'update ledger.day_sums set amount = amount + 1',
      'delete from ledger.day_sums',
    ])
      await expect(database.pool.query(change)).rejects.toMatchObject({ code: '42501' })
    const client = await database.owner.connect()
    try {
      await client.query('begin')
      await client.query('alter table ledger.day_sums disable trigger day_sums_append_only')
      await client.query(
        'update ledger.day_sums set amount = amount + 1 where (day, event) = (select day, event from ledger.day_sums order by day, event limit 1)',
      )
      await client.query('commit')
      expect((await auditBooks(database.pool)).faults).toEqual([
        expect.stringContaining('the sums of a day are not those of its postings'),
      ])
      await client.query(
        'update ledger.day_sums set amount = amount - 1 where (day, event) = (select day, event from ledger.day_sums order by day, event limit 1)',
      )
      await client.query('alter table ledger.day_sums enable trigger day_sums_append_only')
    } finally {
      client.release()
    }
  })

  test('estimate requests by the share of what matured that was asked for within a week', async () => {
    const [ada, ben] = [
      await house.person({ cash: 2_000_00n }),
      await house.person({ cash: 2_000_00n }),
    ]
    for (const owner of [ada, ben])
      await house.run(
        'OpenInvestment',
        {
          owner,
          planId: plans.advanced,
          amount: 2_000_00n,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: 1,
        },
        owner,
      )
    const { rows } = await database.pool.query(
      'select id, owner_id as owner, profit from investments where owner_id = any ($1)',
      [[ada, ben]],
    )
    await moveDays(database, 60)
    for (const { id, owner } of rows)
      await house.run('SettleInvestment', { owner, investment: id }, null)
    const request = (owner: string, amount: bigint) =>
      house.run(
        'RequestWithdrawal',
        { owner, amount, target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' } },
        owner,
      )
    await moveDays(database, 3)
    await request(ada, 100_00n)
    // Too late to count.
    await moveDays(database, 9)
    await request(ben, 100_00n)
    const { rate } = await outlook()
    const all = BigInt(Math.round(rate.matured * 100))
    expect([all >= 4_000_00n, rate.asked]).toEqual([true, 100])
    expect(rate.basisPoints).toBe(Number((100_00n * 10_000n + all - 1n) / all))
  })
})

const ownKinds = ['capital', 'returns-pool', 'referral-pool', 'corrections-pool']
const sheetOwn = ({ lines }: BalanceSheet) =>
  lines.reduce((sum, { kind, amount }) => (ownKinds.includes(kind) ? sum + amount : sum), 0)

const file = async (path: string) => {
  const response = await app.inject({
    method: 'GET',
    url: `${api}/books/${path}`,
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect([response.statusCode, response.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="${path.replace(/\?.*/, '')}"`,
  ])
  return response
}

test('a file has the figures of the page: rows for a spreadsheet, and paper with the picture in words', async () => {
  const sheet = await balanceSheet('?day=2028-02-29&compare=day')
  const [head, ...rows] = readCsv((await file('balance-sheet.csv?day=2028-02-29&compare=day')).body)
  expect(head).toEqual(['Part', 'From', 'To', 'Line', 'Unit', 'Amount'])
  expect(rows.filter(([, , to]) => to === '2028-02-29').map((row) => Number(row[5]))).toEqual(
    sheet.lines.map(({ amount }) => amount),
  )
  for (const [path, title] of [
    ['balance-sheet.pdf?day=2028-02-29', 'Balance sheet'],
    ['profit-and-loss.pdf?to=2028-03&months=36', 'Profit and loss'],
    ['flows.pdf?by=month&to=2028-03-01', 'Flows by month'],
    ['maturities.pdf', 'Maturities and cash'],
  ] as const) {
    const paper = readPdf((await file(path)).rawPayload)
    expect(paper.pages.join('\n')).toContain(title)
    expect([paper.boxes, paper.tags().get('Figure')]).toEqual([0, 1])
  }
  for (const path of ['profit-and-loss.csv?months=36', 'flows.csv?by=week', 'maturities.csv'])
    expect(readCsv((await file(path)).body).length).toBeGreaterThan(10)
})

test.each([
  ['balance-sheet?day=2027-02-29', 'a day that is not there'],
  ['balance-sheet?day=1969-12-31', 'a day before all'],
  ['flows?to=2200-01-01', 'a day after business time'],
  ['balance-sheet?compare=year', 'another comparison'],
  ['profit-and-loss?months=37', 'too many months'],
  ['profit-and-loss?months=0', 'no month'],
  ['profit-and-loss?to=2027-13', 'a thirteenth month'],
  ['flows?by=hour', 'another span'],
])('%s is refused: %s', async (path) => {
  const { status } = await ask(app, 'GET', `${api}/books/${path}`, { token: reader.token })
  expect(status).toBe(400)
})
