import { expect, test } from 'vitest'
import { differencesOf } from './text-difference.ts'

const signs = { same: ' ', added: '+', removed: '-' }
const of = (before: string, after: string) =>
  differencesOf(before.split(''), after.split(''))
    .map(({ kind, text }) => signs[kind] + text)
    .join('')

test('says what was added, what was removed, and what stays', () => {
  expect(of('abc', 'abc')).toBe(' a b c')
  expect(of('abc', 'axc')).toBe(' a-b+x c')
  expect(of('', 'ab')).toBe('-+a+b'.replace('-', ''))
  expect(of('ab', 'b')).toBe('-a b')
})
