/** Loans by the calendar and by what people do, as tables: days at the end of months, parts, twice, early, on the day of the fee, frozen. */
import { describe, expect, test } from 'vitest'
import { oneIsEnough } from '../approvals/rules.ts'
import { addDays } from '../../lib/calendar.ts'
import { createLentHouse } from '../../../tests/support/lent-house.ts'

/** A loan of this day, whose money was spent unless it isn't. */
function lentOn(day: string, { isSpent = true, months = 36 } = {}) {
  const house = createLentHouse()
  house.goTo(day)
  const loan = house.lend(10_000_00n, months)
  if (isSpent) house.spend()
  const toDue = () => house.goTo(house.loanIn(loan).nextDue!)
  const paid = () =>
    house.duesOf(loan).map((one) => [one.paidInterest, one.paidPrincipal, one.paidFee])
  return { ...house, loan, toDue, paid }
}

describe('on the days on which it falls due', () => {
  test.each([
    ['2027-01-29', '2027-02-28 2027-03-28 2027-04-28', '2027-03-06'],
    ['2027-01-30', '2027-02-28 2027-03-28 2027-04-28', '2027-03-06'],
    ['2027-01-31', '2027-02-28 2027-03-28 2027-04-28', '2027-03-06'],
    ['2028-01-28', '2028-02-28 2028-03-28 2028-04-28', '2028-03-05'],
    ['2028-01-29', '2028-02-29 2028-03-29 2028-04-29', '2028-03-06'],
    ['2028-01-31', '2028-02-29 2028-03-29 2028-04-29', '2028-03-06'],
    ['2028-02-29', '2028-03-29 2028-04-29 2028-05-29', '2028-04-04'],
    ['2026-12-31', '2027-01-31 2027-02-28 2027-03-31', '2027-02-06'],
    ['2027-03-31', '2027-04-30 2027-05-30 2027-06-30', '2027-05-06'],
  ])('a loan of %s is charged on %s, and its first fee on %s', (day, days, feeDay) => {
    const { loan, due, late, goTo, loanIn, duesOf } = lentOn(day)
    const charged = days.split(' ').map((on, place) => {
      goTo(addDays(on, -1))
      expect(due(loan).outcome).toBe('not_due')
      goTo(on)
      expect(due(loan).outcome).toBe('done')
      if (place > 0) return duesOf(loan).at(-1)!.dueOn
      goTo(addDays(feeDay, -1))
      expect(late(loan).outcome).toBe('not_due')
      goTo(feeDay)
      expect(late(loan).outcome).toBe('done')
      return duesOf(loan).at(-1)!.dueOn
    })
    expect(charged.join(' ')).toBe(days)
    expect(loanIn(loan).lastNumber).toBe(36)
  })

  test.each([
    // 27, 28 and 30 days of $10,000 at 5%, over 365 in a leap year too.
    ['2027-02-01', '2027-02-28', 36_99n],
    ['2028-02-01', '2028-02-29', 38_36n],
    ['2027-12-31', '2028-01-30', 41_10n],
  ])('from %s until %s all of it costs the days between, over 365', (day, until, interest) => {
    const { loan, repay, give, goTo, ofFirm } = lentOn(day, { isSpent: false })
    give(5_000_00n)
    goTo(until)
    expect(repay(loan, null).outcome).toBe('done')
    expect(ofFirm('loan-income')).toBe(interest)
  })
})

