import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressFault } from './address-fault.ts'
import { cleanAddress, decorationFault } from './wallet-address.ts'

const base58 = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const all = [base58, segwit, tron]

describe('J22: an address with something around it', () => {
  test.each([
    [`bitcoin:${base58}`, base58],
    [`BITCOIN:${segwit.toUpperCase()}?AMOUNT=0.1&LABEL=ME`, segwit],
    [`bitcoin:${segwit}?amount=0.5#rest`, segwit],
    [`tron:${tron}`, tron],
    [`bitcoin://${base58}`, base58],
  ])('is freed from the link: %s', (typed, address) => expect(cleanAddress(typed)).toBe(address))

  const around = fc.constantFrom(
    '',
    ' ',
    '.',
    ',',
    '"',
    '“',
    '\u200b',
    '\ufeff',
    '\u2060',
    '\u00a0',
    '(',
    ')',
    '\u00ad',
  )
  test('is freed from blanks, from what nobody sees and from what ends a sentence', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        around,
        around,
        fc.nat(30),
        (address, before, after, at) => {
          const blank = `${address.slice(0, at + 1)}\u200b ${address.slice(at + 1)}`
          for (const typed of [before + address + after, before + blank + after])
            expect(cleanAddress(typed)).toBe(address)
        },
      ),
    ))

  test('is freed from wide letters, which mean the same', () =>
    expect(
      cleanAddress(
        base58.replaceAll(/[A-Za-z0-9]/g, (c) => String.fromCodePoint(c.codePointAt(0)! + 0xfee0)),
      ),
    ).toBe(base58))

  test.each([
    [`${base58} ${tron}`, 'two of different kinds'],
    [`${base58},${base58}`, 'one twice'],
    [`pay ${segwit} please`, 'a sentence'],
    [`${segwit}/${tron}`, 'two with a slash'],
  ])('is refused where it isn’t alone: %s (%s)', (typed) =>
    expect(decorationFault(cleanAddress(typed))).toMatch(/enter the address alone/),
  )

  test('is refused with its checksum where two were written as one', () => {
    const cleaned = cleanAddress(`${segwit} ${segwit}`)
    expect(decorationFault(cleaned) ?? addressFault(cleaned)).not.toBeNull()
  })

  test.each([
    [base58.replace('A', 'А'), 'a Cyrillic A'],
    [segwit.replace('c', 'с'), 'a Cyrillic c'],
    [tron.replace('o', 'ο'), 'a Greek o'],
    [`${tron.slice(0, 20)}e\u0301${tron.slice(21)}`, 'an accent'],
  ])('is never taken for another kind by a letter that looks alike: %s (%s)', (typed) =>
    expect(decorationFault(cleanAddress(typed))).toMatch(/none that addresses have/),
  )

  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'an address of any kind',
    'wallet-of-Žofie',
    'DE89 3704 0044 0532 0130 00',
    'Кошелёк',
  ])('is left alone where it is of another kind: %s', (typed) => {
    expect(cleanAddress(typed)).toBe(typed)
    expect(decorationFault(typed)).toBeNull()
  })
})

describe('J7: an address of a kind without a known checksum', () => {
  const ofEthereum = '0x52908400098527886E0F7030069857D2E4169EE7'
  const digits = ofEthereum.slice(2)
  const ofChain = 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2'
  const ofNano = 'nano_3t6k35gi95xu6tergt6p69ck76ogmitsa8mnijtpxm9fkcm736xtoncuohr3'
  const ofTon = 'EQDrjaLahLkMB-hMCmkzOyBuHJ139ZUYmPHu6RRBKnbdLIYI'

  test.each([
    [`${ofEthereum}.`, ofEthereum],
    [digits, ofEthereum],
    [`0X${digits}`, ofEthereum],
    [`ethereum:${ofEthereum}`, ofEthereum],
    [`\uff10x${digits}`, ofEthereum],
    [`0x5290\u200b${digits.slice(4)}`, ofEthereum],
    [`0x5290 ${digits.slice(4)}`, ofEthereum],
    [ofEthereum.replaceAll(/.{4}/g, '$&-'), ofEthereum],
    [`0x41${digits}`, `41${digits.toLowerCase()}`],
    [`bnb:${ofChain}`, ofChain],
    [`“${ofChain}”,`, ofChain],
    [`bnb1\u00ad${ofChain.slice(4)}`, ofChain],
    [ofNano.replace('nano', 'xrb'), ofNano],
    [`${ofTon.replace('-', '+')}.`, ofTon],
    ['somebody.eth.', 'somebody.eth'],
    ['any wallet\u2060', 'any wallet'],
  ])('has one spelling: %s', (typed, address) => {
    expect(cleanAddress(typed)).toBe(address)
    expect(decorationFault(address)).toBeNull()
  })

  test.each([
    `${ofEthereum}@1`,
    `ethereum:${ofEthereum}@56`,
    `${ofEthereum}?value=1`,
    `${ofChain}?memo=1`,
    `${ofChain} memo 1`,
    `${ofChain.slice(0, 20)} ${ofChain.slice(20)}`,
    `${ofChain.slice(0, 20)}-${ofChain.slice(20)}`,
    `pay ${ofChain} please`,
  ])('is refused in pieces, or with more beside it: %s', (typed) =>
    expect(decorationFault(cleanAddress(typed))).toMatch(/enter the address alone/),
  )

  test.each([
    ofEthereum.replace('x', 'х'),
    `${ofChain.slice(0, 9)} ${ofChain.slice(9).replace('a', 'а')}`,
  ])('is refused with a letter that looks alike: %s', (typed) =>
    expect(decorationFault(cleanAddress(typed))).toMatch(/none that addresses have/),
  )

  test.each([
    ofEthereum,
    ofNano,
    ofTon,
    'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
    '0.0.1234567-abcde',
    'somebody@pay.example',
    'wallet 12 of my sister and brother',
    'of 3f2b8c1d-1a2b-4c3d-8e4f-1bc12d3e4f5a',
    'home-GH-1234567890',
  ])('or the words for a place are left as they are: %s', (typed) => {
    expect(cleanAddress(typed)).toBe(typed)
    expect(decorationFault(typed)).toBeNull()
  })
})

describe('J7: an account at a bank', () => {
  const iban = 'DE89370400440532013000'
  test.each([
    `${iban}.`,
    'DE89.3704.0044.0532.0130.00',
    `IBAN ${iban}`,
    `IBAN${iban}`,
    'DE89 3704 0044 0532 0130 00 (Mallory)',
    `DE8937\u200b0400440532013000`,
    `my iban=${iban.toLowerCase()}&to=me`,
  ])('is what is left when all around and within it is taken away: %s', (typed) =>
    expect(cleanAddress(typed)).toBe(iban),
  )

  test.each([
    'routing 021000021 account 123456789',
    '021000021:123456789',
    'account 123456789, routing 0210-0002-1',
    '021000021123456789',
    'ABA021000021ACCT123456789',
  ])('of the United States is so too: %s', (typed) =>
    expect(cleanAddress(typed)).toBe('021000021/123456789'),
  )

  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  const address = (of: string, length: number) =>
    fc.array(fc.constantFrom(...of), { minLength: length, maxLength: length })
  test('is no address of a wallet, whatever its letters are', () =>
    fc.assert(
      fc.property(
        address('0123456789abcdef', 40),
        address(letters.slice(0, 60), 44),
        (hex, other) => {
          for (const typed of [`0x${hex.join('')}`, `x${other.join('')}`])
            expect(cleanAddress(typed)).toBe(typed)
        },
      ),
      { seed: 7 },
    ))
})
