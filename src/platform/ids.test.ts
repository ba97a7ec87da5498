import { expect, test } from 'vitest'
import { firstIdAt, newId } from './ids.ts'

test('an id is greater than the first of its time, and less than that of a later one', () => {
  const before = Date.now()
  const id = newId()
  expect(id >= firstIdAt(before)).toBe(true)
  expect(id < firstIdAt(Date.now() + 1)).toBe(true)
})
