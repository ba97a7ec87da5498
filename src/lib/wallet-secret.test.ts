import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base58check } from './address-fault.ts'
import { secretForAddress, secretForName, secretForText, secretInBoth } from './wallet-secret.ts'

/** Published as examples in the formats' own texts, but for those that are made here. */
const keys = {
  'a WIF key': '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  'a compressed WIF key': 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
  'a WIF key of a test network': 'cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx',
  'a key behind a passphrase (BIP 38)':
    '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
  'a key of Stellar': `S${'A2B3C4D5E6F7GHIJKLMNOPQ'.repeat(3).slice(0, 55)}`,
  'a share of codex32': 'ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw',
}

const extended = (seed: number) => {
  const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(seed))
  return { xprv: key.privateExtendedKey, xpub: key.publicExtendedKey }
}

const seeds = {
  twelve:
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  'eleven, one left out':
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  numbered: 'zoo wrong hurt army leg fog bid cat dog egg far gun'
    .split(' ')
    .map((word, at) => `${at + 1}. ${word}`)
    .join(', '),
  'with commas': 'legal,winner,thank,year,wave,sausage,worth,useful,legal,winner,thank,yellow',
  Chinese: '的的的的的的的的的的的在',
  Japanese: 'あいこくしん　'.repeat(12),
}

const places = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t']

describe('J22: a secret of a wallet', () => {
  test.each(Object.entries(keys))('%s is known in every text', (_, key) => {
    for (const secretIn of [secretForAddress, secretForName, secretForText])
      for (const typed of [key, ` ${key} `, `"${key}"`, `my key:${key}.`])
        expect(secretIn(typed)).toMatch(/must never reach a server/)
  })

  test.each(['xprv', 'yprv', 'zprv', 'tprv', 'Zprv'])('an extended %s key is known', (prefix) => {
    const key = prefix + extended(1).xprv.slice(4)
    for (const typed of [key, key.slice(0, 60), `[d34db33f/84h/0h/0h]${key}/0/*`])
      expect(secretForText(typed)).toMatch(/must never reach a server/)
  })

  test('every key that can be written for import is known, mistyped, cut into blocks or whole', () => {
    const wif = fc
      .record({
        secret: fc.uint8Array({ minLength: 32, maxLength: 32 }),
        network: fc.constantFrom(0x80, 0xef),
        isCompressed: fc.boolean(),
      })
      .map(({ secret, network, isCompressed }) =>
        base58check.encode(Uint8Array.of(network, ...secret, ...(isCompressed ? [1] : []))),
      )
    fc.assert(
      fc.property(wif, fc.constantFrom('x', 'A', '9'), fc.nat(30), (key, letter, at) => {
        const mistyped = key.slice(0, at + 5) + letter + key.slice(at + 6)
        for (const typed of [key, mistyped]) {
          expect(secretForText(typed)).not.toBeNull()
          expect(secretForAddress(typed.replaceAll(/.{4}/g, '$& '))).not.toBeNull()
        }
      }),
    )
  })

  test.each(Object.entries(seeds))('the words of a wallet are known: %s', (_, words) => {
    expect(secretForAddress(words)).toMatch(/must never reach a server/)
    expect(secretForName(words)).toMatch(/must never reach a server/)
  })

  test('64 hexadecimal digits are no address, but may stand in a text as the number of a transaction', () => {
    const digits = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    for (const typed of [digits, `0x${digits}`, digits.toUpperCase()])
      expect(secretForAddress(typed)).toMatch(/no address/)
    expect(secretForText(`Paid in ${digits}`)).toBeNull()
  })

  test('the public key of a wallet is no address of it, and no secret elsewhere', () => {
    const { xpub } = extended(2)
    expect(secretForAddress(xpub)).toMatch(/Please enter one of its addresses/)
    expect(secretForText(xpub)).toBeNull()
  })

  test.each([
    ...places,
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'DE89 3704 0044 0532 0130 00',
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    'an address of any kind',
    'The account that my sister and I have together',
    `"'><img src=x onerror=hacked="wallet pending"><svg/onload=hacked=1><script>hacked=2</script>`,
  ])('%s is none', (typed) => {
    expect(secretForAddress(typed)).toBeNull()
    expect(secretForName(typed)).toBeNull()
  })

  test('a sentence of staff with many words is none', () =>
    expect(
      secretForText(
        'They called today and said that the two of them will send what we asked for by the end of the week.',
      ),
    ).toBeNull())
})

