/**
 * The firm's own accounts against the postings of random histories: each history is played in memory, its postings are put into a
 * database, some of its days are summed there, and what pages read is compared to the cent with what follows from the postings one
 * by one. The reckoning here shares nothing with src/ledger/core/meaning.ts.
 */
import type { Pool, PoolClient } from 'pg'
import type { BalanceSheet, FlowAmounts, Result } from '../../src/contract/books.ts'
import {
  createOutlookReader,
  readBalanceSheet,
  readFlows,
  readProfitAndLoss,
} from '../../src/domains/firm-books/read.ts'
import { investments } from '../../src/domains/investments/table.ts'
import type { CommandName, CommandOf } from '../../src/domains/nouns.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { dayMs, type Instant } from '../../src/lib/instant.ts'
import { centsOf } from '../../src/lib/money.ts'
import { idFromName } from '../../src/platform/ids.ts'
import { plans, type HouseInMemory } from './cast.ts'
import { Difference } from './difference.ts'
import { playInMemory } from './memory.ts'
import type { Asked } from './model.ts'
import { Random } from './random.ts'
import { stepsOf } from './steps.ts'

type Row = {
  command: string
  line: number
  at: Instant
  event: string
  debit: { owner: string; kind: string }
  credit: { owner: string; kind: string }
  debitVersion: bigint
  creditVersion: bigint
  amount: bigint
}

const dayOf = (at: Instant) => new Date(at).toISOString().slice(0, 10)
const later = (day: string, days: number) => dayOf(Date.parse(day) + days * dayMs)

/** Short histories seldom come to a maturity: at their end people invest once more, are paid, and ask for some of it. */
function endWith(desk: HouseInMemory, random: Random): void {
  let number = 0
  const run = <N extends CommandName>(kind: N, command: CommandOf<N>, actor: string | null) =>
    desk.run({
      kind,
      command,
      actor,
      id: idFromName(`ending ${(number += 1)}`),
      key: null,
      bodyHash: '',
      requestId: `ending ${number}`,
    } as Asked)
  const people = [...desk.world.owners.values()].filter(({ id }) => id !== firm)
  const small = { planId: plans[0]!.id, acceptedRiskVersion: 1, acceptedTermsVersion: 1 }
  const open = { limits: null, coolingOffMs: 0, needsAnswers: false }
  for (const { id: owner } of people)
    run(
      'OpenInvestment',
      { owner, amount: BigInt(1_000 + random.below(9_000)), ...small, ...open },
      owner,
    )
  desk.now += (3 + random.below(30)) * dayMs
  for (const { id, owner } of desk.world.rows<{ id: string; owner: string }>(investments))
    run('SettleInvestment', { investment: id, owner, reinvesting: null }, null)
  const target = { type: 'bank_transfer', walletName: 'a', walletAddress: 'a' } as const
  const bounds = { pendingAtMost: 100, smallest: null }
  const asked = { target, isOfFirm: false, mustBeVerified: false, limits: null, bounds }
  const holds = { afterSecurityChangeMs: 0, newDestinationMs: 0 }
  for (const { id: owner } of people) {
    desk.now += random.below(2 * dayMs)
    run(
      'RequestWithdrawal',
      { owner, amount: BigInt(1 + random.below(20_000)), holds, ...asked },
      owner,
    )
  }
}

/** All that a history booked, in its order. */
function postingsOf(seed: number, steps: number): Row[] {
  const random = new Random(seed)
  const users = 3 + random.below(6)
  const { both } = playInMemory({ users, people: 20, steps: stepsOf(random.next(), steps) })
  endWith(both.desk, random)
  return both.desk.journal.flatMap(({ id, at, booked }) =>
    booked.map((posting, line) => ({ ...posting, command: id, line, at })),
  )
}

const insert = `insert into ledger.postings (command_id, line, at, event, debit_owner, debit_kind, debit_version, debit_balance,
    credit_owner, credit_kind, credit_version, credit_balance, amount)
  select command, line, at, event::ledger.event, debit_owner, debit_kind::ledger.kind, debit_version, 0, credit_owner, credit_kind::ledger.kind, credit_version, 0, amount
  from unnest($1::uuid[], $2::smallint[], $3::timestamptz[], $4::text[], $5::uuid[], $6::text[], $7::bigint[], $8::uuid[], $9::text[], $10::bigint[], $11::bigint[])
    as row(command, line, at, event, debit_owner, debit_kind, debit_version, credit_owner, credit_kind, credit_version, amount)`

async function putIn(client: PoolClient, rows: readonly Row[]): Promise<void> {
  await client.query(insert, [
    rows.map(({ command }) => command),
    rows.map(({ line }) => line),
    rows.map(({ at }) => new Date(at).toISOString()),
    rows.map(({ event }) => event),
    rows.map(({ debit }) => debit.owner),
    rows.map(({ debit }) => debit.kind),
    rows.map(({ debitVersion }) => String(debitVersion)),
    rows.map(({ credit }) => credit.owner),
    rows.map(({ credit }) => credit.kind),
    rows.map(({ creditVersion }) => String(creditVersion)),
    rows.map(({ amount }) => String(amount)),
  ])
}

