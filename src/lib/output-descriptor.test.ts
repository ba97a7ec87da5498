import { HDKey } from '@scure/bip32'
import { bech32, bech32m } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { scriptOfAddress } from './payout-batch.ts'
import {
  DescriptorFault,
  descriptorChecksum,
  placeAt,
  readDescriptor,
} from './output-descriptor.ts'

/** The same account as SLIP 132 writes it. */
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
/** The account of BIP 84's test vectors, with the version bytes of an xpub. */
const account =
  '[73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/<0;1>/*'
const single = `wpkh(${account})`
/** The account of BIP 86's test vectors. */
const taprootAccount =
  '[73c5da0a/86h/0h/0h]xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ/<0;1>/*'
const taproot = `tr(${taprootAccount})`
const summed = (body: string) => `${body}#${descriptorChecksum(body)}`

const testKeys = { public: 0x043587cf, private: 0x04358394 }
/** A signer's account on a test network, from a seed of one repeated byte. */
function signer(byte: number, path = '48h/1h/0h/2h') {
  const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(byte), testKeys)
  const fingerprint = root.fingerprint.toString(16).padStart(8, '0')
  const key = root.derive(`m/${path.replaceAll('h', "'")}`).publicExtendedKey
  return `[${fingerprint}/${path}]${key}/<0;1>/*`
}
const twoOfThree = (keys = [1, 2, 3].map((byte) => signer(byte))) =>
  `wsh(sortedmulti(2,${keys.join(',')}))`

describe('a descriptor', () => {
  test('has the checksum that BIP 380 gives as an example', () =>
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm'))

  test('leads to the addresses of BIP 84', () => {
    const wallet = readDescriptor(summed(single), 'main')
    expect([
      placeAt(wallet, 'people', 0).address,
      placeAt(wallet, 'people', 1).address,
      placeAt(wallet, 'change', 0).address,
    ]).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
      'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
    ])
    expect(placeAt(wallet, 'people', 0)).toMatchObject({
      script: '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2',
      witnessScript: null,
    })
  })

  test.each([
    ['with apostrophes', single.replaceAll(/(\d)h/g, "$1'")],
    ['with both kinds of hardened steps', single.replace('84h', "84'")],
    ['with its fingerprint in capitals', single.replace('73c5da0a', '73C5DA0A')],
    ['with capitals and small letters', single.replace('73c5da0a', '73C5da0A')],
  ])('is one wallet, written %s', (_, spelled) => {
    expect(spelled).not.toBe(single)
    expect(readDescriptor(summed(spelled), 'main').descriptor).toBe(summed(single))
  })

  test('of several keys is one wallet with fingerprints in capitals', () => {
    const capital = (key: string) => key.replace(/^\[[\da-f]{8}/, (origin) => origin.toUpperCase())
    const keys = [1, 2, 3].map((byte) => signer(byte))
    expect(readDescriptor(summed(twoOfThree(keys.map(capital))), 'regtest').descriptor).toBe(
      readDescriptor(summed(twoOfThree(keys)), 'regtest').descriptor,
    )
  })

  test('of taproot leads to the addresses of BIP 86', () => {
    const wallet = readDescriptor(summed(taproot), 'main')
    expect(wallet).toMatchObject({ kind: 'tr', threshold: 1, descriptor: summed(taproot) })
    expect(placeAt(wallet, 'people', 0)).toEqual({
      address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      script: '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
      witnessScript: null,
      internalKey: 'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
    })
    expect([placeAt(wallet, 'people', 1).address, placeAt(wallet, 'change', 0).address]).toEqual([
      'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
      'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
    ])
    expect(scriptOfAddress(placeAt(wallet, 'people', 0).address, 'main')).toMatch(/^5120a60869/)
    // BIP 350: the same under the checksum of the first kind of SegWit is no address.
    const { prefix, words } = bech32m.decode(placeAt(wallet, 'people', 0).address as 'bc1p')
    expect(scriptOfAddress(bech32.encode(prefix, words), 'main')).toBeNull()
  })

  test('of several keys leads to the same addresses in whatever order they stand', () => {
    const keys = [1, 2, 3].map((byte) => signer(byte))
    const [one, other] = [keys, keys.toReversed()].map((order) =>
      placeAt(readDescriptor(summed(twoOfThree(order)), 'regtest'), 'people', 7),
    )
    expect(one).toEqual(other)
    expect(one!.address).toMatch(/^bcrt1q[a-z\d]{58}$/)
    expect(one!.witnessScript).toMatch(/^52(21[\da-f]{66}){3}53ae$/)
  })
})

