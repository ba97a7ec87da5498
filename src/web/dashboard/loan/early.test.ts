import { describe, expect, test } from 'vitest'
import type { Loan } from '../../../contract/borrowing.ts'
import {
  afterEarly,
  afterInstalment,
  comingInstalments,
  interestUntil,
  type Plan,
} from '../../../lib/loan-plan.ts'
import { instalmentOf } from '../../../lib/loan.ts'
import { centsOf, dollarsFromCents } from '../../../lib/money.ts'
import { paymentFault, paymentOf } from './early.ts'

const today = '2027-01-20'

/** $10,000 over 36 months, of which the first instalments were paid. */
function planAfter(paid: number): Plan {
  const begun: Plan = {
    ...{ yearlyRate: 500, startedOn: '2026-08-31', firstDue: '2026-09-30', left: 1_000_000n },
    instalment: instalmentOf({ amount: 1_000_000n, months: 36 }, { yearlyRate: 500 }),
    ...{ nextNumber: 1, lastNumber: 36, countedFrom: null },
  }
  return Array.from({ length: paid }).reduce<Plan>((plan) => afterInstalment(plan), begun)
}

/** As the API shows it on that day. */
function shown(plan: Plan, overdue = 0): Loan {
  const interest = interestUntil(plan, today)
  return {
    yearlyRate: plan.yearlyRate,
    instalment: dollarsFromCents(plan.instalment),
    overdue,
    settling: {
      on: today,
      amount: overdue + dollarsFromCents(plan.left + interest),
      interest: dollarsFromCents(interest),
    },
    coming: comingInstalments(plan).map(({ dueOn, interest: charged, principal }) => ({
      dueOn,
      interest: dollarsFromCents(charged),
      principal: dollarsFromCents(principal),
    })),
  } as Loan
}

describe('a payment that is made early', () => {
  test.each(
    (['instalment', 'last-day'] as const).flatMap((keeping) =>
      // The second ends a month sooner only by days counted one by one.
      [50_000n, 52_806n, 123_456n, 500_000n, 880_000n].map((amount) => ({ keeping, amount })),
    ),
  )('changes what the books will say: $amount, keeping the $keeping', ({ keeping, amount }) => {
    const plan = planAfter(4)
    const { interest, principal, after } = paymentOf(shown(plan), amount, keeping)
    expect([interest, interest + principal]).toEqual([interestUntil(plan, today), amount])
    const booked = afterEarly(plan, principal, today, keeping)
    const coming = comingInstalments(booked)
    expect(after).toEqual({
      instalment: booked.instalment,
      lastOn: coming.at(-1)!.dueOn,
      count: coming.length,
    })
  })

  test('pays what is overdue first', () => {
    const loan = shown(planAfter(4), 299.71)
    const nothingEarly = { interest: 0n, principal: 0n, after: null }
    expect(paymentOf(loan, 20_000n, 'instalment')).toEqual({ due: 20_000n, ...nothingEarly })
    const { due, interest, principal } = paymentOf(loan, 60_000n, 'instalment')
    expect([due, due + interest + principal]).toEqual([29_971n, 60_000n])
  })

  test('is more than the interest until today, and no more than settles it', () => {
    const loan = shown(planAfter(4))
    const { interest, amount } = loan.settling!
    const faultAt = (dollars: number, more = 0n) => paymentFault(loan, centsOf(dollars) + more)
    expect(faultAt(interest)).toContain('more than the interest')
    expect(faultAt(interest, 1n)).toBeNull()
    expect(faultAt(amount)).toBeNull()
    expect(faultAt(amount, 1n)).toContain('more than what settles')
  })
})
