import { describe, expect, test } from 'vitest'
import { formatUsd } from './money.ts'
import { readTypedAmount, searchedCents } from './typed-amount.ts'

const said = (text: string) => {
  const read = readTypedAmount(text)
  return 'cents' in read ? formatUsd(read.cents) : read.fault
}

describe('J21: an amount as people type it', () => {
  test.each([
    ['12,50', '$12.50'],
    ['12.5', '$12.50'],
    ['12,5', '$12.50'],
    ['12,', '$12.00'],
    [',5', '$0.50'],
    ['.5', '$0.50'],
    ['1.', '$1.00'],
    ['0,07', '$0.07'],
    ['1000', '$1,000.00'],
    ['1000,00', '$1,000.00'],
    ['1,234.56', '$1,234.56'],
    ['1.234,56', '$1,234.56'],
    ['1.234.567', '$1,234,567.00'],
    ['1,234,567', '$1,234,567.00'],
    ['1 234,56', '$1,234.56'],
    ['1\u202f234\u202f567,8', '$1,234,567.80'],
    ["1'234.50", '$1,234.50'],
    ['1\u2019234\u2019567', '$1,234,567.00'],
    ['$1,234.50', '$1,234.50'],
    ['US$ 12', '$12.00'],
    ['12 USD', '$12.00'],
    [' 12.34 ', '$12.34'],
    ['١٢٫٥٠', '$12.50'],
    ['۱۲۳', '$123.00'],
    ['１２．５', '$12.50'],
    ['1234,56', '$1,234.56'],
  ])('%s is %s', (text, amount) => expect(said(text)).toBe(amount))

  test.each([
    ['1,234', '“1,234” can be read in two ways. Write 1234.00 or 1.23'],
    ['1.234', '“1.234” can be read in two ways. Write 1234.00 or 1.23'],
    ['$12,500', '“12,500” can be read in two ways. Write 12500.00 or 12.50'],
  ])('%s can mean two things and is refused', (text, fault) => expect(said(text)).toBe(fault))

  test.each(['0.001', '0,125', '1234.567', '1,234.567', '.125'])(
    '%s has more than two decimals',
    (text) => expect(said(text)).toBe('Dollars have two decimals at most'),
  )

  test.each([
    '',
    '.',
    ',',
    '$',
    '-1',
    '\u22121',
    '1e3',
    'ten',
    '0x10',
    '1,23.45',
    '1.23,456.7',
    '12,34,567',
    '1.2.3',
    '1 23',
    '12 3456',
    '1,,000',
    '1..5',
    "1'23",
    '1,234 567',
    '5%',
    '1/2',
    '½',
    '١٢a',
    '1\u00a0234\u202f567.8',
    '+5',
    '5 5',
  ])('%j is none', (text) => expect(said(text)).toBe('Please enter a valid amount'))

  test('a number beyond all amounts can still be compared', () =>
    expect(said('999999999999999999')).toBe('$999,999,999,999,999,999.00'))
})

describe('an amount in a search', () => {
  test.each([
    ['1,000', 100_000n],
    ['$1,000.50', 100_050n],
    ['12,50', 1250n],
    ['12.50', 1250n],
    ['1.234,5', 123_450n],
    ['12', 1200n],
  ])('%s is found as %s cents', (text, cents) => expect(searchedCents(text)).toBe(cents))

  test.each(['1.234', '12a', '', 'GH-12'])('%s is none', (text) =>
    expect(searchedCents(text)).toBeNull(),
  )
})
