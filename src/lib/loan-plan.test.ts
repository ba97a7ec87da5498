/** Loans that run: by the day, early, late and taken back. */
import { describe, expect, test } from 'vitest'
import { chosenSeed, everything } from '../../tests/support/extent.ts'
import { chanceOf } from '../../tests/support/made-names.ts'
import { addDays, sameDayIn } from './calendar.ts'
import { instalmentOf, scheduleOf } from './loan.ts'
import {
  afterEarly,
  afterEarlyUndone,
  afterInstalment,
  comingInstalments,
  dueDayOf,
  feeDayOf,
  interestUntil,
  nextInstalment,
  owedOf,
  pay,
  settlingOf,
  takeBack,
  unpaidOf,
  type Due,
  type Plan,
} from './loan-plan.ts'

const planOf = ({
  amount = 10_000_00n,
  months = 36,
  yearlyRate = 500,
  startedOn = '2026-01-15',
} = {}): Plan => ({
  ...{ yearlyRate, startedOn, firstDue: sameDayIn(startedOn, 1) },
  ...{ instalment: instalmentOf({ amount, months }, { yearlyRate }), nextNumber: 1 },
  ...{ lastNumber: months, left: amount, countedFrom: null },
})

const dueOf = ({ interest, principal }: { interest: bigint; principal: bigint }): Due => ({
  ...{ interest, principal, fee: 0n },
  ...{ paidInterest: 0n, paidPrincipal: 0n, paidFee: 0n },
})

describe('without anything unusual', () => {
  test('what falls due is the schedule that was shown', () => {
    for (const months of [1, 12, 25, 36])
      for (const startedOn of ['2027-01-31', '2027-12-29', '2028-01-30', '2026-02-28']) {
        const plan = planOf({ months, startedOn })
        const shown = scheduleOf(
          { amount: plan.left, months, firstDue: plan.firstDue },
          { yearlyRate: 500, securityPercent: 15 },
        )
        expect(comingInstalments(plan)).toEqual(
          shown.map(({ number, dueOn, interest, principal }) => ({
            ...{ number, dueOn, interest, principal },
          })),
        )
      }
  })

  test.each([
    ['2027-01-31', ['2027-02-28', '2027-03-28', '2027-04-28']],
    ['2027-12-31', ['2028-01-31', '2028-02-29', '2028-03-31']],
    ['2028-01-30', ['2028-02-29', '2028-03-29', '2028-04-29']],
  ])(
    'a loan of %s is due on the day of its first instalment, or on the last of a shorter month',
    (startedOn, days) => {
      const plan = planOf({ startedOn })
      expect([1, 2, 3].map((number) => dueDayOf(plan, number))).toEqual(days)
    },
  )

  test('the fee comes when the days of grace are over', () => {
    expect(feeDayOf('2027-02-28', 0)).toBe('2027-03-01')
    expect(feeDayOf('2027-02-28', 5)).toBe('2027-03-06')
  })
})

