import { expect, test } from 'vitest'
import { inOrder, setApart } from './text-order.ts'

/** As readers of the signs see them. */
const seen = (text: string) => text.replaceAll('\u2068', '<').replaceAll('\u2069', '>')

test.each([
  ['a sentence in Latin letters stays as it is', 'From Zoë: $12.50', 'From Zoë: $12.50'],
  [
    'a name stands apart from the amount after it',
    'From משה כהן: $12.50',
    'From <משה כהן>: $12.50',
  ],
  [
    'a name that begins a sentence doesn’t turn it round',
    'محمد asked for $5',
    '<محمد> asked for $5',
  ],
  ['an amount alone stays beside a name', 'משה 12.50 $', '<משה> 12.50 $'],
  ['two names are two', 'By משה, by כהן', 'By <משה>, by <כהן>'],
  ['what is quoted is of one piece', 'By A: “משה paid 5, ok”', 'By A: “<משה paid 5, ok>”'],
  ['each line is by itself', 'A משה\nמשה', 'A <משה>\n<משה>'],
  ['what was set apart stays so', 'Reason: \u2068משה 5 ok\u2069', 'Reason: <משה 5 ok>'],
  ['signs that turn what follows are taken out', 'A\u202E12.50', 'A12.50'],
  ['a stray sign reaches nothing', 'A \u2069משה\u2068 5', 'A <משה> 5'],
])('%s', (_, text, order) => {
  expect(seen(inOrder(text))).toBe(order)
})

test('what somebody wrote is set apart as a whole, and can’t reach out of it', () => {
  expect(seen(setApart('משה\u2069 5 ok'))).toBe('<משה 5 ok>')
  expect(setApart('plain')).toBe('plain')
})
