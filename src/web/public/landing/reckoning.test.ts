import { describe, expect, test } from 'vitest'
import { reckon as reckonAt, type OfferedPlan } from './reckoning.ts'

const plans = [
  {
    title: 'Small',
    minimumCents: '10000',
    maximumCents: '99900',
    durationDays: 8,
    profitPercent: 10,
    largestCoverableCents: '99999',
  },
  {
    title: 'Large',
    minimumCents: '100000',
    maximumCents: null,
    durationDays: 16,
    profitPercent: 12,
    largestCoverableCents: '1900000000',
  },
]

const reckon = (amount: bigint, offered: readonly OfferedPlan[]) =>
  reckonAt(amount, offered, 'Jan 5, 2026')

describe('the calculator', () => {
  test.each([
    [10000n, 'Small', 1000n],
    [99999n, 'Small', 10000n],
    [100000n, 'Large', 12000n],
    [10005n, 'Small', 1000n],
    [10015n, 'Small', 1002n],
  ])('places %s cents in %s, which pays %s', (amount, title, profit) => {
    expect(reckon(amount, plans)).toMatchObject({ plan: { title }, profit, end: amount + profit })
  })
  test('says where the smallest plan begins', () =>
    expect(reckon(9999n, plans)).toEqual({ problem: 'The smallest plan begins at $100.00' }))
  test('promises nothing for an amount that no plan takes', () => {
    const [small] = plans
    expect(reckon(100_000n, [small!])).toEqual({
      problem: 'No plan takes this amount now: Small ends at $999.99',
    })
    expect(reckon(99_999n, [small!])).toMatchObject({ profit: 10_000n })
  })
  test('promises nothing that could not be covered, and says when that was', () => {
    expect(reckon(1_900_000_000n, plans)).toMatchObject({ profit: 228_000_000n })
    expect(reckon(1_900_000_001n, plans)).toEqual({
      problem:
        'At most $19,000,000.00 could be invested in Large on Jan 5, 2026: the firm’s pool did not cover the profit of more',
    })
    expect(reckon(20_000n, [{ ...plans[0]!, largestCoverableCents: '0' }])).toEqual({
      problem: 'Small was sold out on Jan 5, 2026: the firm’s pool did not cover its profit',
    })
  })
})