describe('a payment', () => {
  test.each<[string, bigint[], bigint[][]]>([
    ['in part', [100_00n], [[41_67n, 58_33n, 0n]]],
    ['in parts', [30_00n, 20_00n, 249_71n], [[41_67n, 258_04n, 0n]]],
    ['of a cent', [1n], [[1n, 0n, 0n]]],
    ['of the instalment, twice', [299_71n, 299_71n], [[41_67n, 258_04n, 0n]]],
  ])('%s is taken as far as it is due, and no further', (_, given, expected) => {
    const { loan, toDue, due, give, collect, paid, balance } = lentOn('2027-03-15')
    toDue()
    due(loan)
    for (const amount of given) {
      give(amount)
      collect(loan)
    }
    expect(paid()).toEqual(expected)
    const all = given.reduce((sum, cents) => sum + cents, 0n)
    expect(balance('cash')).toBe(all > 299_71n ? all - 299_71n : 0n)
  })

  test.each([
    ['before the fee was charged', false, [41_67n, 258_04n, 0n], 0n],
    ['after the fee was charged', true, [41_67n, 258_04n, 0n], 50_00n],
  ] as const)('on the day of the fee, %s', (_, isCharged, expected, owedBeside) => {
    const { loan, toDue, due, late, give, collect, goTo, loanIn, paid, balance } =
      lentOn('2027-03-15')
    toDue()
    due(loan)
    goTo(addDays(loanIn(loan).firstDue, 6))
    if (isCharged) late(loan)
    give(299_71n)
    collect(loan)
    expect(late(loan).outcome).toBe('not_due')
    expect(paid()).toEqual([expected])
    expect(-balance('owed')).toBe(loanIn(loan).left + owedBeside)
  })

  test('twice before its day pays each day’s interest once, and the month after is whole', () => {
    const { loan, repay, due, goTo, loanIn, duesOf, faults } = lentOn('2027-03-01', {
      isSpent: false,
    })
    for (const [day, amount] of [
      ['2027-03-11', 1_000_00n],
      ['2027-03-11', 500_00n],
      ['2027-03-21', 1_000_00n],
    ] as const) {
      goTo(day)
      expect(repay(loan, amount).outcome).toBe('done')
    }
    for (const day of ['2027-04-01', '2027-05-01']) {
      goTo(day)
      due(loan)
    }
    // 10 days of $10,000; none; 10 days of $8,513.70; 11 days of $7,525.36; then a month of what is left.
    expect(duesOf(loan).map(({ kind, interest }) => [kind, interest])).toEqual([
      ['early', 13_70n],
      ['early', 0n],
      ['early', 11_66n],
      ['instalment', 11_34n],
      ['instalment', 30_15n],
    ])
    expect(loanIn(loan).countedFrom).toBeNull()
    expect(faults()).toEqual([null, null])
  })
})

test('a clock that went over a year charges each instalment once, and each fee once after days of grace from then on', () => {
  const { loan, due, run, ada, duesOf, goTo, balance, loanIn, faults } = lentOn('2027-01-31')
  goTo('2028-02-29')
  while (due(loan).outcome === 'done');
  const fees = () =>
    duesOf(loan).map(({ id }) => run('ChargeLateFee', { owner: ada, loan, due: id }, null).outcome)
  expect(fees()).toEqual(Array(13).fill('not_due'))
  goTo('2028-03-06')
  expect(fees()).toEqual(Array(13).fill('done'))
  expect(fees()).toEqual(Array(13).fill('not_due'))
  const interest = duesOf(loan).reduce((sum, one) => sum + one.interest, 0n)
  expect(-balance('owed')).toBe(10_000_00n + interest + 13n * 50_00n)
  expect(loanIn(loan).nextDue).toBe('2028-03-28')
  expect(faults()).toEqual([null, null])
})

describe('of an account that is frozen', () => {
  const frozen = () => {
    const house = lentOn('2027-03-15')
    house.run('FreezeUser', { user: house.ada, reason: 'A question' }, null)
    return house
  }

  test('what is due is taken, and its borrower pays early', () => {
    const { loan, toDue, due, give, collect, repay, goTo, loanIn, paid, faults } = frozen()
    toDue()
    expect(due(loan).outcome).toBe('done')
    give(299_71n)
    expect(collect(loan).outcome).toBe('done')
    expect(paid()).toEqual([[41_67n, 258_04n, 0n]])
    goTo(addDays(loanIn(loan).firstDue, 1))
    give(12_000_00n)
    expect(repay(loan, 1_000_00n).outcome).toBe('done')
    expect(repay(loan, null).outcome).toBe('done')
    expect(loanIn(loan).status).toBe('repaid')
    expect(faults()).toEqual([null, null])
  })

  test('it is called due and written off as any other', () => {
    const { loan, toDue, due, call, loanIn } = frozen()
    toDue()
    due(loan)
    expect(call(loan, 'written-off').outcome).toBe('done')
    expect(loanIn(loan).status).toBe('written-off')
  })
})

test.each([
  ['running', 0n, '$1,500.00 withheld of a loan, $10,000.00 owed on a loan'],
  ['defaulted', 0n, 'owed on a loan'],
  ['repaid', 12_000_00n, 'balance'],
] as const)(
  'an account isn’t closed while its loan is %s and something is left',
  (status, given, left) => {
    const { ada, loan, run, toDue, due, call, give, repay, loanIn } = lentOn('2027-03-15')
    if (status === 'defaulted') {
      toDue()
      due(loan)
      call(loan, 'owed')
    }
    if (given > 0n) {
      give(given)
      repay(loan, null)
    }
    expect(loanIn(loan).status).toBe(status)
    const closing = { user: ada, unverified: false, asked: false, kept: null, ...oneIsEnough }
    expect(run('CloseUser', closing, null).text).toContain(left)
  },
)
