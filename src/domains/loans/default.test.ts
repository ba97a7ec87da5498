/** A loan that two call due: what its security pays, what stays owed, is written off or goes back, and what is refused. */
import { describe, expect, test } from 'vitest'
import { addDays } from '../../lib/calendar.ts'
import { createLentHouse } from '../../../tests/support/lent-house.ts'
import type { Rest } from './default.ts'

/** A loan of $10,000 over 36 months whose money was spent, and so many instalments of which lack. */
function overdue(instalments: number, { amount = 10_000_00n, months = 36 } = {}) {
  const house = createLentHouse()
  const loan = house.lend(amount, months)
  house.spend()
  for (let n = 0; n < instalments; n += 1) {
    house.goTo(house.loanIn(loan).nextDue!)
    house.due(loan)
  }
  return { ...house, loan }
}

/** Everything that the books have of it. */
const books = ({ balance, ofFirm }: ReturnType<typeof overdue>) => ({
  ...{ cash: balance('cash'), security: balance('security'), owed: -balance('owed') },
  ...{ pool: ofFirm('loan-pool'), lent: ofFirm('lent'), earned: ofFirm('earned') },
  income: ofFirm('loan-income'),
})

const pool = 200_000_00n

describe('a loan that is called due', () => {
  // Of $10,000: two instalments lack, $82.26 of interest and $517.16 of principal; the security of $1,500 pays them, and $900.58 of what was left.
  test.each<[Rest, string, { owed: bigint; lent: bigint }]>([
    ['owed', 'defaulted', { owed: 8_582_26n, lent: 8_582_26n }],
    ['written-off', 'written-off', { owed: 0n, lent: 0n }],
  ])('takes its security, and the rest is %s', (rest, status, left) => {
    const house = overdue(2)
    const { loan, call, loanIn, duesOf, faults } = house
    expect(call(loan, rest).outcome).toBe('done')
    expect(loanIn(loan)).toMatchObject({ status, left: 0n, nextDue: null, withheld: 0n })
    expect(
      duesOf(loan).map(({ kind, paidInterest, paidPrincipal }) => [
        kind,
        paidInterest,
        paidPrincipal,
      ]),
    ).toEqual([
      ['instalment', 41_67n, 258_04n],
      ['instalment', 40_59n, 259_12n],
      ['default', 0n, 900_58n],
    ])
    expect(books(house)).toEqual({
      ...{ cash: 0n, security: 0n, earned: 0n, income: 82_26n },
      ...{ pool: pool - 10_000_00n + 1_417_74n, ...left },
    })
    expect(faults()).toEqual([null, null])
  })

  test('costs the interest of the days until then, and nothing after it', () => {
    const house = overdue(1)
    const { loan, call, give, collect, due, late, goTo, loanIn, duesOf } = house
    goTo(addDays(loanIn(loan).firstDue, 20))
    call(loan, 'owed')
    const [, called] = duesOf(loan)
    // 9,741.96 · 5% · 20 ÷ 365
    expect(called).toMatchObject({ kind: 'default', interest: 26_69n, principal: 9_741_96n })
    const { owed } = books(house)
    expect(owed).toBe(10_000_00n + 41_67n + 26_69n - 1_500_00n)
    goTo(addDays(loanIn(loan).firstDue, 400))
    expect([due(loan).outcome, late(loan).outcome]).toEqual(['not_due', 'unknown_loan'])
    expect(books(house).owed).toBe(owed)
    give(owed + 1n)
    expect(collect(loan).outcome).toBe('done')
    expect(loanIn(loan).status).toBe('repaid')
    expect(books(house)).toMatchObject({ cash: 1n, owed: 0n, lent: 0n, earned: 0n, pool })
  })

  test.each<Rest>(['owed', 'written-off'])(
    'with less left than is withheld is repaid, and what is too much goes back: %s',
    (rest) => {
      const house = overdue(11, { amount: 5_000_00n, months: 12 })
      const { loan, give, collect, call, loanIn, faults } = house
      give(11n * 428_04n - 100_00n)
      collect(loan)
      const { owed, cash } = books(house)
      expect(owed).toBeLessThan(750_00n)
      expect(call(loan, rest).outcome).toBe('done')
      expect(loanIn(loan).status).toBe('repaid')
      expect(books(house)).toMatchObject({ security: 0n, owed: 0n, lent: 0n, earned: 0n, pool })
      expect(books(house).cash).toBe(cash + 750_00n - owed)
      expect(faults()).toEqual([null, null])
    },
  )

  test('can be written off later, without another security', () => {
    const house = overdue(2)
    const { loan, call, loanIn, faults } = house
    call(loan, 'owed')
    expect(call(loan, 'owed').outcome).toBe('loan_called_due')
    expect(call(loan, 'written-off').outcome).toBe('done')
    expect(loanIn(loan).status).toBe('written-off')
    expect(books(house)).toMatchObject({ security: 0n, owed: 0n, lent: 0n, earned: 0n })
    expect(call(loan, 'written-off').outcome).toBe('loan_ended')
    expect(faults()).toEqual([null, null])
  })

  test('is one of which something lacks, and nothing falls due meanwhile', () => {
    const { loan, call, give, collect, goTo, loanIn, repay, due } = overdue(1)
    goTo(loanIn(loan).nextDue!)
    expect(call(loan, 'owed').outcome).toBe('falls_due_now')
    due(loan)
    give(599_42n)
    collect(loan)
    expect(call(loan, 'owed').outcome).toBe('loan_not_overdue')
    give(20_000_00n)
    repay(loan, null)
    expect(call(loan, 'owed').outcome).toBe('loan_ended')
  })
})
