import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { plans } from '../../../proofs/simulation/cast.ts'
import { table } from '../../../tests/support/table.ts'
import { dayMs } from '../../lib/instant.ts'
import { accruedProfit } from './present.ts'
import { largestCoverable, promisedProfit } from '../plans/cover.ts'

const planOf = (slug: string) => plans.find(({ title }) => title === `Plan ${slug}`)
const [small, odd, large] = plans as [
  (typeof plans)[0] & {},
  (typeof plans)[0] & {},
  (typeof plans)[0] & {},
]

describe('what a pool still covers', () => {
  test.each(
    table(`
    plan                       | pool    | largest
    small (10%, 0.04 - 99.99)  | 0       | 5
    small (10%, 0.04 - 99.99)  | 1       | 14
    small (10%, 0.04 - 99.99)  | 1000    | 9999
    small (10%, 0.04 - 99.99)  | 5000000 | 9999
    odd (7%, 100.01 - 499.99)  | 699     | 0
    odd (7%, 100.01 - 499.99)  | 700     | 10007
    large (12%, from 500.00)   | 5999    | 0
    large (12%, from 500.00)   | 6000    | 50004
  `),
  )('%s, with %s in the pool: %s', (name, pool, largest) => {
    const plan = planOf(name!.split(' ')[0]!)!
    expect(largestCoverable(plan, BigInt(pool!))).toBe(BigInt(largest!))
  })

  test('is an amount whose profit fits, and one cent more does not', () => {
    fc.assert(
      fc.property(fc.constantFrom(small, odd, large), fc.bigInt(0n, 10_000_000n), (plan, pool) => {
        const largest = largestCoverable(plan, pool)
        if (largest === 0n) return promisedProfit(plan, plan.minimum) > pool
        const fits =
          promisedProfit(plan, largest) <= pool &&
          largest >= plan.minimum &&
          (plan.below === null || largest < plan.below)
        return fits && (largest + 1n === plan.below || promisedProfit(plan, largest + 1n) > pool)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('opening an investment', () => {
  const house = createMemoryHouse({ returns: 100n })
  const ids: Record<string, string> = {
    nobody: '11111111-1111-5111-8111-111111111111',
    closed: house.person('closed', { status: 'closed' }),
    frozen: house.person('frozen', { cash: 1n, status: 'frozen' }),
    poor: house.person('poor', { cash: 8_998n }),
    rich: house.person('rich', { cash: 10_000_000n }),
  }

  // Each line has all the faults of the lines below it, as far as they can meet.
  test.each(
    table(`
    who    | plan      | risk version | terms version | amount | outcome
    nobody | none      | 2            | 2             | 3      | unknown_user
    closed | none      | 2            | 2             | 3      | account_closed
    frozen | none      | 2            | 2             | 3      | account_frozen
    poor   | none      | 2            | 2             | 3      | unknown_plan
    poor   | withdrawn | 2            | 2             | 3      | plan_not_offered
    poor   | small     | 2            | 2             | 3      | risk_warning_changed
    poor   | small     | none         | 2             | 3      | risk_warning_changed
    poor   | small     | 1            | 2             | 3      | terms_changed
    poor   | small     | 1            | none          | 3      | terms_changed
    poor   | small     | 1            | 1             | 3      | below_minimum
    poor   | small     | 1            | 1             | 10000  | above_maximum
    poor   | small     | 1            | 1             | 4      | profit_rounds_to_zero
    poor   | small     | 1            | 1             | 8999   | insufficient_balance_to_invest
    poor   | small     | 1            | 1             | 8998   | not_covered
    poor   | small     | 1            | 1             | 1000   | done
  `),
  )('%s, %s, %s, %s, %s: %s', (who, plan, risk, terms, amount, outcome) => {
    const version = (text: string) => (text === 'none' ? undefined : Number(text))
    const command = {
      owner: ids[who!]!,
      planId: planOf(plan!)?.id ?? ids.nobody!,
      amount: BigInt(amount!),
      acceptedRiskVersion: version(risk!),
      acceptedTermsVersion: version(terms!),
    }
    expect(house.run('OpenInvestment', command, command.owner).outcome).toBe(outcome)
  })

  test('says how much can be covered, or that the plan is sold out', () => {
    const { run, person } = createMemoryHouse({ returns: 1_000n })
    const owner = person('ada', { cash: 1_000_000n })
    const invest = (planId: string, amount: bigint) =>
      run(
        'OpenInvestment',
        { owner, planId, amount, acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
        owner,
      )
    expect(JSON.parse(invest(odd.id, 20_000n).text).message).toMatch(
      'The largest amount that can be covered is $142.92.',
    )
    expect(JSON.parse(invest(large.id, 50_000n).text).message).toMatch('Plan large is sold out')
    expect(invest(odd.id, 14_292n).outcome).toBe('done')
  })
})

describe('settling', () => {
  const { desk, run, person } = createMemoryHouse({ returns: 100_000n })
  const ada = person('ada', { cash: 100_000n })
  const ben = person('ben')
  const opened = run(
    'OpenInvestment',
    {
      owner: ada,
      planId: large.id,
      amount: 100_000n,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    },
    ada,
  )
  const settle = (owner: string) => run('SettleInvestment', { investment: opened.id, owner }, null)

  test('pays the owner only, on the day, once', () => {
    expect(settle(ben).outcome).toBe('unknown_investment')
    desk.now += 16 * dayMs - 1
    expect(settle(ada).outcome).toBe('not_due')
    desk.now += 1
    expect(settle(ada).outcome).toBe('done')
    expect(desk.world.balance(ada, 'cash')).toBe(112_000n)
    expect(settle(ada).outcome).toBe('already_settled')
    expect(desk.world.balance(ada, 'cash')).toBe(112_000n)
  })

  test('pays a frozen account too: money may come in', () => {
    const cleo = person('cleo', { cash: 50_000n })
    const running = run(
      'OpenInvestment',
      {
        owner: cleo,
        planId: large.id,
        amount: 50_000n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      cleo,
    )
    run('FreezeUser', { user: cleo, reason: 'a test' }, null)
    desk.now += 16 * dayMs
    expect(run('SettleInvestment', { investment: running.id, owner: cleo }, null).outcome).toBe(
      'done',
    )
  })
})

describe('accrued profit', () => {
  const investment = { profit: 1_000n, openedAt: 0, maturesAt: 10 * dayMs }
  test.each(
    table(`
    status  | days    | accrued
    running | -1      | 0
    running | 0       | 0
    running | 1       | 100
    running | 3.33399 | 333
    running | 9.99999 | 999
    running | 10      | 1000
    running | 11      | 1000
    matured | 0       | 1000
    undone  | 5       | 0
  `),
  )('%s, after %s days: %s', (status, days, accrued) =>
    expect(
      accruedProfit({ ...investment, status: status as 'running' }, Number(days) * dayMs),
    ).toBe(BigInt(accrued!)),
  )
})
