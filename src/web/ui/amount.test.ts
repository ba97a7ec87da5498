import { expect, test } from 'vitest'
import { centsFromText, plainAmount, textOfDollars, usd } from './amount.ts'

test.each([
  ['0', 0n], ['0.1', 10n], ['.5', 50n], ['1.', 100n], ['1000', 100_000n], [' 12.34 ', 1234n], ['0.07', 7n], ['999999999.99', 99_999_999_999n],
])('%s is an amount', (text, cents) => expect(centsFromText(text)).toBe(cents))

test.each(['', '.', '-1', '1e3', '0.001', '1,000', 'ten', '1 000', '0x10', '999999999999'])('%s is none', (text) => expect(centsFromText(text)).toBeNull())

test('amounts are shown as they are, without floats', () => {
  expect(usd(1234.5)).toBe('$1,234.50')
  expect(plainAmount(-123_456n)).toBe('\u22121,234.56')
  expect(textOfDollars(0.1)).toBe('0.10')
})

test('what is no amount of money is a fault', () => expect(() => usd(0.001)).toThrow(RangeError))
