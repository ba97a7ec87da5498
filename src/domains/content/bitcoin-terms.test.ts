import { describe, expect, test } from 'vitest'
import { usualSteps } from '../../lib/confirmations.ts'
import { bitcoinTerms, usualTerms } from './bitcoin-terms.ts'

describe('the terms of bitcoin in a pack', () => {
  test('are as usual where it says nothing', () => {
    expect(usualTerms).toEqual({
      minimum: 10_000n,
      confirmations: usualSteps,
      positionLimit: null,
      explorer: null,
    })
  })

  test('are read to the satoshi and the cent', () => {
    expect(
      bitcoinTerms.parse({
        minimum: '0.00012345',
        confirmations: [{ below: 99.5, blocks: 2 }, { blocks: 12 }],
        positionLimit: 250_000,
        explorer: 'https://explorer.example/tx/{txid}',
      }),
    ).toEqual({
      minimum: 12_345n,
      confirmations: [
        { below: 9_950n, blocks: 2 },
        { below: null, blocks: 12 },
      ],
      positionLimit: 25_000_000n,
      explorer: 'https://explorer.example/tx/{txid}',
    })
  })

  test.each<[what: string, terms: object, says: string]>([
    ['a smallest amount as a number', { minimum: 0.0001 }, 'must be bitcoin in quotes'],
    ['nothing as the smallest amount', { minimum: '0' }, 'must be bitcoin in quotes'],
    ['no blocks', { confirmations: [{ blocks: 0 }] }, 'from 1 to 100'],
    ['steps that don’t end', { confirmations: [{ below: 10, blocks: 1 }] }, 'must rise, and end'],
    [
      'steps that fall',
      {
        confirmations: [{ below: 100, blocks: 1 }, { below: 50, blocks: 3 }, { blocks: 6 }],
      },
      'must rise, and end',
    ],
    [
      'a step without end in the middle',
      { confirmations: [{ blocks: 1 }, { below: 50, blocks: 3 }, { blocks: 6 }] },
      'must rise, and end',
    ],
    ['a limit of nothing', { positionLimit: 0 }, 'above 0'],
    ['an explorer of no transaction', { explorer: 'https://explorer.example/' }, '{txid}'],
    ['an explorer without https', { explorer: 'http://explorer.example/{txid}' }, '{txid}'],
  ])('are not %s', (_, terms, says) => {
    const found = bitcoinTerms.safeParse(terms)
    expect(found.error?.issues[0]?.message).toContain(says)
  })
})
