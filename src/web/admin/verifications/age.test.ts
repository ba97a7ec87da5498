import { expect, test } from 'vitest'
import { ageInYears, dayInYears } from './age.ts'

test.each([
  ['2008-11-24', '2026-11-24T00:00:00.000Z', 18],
  ['2008-11-25', '2026-11-24T23:59:59.999Z', 17],
  ['2008-02-29', '2026-02-28T12:00:00.000Z', 17],
  ['2008-02-29', '2026-03-01T00:00:00.000Z', 18],
])('who was born on %s is at %s %i years old', (born, at, age) => {
  expect(ageInYears(born, at)).toBe(age)
})

test('five years from a day is the same day, but for the one that only leap years have', () => {
  expect(dayInYears('2026-11-24T08:00:00.000Z', 5)).toBe('2031-11-24')
  expect(dayInYears('2028-02-29T08:00:00.000Z', 5)).toBe('2033-03-01')
})
