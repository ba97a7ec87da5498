import { describe, expect, test } from 'vitest'
import { agedRate, mustAskAgain } from './rate-age.ts'

const noon = Date.parse('2026-01-05T12:00:00.000Z')
const read = { dollars: 64_000, at: '2026-01-05T11:59:50.000Z', ageMs: 10_000, sources: 'one, two' }

describe('the rate of a review', () => {
  test.each<[passed: number, ageMs: number, isOld: boolean]>([
    [0, 10_000, false],
    [49_000, 59_000, false],
    [50_000, 60_000, false],
    [50_001, 60_001, true],
    [3_600_000, 3_610_000, true],
    // A clock that was set back: what was answered is as old as it was then.
    [-3_600_000, 10_000, false],
  ])('answered %i ms ago is %i ms old', (passed, ageMs, isOld) =>
    expect(agedRate(read, noon, noon + passed)).toEqual({ ...read, ageMs, isOld }),
  )

  test('that is older than a minute asks again, once for each rate', () => {
    const [young, old] = [agedRate(read, noon, noon), agedRate(read, noon, noon + 60_000)]
    expect(mustAskAgain(young, null)).toBe(false)
    expect(mustAskAgain(old, null)).toBe(true)
    expect(mustAskAgain(old, read.at)).toBe(false)
    expect(mustAskAgain(old, '2026-01-05T11:58:00.000Z')).toBe(true)
    expect(mustAskAgain(null, null)).toBe(false)
  })
})
