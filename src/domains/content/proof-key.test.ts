import { describe, expect, test } from 'vitest'
import { sampleProofKey } from '../../lib/liabilities/sample-key.ts'
import { publicKeyText } from '../../lib/minisign.ts'
import { proofKey } from './proof-key.ts'

const key = publicKeyText({ id: new Uint8Array(8), secret: new Uint8Array(32).fill(3) })

describe('the key of a firm’s proofs', () => {
  test('is never the one of demonstrations', () => {
    expect(() => proofKey.parse(sampleProofKey)).toThrow('which everybody has')
  })

  test('is taken as minisign prints it', () => expect(proofKey.parse(key)).toBe(key))

  test.each([
    ['one that is cut off', key.slice(0, -4)],
    ['a file with its comment', `untrusted comment: minisign public key\n${key}`],
    ['a word', 'secret'],
    ['a number', 5],
  ])('refuses %s', (_, given) =>
    expect(() => proofKey.parse(given)).toThrow('as minisign prints it'),
  )
})
