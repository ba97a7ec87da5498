import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressFault } from './address-fault.ts'
import {
  readTronAccount,
  tronAddressAt,
  TronAddressFault,
  tronAddressOf,
  tronHexOf,
} from './tron-address.ts'

/** BIP 39, without a passphrase. */
const rootOf = (words: string) =>
  HDKey.fromMasterSeed(pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512'))
const abandon = rootOf(`${'abandon '.repeat(11)}about`)
const all = rootOf('all '.repeat(12).trim())
const accountAt = (root: HDKey, path = "m/44'/195'/0'") => root.derive(path).publicExtendedKey
const xpub = accountAt(abandon)

describe('an account', () => {
  test('leads to the addresses that wallets of these well-known words show', () => {
    const account = readTronAccount(xpub)
    expect([0, 1, 2].map((index) => tronAddressAt(account, index))).toEqual([
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
      'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
    ])
    // Trezor's own test of its devices.
    expect(tronAddressAt(readTronAccount(accountAt(all)), 0)).toBe(
      'TY72iA3SBtrds3QLYsS7LwYfkzXwAXCRWT',
    )
  })

  test('leads to an address of its own for every index, up to the last', () => {
    const account = readTronAccount(xpub)
    const indexes = [...Array.from({ length: 200 }, (_, index) => index), 2 ** 31 - 1]
    const addresses = indexes.map((index) => tronAddressAt(account, index))
    expect(new Set(addresses).size).toBe(201)
    expect(addresses.map(addressFault).filter((fault) => fault !== null)).toEqual([])
    expect(() => tronAddressAt(account, 2 ** 31)).toThrow()
    expect(() => tronAddressAt(account, -1)).toThrow()
    expect(() => tronAddressAt(account, 0.5)).toThrow()
  })

  test('is one account with or without where it comes from', () => {
    for (const origin of ['[73c5da0a/44h/195h/0h]', "[73c5da0a/44'/195'/0']", ' '])
      expect(readTronAccount(`${origin}${xpub}\n`).xpub).toBe(xpub)
  })

  test.each<[what: string, text: string, says: RegExp]>([
    [
      'a private key',
      abandon.derive("m/44'/195'/0'").privateExtendedKey,
      /must never reach a server/,
    ],
    ['the root', abandon.publicExtendedKey, /isn’t the one of a first account/],
    ['the branch below', accountAt(abandon, "m/44'/195'/0'/0"), /isn’t the one of a first account/],
    ['a second account', accountAt(abandon, "m/44'/195'/1'"), /isn’t the one of a first account/],
    ['one that isn’t hardened', accountAt(abandon, "m/44'/195'/0"), /isn’t the one of a first/],
    ['Bitcoin’s', `[73c5da0a/84h/0h/0h]${accountAt(abandon, "m/84'/0'/0'")}`, /of another coin/],
    ['a mistyped one', xpub.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')), /mistyped/],
    ['an address', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', /extended public key/],
    ['nothing', '', /extended public key/],
  ])('is not %s', (_, text, says) => {
    expect(() => readTronAccount(text)).toThrow(TronAddressFault)
    expect(() => readTronAccount(text)).toThrow(says)
  })
})

describe('an address', () => {
  test('is written in two ways, of which each leads to the other', () => {
    expect(tronHexOf('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(
      '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    )
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const digits = bytes.toHex()
        const address = tronAddressOf(digits)
        expect(tronAddressOf(`41${digits}`)).toBe(address)
        expect(tronHexOf(address)).toBe(`41${digits}`)
        expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
      }),
    )
  })

  test.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
    ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    '',
  ])('“%s” is none', (text) => expect(() => tronHexOf(text)).toThrow(TronAddressFault))

  test.each(['a614f8', '42a614f803b6fd780986a42c78ec9c7f77e6ded13c', `0x${'a6'.repeat(20)}`, ''])(
    '“%s” is none in hex',
    (text) => expect(() => tronAddressOf(text)).toThrow(TronAddressFault),
  )

  test('of a demonstration begins with 27, and neither network takes one of the other', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const digits = Buffer.from(bytes).toString('hex')
        const address = tronAddressOf(digits, 'tron-sample')
        expect(address).toMatch(/^27[1-9A-HJ-NP-Za-km-z]{33}$/)
        expect(tronHexOf(address, 'tron-sample')).toBe(`41${digits}`)
        expect(addressFault(address)).toBeNull()
        expect(() => tronHexOf(address)).toThrow(/begins with T/)
        expect(() => tronHexOf(tronAddressOf(digits), 'tron-sample')).toThrow(/begins with 27/)
      }),
    )
  })
})
