import { expect, test } from 'vitest'
import { strengthOf } from './strength.ts'

test.each([
  ['', 0, 'At least 12 characters'],
  ['orange lan', 1, 'Too short: at least 12 characters'],
  ['aaaaaaaaaaaaaaaaaaaa', 1, 'Easy to guess'],
  ['orange lante', 2, 'Long enough'],
  ['orange lantern walks', 3, 'Good length.'],
  ['password1234', 1, 'Too common'],
  ['🏮🏮🏮🏮🏮🏮', 1, 'Too short'],
])('%s is at level %i', (password, level, words) => {
  const strength = strengthOf(password, 12, { password: 'password1234', why: 'Too common' })
  expect([strength.level, strength.words]).toEqual([level, expect.stringContaining(words)])
})
