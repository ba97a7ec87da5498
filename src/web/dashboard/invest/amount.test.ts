import { describe, expect, test } from 'vitest'
import type { Plan } from '../../../contract/plan.ts'
import { decimalFromCents } from '../../../lib/money.ts'
import { obstaclesOf } from './amount.ts'

const plan = (
  title: string,
  minimum: number,
  maximum: number | null,
  largestCoverable: number,
): Plan => ({
  id: title,
  title,
  range: '',
  minimum,
  maximum,
  durationDays: 8,
  profitPercent: 10,
  termsVersion: 1,
  riskVersion: 1,
  riskWarning: '',
  available: largestCoverable > 0,
  largestCoverable,
})
const [small, middle, large] = [
  plan('Small', 100, 999, 999.99),
  plan('Middle', 1_000, 9_999, 5_000),
  plan('Large', 10_000, null, 0),
] as const
const plans = [small, middle, large]
const said = (
  cents: bigint | null,
  chosen = small,
  balance = 12_010_00n,
  offered: readonly Plan[] = plans,
  room: bigint | null = null,
) =>
  obstaclesOf(cents === null ? '' : decimalFromCents(cents), {
    plan: chosen,
    plans: offered,
    balance,
    room,
  }).map(({ text, mend }) => {
    if (!mend) return text
    if ('choose' in mend) return `${text} > ${mend.choose.title}`
    return `${text} > ${'place' in mend ? mend.place : Object.keys(mend)[0]}`
  })

describe('an amount that can be placed', () => {
  test.each([
    [10_000n, small],
    [99_999n, small],
    [100_000n, middle],
    [500_000n, middle],
  ])('%s has nothing in its way', (cents, chosen) => expect(said(cents, chosen)).toEqual([]))
})

describe('what can’t be placed says why, and what would mend it', () => {
  test('an amount of another plan and beyond the balance, both', () => {
    expect(said(99_999_00n)).toEqual([
      'From $10,000.00 on, choose Large > Large',
      'Your balance of $12,010.00 does not cover this amount > fund',
    ])
  })
  test.each<[string, string[], string[]]>([
    ['below the plan', said(50_000n, middle), ['This plan begins at $1,000.00 > Small']],
    ['below every plan', said(1n), ['This plan begins at $100.00']],
    [
      'beyond the balance',
      said(99_900n, small, 500_00n),
      ['Your balance of $500.00 does not cover this amount > fund'],
    ],
    ['beyond the cover', said(600_000n, middle), ['At most $5,000.00 can be covered now > 500000']],
    [
      'beyond the cover and the balance',
      said(600_000n, middle, 10_000n),
      [
        'Your balance of $100.00 does not cover this amount > fund',
        'At most $5,000.00 can be covered now',
      ],
    ],
    ['of a plan that is sold out', said(1_100_000n, large), ['At most $0.00 can be covered now']],
    [
      'above the last plan',
      said(100_000n, small, 12_010_00n, [small]),
      ['This plan takes at most $999.99'],
    ],
    [
      'in a gap between plans',
      said(2_000_000n, plan('Small', 100, 999, 999.99), 12_010_00n, [small]),
      [
        'This plan takes at most $999.99',
        'Your balance of $12,010.00 does not cover this amount > fund',
      ],
    ],
    ['none', said(null), ['Please enter a valid amount']],
    ['zero', said(0n), ['Please enter a valid amount']],
  ])('%s', (_, found, texts) => expect(found).toEqual(texts))
})

test('what the person’s own limit leaves is said, and can be placed', () => {
  expect(said(20_000n, small, 50_000n, plans, 15_000n)).toEqual([
    'Your own limit leaves room for $150.00 > 15000',
  ])
  expect(said(20_000n, small, 50_000n, plans, 0n)).toEqual([
    'Your own limit leaves no room for more > limit',
  ])
  expect(said(20_000n, small, 50_000n, plans, 20_000n)).toEqual([])
})
