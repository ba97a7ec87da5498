/** Payments that the bank or the chain took back after a loan had ended: what is withheld, and how it goes on. */
import { describe, expect, test } from 'vitest'
import { addDays } from '../../lib/calendar.ts'
import { oneIsEnough } from '../approvals/rules.ts'
import { createLentHouse } from '../../../tests/support/lent-house.ts'

/** A loan of $10,000 whose money was spent, and one instalment of which was paid with a deposit. */
function lent() {
  const house = createLentHouse()
  const loan = house.lend(10_000_00n, 36)
  house.spend()
  house.give(299_71n)
  house.goTo(house.loanIn(loan).nextDue!)
  house.due(loan)
  return { ...house, loan }
}

/** Two instalments are due, and one of them lacks. */
function overdue() {
  const house = lent()
  house.goTo(house.loanIn(house.loan).nextDue!)
  house.due(house.loan)
  return house
}

/** What the loan says that is owed, as long as somebody is asked for it. */
const saidOwed = ({ loanIn, duesOf }: ReturnType<typeof lent>, loan: string) => {
  const { status, left } = loanIn(loan)
  if (status === 'repaid' || status === 'written-off') return 0n
  return duesOf(loan).reduce(
    (sum, due) =>
      sum +
      due.interest -
      due.paidInterest +
      due.principal -
      due.paidPrincipal +
      due.fee -
      due.paidFee,
    left,
  )
}

describe('a payment that comes back', () => {
  test('of a loan that was repaid withholds nothing anew, and its last cent gives nothing back twice', () => {
    const { lend, give, repay, back, loanIn, goTo, spend, balance, ofFirm, faults } =
      createLentHouse()
    const loan = lend(10_000_00n, 36)
    give(2_000_00n)
    goTo(addDays(loanIn(loan).startedOn, 10))
    repay(loan, null)
    spend()
    back(2_000_00n)
    expect(loanIn(loan)).toMatchObject({ status: 'running', withheld: 0n })
    give(3_000_00n)
    expect(repay(loan, null).outcome).toBe('done')
    expect(loanIn(loan).status).toBe('repaid')
    expect([balance('security'), balance('owed'), ofFirm('lent')]).toEqual([0n, 0n, 0n])
    expect(ofFirm('loan-pool')).toBe(200_000_00n)
    expect(faults()).toEqual([null, null])
  })

  test.each([
    ['owed', 'defaulted', 299_71n],
    ['written-off', 'written-off', 0n],
  ] as const)('of one that was called due, its rest %s, leaves it %s', (rest, status, more) => {
    const house = overdue()
    const { loan, call, back, give, collect, loanIn, balance, ofFirm, faults } = house
    expect(call(loan, rest).outcome).toBe('done')
    const owed = -balance('owed')
    back(299_71n)
    expect(loanIn(loan)).toMatchObject({ status, withheld: 0n, left: 0n, nextDue: null })
    expect(-balance('owed')).toBe(owed + more)
    expect(-balance('owed')).toBe(saidOwed(house, loan))
    expect(ofFirm('lent') + ofFirm('earned')).toBe(-balance('owed'))
    give(20_000_00n)
    if (rest === 'owed') expect(collect(loan).outcome).toBe('done')
    expect(loanIn(loan).status).toBe(rest === 'owed' ? 'repaid' : status)
    expect([balance('security'), balance('owed')]).toEqual([0n, 0n])
    expect(faults()).toEqual([null, null])
  })

  test('of one that was paid early in part and called due is due at once', () => {
    const house = createLentHouse()
    const { lend, give, spend, repay, due, call, back, goTo, loanIn, balance, faults } = house
    const loan = lend(10_000_00n, 36)
    spend()
    give(1_000_00n)
    goTo(addDays(loanIn(loan).startedOn, 10))
    repay(loan, 1_000_00n)
    goTo(loanIn(loan).nextDue!)
    due(loan)
    call(loan, 'owed')
    // All that the security paid is undone before, and then what was paid early.
    back(2_200_00n)
    expect(loanIn(loan)).toMatchObject({ status: 'defaulted', left: 0n, nextDue: null })
    expect(-balance('owed')).toBe(saidOwed({ ...house, loan }, loan))
    expect(faults()).toEqual([null, null])
  })

  test('of an account that is closed is owed by nobody', () => {
    const { ada, run, lend, give, repay, back, loanIn, goTo, balance, ofFirm, faults } =
      createLentHouse()
    const loan = lend(10_000_00n, 36)
    give(2_000_00n)
    goTo(addDays(loanIn(loan).startedOn, 10))
    repay(loan, null)
    run('CorrectUser', { user: ada, accountBalance: 0n, emailWait: null, ...oneIsEnough }, null)
    run('CloseUser', { user: ada, unverified: false, asked: false, kept: null }, null)
    expect(balance('cash')).toBe(0n)
    back(2_000_00n)
    expect(loanIn(loan)).toMatchObject({ status: 'repaid', nextDue: null })
    expect([balance('owed'), ofFirm('lent')]).toEqual([0n, 0n])
    expect(faults()).toEqual([null, null])
  })
})
