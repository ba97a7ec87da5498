import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountIdFromDigits, isAccountId } from './account-id.ts'

const accountId = fc
  .integer({ min: 100_000_000, max: 999_999_999 })
  .map((digits) => accountIdFromDigits(String(digits)))
const withDigits = (digits: string[]) => `GH-${digits.join('')}`
const digitsOf = (id: string) => [...id.slice(3)]

function* withOneDigitWrong(id: string): Iterable<string> {
  const digits = digitsOf(id)
  for (const [at, right] of digits.entries()) {
    for (const wrong of '0123456789') if (wrong !== right) yield withDigits(digits.with(at, wrong))
  }
}

function* withNeighboursSwapped(id: string): Iterable<string> {
  const digits = digitsOf(id)
  for (const [at, left] of digits.slice(0, -1).entries()) {
    const right = digits[at + 1]!
    if (left !== right) yield withDigits(digits.with(at, right).with(at + 1, left))
  }
}

describe('an account ID', () => {
  test('is known as one', () => {
    fc.assert(fc.property(accountId, isAccountId))
  })

  test('gives away every single wrong digit', () => {
    fc.assert(
      fc.property(accountId, (id) =>
        [...withOneDigitWrong(id)].every((wrong) => !isAccountId(wrong)),
      ),
    )
  })

  test('gives away every swap of neighbours', () => {
    fc.assert(
      fc.property(accountId, (id) =>
        [...withNeighboursSwapped(id)].every((wrong) => !isAccountId(wrong)),
      ),
    )
  })

  test.each([
    '',
    'GH-',
    'GH-0000000000',
    'gh-1000000009',
    'GH-123456789',
    'GH-12345678901',
    ' GH-1000000009',
    'GH-１００００００００９',
  ])('“%s” is none', (text) => expect(isAccountId(text)).toBe(false))

  test.each(['012345678', '12345678', '1234567890', '12345678x'])(
    'can’t be made from %s',
    (digits) => expect(() => accountIdFromDigits(digits)).toThrow(RangeError),
  )
})
