import { expect, test } from 'vitest'
import { noteFault } from './payment-note.ts'

test.each([
  'Rent of May',
  'Invoice 2026-004711/998812',
  'DE89 3704 0044 0532 0130 00',
  'Für Zoë – danke',
])('a note may say %s', (note) => {
  expect(noteFault(note)).toBe(null)
})

test.each([
  ['the number of another request', '00000000000070008000000000000003'],
  ['the same in pieces', 'for 00000000-0000-7000-8000-000000000003'],
  ['the same over several words', '0000 0000 0000 7000 8000 0000 0000 0003'],
  ['an account ID', 'to GH-1000000009 please'],
  ['an account ID with gaps', 'gh 10000 00009'],
])('a note may not say %s', (_, note) => {
  expect(noteFault(note)).toContain('long number')
})

test('a secret never leaves the browser in a note', () => {
  expect(noteFault('cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx')).toContain('private key')
})
