import { expect, test } from 'vitest'
import { waitSentence } from './failure.ts'

const tooMany = { status: 429, data: { title: 'Too many requests' } }

test.each([
  ['1', 'a second'],
  ['2', '2 seconds'],
  ['90', '90 seconds'],
  ['91', '2 minutes'],
  ['900', '15 minutes'],
  ['5400', '90 minutes'],
  ['5401', '2 hours'],
  ['86000', '24 hours'],
  [null, 'a moment'],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'a moment'],
])('Retry-After %s is read as %s', (header, words) =>
  expect(waitSentence(tooMany, header)).toBe(
    `Too many requests. Please wait ${words} and try again.`,
  ),
)
