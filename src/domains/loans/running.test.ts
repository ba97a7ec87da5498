/** Loans on the desk: taken when they fall due, late, early, and until the last cent. */
import { describe, expect, test } from 'vitest'
import { chosenSeed, everything } from '../../../tests/support/extent.ts'
import { asked, createLentHouse as createHouse } from '../../../tests/support/lent-house.ts'
import { chanceOf } from '../../../tests/support/made-names.ts'
import { plans } from '../../../proofs/simulation/cast.ts'
import { firm } from '../../ledger/core/chart.ts'
import { addDays } from '../../lib/calendar.ts'
import { dayMs } from '../../lib/instant.ts'
import { idFromName } from '../../platform/ids.ts'
import { oneIsEnough } from '../approvals/rules.ts'
import { investments } from '../investments/table.ts'
import { owedOf, settlingOf } from '../../lib/loan-plan.ts'
import { dayOf } from './running.ts'
import { duesIn } from './table.ts'

describe('a loan', () => {
  test('comes to the balance but for its security, and is owed in full', () => {
    const { lend, balance, ofFirm, faults } = createHouse()
    lend(10_000_00n, 36)
    expect([balance('cash'), balance('security'), balance('owed')]).toEqual([
      8_500_00n,
      1_500_00n,
      -10_000_00n,
    ])
    expect([ofFirm('loan-pool'), ofFirm('lent')]).toEqual([190_000_00n, 10_000_00n])
    expect(faults()).toEqual([null, null])
  })

  test('is paid month by month, to the cent that was shown, and its security comes back with the last', () => {
    const { lend, give, due, loanIn, goTo, balance, ofFirm, faults } = createHouse()
    const loan = lend(10_000_00n, 36)
    give(3_000_00n)
    while (loanIn(loan).status === 'running') {
      goTo(loanIn(loan).nextDue!)
      expect(due(loan).outcome).toBe('done')
    }
    expect(loanIn(loan)).toMatchObject({ left: 0n, nextDue: null, nextNumber: 37 })
    expect([balance('cash'), balance('security'), balance('owed')]).toEqual([
      10_000_00n + 3_000_00n - 10_789_54n,
      0n,
      0n,
    ])
    expect([ofFirm('loan-pool'), ofFirm('lent'), ofFirm('earned'), ofFirm('loan-income')]).toEqual([
      200_000_00n,
      0n,
      0n,
      789_54n,
    ])
    expect(faults()).toEqual([null, null])
  })

  test('is due on its day and not before, once, by the system alone', () => {
    const { ada, lend, due, loanIn, goTo, run } = createHouse()
    const loan = lend(10_000_00n, 36)
    goTo(addDays(loanIn(loan).nextDue!, -1))
    expect(due(loan).outcome).toBe('not_due')
    goTo(loanIn(loan).nextDue!)
    expect(run('ChargeInstalment', { owner: ada, loan, number: 1 }, ada).outcome).toBe('forbidden')
    expect(due(loan, 2).outcome).toBe('not_due')
    expect(due(loan, 1).outcome).toBe('done')
    expect(due(loan, 1).outcome).toBe('not_due')
  })
})

test('only what a balance has above what is owed is invested, and again at maturity', () => {
  const { ada, desk, run, lend, give } = createHouse()
  run('PayInCapital', { amount: 10_000_00n, reference: 'more', ...oneIsEnough }, null)
  run('FundPool', { pool: 'returns', amount: 10_000_00n, ...oneIsEnough }, null)
  const invest = (amount: bigint) =>
    run(
      'OpenInvestment',
      {
        ...{ owner: ada, planId: plans[0]!.id, amount, limits: null, coolingOffMs: 0 },
        ...{ acceptedRiskVersion: 1, acceptedTermsVersion: 1, needsAnswers: false },
      },
      ada,
    )
  lend(10_000_00n, 36)
  expect(invest(50_00n).text).toContain('your balance has no more than that')
  give(1_540_00n)
  expect(invest(50_00n).text).toContain('at most $40.00 of your balance can be invested')
  const { id, outcome } = invest(40_00n)
  expect(outcome).toBe('done')
  const choice = { choice: 'reinvest', acceptedRiskVersion: 1, acceptedTermsVersion: 1 }
  run('ChooseAtMaturity', { investment: id, owner: ada, ...choice }, ada)
  run('RequestWithdrawal', asked(ada, 1_000_00n), ada)
  desk.now += 3 * dayMs
  const reinvesting = { limits: null, isPaused: false }
  run('SettleInvestment', { investment: id, owner: ada, reinvesting }, null)
  expect(desk.world.get(investments, id)!.notReinvested).toBe('loan_owed_first')
})

