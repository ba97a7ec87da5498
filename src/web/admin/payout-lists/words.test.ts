import { expect, test } from 'vitest'
import { standing, sumOf, timeOf, usdtOf } from './words.ts'

type Standing = Parameters<typeof standing>[0]

const built = { status: 'built', payments: 2, paid: 0, freeIn: null } as const

test.each<[Partial<Standing>, string]>([
  [{}, 'To be released'],
  [{ status: 'released' }, 'Released, not sent yet'],
  [{ status: 'released', paid: 1 }, '1 of 2 paid'],
  [{ status: 'recalled', freeIn: 28_800 }, 'Cancelled, kept for about 24 hours'],
  [{ status: 'recalled', freeIn: 1, paid: 1 }, 'Cancelled, kept for about 1 minute, 1 of 2 paid'],
  [{ status: 'recalled', freeIn: 0 }, 'Cancelled, about to be free'],
  [{ status: 'paid', paid: 2 }, 'Paid'],
  [{ status: 'cancelled' }, 'Cancelled'],
  [{ status: 'void' }, 'Cancelled, its withdrawals can be listed again'],
  [{ status: 'void', paid: 1 }, 'Cancelled, 1 of 2 paid'],
])('a list %o is said to be: %s', (list, word) => {
  expect(standing({ ...built, ...list }).word).toBe(word)
})

test('blocks are said as time, about', () => {
  expect(timeOf(21)).toBe('2 minutes')
  expect(timeOf(2_380)).toBe('119 minutes')
  expect(timeOf(2_400)).toBe('2 hours')
  expect(timeOf(28_820)).toBe('24 hours')
})

test('USDT is added without losing a millionth, and has commas in its whole ones alone', () => {
  expect(sumOf([{ quantity: '0.000001' }, { quantity: '1499.5' }])).toBe('1499.500001')
  expect(usdtOf('1499.500001')).toBe('1,499.500001 USDT')
  expect(usdtOf('-0.5')).toBe('\u22120.5 USDT')
})
