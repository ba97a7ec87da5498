import { expect, test } from 'vitest'
import { ageAt } from './state.ts'

test.each([
  ['2008-11-24', '2026-11-24T00:00:00.000Z', 18],
  ['2008-11-25', '2026-11-24T23:59:59.999Z', 17],
  ['2008-02-29', '2026-02-28T12:00:00.000Z', 17],
  ['2008-02-29', '2026-03-01T00:00:00.000Z', 18],
])('who was born on %s is at %s %i years old', (born, at, age) => {
  expect(ageAt(born, Date.parse(at))).toBe(age)
})
