import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { table } from '../../tests/support/table.ts'
import {
  centsFromDollars,
  decimalFromCents,
  divideHalfEven,
  dollarsFromCents,
  formatUsd,
  largestAmount,
  largestUpTo,
  largestWithPercentAtMost,
  percentOf,
} from './money.ts'

const cents = fc.bigInt(0n, largestAmount)
/** 2^46 dollars less a cent. */
const largestExact = 7_036_874_417_766_399n
const percent = fc.bigInt(1n, 100n)

describe('dollars become cents from their decimal text', () => {
  test.each(
    table(`
    dollars         | cents
    0               | 0
    -0              | 0
    1               | 100
    0.1             | 10
    0.07            | 7
    1.15            | 115
    4.35            | 435
    1000.10         | 100010
    -12.5           | -1250
    100000000000    | 10000000000000
    100000000000.01 | 10000000000001
    70368744177663.99 | 7036874417766399
  `),
  )('%s is %s', (dollars, expected) =>
    expect(centsFromDollars(Number(dollars))).toBe(BigInt(expected!)),
  )

  test.each(
    table(`
    dollars             | why
    0.001               | three decimals
    1.005               | three decimals
    0.30000000000000004 | the sum of 0.1 and 0.2
    1e-7                | written with an exponent
    1e21                | written with an exponent
    1e308               | beyond every bank
    NaN                 | no number
    Infinity            | no number
    70368744177664      | so large that its neighbour is not a cent away
    -70368744177664     | the same below zero
  `),
  )('%s is refused: %s', (dollars) => expect(centsFromDollars(Number(dollars))).toBeNull())

  test('and come back as they were', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-largestExact, largestExact),
        (amount) => centsFromDollars(dollarsFromCents(amount)) === amount,
      ),
    )
  })
})

describe('amounts are written', () => {
  test.each(
    table(`
    cents       | decimal     | shown
    0           | 0.00        | $0.00
    5           | 0.05        | $0.05
    99999       | 999.99      | $999.99
    100000      | 1000.00     | $1,000.00
    -123456789  | -1234567.89 | -$1,234,567.89
  `),
  )('%s as %s and %s', (amount, decimal, shown) => {
    expect(decimalFromCents(BigInt(amount!))).toBe(decimal)
    expect(formatUsd(BigInt(amount!))).toBe(shown)
  })
})

describe('percentages round half to even, once', () => {
  test.each(
    table(`
    cents  | percent | share
    100000 | 12      | 12000
    4      | 10      | 0
    5      | 10      | 0
    6      | 10      | 1
    14     | 10      | 1
    15     | 10      | 2
    16     | 10      | 2
    25     | 10      | 2
    35     | 10      | 4
    50     | 1       | 0
    150    | 1       | 2
    250    | 1       | 2
    251    | 1       | 3
  `),
  )('of %s, %s percent is %s', (amount, rate, share) =>
    expect(percentOf(BigInt(amount!), BigInt(rate!))).toBe(BigInt(share!)),
  )

  test('never further from the truth than half a cent, and a tie is even', () => {
    fc.assert(
      fc.property(cents, percent, (amount, rate) => {
        const off = percentOf(amount, rate) * 100n - amount * rate
        expect(off >= -50n && off <= 50n).toBe(true)
        if (off === 50n || off === -50n) expect(percentOf(amount, rate) % 2n).toBe(0n)
      }),
    )
  })

  test('and take no negative numbers', () => {
    expect(() => divideHalfEven(-1n, 2n)).toThrow(RangeError)
    expect(() => divideHalfEven(1n, 0n)).toThrow(RangeError)
  })
})

describe('the largest amount whose percentage is at most a limit', () => {
  test('is within it, and one cent more is not', () => {
    fc.assert(
      fc.property(cents, percent, (limit, rate) => {
        const largest = largestWithPercentAtMost(limit, rate)
        expect(percentOf(largest, rate) <= limit).toBe(true)
        expect(percentOf(largest + 1n, rate) > limit).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('is 0 below zero', () => expect(largestWithPercentAtMost(-1n, 10n)).toBe(0n))
})

test('a limit of whole dollars takes the cents above it too, one with cents takes no more than it says', () => {
  expect([99_900n, 99_950n, 0n].map(largestUpTo)).toEqual([99_999n, 99_950n, 99n])
})
