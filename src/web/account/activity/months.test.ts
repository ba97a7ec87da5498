import { expect, test } from 'vitest'
import { beginsMonth, boundsOfYear, monthName, monthOf } from './months.ts'

const at = (...parts: [number, number, number, number?, number?]) => ({
  at: new Date(...parts).toISOString(),
})

test('a month begins at its first midnight where the reader is', () => {
  expect(monthOf(at(2026, 2, 1).at)).toEqual({ year: 2026, month: 2 })
  expect(monthOf(at(2026, 1, 28, 23, 59).at)).toEqual({ year: 2026, month: 1 })
})

test('a list comes to another month with its first item, and wherever the month or only the year is another', () => {
  const items = [at(2026, 2, 9), at(2026, 2, 1), at(2026, 1, 28, 23, 59), at(2025, 1, 28)]
  expect(items.map((_, index) => beginsMonth(items, index))).toEqual([true, false, true, true])
})

test('a year has thirteen bounds: its months, and the beginning of the next', () => {
  const bounds = boundsOfYear(2026).split(',')
  expect(bounds).toHaveLength(13)
  expect([bounds[0], bounds[3], bounds[12]]).toEqual([
    at(2026, 0, 1).at,
    at(2026, 3, 1).at,
    at(2027, 0, 1).at,
  ])
})

test('a month has a name', () => expect(monthName({ year: 2026, month: 0 })).toBe('January 2026'))
