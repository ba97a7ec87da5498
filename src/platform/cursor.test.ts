import { describe, expect, test } from 'vitest'
import { decodeCursor, pageOf } from './cursor.ts'

describe('a page', () => {
  const rows = [1, 2, 3].map((n) => ({ id: `00000000-0000-4000-8000-00000000000${n}`, at: n }))
  const position = ({ at, id }: (typeof rows)[number]) => [at, id]

  test('shows as many as it is asked for, and says where the next one begins', () => {
    const { shown, nextCursor } = pageOf(rows, 2, position)
    expect(shown).toEqual(rows.slice(0, 2))
    expect(decodeCursor(nextCursor!, ['moment', 'id'])).toEqual([
      '1970-01-01T00:00:00.002Z',
      rows[1]!.id,
    ])
  })

  test('is the last one where no row is left', () => {
    expect(pageOf(rows, 3, position)).toEqual({ shown: rows, nextCursor: null })
    expect(pageOf([], 3, position)).toEqual({ shown: [], nextCursor: null })
  })
})