describe('paying early', () => {
  const plan = afterInstalment(planOf())

  test('costs the interest of the days until then, over 365', () => {
    // Due on February 15, paid on March 1: 14 days on what is left.
    expect(interestUntil(plan, '2026-03-01')).toBe(
      (plan.left * 500n * 14n + 1_825_000n) / 3_650_000n,
    )
    expect(interestUntil(plan, '2026-02-15')).toBe(0n)
  })

  test('leaves the instalment and ends sooner, or leaves the last day and the instalment is less', () => {
    const sooner = afterEarly(plan, 5_000_00n, '2026-03-01', 'instalment')
    const less = afterEarly(plan, 5_000_00n, '2026-03-01', 'last-day')
    expect(sooner.instalment).toBe(plan.instalment)
    expect(comingInstalments(sooner)).toHaveLength(17)
    expect(comingInstalments(less)).toHaveLength(35)
    expect(less.instalment).toBeLessThan(150_00n)
    for (const after of [sooner, less]) {
      const principal = comingInstalments(after).reduce((sum, one) => sum + one.principal, 0n)
      expect(principal).toBe(plan.left - 5_000_00n)
    }
  })

  test('counts that month by days, and the next ones as months', () => {
    const after = afterEarly(plan, 5_000_00n, '2026-03-01', 'instalment')
    const [first, second] = comingInstalments(after)
    expect(first!.interest).toBe((after.left * 500n * 14n + 1_825_000n) / 3_650_000n)
    expect(second!.interest).toBe(((after.left - first!.principal) * 500n + 60_000n) / 120_000n)
  })

  test('twice in a month charges each day once', () => {
    const once = afterEarly(plan, 1_000_00n, '2026-02-20', 'instalment')
    expect(interestUntil(once, '2026-02-20')).toBe(0n)
    expect(interestUntil(once, '2026-03-01')).toBe(
      (once.left * 500n * 9n + 1_825_000n) / 3_650_000n,
    )
  })

  test('of all of it ends the loan', () => {
    const after = afterEarly(plan, plan.left, '2026-03-01', 'instalment')
    expect(comingInstalments(after)).toEqual([])
    expect(settlingOf(after, [], '2026-06-01')).toBe(0n)
  })

  test('taken back is owed again, at the same instalment', () => {
    const after = afterEarly(plan, 5_000_00n, '2026-03-01', 'instalment')
    const before = afterEarlyUndone(after, 5_000_00n, 36)
    expect(before.left).toBe(plan.left)
    expect(before.countedFrom).toBe('2026-03-01')
    expect(comingInstalments(before)).toHaveLength(35)
  })
})

describe('a payment that was early and is taken back', () => {
  const plan = afterInstalment(planOf())

  test('ends by the day that was agreed to, though the instalment had become small', () => {
    const small = afterEarly(plan, plan.left - 100_00n, '2026-03-01', 'last-day')
    expect(small.instalment).toBeLessThan(4_00n)
    const again = afterEarlyUndone(small, plan.left - 100_00n, 36)
    expect(again.left).toBe(plan.left)
    expect(again.instalment).toBeGreaterThan(299_00n)
    expect(comingInstalments(again).at(-1)!.number).toBe(36)
  })

  test('of all of it, in the last month, is due with the last instalment', () => {
    const ended = afterEarly({ ...plan, nextNumber: 36 }, plan.left, '2029-01-01', 'instalment')
    const again = afterEarlyUndone(ended, plan.left, 36)
    expect(comingInstalments(again).map(({ principal }) => principal)).toEqual([plan.left])
  })
})

describe('a payment', () => {
  const late = { ...dueOf({ interest: 10n, principal: 90n }), fee: 50n }
  const next = dueOf({ interest: 8n, principal: 92n })

  test.each<[bigint, bigint[], bigint]>([
    [5n, [0n, 5n, 0n, 0n, 0n, 0n], 0n],
    [60n, [50n, 10n, 0n, 0n, 0n, 0n], 0n],
    [120n, [90n, 10n, 20n, 0n, 0n, 0n], 0n],
    [155n, [90n, 10n, 50n, 0n, 5n, 0n], 0n],
    [250n, [90n, 10n, 50n, 92n, 8n, 0n], 0n],
    [260n, [90n, 10n, 50n, 92n, 8n, 0n], 10n],
  ])('of %s pays the oldest first: interest, principal, and the fee last', (amount, paid, over) => {
    const after = pay([late, next], amount)
    expect(after.dues.flatMap((due) => [due.paidPrincipal, due.paidInterest, due.paidFee])).toEqual(
      paid,
    )
    expect(after.over).toBe(over)
    expect(after.split.principal + after.split.income).toBe(amount - over)
  })

  test('that is taken back comes back in one pass, and income that was drawn keeps no principal', () => {
    const due = { interest: 1n, principal: 50_000_00n, fee: 0n }
    const paid = { paidInterest: 1n, paidPrincipal: 50_000_00n, paidFee: 0n }
    const dues = Array.from({ length: 100_000 }, () => ({ ...due, ...paid }))
    const held = { principal: 120_000_00n, income: 1n }
    const { dues: after, split, over } = takeBack(dues, 4_000_000_000_00n, held)
    expect([split, over]).toEqual([held, 4_000_000_000_00n - 120_000_01n])
    expect(after.at(-1)).toMatchObject({ paidInterest: 0n, paidPrincipal: 0n })
    expect(after.at(-3)).toMatchObject({ paidInterest: 1n, paidPrincipal: 30_000_00n })
    expect(after.at(-4)).toMatchObject(paid)
  })

  test('that is taken back undoes the newest first, and leaves what it found', () => {
    const { dues } = pay([late, next], 155n)
    const some = takeBack(dues, 15n)
    expect(some.split).toEqual({ income: 15n, principal: 0n })
    expect(some.dues.map(({ paidFee, paidInterest }) => [paidFee, paidInterest])).toEqual([
      [40n, 10n],
      [0n, 0n],
    ])
    expect(takeBack(dues, 155n).dues).toEqual([late, next])
    expect(takeBack(dues, 200n).over).toBe(45n)
  })
})