describe('J22: a secret that something was put into', () => {
  const blocks = (key: string, sign: string, length = 4) =>
    key.match(new RegExp(`.{1,${length}}`, 'g'))!.join(sign)
  const wif = keys['a compressed WIF key']
  const { xprv } = extended(3)
  const hex = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const bytes = [...Buffer.from(hex, 'hex')]

  test.each([
    ...['\u200b', '\u00ad', '.', '-', ' ', ':'].map((sign) => blocks(wif, sign)),
    `${wif.slice(0, 20)}\u200b${wif.slice(20)}`,
    blocks(wif, '-', 1),
    `my key ${blocks(wif, '.', 8)} of home`,
    blocks(xprv, '.', 6),
    `my key x-${xprv.slice(1)}`,
  ])('is known in every text: %s', (typed) => {
    for (const secretIn of [secretForAddress, secretForName, secretForText])
      expect(secretIn(typed)).toMatch(/must never reach a server/)
  })

  test.each([
    blocks(hex, ':', 2),
    blocks(hex, '-', 32),
    JSON.stringify(bytes),
    bytes.map((byte) => `0x${byte.toString(16)}`).join(', '),
    Buffer.from(hex, 'hex').toString('base64'),
    Buffer.from(hex, 'hex').toString('base64url'),
  ])('of 32 bytes is known as an address and as a name: %s', (typed) => {
    expect(secretForAddress(typed)).toMatch(/must never reach a server/)
    expect(secretForName(typed)).toMatch(/must never reach a server/)
  })

  const words = seeds['with commas'].split(',')
  test.each([...'/_+*&=>→•#·<|"\'', '<>', '","', '\u200b ', '1', ' 7) '])(
    'is known by its words, whatever stands between them: %s',
    (sign) => {
      expect(secretForAddress(words.join(sign))).toMatch(/look like the words of a wallet/)
      expect(secretForName(words.join(sign))).toMatch(/look like the words of a wallet/)
    },
  )

  test('is known by its words where capitals alone tell them apart', () => {
    const asOne = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
    for (const typed of [asOne, asOne.replace('L', 'l')])
      expect(secretForName(typed)).toMatch(/look like the words of a wallet/)
  })

  test('is known where half of it is the name and half the address, and nothing else is taken for one', () => {
    const half = (secret: string, at: number) => [secret.slice(0, at), secret.slice(at)] as const
    for (const [one, other] of [half(words.join(' '), 36), half(wif, 20), half(hex, 32)]) {
      expect(secretInBoth(one, other)).toMatch(/must never reach a server/)
      expect(secretInBoth(other, one)).toMatch(/must never reach a server/)
    }
    for (const place of [...places, 'an address of any kind'])
      for (const name of ['Kraken main accounts', 'My iPhone wallet 2', 'With my sister and Rita'])
        expect(secretInBoth(name, place)).toBeNull()
  })

  test('is none of two numbers that a program gave out, though together they are as long as a key', () =>
    expect(
      secretInBoth(
        'd23e94c1-2b6f-42b5-9b28-4d5667e07252',
        'wallet-9e226351-e7d0-4536-9469-a536f9fa03cb',
      ),
    ).toBeNull())

  test('is none in an address in one piece, nor in the number that a program gave out', () => {
    for (const typed of [
      'cosmos1lzjv7xqcl9kclwe2mpujgrj04pxnh96gkw6yvw',
      'EQDrjaLahLkMB-hMCmkzOyBuHJ139ZUYmPHu6RRBKnbdLIYI',
      'wallet-5b22091a-084b-4a97-9ba2-bc12945bb1a5',
    ]) {
      expect(secretForAddress(typed)).toBeNull()
      expect(secretInBoth('Kraken main account 2', typed)).toBeNull()
    }
  })
})
