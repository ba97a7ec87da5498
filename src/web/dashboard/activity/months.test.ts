import { expect, test } from 'vitest'
import { monthName, monthsBetween } from './months.ts'

test('months go from now back to the one in which the account was opened, over the end of a year', () => {
  expect(monthsBetween('2025-11-30T23:59:59.000Z', ['2026-02-01T00:00:00.000Z'])).toEqual([
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-11',
  ])
})

test('an account that was opened this month has one', () => {
  expect(monthsBetween('2026-02-01T00:00:00.000Z', ['2026-02-28T00:00:00.000Z'])).toEqual([
    '2026-02',
  ])
})

test('the latest counts: a demonstration may have moved ahead, or this device may be late', () => {
  expect(
    monthsBetween('2026-02-01T00:00:00.000Z', [
      '2026-02-28T00:00:00.000Z',
      '2026-03-05T00:00:00.000Z',
    ]),
  ).toEqual(['2026-03', '2026-02'])
  expect(monthsBetween('2026-02-01T00:00:00.000Z', ['1970-01-01T00:00:00.000Z'])).toEqual([
    '2026-02',
  ])
})

test('a month has a name', () => expect(monthName('2026-01')).toBe('January 2026'))
