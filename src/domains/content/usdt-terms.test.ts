import { describe, expect, test } from 'vitest'
import { usdtTerms, usualUsdtTerms } from './usdt-terms.ts'

describe('the terms of USDT in a pack', () => {
  test('are as usual where it says nothing', () => {
    expect(usualUsdtTerms).toEqual({ minimum: 10_000_000n, positionLimit: null, explorer: null })
  })

  test('are read to the millionth and the cent', () => {
    expect(
      usdtTerms.parse({
        minimum: '2.000001',
        positionLimit: 250_000,
        explorer: 'https://explorer.example/tx/{txid}',
      }),
    ).toEqual({
      minimum: 2_000_001n,
      positionLimit: 25_000_000n,
      explorer: 'https://explorer.example/tx/{txid}',
    })
  })

  test.each<[what: string, terms: object, says: string]>([
    ['a smallest amount as a number', { minimum: 10 }, 'must be USDT in quotes'],
    ['nothing as the smallest amount', { minimum: '0' }, 'must be USDT in quotes'],
    ['an explorer without a transaction', { explorer: 'https://a.example/' }, '{txid}'],
    ['a depth of its own', { confirmations: [] }, 'Unrecognized key'],
  ])('refuse %s', (_, terms, says) => {
    expect(() => usdtTerms.parse(terms)).toThrow(says)
  })
})
