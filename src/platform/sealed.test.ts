import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const secret = 'a secret of the tests, 0123456789 abcdef'
const value = Buffer.from('what an authenticator app shares with us')

test('a sealed value opens with the same secret for the same owner', () => {
  const sealed = seal(secret, 'ada', value)
  expect(unseal(secret, 'ada', sealed)).toEqual(value)
  expect(sealed.includes(value)).toBe(false)
  expect(seal(secret, 'ada', value)).not.toEqual(sealed)
})

test('it opens for nobody else, with no other secret, and not when a bit was changed', () => {
  const sealed = seal(secret, 'ada', value)
  expect(unseal(secret, 'bob', sealed)).toBeNull()
  expect(unseal(`${secret}!`, 'ada', sealed)).toBeNull()
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(unseal(secret, 'ada', changed)).toBeNull()
  }
  expect(unseal(secret, 'ada', sealed.subarray(0, 20))).toBeNull()
})
