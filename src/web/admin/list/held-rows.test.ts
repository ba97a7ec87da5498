import { describe, expect, test } from 'vitest'
import { heldRows } from './held-rows.ts'

const after = (before: string, fresh: string, isMore = false) => {
  const rowsOf = (text: string) => text.split(' ').filter(Boolean)
  // A row is its key and, behind a colon, how it is by now.
  const { rows, coming } = heldRows(
    rowsOf(before),
    rowsOf(fresh),
    (row) => row.split(':')[0]!,
    isMore,
  )
  return `${rows.join(' ')} | ${coming}`
}

describe('a list that is read', () => {
  test.each([
    ['shows each row as it is by now', 'a b c', 'a b:paid c', 'a b:paid c | 0'],
    ['lets new ones above wait', 'b c', 'x y b c', 'b c | 2'],
    ['lets new ones between wait', 'a c', 'a b c', 'a c | 1'],
    ['goes on below with what comes there', 'a b', 'a b c d', 'a b c d | 0'],
    ['leaves out what is listed no longer', 'a b c', 'a c', 'a c | 0'],
    ['leaves out its last row too', 'a b c', 'a b', 'a b | 0'],
    ['moves up when one has gone from its first page', 'a b c', 'b c d', 'b c d | 0'],
    ['keeps its order', 'a b c', 'c a b', 'a b c | 0'],
    ['shows what comes to an empty list', '', 'a b', 'a b | 0'],
    ['can become empty', 'a b', '', ' | 0'],
  ])('%s', (_, before, fresh, shown) => expect(after(before, fresh)).toBe(shown))

  test('keeps what new rows pushed beyond the last page, and no more than that', () => {
    expect(after('a b c d', 'x a b c', true)).toBe('a b c d | 1')
    expect(after('a b c d', 'x a b', true)).toBe('a b c | 1')
    expect(after('a b c d', 'x a b c', false)).toBe('a b c | 1')
  })
})
