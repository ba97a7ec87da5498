import { expect, test } from 'vitest'
import {
  addDays,
  addWorkdays,
  addMonths,
  lastDayOf,
  mondayOf,
  monthBefore,
  showDay,
  showShortMonth,
} from './calendar.ts'

test('days and months go on over the ends of months, years and leap days', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-01', -25)).toBe('2023-12')
  expect(lastDayOf('2028-02')).toBe('2028-02-29')
  expect(lastDayOf('2100-02')).toBe('2100-02-28')
})

test('the same day a month before is the last one of a shorter month', () => {
  expect(monthBefore('2026-11-30')).toBe('2026-10-30')
  expect(monthBefore('2026-03-31')).toBe('2026-02-28')
  expect(monthBefore('2028-03-31')).toBe('2028-02-29')
  expect(monthBefore('2026-01-15')).toBe('2025-12-15')
})

test('weeks begin on Monday', () => {
  expect(mondayOf('2026-11-30')).toBe('2026-11-30')
  expect(mondayOf('2026-11-29')).toBe('2026-11-23')
  expect(mondayOf('2027-01-01')).toBe('2026-12-28')
})

test('working days are those from Monday to Friday', () => {
  expect(addWorkdays('2026-11-26', 3)).toBe('2026-12-01')
  expect(addWorkdays('2026-11-27', 1)).toBe('2026-11-30')
  expect(addWorkdays('2026-11-28', 1)).toBe('2026-11-30')
  expect(addWorkdays('2026-11-30', 5)).toBe('2026-12-07')
  expect(addWorkdays('2026-11-30', 0)).toBe('2026-11-30')
})

test('both are written as people read them', () => {
  expect(showDay('2028-02-29')).toBe('Feb 29, 2028')
  expect(showShortMonth('2026-01')).toBe('Jan 2026')
})
