import { expect, test } from 'vitest'
import { keepingLast } from './keeping-last.ts'

test('what was asked for last is made once, and what wasn’t for long is made anew', () => {
  const made: string[] = []
  const lengthOf = keepingLast(2, {
    keyOf: (text: string) => text,
    make(text) {
      made.push(text)
      return text.length
    },
  })
  expect(['a', 'bb', 'a', 'ccc', 'a', 'bb'].map(lengthOf)).toEqual([1, 2, 1, 3, 1, 2])
  expect(made).toEqual(['a', 'bb', 'ccc', 'bb'])
})
