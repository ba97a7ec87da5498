import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCoins, millionthsFromUsdt, usdtText } from './coin-amount.ts'

describe('USDT', () => {
  test.each([
    [0n, '0'],
    [1n, '0.000001'],
    [2_500_000n, '2.5'],
    [-1_250_000n, '-1.25'],
    [1_000_000_000n, '1000'],
  ])('of %i millionths reads %s', (millionths, text) => expect(usdtText(millionths)).toBe(text))

  test('is read as it is written', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 17n), (millionths) => {
        expect(millionthsFromUsdt(usdtText(millionths))).toBe(millionths)
      }),
    )
  })

  test.each(['', '.5', '1.', '1.0000001', '-1', '01', '1e3', '1,5', '1234567890123'])(
    '“%s” is no amount',
    (text) => expect(millionthsFromUsdt(text)).toBeNull(),
  )

  test('has its name behind it, as bitcoin has', () => {
    expect([formatCoins(10_500_000n, 'USDT'), formatCoins(10_500_000n, 'BTC')]).toEqual([
      '10.5 USDT',
      '0.105 BTC',
    ])
  })
})
