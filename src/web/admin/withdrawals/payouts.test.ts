import { expect, test } from 'vitest'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { payoutsFile } from '../../../lib/payouts-file.ts'
import { checkPayouts, mayLeave } from './payouts.ts'

const row = (id: string, amount: number, bankNumber: string) =>
  ({ _id: id, amount, bankNumber }) as QueuedWithdrawal
const due = [row('a', 1_000.5, 'tb1q one'), row('b', 20, '=two,"2"'), row('c', 3, 'three')]

const head = 'id,amount,destination,reference'
const checked = (...lines: string[]) => checkPayouts([head, ...lines].join('\n'), due)

test('what is due goes out with its amount and destination, and comes back with references', () => {
  const file = payoutsFile(due)
  const [written, ...lines] = file.trimEnd().split('\r\n')
  expect(lines[0]).toBe('a,1000.50,tb1q one,,')
  const back = [written, ...lines.map((line, at) => `${line}tx ${at}`)].join('\r\n')
  expect(checkPayouts(back, due)).toEqual(
    due.map((one, at) => ({ line: at + 2, row: one, reference: `tx ${at}` })),
  )
})

test('J6: nothing leaves by a file for an account that is frozen, or while a check goes on', () => {
  const [whole, frozen, checked] = [[], ['account_frozen'], ['law_check']] as const
  expect([whole, frozen, checked].map((looks) => mayLeave({ looks: [...looks] }))).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  ['x,20,tb1q one,tx', 'no payout of this number is due'],
  ['a,1000.51,tb1q one,tx', 'the amount is “1000.51”, and $1,000.50 is due'],
  ['a,"1,000.50",tb1q one,tx', 'the amount is “1,000.50”, and $1,000.50 is due'],
  ['a,,tb1q one,tx', 'the amount is “”, and $1,000.50 is due'],
  ['a,1000.5,tb1q two,tx', 'the destination is not the one of the request'],
  ['a,1000.5,TB1Q ONE,tx', 'the destination is not the one of the request'],
  ['a,1000.5,tb1q one,', 'it has no reference'],
  [`a,1000.5,tb1q one,${'x'.repeat(201)}`, 'its reference is longer than 200 characters'],
  ['a,1000.5', 'the destination is not the one of the request'],
])('the line %s is refused: %s', (line, fault) => {
  expect(checked(line, 'c,3,three,ty')).toEqual([
    { line: 2, fault },
    { line: 3, row: due[2], reference: 'ty' },
  ])
})

test('two lines about one request, or with one reference, are both refused', () => {
  expect(checked('a,1000.5,tb1q one,t1', 'a,1000.5,tb1q one,t2', 'c,3,three,t3')).toEqual([
    { line: 2, fault: 'another line is about the same request' },
    { line: 3, fault: 'another line is about the same request' },
    { line: 4, row: due[2], reference: 't3' },
  ])
  expect(checked('a,1000.5,tb1q one,t', 'c,3,three,t')).toEqual([
    { line: 2, fault: 'another line has the same reference' },
    { line: 3, fault: 'another line has the same reference' },
  ])
})

test('a file without its columns is refused as a whole, and empty lines are none', () => {
  for (const text of ['', 'id,amount\na,5', '"id,amount'])
    expect(checkPayouts(text, due)).toBe(
      'The first line has to name id, amount, destination, reference.',
    )
  expect(checked('', 'c,3,three,t', ',,,')).toEqual([{ line: 3, row: due[2], reference: 't' }])
})