type Named = [what: string, said: bigint, expected: bigint]
function mustAgree(about: string, amounts: readonly Named[]): void {
  for (const [what, said, expected] of amounts)
    if (said !== expected)
      throw new Difference(`${about}: ${what} is ${said}, and ${expected} by the postings`)
}

const own = [
  ...['capital', 'returns-pool', 'referral-pool', 'corrections-pool'],
  ...['loan-pool', 'lent', 'earned', 'loan-income'],
]
const peoples = ['cash', 'held', 'invested', 'promised', 'security', 'suspense']
const outside = ['client-bank', 'exchange-usd', 'migration']
const debitSide = /^(client-|firm-bank|network-fee-|exchange-usd$|migration$|owed$)/

const sumOf = (rows: readonly Row[], counts: (row: Row) => bigint | number | boolean): bigint =>
  rows.reduce((sum, row) => sum + BigInt(counts(row)) * row.amount, 0n)
const within = (rows: readonly Row[], from: string, to: string) =>
  rows.filter(({ at }) => dayOf(at) >= from && dayOf(at) <= to)
const has = (kinds: readonly string[], { kind }: { kind: string }) => kinds.includes(kind)

const unitsOf = (amount: number, unit: string) =>
  unit === 'USD' ? centsOf(amount) : BigInt(amount)

function checkSheet(rows: readonly Row[], sheet: BalanceSheet): void {
  const balance = (kind: string, day: string) => {
    const until = within(rows, '', day)
    const credited = sumOf(until, ({ credit }) => credit.kind === kind)
    const debited = sumOf(until, ({ debit }) => debit.kind === kind)
    return debitSide.test(kind) ? debited - credited : credited - debited
  }
  const { day, before } = sheet
  mustAgree(
    `the balance sheet of ${day}`,
    sheet.lines.flatMap(({ kind, unit, amount, before: earlier }): Named[] => [
      [kind, unitsOf(amount, unit), balance(kind, day)],
      [`${kind} of ${before}`, unitsOf(earlier, unit), balance(kind, before)],
    ]),
  )
  mustAgree(
    `the sums of ${day}`,
    sheet.sums.map(({ unit, difference }): Named => [unit, unitsOf(difference, unit), 0n]),
  )
}

/** What a posting adds to the firm's own money. */
const toOwn = ({ debit, credit }: Row) => Number(has(own, credit)) - Number(has(own, debit))

const eventsOf: Record<Result['lines'][number]['line'], (row: Row) => boolean> = {
  interest: ({ event }) => event === 'bank-interest',
  'corrections-against': (row) => row.event.endsWith('-corrected') && toOwn(row) > 0,
  restored: ({ event }) => event === 'coin-deposit',
  returns: ({ event }) => event.startsWith('investment-'),
  referral: ({ event }) => event === 'referral-credited',
  'corrections-for': (row) => row.event.endsWith('-corrected') && toOwn(row) < 0,
  charges: ({ event }) => event === 'bank-charge',
  'coins-covered': ({ event }) => event === 'position-covered',
  'taken-back': ({ event }) => event.endsWith('-reversed'),
  'loan-charges': ({ event }) => event.startsWith('loan-charge'),
  'loans-written-off': ({ event }) => event === 'loan-written-off',
}

function checkResult(about: string, rows: readonly Row[], result: Result): void {
  const grown = sumOf(rows, toOwn)
  const paidIn = sumOf(rows, ({ event }) => event === 'capital-paid-in')
  mustAgree(about, [
    ['profit', centsOf(result.profit), grown - paidIn],
    ['gains less costs', centsOf(result.gains) - centsOf(result.costs), grown - paidIn],
    ['capital paid in', centsOf(result.capitalPaidIn), paidIn],
    [
      'fees in bitcoin',
      BigInt(result.fees.btc),
      sumOf(rows, (row) => has(['network-fee-btc'], row.debit)),
    ],
    [
      'fees in tether',
      BigInt(result.fees.usdt),
      sumOf(rows, (row) => has(['network-fee-usdt'], row.debit)),
    ],
    ...result.lines.map(({ line, amount }): Named => [
      line,
      centsOf(amount),
      sumOf(rows.filter(eventsOf[line]), toOwn),
    ]),
  ])
}

