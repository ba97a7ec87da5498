import { expect, test } from 'vitest'
import { dayMs } from '../../../lib/instant.ts'
import { amountScale, timeScale } from './scale.ts'

test.each([
  [0n, [0n, 100n, 200n, 300n, 400n]],
  [401n, [0n, 100n, 200n, 300n, 400n, 500n]],
  [999_00n, [0n, 200_00n, 400_00n, 600_00n, 800_00n, 1_000_00n]],
  [1_000_01n, [0n, 200_00n, 400_00n, 600_00n, 800_00n, 1_000_00n, 1_200_00n]],
  [
    12_345_67n,
    [0n, 2_000_00n, 4_000_00n, 6_000_00n, 8_000_00n, 10_000_00n, 12_000_00n, 14_000_00n],
  ],
])('the axis of %i cents has round steps, which reach it', (largest, steps) =>
  expect(amountScale([0n, largest]).steps).toEqual(steps),
)

test('an axis may begin below the lowest amount instead of at nothing', () =>
  expect(amountScale([106_90n, 105_20n], 99_40n).steps).toEqual([
    98_00n,
    100_00n,
    102_00n,
    104_00n,
    106_00n,
    108_00n,
  ]))

test('amounts far beyond what a float holds exactly keep exact steps, and their place', () => {
  const { steps, down } = amountScale([90_071_992_547_409_93n])
  expect(steps.at(-1)).toBe(100_000_000_000_000_00n)
  expect(steps.map((step) => Math.round(down(step)))).toEqual([100, 80, 60, 40, 20, 0])
})

/** In the reader's time zone. */
const at = (...date: [year: number, month: number, day: number, hour?: number]) =>
  new Date(date[0], date[1] - 1, date[2], date[3] ?? 0).getTime()
const labels = (first: number, last: number) =>
  timeScale(first, last).ticks.map(({ label }) => label)

test('time runs from left to right', () => {
  const { across } = timeScale(10, 20)
  expect([10, 15, 20].map(across)).toEqual([0, 50, 100])
})

test.each([
  ['a month', at(2026, 10, 24, 9), at(2026, 11, 23, 9), ['Nov 1', 'Nov 8', 'Nov 15']],
  ['a quarter', at(2026, 8, 25, 9), at(2026, 11, 23, 9), ['Oct 1', 'Nov 1']],
  ['a year', at(2025, 11, 23, 9), at(2026, 11, 23, 9), ['Jan 1', 'Apr 1', 'Jul 1', 'Oct 1']],
  ['a day and a half', at(2026, 1, 5, 13), at(2026, 1, 7, 11), ['Jan 6', 'Jan 7']],
  ['an afternoon', at(2026, 1, 5, 12), at(2026, 1, 5, 18), ['03:00 PM']],
])('the ticks of %s stand on the reader’s midnights or hours', (_, first, last, ticks) =>
  expect(labels(first, last)).toEqual(ticks),
)

test('the ticks are four at most, and none stands where the dates of the ends do', () => {
  for (let days = 1; days <= 366; days += 1) {
    const { ticks } = timeScale(at(2026, 1, 5), at(2026, 1, 5) + days * dayMs)
    expect(ticks.length).toBeLessThanOrEqual(4)
    for (const { x } of ticks) expect(x > 10 && x < 95).toBe(true)
  }
})

test('of a new account no two times under the drawing read alike', () => {
  const second = 1_000
  for (let length = second; length < 3 * dayMs; length += Math.ceil(length / 7)) {
    const first = at(2026, 1, 5, 13) + 5 * second
    const { ticks, ends } = timeScale(first, first + length)
    const times = [ends[0], ...ticks.map(({ label }) => label), ends[1]].filter(Boolean)
    const read = times.map((words) => /\d\d:\d\d [AP]M$/.exec(words)?.[0] ?? words)
    expect(new Set(read).size, times.join(' | ')).toBe(read.length)
  }
})

test.each([
  [5, ['', 'Jan 5, 2026, 01:00 PM']],
  [90, ['Jan 5, 2026, 01:00 PM', '01:01 PM']],
  [24 * 60 * 60, ['Jan 5, 2026', 'Jan 6, 2026']],
])('the ends of %i seconds', (seconds, ends) =>
  expect(timeScale(at(2026, 1, 5, 13), at(2026, 1, 5, 13) + seconds * 1_000).ends).toEqual(ends),
)

test('a single moment stands in the middle', () => expect(timeScale(10, 10).across(10)).toBe(50))