test('an account isn’t closed while anything of a loan is left', () => {
  const { ada, run, lend, balance } = createHouse()
  lend(10_000_00n, 36)
  run('RequestWithdrawal', asked(ada, balance('cash')), ada)
  expect(run('CloseUser', { user: ada }, null).text).toContain(
    '$1,500.00 withheld of a loan, $10,000.00 owed on a loan',
  )
})

describe('what lacks', () => {
  /** A loan whose money was spent. */
  const spent = () => {
    const house = createHouse()
    const loan = house.lend(10_000_00n, 36)
    const { ada, run, balance } = house
    run('RequestWithdrawal', asked(ada, balance('cash')), ada)
    return { ...house, loan }
  }

  test('is taken when it comes: interest first, then principal, and of several the oldest', () => {
    const { loan, desk, due, give, collect, loanIn, goTo } = spent()
    for (const _ of [1, 2]) {
      goTo(loanIn(loan).nextDue!)
      due(loan)
    }
    expect(collect(loan).outcome).toBe('nothing_to_change')
    give(350_00n)
    expect(collect(loan).outcome).toBe('done')
    const paid = duesIn(desk.world, loanIn(loan)).map((one) => [
      one.paidInterest,
      one.paidPrincipal,
    ])
    expect(paid).toEqual([
      [41_67n, 258_04n],
      [40_59n, 9_70n],
    ])
  })

  test('costs its fee once, after the days of grace, and nothing on the fee', () => {
    const { loan, due, late, loanIn, goTo, balance } = spent()
    const day = loanIn(loan).nextDue!
    goTo(day)
    due(loan)
    goTo(addDays(day, 5))
    expect(late(loan).outcome).toBe('not_due')
    goTo(addDays(day, 6))
    expect(late(loan).outcome).toBe('done')
    expect(late(loan).outcome).toBe('not_due')
    expect(balance('owed')).toBe(-(10_000_00n + 41_67n + 50_00n))
    goTo(loanIn(loan).nextDue!)
    due(loan)
    expect(balance('owed')).toBe(-(10_000_00n + 41_67n + 50_00n + 40_59n))
  })

  test('costs no fee where it was paid on the day of the fee before that was charged', () => {
    const { loan, due, late, give, collect, loanIn, goTo } = spent()
    const day = loanIn(loan).nextDue!
    goTo(day)
    due(loan)
    goTo(addDays(day, 6))
    give(299_71n)
    collect(loan)
    expect(late(loan).outcome).toBe('not_due')
  })

  test('of a year that the clock went over falls due month by month, and is all taken', () => {
    const { loan, due, give, collect, loanIn, goTo, faults } = spent()
    goTo(addDays(loanIn(loan).firstDue, 400))
    while (due(loan).outcome === 'done');
    expect(loanIn(loan).nextNumber).toBe(15)
    give(20_000_00n)
    collect(loan)
    expect(faults()).toEqual([null, null])
    expect(loanIn(loan).left).toBe(loanIn(loan).amount - principalOf(14))
  })

  const principalOf = (count: number) => {
    let left = 10_000_00n
    for (let n = 0; n < count; n += 1)
      left -=
        299_71n -
        (left * 500n + 60_000n - ((left * 500n) % 120_000n === 60_000n ? 1n : 0n)) / 120_000n
    return 10_000_00n - left
  }
})

describe('paying early', () => {
  test('a part pays the interest of the days first, and ends the loan sooner', () => {
    const { lend, due, repay, loanIn, goTo, balance, faults } = createHouse()
    const loan = lend(10_000_00n, 36)
    const first = loanIn(loan).nextDue!
    goTo(first)
    due(loan)
    goTo(addDays(first, 14))
    expect(repay(loan, 5_000_00n).outcome).toBe('done')
    const interest = 18_68n
    expect(loanIn(loan).left).toBe(10_000_00n - 258_04n - 5_000_00n + interest)
    expect(loanIn(loan).lastNumber).toBe(18)
    expect(balance('owed')).toBe(-loanIn(loan).left)
    expect(faults()).toEqual([null, null])
  })

  test('all of it costs what was said, and brings the security back at once', () => {
    const { lend, give, repay, loanIn, goTo, balance, desk, ofFirm, faults } = createHouse()
    const loan = lend(10_000_00n, 36)
    give(5_000_00n)
    goTo(addDays(loanIn(loan).startedOn, 10))
    const whole = settlingOf(loanIn(loan), [], dayOf(desk.now))
    expect(whole).toBe(10_013_70n)
    expect(repay(loan, null).text).toContain('its security is in your balance')
    expect(balance('cash')).toBe(15_000_00n - whole)
    expect([balance('security'), balance('owed'), ofFirm('loan-income')]).toEqual([0n, 0n, 13_70n])
    expect(repay(loan, 1n).outcome).toBe('loan_ended')
    expect(faults()).toEqual([null, null])
  })

  test('waits for an instalment that falls due meanwhile', () => {
    const { lend, due, repay, loanIn, goTo } = createHouse()
    const loan = lend(10_000_00n, 36)
    goTo(loanIn(loan).nextDue!)
    expect(repay(loan, 1_000_00n).outcome).toBe('falls_due_now')
    due(loan)
    expect(repay(loan, 1_000_00n).outcome).toBe('done')
  })

  test('takes no more than is owed, nothing that isn’t there, and no interest alone', () => {
    const { lend, repay, loanIn, goTo } = createHouse()
    const loan = lend(10_000_00n, 36)
    goTo(addDays(loanIn(loan).startedOn, 10))
    expect(repay(loan, 13_70n).outcome).toBe('too_little_early')
    expect(repay(loan, 10_013_71n).outcome).toBe('more_than_owed')
    expect(repay(loan, 9_000_00n).outcome).toBe('insufficient_balance')
    expect(repay(loan, 13_71n, 'instalment', firm).outcome).toBe('forbidden')
    expect(repay(idFromName('another'), 1n).outcome).toBe('unknown_loan')
    expect(repay(loan, 13_71n).outcome).toBe('done')
  })
})

