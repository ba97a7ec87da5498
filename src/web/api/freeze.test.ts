import { expect, test } from 'vitest'
import { freezeIn, isByCheckAlone } from './freeze.ts'

const [first, second, third, fourth] = [1, 2, 3, 4].map((day) => ({ at: `2026-01-0${day}` }))
const nothing = { frozen: [], unfrozen: undefined, begun: undefined, ended: undefined }

test('the newest freeze is told', () => {
  expect(freezeIn({ ...nothing, frozen: [first, undefined, third], begun: second })).toBe(third)
  expect(freezeIn({ ...nothing, frozen: [first], begun: second })).toBe(second)
  expect(freezeIn(nothing)).toBeUndefined()
})

test('a check that has ended holds nothing: what was frozen before does', () => {
  expect(freezeIn({ ...nothing, frozen: [first], begun: second, ended: third })).toBe(first)
})

test('a freeze that was lifted holds nothing, and a check begun before it was lifted does', () => {
  expect(freezeIn({ ...nothing, frozen: [second], begun: first, unfrozen: third })).toBe(first)
})

test('where one check has ended and nothing else is left, another holds it', () => {
  expect(freezeIn({ ...nothing, begun: second, ended: third })).toBe(second)
  const lifted = { frozen: [first], unfrozen: second }
  expect(freezeIn({ ...lifted, begun: third, ended: fourth })).toBe(third)
})

test('an account that a check alone holds can be frozen to stay', () => {
  expect(isByCheckAlone(nothing)).toBe(false)
  expect(isByCheckAlone({ ...nothing, begun: second })).toBe(true)
  expect(isByCheckAlone({ ...nothing, frozen: [first], unfrozen: second, begun: third })).toBe(true)
  expect(isByCheckAlone({ ...nothing, frozen: [first], begun: second })).toBe(false)
  expect(isByCheckAlone({ ...nothing, frozen: [third], begun: second })).toBe(false)
})
