import { describe, expect, test } from 'vitest'
import { JournalOrder } from './journal-order.ts'

/** Items are named by the version of `ada` that they make, and of the firm's pool where they move it. */
function ordered(
  items: readonly (readonly [name: string, ada: number | null, pool: number | null])[],
) {
  const found: string[] = []
  const order = new JournalOrder<string>((name) => found.push(name))
  for (const [name, ada, pool] of items) {
    const versions = { ada, pool }
    const steps = Object.entries(versions).flatMap(([of, version]) =>
      version === null ? [] : [{ name: of, before: version - 1, with: version }],
    )
    order.add(name, steps)
  }
  return { found, left: order.left }
}

describe('the order of a journal', () => {
  test('is the one in which it was recorded, where nothing speaks against it', () =>
    expect(
      ordered([
        ['a', 1, null],
        ['b', null, null],
        ['c', 2, 1],
      ]),
    ).toEqual({ found: ['a', 'b', 'c'], left: [] }))

  test('lets what found the pool later wait for what found it before', () =>
    expect(
      ordered([
        ['second', 1, 2],
        ['meanwhile', null, null],
        ['first', null, 1],
        ['third', 2, 3],
      ]),
    ).toEqual({ found: ['meanwhile', 'first', 'second', 'third'], left: [] }))

  test('lets what waits hold back what comes after it, and releases both', () =>
    expect(
      ordered([
        ['later', 2, null],
        ['last', 3, 2],
        ['first', 1, 1],
      ]),
    ).toEqual({ found: ['first', 'later', 'last'], left: [] }))

  test('says what waits for something that never came', () =>
    expect(ordered([['lost', 2, null]])).toEqual({ found: [], left: ['lost'] }))
})