/** What a strict clerk writes down, without any of the rules: who owes what, and what was paid. */
class Clerk {
  lent = 0n
  charged = 0n
  paid = 0n
  get owed() {
    return this.lent + this.charged - this.paid
  }
}

describe('a history', () => {
  test(
    'of any kind comes out even: what was lent and charged is what was paid, and is owed',
    { timeout: 900_000 },
    () => {
      const { below } = chanceOf(chosenSeed())
      for (let story = 0; story < (everything ? 100_000 : 1_000); story += 1) {
        const clerk = new Clerk()
        let plan = planOf({
          amount: BigInt(5_000_00 + below(45_000_00)),
          months: 12 + below(25),
          yearlyRate: [1, 500, 725, 2_499][below(4)]!,
          startedOn: addDays('2026-01-01', below(800)),
        })
        clerk.lent = plan.left
        let dues: Due[] = []
        let day = plan.startedOn
        // Hundreds of thousands of times: said only where it isn't so.
        const check = () => {
          if (owedOf(plan, dues) !== clerk.owed) expect(owedOf(plan, dues)).toBe(clerk.owed)
          if (dues.some((due) => unpaidOf(due) < 0n)) expect.fail('More was paid than was due')
        }
        const settle = (cents: bigint) => {
          const { dues: after, over } = pay(dues, cents)
          dues = after
          clerk.paid += cents - over
        }
        const fallDue = () => {
          const next = nextInstalment(plan)
          day = next.dueOn
          dues = [...dues, dueOf(next)]
          clerk.charged += next.interest
          plan = afterInstalment(plan)
        }
        for (let step = 0; step < 120 && owedOf(plan, dues) > 0n; step += 1) {
          const what = below(8)
          if (what < 4 && plan.left > 0n) fallDue()
          else if (what < 6) settle(BigInt(below(2_000_00)))
          else if (what === 6 && plan.left > 1n && dues.every((due) => unpaidOf(due) === 0n)) {
            const dueOn = dueDayOf(plan, plan.nextNumber)
            const early = addDays(day, below(20))
            if (early < dueOn) {
              day = early
              const interest = interestUntil(plan, day)
              const principal = 1n + BigInt(below(Number(plan.left)))
              plan = afterEarly(plan, principal, day, below(2) === 0 ? 'instalment' : 'last-day')
              clerk.charged += interest
              clerk.paid += interest + principal
            }
          } else if (dues.length > 0) {
            const { dues: after, over } = takeBack(dues, BigInt(below(500_00)))
            const taken = dues.reduce(
              (sum, due, n) => sum + unpaidOf(after[n]!) - unpaidOf(due),
              0n,
            )
            if (over < 0n) expect.fail('More was taken back than was asked for')
            dues = after
            clerk.paid -= taken
          }
          check()
        }
        while (plan.left > 0n) fallDue()
        settle(owedOf(plan, dues))
        check()
        expect(clerk.owed).toBe(0n)
        expect(comingInstalments(plan)).toEqual([])
      }
    },
  )
})
