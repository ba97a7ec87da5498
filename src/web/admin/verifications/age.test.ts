import { expect, test } from 'vitest'
import { dayInYears } from './age.ts'

test('five years from a day is the same day, but for the one that only leap years have', () => {
  expect(dayInYears('2026-11-24T08:00:00.000Z', 5)).toBe('2031-11-24')
  expect(dayInYears('2028-02-29T08:00:00.000Z', 5)).toBe('2033-03-01')
})
