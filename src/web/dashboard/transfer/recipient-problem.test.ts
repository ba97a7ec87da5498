import { describe, expect, test } from 'vitest'
import { accountIdFromDigits, accountIdFromText } from '../../../lib/account-id.ts'
import { problemWhileTyping, recipientProblem } from './recipient-problem.ts'

const right = accountIdFromDigits('290755134')
const digits = right.slice(3)
const own = accountIdFromDigits('100000000')
const wrong = `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}`

describe('an account ID as it is typed', () => {
  test.each([
    right,
    right.toLowerCase(),
    digits,
    ` ${digits.slice(0, 4)} ${digits.slice(4, 8)} ${digits.slice(8)} `,
    `gh ${digits}`,
    `GH${digits}`,
    `GH\u2013${digits}`,
    `GH-${digits.slice(0, 5)}-${digits.slice(5)}`,
  ])('“%s” is understood', (typed) => {
    expect(accountIdFromText(typed)).toBe(right)
    expect(problemWhileTyping(accountIdFromText(typed), own)).toBeNull()
  })

  test('is not complained of before it is whole, and is when its check digit is wrong', () => {
    for (let length = 0; length < right.length; length += 1)
      expect(problemWhileTyping(accountIdFromText(right.slice(0, length)), own)).toBeNull()
    expect(problemWhileTyping(wrong, own)).toMatch('its check digit is wrong')
  })

  test.each([
    ['your own', own, /^This is your own account ID/],
    ['too long', `${digits}7`, /has ten digits; this one has 11/],
    ['an address', 'tb1qw508d6q', /GH- and ten digits, nothing else/],
  ])('that is %s is told so', (_, typed, words) =>
    expect(problemWhileTyping(accountIdFromText(typed), own)).toMatch(words),
  )

  test.each([
    ['', 'Please enter the recipient account ID'],
    ['GH-', 'Please enter the recipient account ID'],
    ['GH-123', 'This account ID is incomplete: it is GH- and ten digits.'],
    [right, null],
  ])('sent as “%s”: %s', (typed, problem) =>
    expect(recipientProblem(accountIdFromText(typed), own)).toBe(problem),
  )
})
