import { expect, test } from 'vitest'
import { exactlyIn } from './exact-search.ts'

const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

test.each([
  ['$1,200.50', 120_050n],
  ['1200.5', 120_050n],
  ['1200', 120_000n],
  [' $ 12 ', 1_200n],
  ['1,20', 120n],
  ['0', 0n],
  ['12.345', null],
  ['-5', null],
  ['99999999999999999999', null],
  ['ada', null],
])('“%s” is the amount %s', (typed, cents) => expect(exactlyIn(typed).cents).toBe(cents))

test.each([
  [address, [address]],
  [address.toUpperCase(), [address.toUpperCase(), address]],
  ['27tmy7zMvkUEN7xBcDLqjuwAxRRz9Ch9cBX', ['27tmy7zMvkUEN7xBcDLqjuwAxRRz9Ch9cBX']],
  ['tb1q w508 d6qe', ['tb1q w508 d6qe', 'tb1qw508d6qe']],
  ['ada@example.com', []],
  ['GH-1000000000', []],
  ['Ada', []],
])('“%s” may be the addresses %j', (typed, addresses) =>
  expect(exactlyIn(typed).addresses).toEqual(addresses),
)

test.each([
  ['tb1qw5', 'tb1qw5'],
  ['tb1q w508 d', 'tb1qw508d'],
  ['tb1qw', null],
  ['Adaline', null],
  ['123456', null],
  ['GH-1000000000', null],
  ['ada1@example.com', null],
  ['tb1q%_', null],
])('“%s” may be the beginning %s', (typed, beginning) =>
  expect(exactlyIn(typed).beginning).toBe(beginning),
)

test('anything may be a reference, and only a number of ours a request', () => {
  expect(exactlyIn(' tx 77 ')).toMatchObject({ reference: 'tx 77', id: null })
  const id = '0199a5f0-0000-7000-8000-0000000000AA'
  expect(exactlyIn(id).id).toBe(id.toLowerCase())
  expect(exactlyIn(id.replaceAll('-', '')).id).toBe(id.toLowerCase())
})
