import { describe, expect, test } from 'vitest'
import { isMacOf, macKeysOf, macOf, macsOf } from './mac.ts'

const keys = macKeysOf('a secret of long ago, 0123456789')
const other = macKeysOf('another secret, 0123456789 abcdef')
const turnedOver = macKeysOf('another secret, 0123456789 abcdef', [
  'a secret of long ago, 0123456789',
])
const values = ['ada', null, 7]

describe('a MAC', () => {
  // Computed apart, with Python's hmac and hashlib: HKDF-SHA-256 without salt, HMAC-SHA-256 over the list as JSON.
  test('is the one that the standards say', () => {
    expect(macOf(keys, 'password', values)).toBe('3d22f2996465a581c0d3280d02f3158b6563')
  })

  test.each([
    ['another label', keys, 'passkey', values],
    ['another value', keys, 'password', ['ada', null, 8]],
    ['a text in place of a number', keys, 'password', ['ada', null, '7']],
    ['one value more', keys, 'password', [...values, null]],
    ['values cut elsewhere', keys, 'password', ['ad', 'a', null, 7]],
    ['another secret', other, 'password', values],
  ] as const)('holds for no %s', (_, with_, label, of) => {
    expect(isMacOf(with_, macOf(keys, 'password', values), label, of)).toBe(false)
  })

  test.each([
    ['none at all', null],
    ['an empty one', ''],
    ['its key alone', macOf(keys, 'password', values).slice(0, 4)],
    ['one that is cut off', macOf(keys, 'password', values).slice(0, -1)],
    ['one that goes on', `${macOf(keys, 'password', values)}0`],
    [
      'the code of another key under this number',
      `${macOf(keys, 'password', values).slice(0, 4)}${macOf(other, 'password', values).slice(4)}`,
    ],
  ])('is not %s', (_, mac) => {
    expect(isMacOf(keys, mac, 'password', values)).toBe(false)
  })

  test('of an earlier secret holds where that is named, and new ones are by the newest', () => {
    const old = macOf(keys, 'password', values)
    expect(isMacOf(turnedOver, old, 'password', values)).toBe(true)
    expect(macOf(turnedOver, 'password', values)).toBe(macOf(other, 'password', values))
    expect(macsOf(turnedOver, 'password', values)).toEqual([macOf(other, 'password', values), old])
  })
})
