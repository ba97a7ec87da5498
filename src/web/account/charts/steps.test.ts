import { expect, test } from 'vitest'
import { nearest, stepBy } from './steps.ts'

test.each([
  [-5, 0],
  [0, 0],
  [19, 0],
  [21, 1],
  [69, 1],
  [71, 2],
  [140, 2],
])('the pointer at %i%% is at the nearest point', (x, point) =>
  expect(nearest([0, 40, 100], x)).toBe(point),
)

test('of points that stand at one place, the pointer is at the last', () =>
  expect([0, 100].map((x) => nearest([0, 0.01, 40, 99.99, 100], x))).toEqual([1, 4]))

test.each([
  ['ArrowRight', 5, 6],
  ['ArrowUp', 5, 6],
  ['ArrowLeft', 5, 4],
  ['ArrowDown', 5, 4],
  ['PageUp', 5, 15],
  ['PageDown', 15, 5],
  ['Home', 5, 0],
  ['End', 5, 19],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 19, 19],
  ['PageDown', 5, 0],
  ['PageUp', 15, 19],
])('%s leads from %i of 20 points to %i', (key, at, next) => expect(stepBy(key, at, 20)).toBe(next))

test.each(['a', 'Tab', 'constructor'])('%s leads nowhere', (key) =>
  expect(stepBy(key, 5, 20)).toBe(null),
)
