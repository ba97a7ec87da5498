import { describe, expect, test } from 'vitest'
import { HDKey } from '@scure/bip32'
import { otherKeyFault } from './other-key.ts'

/** SLIP 132's own test vectors. */
const ypub =
  'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP'
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
/** The same account as the zpub, as BIP 84’s vectors have it with the beginning of an xpub. */
const xpub =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V'

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/84'/1'/0'")
const written = (version: number) =>
  HDKey.fromExtendedKey(
    new HDKey({
      versions: { public: version, private: 0x04358394 },
      chainCode: account.chainCode!,
      publicKey: account.publicKey!,
      depth: account.depth,
      index: account.index,
      parentFingerprint: account.parentFingerprint,
    }).publicExtendedKey,
    { public: version, private: 0x04358394 },
  ).publicExtendedKey

describe('a key that begins otherwise', () => {
  test.each([
    ['zpub', 0x04b24746, 'an xpub', /wpkh\(\[fingerprint\/path\]xpub…\/<0;1>\/\*\)/],
    ['Zpub', 0x02aa7ed3, 'an xpub', /wsh\(sortedmulti\(k,\[fingerprint\/path\]xpub…/],
    ['vpub', 0x045f1cf6, 'a tpub', /wpkh\(\[fingerprint\/path\]tpub…\/<0;1>\/\*\)/],
    ['Vpub', 0x02575483, 'a tpub', /wsh\(sortedmulti\(k,\[fingerprint\/path\]tpub…/],
  ])('than xpub, as %s, is told with the same key', (begins, version, takes, around) => {
    const key = written(version)
    const plain = written(
      begins.startsWith('V') || begins.startsWith('v') ? 0x043587cf : 0x0488b21e,
    )
    expect(key.startsWith(begins)).toBe(true)
    const fault = otherKeyFault(`[0a0b0c0d/84h/1h/0h]${key}/<0;1>/*`)!
    expect(fault).toContain(`This is a ${begins}, and a descriptor takes ${takes}.`)
    expect(fault).toContain(`The same key is ${plain}:`)
    expect(fault).toMatch(around)
  })

  test('as the standard’s own zpub is the xpub of BIP 84', () => {
    expect(otherKeyFault(zpub)).toContain(`The same key is ${xpub}:`)
  })

  test.each([
    ['ypub', 0x049d7cb2, 3],
    ['Ypub', 0x0295b43f, 3],
    ['upub', 0x044a5262, 2],
    ['Upub', 0x024289ef, 2],
  ])('as %s, is of an older kind of addresses', (begins, version, digit) => {
    const key = written(version)
    expect(key.startsWith(begins)).toBe(true)
    expect(otherKeyFault(key)).toMatch(
      new RegExp(`^This is a ${begins}: .*begin with ${digit}\\. Make one of native SegWit`),
    )
  })

  test('and is mistyped is told so', () => {
    expect(otherKeyFault(zpub.replace('rFR7', 'rFR8'))).toMatch(/zpub that can’t be read/)
    expect(otherKeyFault('zpubabc')).toMatch(/mistyped/)
    expect(otherKeyFault(`z${ypub.slice(1)}`)).toMatch(/mistyped/)
  })

  test('is nothing of an xpub, a descriptor or any other text', () => {
    for (const text of [xpub, `[0a0b0c0d/84h/0h/0h]${xpub}/<0;1>/*`, '', 'a pub', 'republic'])
      expect(otherKeyFault(text)).toBeNull()
  })
})
