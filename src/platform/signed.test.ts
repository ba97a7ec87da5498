import { expect, test } from 'vitest'
import { sign, signedId } from './signed.ts'

const secret = 'a secret of the tests, 0123456789 abcdef'
const id = '01234567-89ab-4cde-8f01-fedcba987654'

test('a signed id says its id to the server that signed it, for what it was signed for', () => {
  const text = sign(secret, 'reset-password', id)
  expect(signedId(secret, 'reset-password', text)).toBe(id)
  expect(signedId(secret, 'confirm-email', text)).toBeNull()
  expect(signedId(`${secret}!`, 'reset-password', text)).toBeNull()
})

test.each([
  ['the id alone', id],
  ['another id', sign(secret, 'challenge', id).replace('0123', '1123')],
  ['another signature', `${sign(secret, 'challenge', id).slice(0, -2)}AA`],
  ['a shorter signature', sign(secret, 'challenge', id).slice(0, -1)],
  ['nothing', ''],
])('%s opens nothing', (_, text) => expect(signedId(secret, 'challenge', text)).toBeNull())