function checkFlows(about: string, rows: readonly Row[], flows: FlowAmounts): void {
  const said = (name: string) => {
    const { amount, unit } = flows.lines.find(({ line }) => line === name)!
    return unitsOf(amount, unit)
  }
  const came = sumOf(rows, ({ debit, credit }) => has(outside, debit) && has(peoples, credit))
  const went = sumOf(rows, ({ debit, credit }) => has(peoples, debit) && has(outside, credit))
  const moved = (event: string, debit: string, credit: string) =>
    sumOf(
      rows,
      (row) => row.event === event && row.debit.kind === debit && row.credit.kind === credit,
    )
  mustAgree(about, [
    ['in', centsOf(flows.in), came],
    ['out', centsOf(flows.out), went],
    ['in less out', centsOf(flows.net), came - went],
    ['transferred', said('transferred'), moved('transfer', 'held', 'cash')],
    ['invested', said('invested'), moved('investment-opened', 'cash', 'invested')],
    ['matured', said('matured'), moved('investment-matured', 'invested', 'cash')],
    ['profit paid', said('profit-paid'), moved('investment-matured', 'promised', 'cash')],
    ['paid by bank', said('bank-out'), moved('withdrawal-paid', 'held', 'client-bank')],
    ['paid in coins', said('coins-out'), moved('withdrawal-paid', 'held', 'exchange-usd')],
    [
      'bitcoin in',
      said('btc-in'),
      moved('coin-deposit', 'client-wallet-btc', 'exchange-btc') -
        moved('coin-deposit-reversed', 'exchange-btc', 'client-wallet-btc'),
    ],
    [
      'tether out',
      said('usdt-out'),
      moved('withdrawal-paid', 'exchange-usdt', 'client-wallet-usdt'),
    ],
  ])
}

const weekMs = 7 * dayMs

/** What was asked for within a week of a maturity, of what matured on these days. */
function askedAfter(rows: readonly Row[], { from, to }: { from: string; to: string }) {
  const matured = within(rows, from, to).filter(({ event }) => event === 'investment-matured')
  const asked = within(rows, from, later(to, 7)).filter(
    ({ event }) => event === 'withdrawal-requested',
  )
  const owners = [...new Set(matured.map(({ credit }) => credit.owner))]
  const all = sumOf(matured, () => 1)
  const counted = owners.map((owner) => {
    const theirs = matured.filter(({ credit }) => credit.owner === owner)
    const soon = asked.filter(
      ({ debit, at }) =>
        debit.owner === owner && theirs.some((one) => at >= one.at && at < one.at + weekMs),
    )
    const [limit, sum] = [sumOf(theirs, () => 1), sumOf(soon, () => 1)]
    return sum < limit ? sum : limit
  })
  return { matured: all, asked: counted.reduce((sum, one) => sum + one, 0n) }
}

async function checkAll(client: PoolClient, rows: readonly Row[], random: Random): Promise<void> {
  const [first, last] = [dayOf(rows[0]!.at), dayOf(rows.at(-1)!.at)]
  const span = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  const someDay = () => later(first, random.below(span + 3) - 1)
  for (const compare of ['day', 'month'] as const)
    checkSheet(rows, await readBalanceSheet(client, { day: someDay(), compare }))
  checkSheet(rows, await readBalanceSheet(client, { day: last }))
  const { months, whole, from, to } = await readProfitAndLoss(client, {
    to: last.slice(0, 7),
    months: 36,
  })
  checkResult(`from ${from} to ${to}`, within(rows, `${from}-01`, `${to}-31`), whole)
  for (const { month, ...result } of months)
    checkResult(month, within(rows, `${month}-01`, `${month}-31`), result)
  for (const by of ['day', 'week', 'month'] as const) {
    const flows = await readFlows(client, { by, to: someDay() })
    for (const one of flows.spans)
      checkFlows(`flows from ${one.from} to ${one.to}`, within(rows, one.from, one.to), one)
  }
  const { rate } = await createOutlookReader()(client)
  const expected = askedAfter(rows, rate)
  mustAgree('the usual rate', [
    ['matured', centsOf(rate.matured), expected.matured],
    ['asked for', centsOf(rate.asked), expected.asked],
  ])
}

/** Some rare events come only in longer ones. */
const stepsIn = (number: number) => (number % 25 === 0 ? 500 : 60)

/** In a transaction that is taken back. Some days are summed at once, some later, some not at all. */
async function compareHistory(pool: Pool, rows: readonly Row[], random: Random): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await putIn(client, rows)
    const last = rows.at(-1)!.at
    await client.query(
      'update business_clock set advance = greatest(advance, to_timestamp($1::double precision / 1000) - clock_timestamp())',
      [last + random.below(30) * dayMs],
    )
    for (let times = random.below(3); times > 0; times -= 1) {
      const { at } = rows[random.below(rows.length)]!
      await client.query(
        `select ledger.sum_days(least($1::date, (business_now() at time zone 'UTC')::date - 2))`,
        [dayOf(at)],
      )
    }
    await checkAll(client, rows, random)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** `pool`: of the owner of a migrated database without a posting. Throws a Difference with the number of the history. */
export async function compareBooks(
  pool: Pool,
  { seed, histories }: { seed: number; histories: number },
  say: (histories: number) => void = () => {},
): Promise<{ postings: number; events: Set<string> }> {
  const seen = { postings: 0, events: new Set<string>() }
  for (let number = 0; number < histories; number += 1) {
    const ofItsOwn = (seed + Math.imul(number, 0x9e3779b1)) >>> 0
    const rows = postingsOf(ofItsOwn, stepsIn(number))
    try {
      await compareHistory(pool, rows, new Random(ofItsOwn))
    } catch (error) {
      if (!(error instanceof Difference)) throw error
      throw new Difference(`history ${number} of seed ${seed}: ${error.message}`, { cause: error })
    }
    seen.postings += rows.length
    for (const { event } of rows) seen.events.add(event)
    say(number + 1)
  }
  return seen
}
