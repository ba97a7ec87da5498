/** D4: what an account's public key leads to is what TRON's own library makes of the words behind it. */
import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import {
  readTronAccount,
  tronAddressAt,
  tronAddressOf,
  tronHexOf,
} from '../../src/lib/tron-address.ts'
import { loadTronWeb, noTronWeb } from '../support/tron-web/tron-web.ts'

const wordsOfTests = [
  `${'abandon '.repeat(11)}about`,
  'all '.repeat(12).trim(),
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
]

describe.skipIf(noTronWeb)(`TronWeb${noTronWeb ? ` (${noTronWeb})` : ''}`, () => {
  const tronWeb = noTronWeb ? null : loadTronWeb()
  const random = new Random(195)

  test.each(wordsOfTests)('makes the same addresses of “%s”', (words) => {
    const seed = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')
    const xpub = HDKey.fromMasterSeed(seed).derive("m/44'/195'/0'").publicExtendedKey
    const account = readTronAccount(xpub)
    const indexes = [
      0,
      1,
      2,
      2 ** 31 - 1,
      ...Array.from({ length: 8 }, () => random.below(2 ** 31)),
    ]
    for (const index of indexes)
      expect([index, tronAddressAt(account, index)]).toEqual([
        index,
        tronWeb!.fromMnemonic(words, `m/44'/195'/0'/0/${index}`).address,
      ])
  })

  test('writes addresses in both ways as they are written here', () => {
    for (let n = 0; n < 200; n += 1) {
      const digits = Array.from({ length: 5 }, () =>
        random.next().toString(16).padStart(8, '0'),
      ).join('')
      const address = tronAddressOf(digits)
      expect(address).toBe(tronWeb!.address.fromHex(`41${digits}`))
      expect(tronHexOf(address)).toBe(tronWeb!.address.toHex(address).toLowerCase())
      expect(tronWeb!.isAddress(address)).toBe(true)
    }
  })
})
