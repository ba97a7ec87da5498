import { describe, expect, test } from 'vitest'
import { ageOf, agoOf } from './ages.ts'

test.each([
  ['2026-01-05T12:00:00.000Z', '0 min'],
  ['2026-01-05T11:00:01.000Z', '59 min'],
  ['2026-01-05T11:00:00.000Z', '1 h'],
  ['2026-01-03T12:00:00.001Z', '47 h'],
  ['2026-01-03T12:00:00.000Z', '2 days'],
  ['2026-01-06T12:00:00.000Z', '0 min'],
])('what was asked for at %s is %s old at noon on January 5', (since, age) =>
  expect(ageOf(since, '2026-01-05T12:00:00.000Z')).toBe(age),
)

describe('how long ago something happened', () => {
  test.each([
    [-5, '1 s ago'],
    [400, '1 s ago'],
    [10_900, '10 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [3 * 3_600_000, '3 h ago'],
  ])('%i ms: %s', (ms, said) => expect(agoOf(ms)).toBe(said))
})
