import { expect, test } from 'vitest'
import {
  amountFault,
  centsFromText,
  plainAmount,
  textOfDollars,
  usd,
  writtenCents,
} from './amount.ts'

test.each([
  ['0', 0n],
  ['0.1', 10n],
  ['.5', 50n],
  ['1.', 100n],
  ['1000', 100_000n],
  [' 12.34 ', 1234n],
  ['0.07', 7n],
  ['999999999.99', 99_999_999_999n],
])('%s is an amount', (text, cents) => expect(centsFromText(text)).toBe(cents))

test.each([
  '',
  '.',
  '-1',
  '1e3',
  '0.001',
  '1,000',
  'ten',
  '0x10',
  '100000000000.01',
  '999999999999',
])('%s is none', (text) => expect(centsFromText(text)).toBeNull())

test.each([
  ['100000000000.01', 10_000_000_000_001n],
  ['999999999999999999', 99_999_999_999_999_999_900n],
])('%s is more than one request books, and yet a number that can be compared', (text, cents) => {
  expect(centsFromText(text)).toBeNull()
  expect(writtenCents(text)).toBe(cents)
})

test.each([
  ['5', null],
  ['12,50', null],
  ['0', 'Please enter a valid amount'],
  ['', 'Please enter a valid amount'],
  ['1,000', '“1,000” can be read in two ways. Write 1000.00 or 1.00'],
  ['0.001', 'Dollars have two decimals at most'],
  ['100000000000.01', 'Please enter a valid amount'],
])('of %s a field says %s', (text, fault) => expect(amountFault(text)).toBe(fault))

test('zero is an amount where it is asked for', () =>
  expect(amountFault('0', { zero: true })).toBeNull())

test('amounts are shown as they are, without floats', () => {
  expect(usd(1234.5)).toBe('$1,234.50')
  expect(plainAmount(-123_456n)).toBe('\u22121,234.56')
  expect(textOfDollars(0.1)).toBe('0.10')
})

test('a sum may be larger than anything that one request books', () => {
  expect(usd(250_000_000_000.07)).toBe('$250,000,000,000.07')
  expect(textOfDollars(100_000_000_000.01)).toBe('100000000000.01')
})

test('what is no amount of money is a fault', () => expect(() => usd(0.001)).toThrow(RangeError))