describe('a payment that comes back', () => {
  test('is owed again, the newest part first, and nobody else bears it', () => {
    const { desk, ada, run, lend, give, due, back, loanIn, goTo, balance, ofFirm, faults } =
      createHouse()
    const loan = lend(10_000_00n, 36)
    run('RequestWithdrawal', asked(ada, balance('cash')), ada)
    give(700_00n)
    for (const _ of [1, 2]) {
      goTo(loanIn(loan).nextDue!)
      due(loan)
    }
    expect(balance('cash')).toBe(100_58n)
    back(500_00n)
    expect(balance('cash')).toBe(0n)
    expect(
      duesIn(desk.world, loanIn(loan)).map((one) => [one.paidInterest, one.paidPrincipal]),
    ).toEqual([
      [41_67n, 158_33n],
      [0n, 0n],
    ])
    expect(-balance('owed')).toBe(owedOf(loanIn(loan), duesIn(desk.world, loanIn(loan))))
    expect(ofFirm('corrections-pool')).toBe(0n)
    expect(faults()).toEqual([null, null])
  })

  test('that ended the loan lets it run again, at the same instalment', () => {
    const { ada, run, lend, give, repay, back, loanIn, goTo, balance, faults } = createHouse()
    const loan = lend(10_000_00n, 36)
    give(2_000_00n)
    goTo(addDays(loanIn(loan).startedOn, 10))
    repay(loan, null)
    run('RequestWithdrawal', asked(ada, balance('cash')), ada)
    back(2_000_00n)
    expect(loanIn(loan)).toMatchObject({ status: 'running', left: 2_000_00n })
    expect(loanIn(loan).nextDue).toBe('2026-02-05')
    expect(-balance('owed')).toBe(2_000_00n)
    expect(faults()).toEqual([null, null])
  })
})

test(
  'in any history the books have what the plan says, and all comes out even',
  { timeout: 900_000 },
  () => {
    const { below } = chanceOf(chosenSeed())
    for (let story = 0; story < (everything ? 5_000 : 60); story += 1) {
      const { desk, lend, give, due, collect, repay, back, late, loanIn, balance, ofFirm, faults } =
        createHouse()
      const loan = lend(BigInt(5_000_00 + below(4_500_001)), 12 + below(25))
      for (let step = 0; step < 200 && loanIn(loan).status === 'running'; step += 1) {
        const what = below(10)
        if (what < 3) desk.now += below(40) * dayMs
        else if (what < 5) due(loan)
        else if (what === 5) give(BigInt(1 + below(600_00)))
        else if (what === 6) collect(loan)
        else if (what === 7 && duesIn(desk.world, loanIn(loan)).length > 0) late(loan)
        else if (what === 8)
          repay(loan, BigInt(1 + below(900_00)), below(2) === 0 ? 'instalment' : 'last-day')
        else if (below(12) === 0) repay(loan, null)
        else back(BigInt(1 + below(500_00)))
        expect(-balance('owed')).toBe(owedOf(loanIn(loan), duesIn(desk.world, loanIn(loan))))
        expect(ofFirm('lent') + ofFirm('earned')).toBe(-balance('owed'))
        expect(faults()).toEqual([null, null])
      }
      give(100_000_00n)
      while (loanIn(loan).left > 0n) {
        desk.now += 31 * dayMs
        due(loan)
      }
      collect(loan)
      expect(loanIn(loan).status).toBe('repaid')
      expect([balance('owed'), balance('security'), ofFirm('lent'), ofFirm('earned')]).toEqual([
        ...[0n, 0n, 0n, 0n],
      ])
      expect(ofFirm('loan-pool')).toBe(200_000_00n)
    }
  },
)
