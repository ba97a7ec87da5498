import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bitcoinFromSatoshi, formatBitcoin, satoshiFromBitcoin } from './bitcoin-amount.ts'

describe('an amount of bitcoin', () => {
  test.each([
    [0n, '0'],
    [1n, '0.00000001'],
    [250_000n, '0.0025'],
    [100_000_000n, '1'],
    [-150_000_000n, '-1.5'],
    [2_100_000_000_000_000n, '21000000'],
  ])('of %s satoshi is written %s', (satoshi, text) => {
    expect(bitcoinFromSatoshi(satoshi)).toBe(text)
    expect(formatBitcoin(satoshi)).toBe(`${text} BTC`)
  })

  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2_100_000_000_000_000n), (satoshi) => {
        expect(satoshiFromBitcoin(bitcoinFromSatoshi(satoshi))).toBe(satoshi)
      }),
    )
  })

  test.each([
    '',
    '-1',
    '+1',
    '1.',
    '.5',
    '01',
    '1e3',
    '1,5',
    '0.000000001',
    ' 1',
    '٣',
    '123456789',
  ])('isn’t read from %j', (text) => {
    expect(satoshiFromBitcoin(text)).toBeNull()
  })
})
