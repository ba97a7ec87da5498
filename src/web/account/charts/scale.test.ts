import { expect, test } from 'vitest'
import { across, areaPath, axisTop, down, linePath, stepPath } from './scale.ts'

test.each([
  [0n, 200n],
  [200n, 200n],
  [201n, 400n],
  [999_00n, 1_000_00n],
  [1_000_01n, 2_000_00n],
  [12_345_67n, 20_000_00n],
])('the axis of %i cents ends at %i', (largest, top) => expect(axisTop([0n, largest])).toBe(top))

test('amounts far beyond what a float holds exactly keep their place', () => {
  const top = axisTop([90_071_992_547_409_93n])
  expect([down(0n, top), down(top / 2n, top), down(top, top)]).toEqual([100, 50, 0])
})

test('time runs from left to right, and a single moment stands at the right', () => {
  expect([across(10, 10, 20), across(15, 10, 20), across(20, 10, 20), across(10, 10, 10)]).toEqual([
    0, 500, 1000, 1000,
  ])
})

const places = [
  { x: 0, y: 100 },
  { x: 400, y: 20 },
  { x: 1000, y: 20 },
]
test('a balance is drawn in steps, what accrues as a line', () => {
  expect(stepPath(places)).toBe('M0 100H400V20H1000V20')
  expect(areaPath(places)).toBe('M0 100H400V20H1000V20V100H0Z')
  expect(linePath(places)).toBe('M0 100L400 20L1000 20')
})

test('nothing is drawn of nothing', () =>
  expect([stepPath([]), areaPath([]), linePath([])]).toEqual(['', '', '']))