describe('refused, with what to do', () => {
  const refused: Record<string, [text: string, says: RegExp]> = {
    'a bare public key': [
      account.slice('[73c5da0a/84h/0h/0h]'.length).replace('/<0;1>/*', ''),
      /doesn’t say where it comes from/,
    ],
    'a public key without its origin': [
      summed(single.replace('[73c5da0a/84h/0h/0h]', '').replace('/<0;1>/*', '')),
      /doesn’t say where it comes from/,
    ],
    'a private key': [summed(single.replace('xpub6Cat', 'xprv9Cat')), /must never reach a server/],
    'a zpub': [
      summed(single.replace(/xpub\w+/, zpub)),
      /This is a zpub, and a descriptor takes an xpub\. The same key is xpub6CatWdiZ/,
    ],
    'a bare zpub': [zpub, /This is a zpub, and a descriptor takes an xpub/],
    'the branches the other way round': [summed(single.replace('<0;1>', '<1;0>')), /both branches/],
    'a key that is hardened at its end': [summed(single.replace('/*', '/*h')), /both branches/],
    'no checksum': [single, /no checksum/],
    'a wrong checksum': [`${single}#89f8spxm`, /mistyped or lost/],
    'a letter lost': [summed(single).replace('84h', '8h'), /./],
    'a mistyped key': [summed(single.replace('ZiodmUe', 'ZiodmUf')), /can’t be read/],
    'the key of another depth': [summed(single.replace('/84h/0h/0h', '/84h/0h')), /at this path/],
    'the key of another account': [summed(single.replace('/0h]', '/1h]')), /at this path/],
    'another kind': [summed(`combo(${account})`), /must be wpkh/],
    'the oldest kind': [summed(`pkh(${account})`), /begin with 1\. Make one of native SegWit/],
    'SegWit in an older kind': [summed(`sh(wpkh(${account}))`), /begin with 3\. Make one/],
    'several keys in an older kind': [summed(`sh(${twoOfThree()})`), /begin with 3\. Make one/],
    'keys in the order given': [
      summed(twoOfThree().replace('sortedmulti', 'multi')),
      /fixed order\. Make one with sorted keys/,
    ],
    'taproot with scripts': [
      summed(`tr(${taprootAccount},pk(${account}))`),
      /with one key and no scripts/,
    ],
    'taproot with a key that isn’t tweaked': [
      summed(`rawtr(${taprootAccount})`),
      /with one key and no scripts/,
    ],
    'a hardened step with a capital': [
      summed(single.replaceAll(/(\d)h/g, '$1H')),
      /A key must read/,
    ],
    'a fingerprint of nine digits, as Sparrow once wrote it': [
      summed(single.replace('73c5da0a', '000000000')),
      /A key must read/,
    ],
    'a path that isn’t hardened': [summed(single.replace('/0h]', '/0]')), /A key must read/],
    'Bitcoin Core’s list in JSON': [`{"desc": "${summed(single)}"}`, /must be wpkh/],
    'quotes around it': [`"${summed(single)}"`, /must be wpkh/],
    'more signatures than keys': [summed(`wsh(sortedmulti(2,${account}))`), /2 of 1 keys/],
    'no signature': [summed(`wsh(sortedmulti(0,${account}))`), /0 of 1 keys/],
    'the same key twice': [summed(`wsh(sortedmulti(1,${account},${account}))`), /stands twice/],
    nothing: ['', /must be wpkh/],
  }
  test.each(Object.entries(refused))('%s', (_, [text, says]) => {
    const reading = () => readDescriptor(text, 'main')
    expect(reading).toThrow(DescriptorFault)
    expect(reading).toThrow(says)
  })

  test.each([
    ['Bitcoin Core and Specter, for people', '/0/*'],
    ['Bitcoin Core, for change', '/1/*'],
    ['BIP 388 and the coordinators of BIP 129', '/**'],
    ['older versions of Specter', '/{0,1}/*'],
    ['Coldcard, as a bare key', ''],
  ])('one branch, as of %s, with both in its place', (_, end) => {
    for (const [whole, network] of [
      [single, 'main'],
      [taproot, 'main'],
      [twoOfThree(), 'regtest'],
    ] as const) {
      const one = whole.replaceAll('/<0;1>/*', end)
      for (const text of [one, summed(one), summed(one.replaceAll(/(\d)h/g, "$1'"))])
        expect(() => readDescriptor(text, network)).toThrow(
          new DescriptorFault(
            `A descriptor must have both branches, 0 for people and 1 for change. If these are the signer’s, it reads ${readDescriptor(summed(whole), network).descriptor}`,
          ),
        )
      expect(() => readDescriptor(`${one}#89f8spxm`, network)).toThrow(/must|is taken with/)
    }
  })

  test('a wallet of another network', () => {
    expect(() => readDescriptor(summed(single), 'regtest')).toThrow(/of another network/)
    expect(() => readDescriptor(summed(twoOfThree()), 'main')).toThrow(/of another network/)
    const mixed = signer(1, '84h/0h/0h')
    expect(() => readDescriptor(summed(`wpkh(${mixed})`), 'test')).toThrow(/not one of the network/)
  })

  test('every single letter changed to another', () => {
    const right = summed(single)
    for (const [place, letter] of [...right].entries()) {
      const mistaken = [...right].with(place, letter === 'q' ? 'p' : 'q').join('')
      expect(() => readDescriptor(mistaken, 'main'), mistaken).toThrow(DescriptorFault)
    }
  })
})
